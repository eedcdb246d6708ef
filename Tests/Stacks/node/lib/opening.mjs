// Opening archives (EN-37 to EN-63).

import { decompress } from './codec.mjs';
import { Fault } from './fault.mjs';
import { readHeader } from './header.mjs';
import { checkLength } from './keys.mjs';
import { openPieces } from './pieces.mjs';
import { payloadKeyOf, unlock } from './sealing.mjs';
import { checkUnlocker } from './slots.mjs';

const DEFAULT_MAX_PLAINTEXT = 268435456;

/** The plaintext of an archive, whatever its content, and the layers that a testee reports, keys among them. */
export async function openWithLayers(archive, options) {
  const { expect = {}, maxPlaintext = DEFAULT_MAX_PLAINTEXT } = options;
  const unlocker = checkUnlocker(options);
  if (expect.workspaceId !== undefined) checkLength(expect.workspaceId, 16, 'a workspaceId');

  const header = readHeader(archive);
  const { contentKey, layer } = await unlock(header, unlocker);
  if (!header.workspaceId.equals(expect.workspaceId ?? header.workspaceId)) {
    throw new Fault('CONTEXT_MISMATCH', 'another workspace');
  }
  if (header.contentType !== (expect.contentType ?? header.contentType)) {
    throw new Fault('CONTEXT_MISMATCH', 'another content type');
  }
  if (header.generation < (expect.minGeneration ?? 0n)) throw new Fault('ROLLBACK', 'an older generation');

  const payloadKey = await payloadKeyOf(contentKey, header.archiveSalt);
  const inner = await openPieces(header.payload, { ...header, key: payloadKey });
  if (inner.length < 8) throw new Fault('MALFORMED_PAYLOAD', 'no length in it');
  const compressed = inner.subarray(8);
  const plaintext = decompress(compressed, header.codec, inner.readBigUInt64BE(0), maxPlaintext);
  return {
    plaintext,
    contentType: header.contentType,
    layers: { compressed, slots: [layer], headerMac: header.headerMac, payloadKey },
  };
}
