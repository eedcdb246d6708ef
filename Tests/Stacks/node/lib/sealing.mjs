// Making archives from given entropy. `draw(label, length)` gives the bytes of EN-68. An application never calls this:
// envelope.mjs draws from the system (EN-67).

import { compress } from './codec.mjs';
import { Fault, invalidParameter } from './fault.mjs';
import { CHUNK_LOG2, MAGIC, MAX_WHOLE_INNER, readHeader } from './header.mjs';
import { checkLength, equalInConstantTime, hkdf, hmac } from './keys.mjs';
import { sealPieces } from './pieces.mjs';
import { checkSlots, checkUnlocker, makeSlots, openSlots } from './slots.mjs';

export async function sealWith(draw, plaintext, options) {
  const { workspaceId, contentType, codec, mode, chunked, generation } = options;
  checkLength(workspaceId, 16, 'a workspaceId');
  if (![1, 2, 3].includes(contentType)) throw invalidParameter('an unknown content type');
  if (![0, 1, 2].includes(codec)) throw invalidParameter('an unknown codec');
  if (mode !== 'deflate' && mode !== 'stored') throw invalidParameter('an unknown mode');
  const slots = checkSlots(options.slots);

  const contentKey = draw('cek', 32);
  const archiveSalt = draw('archiveSalt', 32);
  const nonce = draw('nonce', 12);
  const fields = Buffer.of(1, 1, contentType, codec, chunked ? CHUNK_LOG2 : 0, 0, 0, 0);
  const prologue = Buffer.concat([MAGIC, fields, workspaceId, archiveSalt, u64(generation)]);
  const made = await makeSlots(slots, prologue, contentKey, draw);
  const headerMac = await headerMacOf(contentKey, archiveSalt, Buffer.concat([prologue, made.bytes]));

  const compressed = compress(plaintext, codec, mode);
  const inner = Buffer.concat([u64(plaintext.length), compressed]);
  if (!chunked && inner.length > MAX_WHOLE_INNER) throw new Fault('LIMIT', 'too large for whole mode');
  const payloadKey = await payloadKeyOf(contentKey, archiveSalt);
  const payload = await sealPieces(inner, { key: payloadKey, nonce, prologue, chunked });
  return {
    archive: Buffer.concat([prologue, made.bytes, headerMac, nonce, payload]),
    layers: { compressed, slots: made.layers, headerMac, payloadKey },
  };
}

/** The same archive with other slots (EN-69); the payload is not decrypted. */
export async function rewrapWith(draw, archive, options) {
  const unlocker = checkUnlocker(options);
  const slots = checkSlots(options.slots);
  const old = readHeader(archive);
  const { contentKey } = await unlock(old, unlocker);
  const made = await makeSlots(slots, old.prologue, contentKey, draw);
  const headerMac = await headerMacOf(contentKey, old.archiveSalt, Buffer.concat([old.prologue, made.bytes]));
  return {
    archive: Buffer.concat([old.prologue, made.bytes, headerMac, old.nonce, old.payload]),
    layers: { slots: made.layers, headerMac },
  };
}

/** EN-53 and EN-54: the content key, if the header is as it was written. */
export async function unlock(header, unlocker) {
  const opened = await openSlots(header, unlocker);
  const mac = await headerMacOf(opened.contentKey, header.archiveSalt, header.authenticated);
  if (!equalInConstantTime(mac, header.headerMac)) {
    throw new Fault('HEADER_AUTH', 'the header is not as it was written');
  }
  return opened;
}

export const payloadKeyOf = (contentKey, archiveSalt) => hkdf(contentKey, archiveSalt, 'SWA1/payload');

async function headerMacOf(contentKey, archiveSalt, bytes) {
  return hmac(await hkdf(contentKey, archiveSalt, 'SWA1/header'), bytes);
}

function u64(number) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(number));
  return bytes;
}
