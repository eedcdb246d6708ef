// Rows and their content hash (RW).

import { Fault } from './fault.mjs';
import { compareUTF16, hasLoneSurrogate, isObject, parse, write } from './json.mjs';

export const MAX_INTEGER = BigInt(Number.MAX_SAFE_INTEGER);

/** The members of a row, checked, in the order in which they came. Throws MALFORMED_JSON or MALFORMED_ROW. */
export function parseRow(bytes) {
  const row = parse(bytes);
  checkRow(row);
  return row;
}

/** The canonical bytes of a row: its own keys sorted, everything inside of them as it is (RW-2, RW-3). */
export function writeRow(row) {
  checkRow(row);
  return write(sortKeys(row));
}

export function checkRow(row) {
  const fail = (reason, place) => { throw new Fault('MALFORMED_ROW', reason, place); };
  if (!isObject(row)) fail('a row is an object', '');
  if (row.has('data') === row.has('deletedAt')) fail('a row has either data or deletedAt', '');
  if (row.has('data') && !isObject(row.get('data'))) fail('data is an object', '/data');
  const id = row.get('id');
  if (typeof id !== 'string' || id.length < 1 || id.length > 255 || hasLoneSurrogate(id)) {
    fail('an id is a string of 1 to 255 code units without unpaired surrogates', '/id');
  }
  for (const key of row.has('deletedAt') ? ['updatedAt', 'deletedAt'] : ['updatedAt']) {
    const time = row.get(key);
    if (typeof time !== 'bigint' || time < 0n || time > MAX_INTEGER) fail('a time is an integer from 0', `/${key}`);
  }
  if (row.has('deletedAt') && row.get('deletedAt') !== row.get('updatedAt')) {
    fail('updatedAt equals deletedAt', '/updatedAt');
  }
}

export function sortKeys(object) {
  return new Map([...object].sort(([a], [b]) => compareUTF16(a, b)));
}

/** The content hash of a checked row, as 16 hex digits (RW-11 to RW-14). */
export function contentHash(row) {
  return fnv1a64(row.has('data') ? write(row.get('data')) : []);
}

/** 64-bit FNV-1a in two halves of 32 bits, whose products stay below 2^53. The prime is 2^40 + 1b3 (hex). */
export function fnv1a64(bytes) {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of bytes) {
    low = (low ^ byte) >>> 0;
    const product = low * 0x1b3;
    high = (high * 0x1b3 + ((low << 8) >>> 0) + Math.floor(product / 2 ** 32)) >>> 0;
    low = product >>> 0;
  }
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
}
