// The payload: inner bytes cut into parts, each encrypted to a piece (EN-27 to EN-31, EN-57 to EN-59).

import { Fault } from './fault.mjs';
import { PART_LENGTH, TAG_LENGTH } from './header.mjs';
import { decrypt, encrypt } from './keys.mjs';

export async function sealPieces(inner, { key, nonce, prologue, chunked }) {
  const pieces = [];
  for (const { index, part, isLast } of cut(inner, chunked ? PART_LENGTH : inner.length)) {
    pieces.push(await encrypt(key, pieceNonce(nonce, index), pieceAAD(prologue, index, isLast), part));
  }
  return Buffer.concat(pieces);
}

/** The inner bytes; nothing of them unless all pieces are authentic. */
export async function openPieces(payload, { key, nonce, prologue, chunked, payloadOffset }) {
  const parts = [];
  for (const { index, part, at, isLast } of cut(payload, chunked ? PART_LENGTH + TAG_LENGTH : payload.length)) {
    const opened = part.length > TAG_LENGTH // an empty part is never written, so its tag counts for nothing
      ? await decrypt(key, pieceNonce(nonce, index), pieceAAD(prologue, index, isLast), part)
      : null;
    if (!opened) {
      throw new Fault('PAYLOAD_AUTH', 'a piece is not as it was written', `offset ${payloadOffset + at}`);
    }
    parts.push(opened);
  }
  return Buffer.concat(parts);
}

function* cut(bytes, length) {
  for (let at = 0, index = 0; at < bytes.length; at += length, index++) {
    yield { index, at, part: bytes.subarray(at, at + length), isLast: at + length >= bytes.length };
  }
}

function pieceNonce(nonce, index) {
  const bytes = Buffer.from(nonce);
  bytes.writeBigUInt64BE(bytes.readBigUInt64BE(4) ^ BigInt(index), 4);
  return bytes;
}

function pieceAAD(prologue, index, isLast) {
  const suffix = Buffer.alloc(9);
  suffix.writeBigUInt64BE(BigInt(index));
  suffix[8] = isLast ? 1 : 0;
  return Buffer.concat([prologue, suffix]);
}
