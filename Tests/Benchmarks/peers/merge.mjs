// Merges two payloads with Node's own JSON: `merge.mjs A B` writes the result to standard output.
//
// The later stamp wins, of equal ones the larger text; keys of the payload likewise.
import { readFileSync, writeFileSync } from "node:fs";

const decoder = new TextDecoder("utf-8", { fatal: true });
const inputs = process.argv.slice(2).map((path) => JSON.parse(decoder.decode(readFileSync(path))));

const wins = (a, b) =>
    a.updatedAt !== b.updatedAt ? a.updatedAt > b.updatedAt : JSON.stringify(a) > JSON.stringify(b);
const less = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

const collections = new Map();
const members = new Map([["schema", 1]]);
for (const input of inputs) {
    for (const [name, rows] of Object.entries(input.rows)) {
        if (!collections.has(name)) collections.set(name, new Map());
        const merged = collections.get(name);
        for (const row of rows) {
            const other = merged.get(row.id);
            if (other === undefined || wins(row, other)) merged.set(row.id, row);
        }
    }
    for (const [key, value] of Object.entries(input)) {
        if (key === "rows" || key === "schema") continue;
        if (!members.has(key) || JSON.stringify(value) > JSON.stringify(members.get(key))) members.set(key, value);
    }
}
const rows = {};
for (const name of [...collections.keys()].sort(less)) {
    rows[name] = [...collections.get(name).values()].sort((a, b) => less(a.id, b.id));
}
members.set("rows", rows);
const sorted = Object.fromEntries([...members].sort((a, b) => less(a[0], b[0])));
writeFileSync(1, new TextEncoder().encode(JSON.stringify(sorted)));
