// The read loop of the testee protocol: one request a line, one answer a line (TP-1 to TP-12, TP-29).

import { Fault } from '../lib/fault.mjs';
import { isObject, parse } from '../lib/json.mjs';
import { bytesOut, Entropy, Inputs, intermediates } from './inputs.mjs';
import { operations } from './operations.mjs';

const EXIT_CODES = { ok: 0, rejected: 1, unsupported: 127 };
const NO_REQUEST = 2;
const FEATURES = ['scrypt', 'aes-kw', 'chunked', 'lone-surrogates', 'int64'];
let scratch;

async function answer({ id, op, members }) {
  try {
    if (op === 'hello') return { id, status: 'ok', ...hello(members) };
    if (!Object.hasOwn(operations, op)) return { id, status: 'unsupported', feature: `op:${op}` };
    const inputs = new Inputs(members.get('inputs'), scratch);
    const entropy = new Entropy(members.get('entropy'));
    if (op !== 'seal' && op !== 'rewrap') entropy.end();
    const { outputs, layers } = await operations[op](inputs, entropy);
    entropy.end();
    for (const [name, value] of Object.entries(outputs)) {
      if (Buffer.isBuffer(value)) outputs[name] = bytesOut(value, scratch);
    }
    return { id, status: 'ok', outputs, intermediates: layers && intermediates(layers, scratch) };
  } catch (error) {
    if (error instanceof Fault) return rejected(id, error.errorClass, error.message);
    // Not the message: that of a foreign error may hold what it was working on (ER-10).
    return rejected(id, 'INTERNAL', `${error?.name} ${error?.code ?? ''}`.trim());
  }
}

const rejected = (id, errorClass, message) => ({ id, status: 'rejected', error: { class: errorClass, message } });

function hello(members) {
  const greeting = new Inputs(members);
  greeting.oneOf('protocol', [1n]);
  scratch = greeting.string('scratch');
  const { node, zlib } = process.versions;
  return {
    implementation: { name: 'node', version: '1', language: 'JavaScript', runtime: `Node ${node}`, zlib },
    operations: Object.keys(operations),
    features: FEATURES,
  };
}

/** The request of a line, or null if it is none. */
function request(line) {
  let members;
  try {
    members = parse(line);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
  if (!isObject(members)) return null;
  const [id, op] = [members.get('id'), members.get('op')];
  return typeof id === 'bigint' && typeof op === 'string' ? { id, op, members } : null;
}

async function* lines(stream) {
  let pending = [];
  for await (const chunk of stream) {
    let start = 0;
    for (let end; (end = chunk.indexOf(0x0a, start)) >= 0; start = end + 1) {
      yield Buffer.concat([...pending, chunk.subarray(start, end)]);
      pending = [];
    }
    pending.push(chunk.subarray(start));
  }
  const last = Buffer.concat(pending);
  if (last.length > 0) yield last;
}

async function main() {
  const once = process.argv.includes('--once');
  for await (const line of lines(process.stdin)) {
    const asked = request(line);
    if (asked === null) {
      process.stderr.write('a line that is no request\n');
      return NO_REQUEST;
    }
    const { id, ...rest } = await answer(asked);
    process.stdout.write(`{"id":${id},${JSON.stringify(rest).slice(1)}\n`); // JSON.stringify knows no BigInt
    if (once) return EXIT_CODES[rest.status];
  }
  return once ? NO_REQUEST : 0;
}

process.exitCode = await main();
