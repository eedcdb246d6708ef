// Identity, gzip with the pinned header, and raw deflate (AC).

import zlib from 'node:zlib';
import { Fault } from './fault.mjs';

export const IDENTITY = 0;
export const GZIP = 1;
export const DEFLATE = 2;
const DEFLATE_OPTIONS = { level: 6, windowBits: 15, memLevel: 8, strategy: zlib.constants.Z_DEFAULT_STRATEGY };
const GZIP_HEADER = Buffer.from('1f8b08000000000000ff', 'hex');

/** The coded bytes of a message; mode is 'deflate' or 'stored'. */
export function compress(message, codec, mode = 'deflate') {
  if (codec === IDENTITY) return Buffer.from(message);
  const stream = mode === 'stored' ? storedBlocks(message) : zlib.deflateRawSync(message, DEFLATE_OPTIONS);
  if (codec === DEFLATE) return stream;
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(message), 0);
  trailer.writeUInt32LE(message.length % 2 ** 32, 4);
  return Buffer.concat([GZIP_HEADER, stream, trailer]);
}

/**
 * The message of coded bytes: the strict reader. `length` is the declared length of the message, a number or BigInt.
 * Throws LIMIT or MALFORMED_PAYLOAD.
 */
export function decompress(coded, codec, length, limit) {
  if (length > limit) throw new Fault('LIMIT', `limitExceeded: ${length} bytes declared, ${limit} allowed`);
  const declared = Number(length);
  if (codec === IDENTITY) {
    if (coded.length !== declared) malformed('lengthMismatch', Math.min(coded.length, declared));
    return Buffer.from(coded);
  }
  const start = codec === GZIP ? checkGzipHeader(coded) : 0;
  const { message, consumed } = inflate(coded.subarray(start), declared, codec);
  const end = start + consumed;
  if (message.length > declared) malformed('lengthMismatch', end);
  const rest = codec === GZIP ? checkTrailer(coded, end, message) : end;
  if (rest < coded.length) {
    const another = codec === GZIP && coded[rest] === 0x1f && coded[rest + 1] === 0x8b;
    malformed(another ? 'severalMembers' : 'trailingBytes', rest);
  }
  if (message.length < declared) malformed('lengthMismatch', end);
  return message;
}

function storedBlocks(message) {
  const pieces = [];
  for (let at = 0; at === 0 || at < message.length; at += 65535) {
    const block = message.subarray(at, at + 65535);
    const head = Buffer.alloc(5);
    head[0] = at + block.length === message.length ? 1 : 0;
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(block.length ^ 0xffff, 3);
    pieces.push(head, block);
  }
  return Buffer.concat(pieces);
}

function inflate(stream, declared, codec) {
  // One output buffer with room for one byte too many, so that zlib can't make more than that (AC-9; Node's
  // smallest buffer has 64). Deflate makes at most 1032 bytes of one, so a large declared length alone costs nothing.
  const chunkSize = Math.max(64, Math.min(declared + 1, stream.length * 1040));
  const maxOutputLength = Math.max(1, Math.min(declared, chunkSize));
  try {
    const { buffer, engine } = zlib.inflateRawSync(stream, { info: true, chunkSize, maxOutputLength });
    return { message: buffer, consumed: engine.bytesWritten }; // what zlib took, not what it was given
  } catch (error) {
    if (error.code === 'ERR_BUFFER_TOO_LARGE') malformed('lengthMismatch');
    if (error.code !== 'Z_DATA_ERROR' && error.code !== 'Z_BUF_ERROR') throw error;
    if (codec === DEFLATE && looksLikeZlib(stream)) malformed('zlibContainer', 0);
    return error.code === 'Z_BUF_ERROR' ? malformed('truncated') : malformed('invalidDeflate');
  }
}

function looksLikeZlib([first, second]) {
  return (first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0;
}

function checkGzipHeader(coded) {
  for (const [offset, pinned] of GZIP_HEADER.entries()) {
    const byte = coded[offset];
    if (byte === pinned) continue;
    if (byte === undefined) malformed('truncated', offset);
    if (offset < 2) malformed('notGzip', offset);
    malformed(offset === 3 && byte & 0xe0 ? 'reservedFlag' : 'headerNotPinned', offset);
  }
  return GZIP_HEADER.length;
}

function checkTrailer(coded, at, message) {
  if (coded.length < at + 8) malformed('truncated', coded.length);
  const trailer = Buffer.from(coded.buffer, coded.byteOffset + at, 8);
  if (trailer.readUInt32LE(0) !== crc32(message)) malformed('crcMismatch', at);
  if (trailer.readUInt32LE(4) !== message.length % 2 ** 32) malformed('sizeMismatch', at + 4);
  return at + 8;
}

function malformed(name, offset) {
  throw new Fault('MALFORMED_PAYLOAD', name, offset === undefined ? undefined : `offset ${offset}`);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Written out, since zlib.crc32 came to Node 20 only in 20.15. */
function crc32(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = CRC_TABLE[(value ^ byte) & 0xff] ^ (value >>> 8);
  return ~value >>> 0;
}
