// A testee whose codec is what Node has as it comes, in the way that the first argument names. Wrong on purpose.
import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";
import { deflateSync, gunzipSync, gzipSync, inflateSync } from "node:zlib";

class Rejected extends Error {
  constructor(errorClass, message) {
    super(message);
    this.errorClass = errorClass;
  }
}

function attempt(errorClass, body) {
  try {
    return body();
  } catch (error) {
    throw new Rejected(errorClass, String(error.message));
  }
}

const parse = (bytes) => attempt("MALFORMED_JSON", () => JSON.parse(bytes.toString("utf8")));
const base64 = (bytes) => Buffer.from(bytes).toString("base64");

function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

const canonicalize = (change) => (inputs) => ({
  canonical: base64(attempt("MALFORMED_JSON", () => Buffer.from(JSON.stringify(change(parse(inputs.json))), "utf8"))),
});

const operations = {
  "JSON.stringify": { canonicalize: canonicalize((value) => value) },
  "JSON.stringify-sorted": { canonicalize: canonicalize(sorted) },
  localeCompare: {
    compareUTF16: ({ a, b }) => ({ order: Math.sign(String(parse(a)).localeCompare(String(parse(b)), "en")) }),
  },
  zlib: {
    compress: ({ msg, codec }) => ({ compressed: base64([(x) => x, gzipSync, deflateSync][codec](msg)) }),
    decompress: ({ compressed, codec }) => ({
      msg: base64(attempt("MALFORMED_PAYLOAD", () => [(x) => x, gunzipSync, inflateSync][codec](compressed))),
    }),
  },
}[process.argv[2]];

const names = ["json", "a", "b", "msg", "compressed"];

function bytesOf(value) {
  return typeof value === "string" ? Buffer.from(value, "base64") : readFileSync(value.file);
}

function answer({ op, inputs }) {
  if (op === "hello") {
    const implementation = {
      name: process.argv[2], version: "1", language: "javascript", runtime: `Node ${process.versions.node}`,
      zlib: process.versions.zlib,
    };
    return { status: "ok", implementation, operations: Object.keys(operations), features: [] };
  }
  if (!Object.hasOwn(operations, op)) return { status: "unsupported", feature: `op:${op}` };
  const read = Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, names.includes(name) ? bytesOf(value) : value]));
  try {
    return { status: "ok", outputs: operations[op](read) };
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    return { status: "rejected", error: { class: error.errorClass, message: error.message } };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  process.stdout.write(`${JSON.stringify({ id: request.id, ...answer(request) })}\n`);
}
