// The operations of the testee protocol (TP-13 to TP-24). Each gets inputs and entropy and gives outputs, in which a
// Buffer becomes a byte string, and maybe layers, which become intermediates.

import { compress, decompress } from '../lib/codec.mjs';
import { invalidParameter } from '../lib/fault.mjs';
import { readHeader } from '../lib/header.mjs';
import { canonicalize, compareUTF16, parse } from '../lib/json.mjs';
import { openWithLayers } from '../lib/opening.mjs';
import { checkSnapshot } from '../lib/payload.mjs';
import { decodeRecord, encodeRecord } from '../lib/records.mjs';
import { contentHash, parseRow } from '../lib/rows.mjs';
import { rewrapWith, sealWith } from '../lib/sealing.mjs';

const CHUNKS = ['whole', '64k'];
const CODECS = [0n, 1n, 2n];
const CONTENT_TYPES = [1n, 2n, 3n];
const MODES = ['deflate', 'stored'];

export const operations = {
  canonicalize: (inputs) => ({ outputs: { canonical: canonicalize(inputs.bytes('json')) } }),

  compareUTF16(inputs) {
    const [a, b] = ['a', 'b'].map((name) => inputs.bytes(name)).map((bytes) => parse(bytes));
    if (typeof a !== 'string' || typeof b !== 'string') throw invalidParameter('not the JSON text of a string');
    return { outputs: { order: compareUTF16(a, b) } };
  },

  contentHash: (inputs) => ({ outputs: { hash: contentHash(parseRow(inputs.bytes('row'))) } }),

  encodeRecord: (inputs) => ({ outputs: { row: encodeRecord(inputs.string('collection'), inputs.bytes('record')) } }),

  decodeRecord: (inputs) => ({ outputs: { record: decodeRecord(inputs.string('collection'), inputs.bytes('row')) } }),

  compress(inputs) {
    const codec = Number(inputs.oneOf('codec', CODECS));
    return { outputs: { compressed: compress(inputs.bytes('msg'), codec, inputs.oneOf('mode', MODES)) } };
  },

  decompress(inputs) {
    const codec = Number(inputs.oneOf('codec', CODECS));
    const [length, limit] = [inputs.count('length'), inputs.count('limit')];
    return { outputs: { msg: decompress(inputs.bytes('compressed'), codec, length, limit) } };
  },

  async seal(inputs, entropy) {
    const options = {
      workspaceId: inputs.hex('workspaceId'),
      contentType: Number(inputs.oneOf('contentType', CONTENT_TYPES)),
      codec: Number(inputs.oneOf('codec', CODECS)),
      mode: inputs.oneOf('mode', MODES),
      chunked: inputs.oneOf('chunk', CHUNKS) === '64k',
      generation: inputs.decimal('generation'),
      slots: slotsOf(inputs),
    };
    const { archive, layers } = await sealWith(entropy.draw, inputs.bytes('plaintext'), options);
    return { outputs: { archive }, layers };
  },

  async open(inputs) {
    const expected = inputs.optional('expect', inputs.object);
    const profile = inputs.optional('profile', (name) => inputs.oneOf(name, ['bytes', 'snapshot']));
    const { plaintext, layers } = await openWithLayers(inputs.bytes('archive'), {
      ...unlockerOf(inputs),
      expect: expected && {
        workspaceId: expected.optional('workspaceId', expected.hex),
        contentType: expected.optional('contentType', (name) => Number(expected.oneOf(name, CONTENT_TYPES))),
        minGeneration: expected.optional('minGeneration', expected.decimal),
      },
      maxPlaintext: inputs.optional('maxPlaintext', inputs.count),
    });
    if (profile === 'snapshot') checkSnapshot(plaintext);
    return { outputs: { plaintext }, layers };
  },

  async rewrap(inputs, entropy) {
    const options = { ...unlockerOf(inputs), slots: slotsOf(inputs) };
    const { archive, layers } = await rewrapWith(entropy.draw, inputs.bytes('archive'), options);
    return { outputs: { archive }, layers };
  },

  inspect(inputs) {
    const header = readHeader(inputs.bytes('archive'));
    return {
      outputs: {
        contentType: header.contentType,
        codec: header.codec,
        chunk: header.chunked ? '64k' : 'whole',
        workspaceId: header.workspaceId.toString('hex'),
        archiveSalt: header.archiveSalt.toString('hex'),
        generation: String(header.generation),
        slots: header.slots.map(({ type, length, keyId, iterations, log2N }) => (
          { type, length, keyId: keyId?.toString('hex'), iterations, log2N })),
        payloadOffset: header.payloadOffset,
        payloadLength: header.payload.length,
      },
    };
  },
};

function unlockerOf(inputs) {
  return { key: inputs.optional('key', inputs.hex), passphrase: inputs.optional('passphrase', inputs.string) };
}

function slotsOf(inputs) {
  return inputs.list('slots').map((slot) => {
    const type = slot.oneOf('type', ['raw', 'pbkdf2', 'scrypt', 'aes-kw']);
    switch (type) {
      case 'pbkdf2': return { type, passphrase: slot.string('passphrase'), iterations: slot.number('iterations') };
      case 'scrypt': return { type, passphrase: slot.string('passphrase'), log2N: slot.number('log2N') };
      default: return { type, key: slot.hex('key') };
    }
  });
}
