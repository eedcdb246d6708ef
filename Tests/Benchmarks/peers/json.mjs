// Times Node's own JSON from bytes to bytes: `json.mjs roundtrip --input FILE [--rounds N]` prints a line of JSON.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const { values } = parseArgs({
    allowPositionals: true,
    options: { input: { type: "string" }, rounds: { type: "string", default: "5" } },
});
const content = readFileSync(values.input);
const decoder = new TextDecoder("utf-8", { fatal: true });
const encoder = new TextEncoder();
const roundTrip = () => encoder.encode(JSON.stringify(JSON.parse(decoder.decode(content))));

roundTrip();
const seconds = [];
for (let round = 0; round < Number(values.rounds); round++) {
    const begin = process.hrtime.bigint();
    roundTrip();
    seconds.push(Number(process.hrtime.bigint() - begin) / 1e9);
}
console.log(JSON.stringify({ name: "Node roundtrip", seconds, bytes: content.length }));
