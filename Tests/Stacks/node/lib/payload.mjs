// The plaintext of snapshots and metadata (PL).

import { Fault } from './fault.mjs';
import { compareUTF16, hasLoneSurrogate, isObject, parse, pointerStep, write } from './json.mjs';
import { checkRow, sortKeys } from './rows.mjs';

/** The canonical form of a payload that is spelled or sorted in another way (PL-12). */
export function canonicalPayload(bytes) {
  const payload = parse(bytes);
  checkShape(payload);
  const rows = new Map();
  for (const [name, collection] of sortKeys(payload.get('rows'))) {
    const place = `/rows${pointerStep(name)}`;
    collection.forEach(checkRow);
    const sorted = collection.map(sortKeys).sort((a, b) => compareUTF16(a.get('id'), b.get('id')));
    checkOrder(sorted.map((row) => row.get('id')), `${place}: ids`);
    rows.set(name, sorted);
  }
  return write(sortKeys(new Map(payload).set('rows', rows)));
}

/** The rule for the plaintext of a snapshot (PL-9). Throws NOT_CANONICAL. */
export function checkSnapshot(bytes) {
  const value = checkCanonical(bytes);
  if (isObject(value) && value.has('rows')) checkPayload(value);
}

/** Whether bytes are canonical JSON (PL-10); gives the value. Throws NOT_CANONICAL, also for what is no JSON. */
export function checkCanonical(bytes) {
  const value = orNotCanonical(() => parse(bytes));
  const canonical = orNotCanonical(() => write(value));
  if (!canonical.equals(bytes)) {
    let offset = 0;
    while (canonical[offset] === bytes[offset]) offset++;
    notCanonical('another spelling than the canonical one', `offset ${offset}`);
  }
  return value;
}

function checkPayload(payload) {
  checkShape(payload);
  checkOrder([...payload.keys()], 'keys of the payload');
  const rows = payload.get('rows');
  checkOrder([...rows.keys()], '/rows: keys');
  for (const [name, collection] of rows) {
    const place = `/rows${pointerStep(name)}`;
    collection.forEach((row, index) => {
      orNotCanonical(() => checkRow(row), `${place}/${index}`);
      checkOrder([...row.keys()], `${place}/${index}: keys`);
    });
    checkOrder(collection.map((row) => row.get('id')), `${place}: ids`);
  }
}

function checkShape(payload) {
  if (!isObject(payload)) notCanonical('a payload is an object', '');
  if (payload.get('schema') !== 1n) notCanonical('schema is 1', '/schema');
  if (!isObject(payload.get('rows'))) notCanonical('rows is an object', '/rows');
  for (const [name, collection] of payload.get('rows')) {
    const place = `/rows${pointerStep(name)}`;
    if (name === '' || hasLoneSurrogate(name)) notCanonical('a collection has a name', place);
    if (!Array.isArray(collection)) notCanonical('a collection is an array', place);
  }
}

function checkOrder(strings, place) {
  for (let i = 1; i < strings.length; i++) {
    if (strings[i - 1] >= strings[i]) notCanonical('not sorted or not unique', `${place} ${i - 1} and ${i}`);
  }
}

function notCanonical(reason, place) {
  throw new Fault('NOT_CANONICAL', reason, place);
}

function orNotCanonical(check, prefix = '') {
  try {
    return check();
  } catch (error) {
    if (error instanceof Fault) notCanonical(error.reason, prefix + (error.place ?? ''));
    throw error;
  }
}
