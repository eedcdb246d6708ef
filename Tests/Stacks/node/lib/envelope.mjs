// What an application calls: seal, open and rewrap archives (EN).

import { randomBytes } from 'node:crypto';
import { GZIP } from './codec.mjs';
import { openWithLayers } from './opening.mjs';
import { checkCanonical, checkSnapshot } from './payload.mjs';
import { rewrapWith, sealWith } from './sealing.mjs';

export const SNAPSHOT = 1;
export const METADATA = 2;
export const ATTACHMENT = 3;
const WHOLE_UP_TO = 16777216;
const draw = (label, length) => randomBytes(length);

/**
 * An archive of `plaintext`. Options: `workspaceId` (16 bytes), `contentType`, `slots` (see checkSlots), `generation`
 * (number or BigInt, 0 where it isn't used).
 */
export async function seal(plaintext, { workspaceId, contentType, slots, generation = 0 }) {
  checkContent(plaintext, contentType);
  const chunked = plaintext.length > WHOLE_UP_TO;
  const options = { workspaceId, contentType, slots, generation, codec: GZIP, mode: 'deflate', chunked };
  return (await sealWith(draw, plaintext, options)).archive;
}

/** The archive for other slots. Options: `key` or `passphrase` that opens it now, and `slots`. */
export async function rewrap(archive, options) {
  return (await rewrapWith(draw, archive, options)).archive;
}

/**
 * The plaintext of an archive, checked to be canonical where its content type asks for it. Options: `key` (32 bytes) or
 * `passphrase` (a string), `expect` with any of `workspaceId`, `contentType`, `minGeneration` (BigInt), and
 * `maxPlaintext` in bytes.
 */
export async function open(archive, options) {
  const { plaintext, contentType } = await openWithLayers(archive, options);
  checkContent(plaintext, contentType);
  return plaintext;
}

function checkContent(plaintext, contentType) {
  if (contentType === SNAPSHOT) checkSnapshot(plaintext);
  if (contentType === METADATA) checkCanonical(plaintext);
}
