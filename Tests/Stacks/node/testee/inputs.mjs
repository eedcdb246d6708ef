// The inputs of a request, each taken with its type (TP-4, TP-5, TP-8), and the byte strings of answers.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { invalidParameter } from '../lib/fault.mjs';
import { isObject } from '../lib/json.mjs';

const INLINE_LIMIT = 65536;
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

export class Inputs {
  constructor(members, scratch) {
    if (!isObject(members)) throw invalidParameter('not an object');
    this.members = members;
    this.scratch = scratch;
  }

  has(name) {
    return this.members.has(name);
  }

  /** What `read` makes of the member, or undefined where it is not there. */
  optional(name, read) {
    return this.has(name) ? read.call(this, name) : undefined;
  }

  take(name, isRight) {
    const value = this.members.get(name);
    if (!isRight(value)) throw invalidParameter('missing or of the wrong type', name);
    return value;
  }

  string(name) {
    return this.take(name, (value) => typeof value === 'string');
  }

  list(name) {
    return this.take(name, Array.isArray).map((item) => new Inputs(item, this.scratch));
  }

  object(name) {
    return new Inputs(this.take(name, isObject), this.scratch);
  }

  oneOf(name, values) {
    return this.take(name, (value) => values.includes(value));
  }

  /** A whole number from 0, as BigInt. */
  count(name) {
    return this.take(name, (value) => typeof value === 'bigint' && value >= 0n);
  }

  /** An integer below 2^53 for an API that wants a number. */
  number(name) {
    return Number(this.take(name, (value) => typeof value === 'bigint'));
  }

  decimal(name) {
    const isRight = (value) => typeof value === 'string' && /^(0|[1-9][0-9]{0,19})$/.test(value);
    const value = BigInt(this.take(name, isRight));
    if (value >= 2n ** 64n) throw invalidParameter('too large', name);
    return value;
  }

  hex(name) {
    const isRight = (value) => typeof value === 'string' && /^([0-9a-fA-F]{2})*$/.test(value);
    return Buffer.from(this.take(name, isRight), 'hex');
  }

  bytes(name) {
    const value = this.take(name, (value) => typeof value === 'string' || isObject(value));
    if (isObject(value)) return this.object(name).fileContent();
    const bytes = Buffer.from(value, 'base64');
    if (bytes.toString('base64') !== value) throw invalidParameter('not base64', name);
    return bytes;
  }

  fileContent() {
    const file = this.string('file');
    if (this.scratch === undefined || !path.isAbsolute(file) || path.dirname(file) !== path.resolve(this.scratch)) {
      throw invalidParameter('not in the scratch folder', 'file');
    }
    let bytes;
    try {
      bytes = readFileSync(file);
    } catch {
      throw invalidParameter('cannot be read', 'file');
    }
    if (BigInt(bytes.length) !== this.count('length') || sha256(bytes) !== this.string('sha256')) {
      throw invalidParameter('another content than announced', 'file');
    }
    return bytes;
  }
}

/** The chosen randomness of a request (TP-11). */
export class Entropy {
  constructor(list = []) {
    if (!Array.isArray(list)) throw invalidParameter('not a list', 'entropy');
    this.values = new Map();
    for (const item of list) {
      const entry = new Inputs(item);
      const label = entry.string('label');
      if (this.values.has(label)) throw invalidParameter('given twice', 'entropy');
      this.values.set(label, entry.hex('hex'));
    }
    this.draw = (label, length) => {
      const bytes = this.values.get(label);
      if (bytes?.length !== length) throw invalidParameter('missing or of the wrong length', label);
      this.values.delete(label);
      return bytes;
    };
  }

  end() {
    if (this.values.size > 0) throw invalidParameter('more labels than were drawn', 'entropy');
  }
}

let filesWritten = 0;

/** The form of a byte string in an answer: base64, or a file if it is long and there is a folder for it. */
export function bytesOut(bytes, scratch) {
  if (bytes.length <= INLINE_LIMIT || scratch === undefined) return bytes.toString('base64');
  const file = path.join(path.resolve(scratch), `node-${process.pid}-${filesWritten++}`);
  writeFileSync(file, bytes);
  return { file, sha256: sha256(bytes), length: bytes.length };
}

/** What may be told of the layers of an envelope (TP-25 to TP-27). */
export function intermediates({ compressed, slots, headerMac, payloadKey }, scratch) {
  const check = (key) => sha256(key).slice(0, 16);
  const members = {};
  if (compressed) members.compressed = bytesOut(compressed, scratch);
  for (const { index, keyId, kek, wrapped } of slots) {
    if (keyId) members[`keyId.${index}`] = keyId.toString('hex');
    members[`kekCheck.${index}`] = check(kek);
    members[`wrappedCEK.${index}`] = wrapped.toString('hex');
  }
  members.headerMac = headerMac.toString('hex');
  if (payloadKey) members.payloadKeyCheck = check(payloadKey);
  return members;
}
