// The header of an archive, from the magic to the nonce: reading it without any key (EN-38 to EN-52).

import { Fault } from './fault.mjs';

export const MAGIC = Buffer.from('895357410d0a1a0a', 'hex');
export const PROLOGUE_LENGTH = 72;
export const TAG_LENGTH = 16;
export const PART_LENGTH = 65536;
export const MAX_WHOLE_INNER = 67108864;
export const CHUNK_LOG2 = 16;

export const RAW = 1;
export const PBKDF2 = 2;
export const SCRYPT = 3;
export const KEY_WRAP = 4;
export const SLOT_LENGTH = { [RAW]: 88, [PBKDF2]: 100, [SCRYPT]: 97, [KEY_WRAP]: 48 };
export const isPassphraseSlot = (type) => type === PBKDF2 || type === SCRYPT;
export const iterationsAllowed = (n) => Number.isInteger(n) && n >= 210000 && n <= 2000000;
export const log2NAllowed = (n) => Number.isInteger(n) && n >= 15 && n <= 18;

/**
 * Everything that an archive says in the clear, checked in the order of EN. The byte strings share memory with
 * `archive`.
 */
export function readHeader(archive) {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.length);
  const fail = (errorClass, reason, offset, field) => {
    throw new Fault(errorClass, reason, `offset ${offset}, field ${field}`);
  };
  const need = (end) => {
    if (bytes.length < end) throw new Fault('TRUNCATED', 'the archive ends too early', `length ${bytes.length}`);
  };
  const check = (isRight, errorClass, offset, field) => {
    if (!isRight) fail(errorClass, 'a value that is not allowed', offset, field);
  };

  for (const [offset, byte] of bytes.subarray(0, 8).entries()) {
    check(byte === MAGIC[offset], 'BAD_MAGIC', offset, 'magic');
  }
  need(9);
  check(bytes[8] === 1, 'UNSUPPORTED_VERSION', 8, 'version');
  need(10);
  check(bytes[9] === 1, 'UNSUPPORTED_SUITE', 9, 'suite');
  need(PROLOGUE_LENGTH + 1);
  const [contentType, codec, chunkLog2] = bytes.subarray(10);
  const slotCount = bytes[PROLOGUE_LENGTH];
  check(contentType >= 1 && contentType <= 3, 'MALFORMED_HEADER', 10, 'contentType');
  check(codec <= 2, 'MALFORMED_HEADER', 11, 'codec');
  check(chunkLog2 === 0 || chunkLog2 === CHUNK_LOG2, 'MALFORMED_HEADER', 12, 'chunkLog2');
  for (let at = 13; at < 16; at++) check(bytes[at] === 0, 'MALFORMED_HEADER', at, 'reserved');
  check(slotCount >= 1 && slotCount <= 16, 'MALFORMED_HEADER', PROLOGUE_LENGTH, 'slotCount');

  const slots = [];
  let at = PROLOGUE_LENGTH + 1;
  for (let index = 0; index < slotCount; index++) {
    const field = `slots[${index}]`;
    need(at + 3);
    const type = bytes[at];
    const length = bytes.readUInt16BE(at + 1);
    check(type !== 0, 'MALFORMED_SLOT', at, `${field}.type`);
    check(length <= 1024 && length === (SLOT_LENGTH[type] ?? length), 'MALFORMED_SLOT', at + 1, `${field}.len`);
    check(!isPassphraseSlot(type) || slotCount === 1, 'MALFORMED_SLOT', at, `${field}.type`);
    need(at + 3 + length);
    const slot = readSlot(type, bytes.subarray(at, at + 3 + length));
    check(type !== PBKDF2 || iterationsAllowed(slot.iterations), 'KDF_PARAMS', at + 3, `${field}.iterations`);
    check(type !== SCRYPT || log2NAllowed(slot.log2N), 'KDF_PARAMS', at + 3, `${field}.log2N`);
    slots.push(slot);
    at += 3 + length;
  }

  const payloadOffset = at + 44;
  need(payloadOffset + TAG_LENGTH + 1);
  const chunked = chunkLog2 === CHUNK_LOG2;
  const payload = bytes.subarray(payloadOffset);
  if (!chunked && payload.length > MAX_WHOLE_INNER + TAG_LENGTH) fail('LIMIT', 'too large', payloadOffset, 'payload');
  return {
    contentType,
    codec,
    chunked,
    slots,
    payload,
    payloadOffset,
    prologue: bytes.subarray(0, PROLOGUE_LENGTH),
    workspaceId: bytes.subarray(16, 32),
    archiveSalt: bytes.subarray(32, 64),
    generation: bytes.readBigUInt64BE(64),
    authenticated: bytes.subarray(0, at),
    headerMac: bytes.subarray(at, at + 32),
    nonce: bytes.subarray(at + 32, payloadOffset),
  };
}

/** The parts of a slot of a known length; `bound` is what the wrap authenticates: all before wrappedCEK. */
function readSlot(type, bytes) {
  const slot = { type, length: bytes.length - 3 };
  const cut = bytes.length - (type === KEY_WRAP ? 40 : 48);
  const wrap = { bound: bytes.subarray(0, cut), slotSalt: bytes.subarray(cut - 32, cut), wrapped: bytes.subarray(cut) };
  switch (type) {
    case RAW: return { ...slot, ...wrap, keyId: bytes.subarray(3, 11) };
    case PBKDF2: return { ...slot, ...wrap, iterations: bytes.readUInt32BE(3), kdfSalt: bytes.subarray(7, 23) };
    case SCRYPT: return { ...slot, ...wrap, log2N: bytes[3], kdfSalt: bytes.subarray(4, 20) };
    case KEY_WRAP: return { ...slot, wrapped: wrap.wrapped, keyId: bytes.subarray(3, 11) };
    default: return slot;
  }
}
