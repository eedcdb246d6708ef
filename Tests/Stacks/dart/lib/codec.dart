import 'dart:io';
import 'dart:typed_data';

import 'crc32.dart';
import 'deflate_extent.dart';
import 'errors.dart';

/// How an archive's content is compressed; the index is the codec's byte.
enum Codec { identity, gzip, deflate }

/// How a writer makes a deflate stream. The bytes of `deflate` differ between
/// builds of zlib, those of `stored` (blocks without compression) don't.
enum DeflateMode { deflate, stored }

/// [plain] compressed.
Uint8List compress(Uint8List plain, Codec codec, {DeflateMode mode = DeflateMode.deflate}) {
  if (codec == Codec.identity) return plain;
  final raw = mode == DeflateMode.stored ? _store(plain) : _deflate(plain);
  if (codec == Codec.deflate) return raw;
  final trailer = ByteData(_trailerLength)
    ..setUint32(0, crc32(plain), Endian.little)
    ..setUint32(4, plain.length & 0xffffffff, Endian.little);
  return Uint8List.fromList([..._gzipHeader, ...raw, ...trailer.buffer.asUint8List()]);
}

/// The content of [compressed], which must be exactly [length] bytes.
///
/// Throws LIMIT when [length] is above [limit], before anything is inflated;
/// MALFORMED_PAYLOAD when the bytes aren't one whole stream of that length.
Uint8List decompress(Uint8List compressed, Codec codec, {required int length, required int limit}) {
  if (length > limit) throw WireException(ErrorClass.limit, 'declared length $length above the limit $limit');
  if (codec == Codec.identity) {
    _checkLength(compressed.length, length);
    return compressed;
  }
  if (codec == Codec.deflate) {
    return _inflateWhole(compressed, length);
  }
  return _gunzip(compressed, length);
}

// MTIME 0, XFL 0, OS 255 (unknown): nothing of this machine rides along. The
// gzip writers of dart:io and others fill these differently, so it is done by hand.
const _gzipHeader = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
const _trailerLength = 8;

Uint8List _inflateWhole(Uint8List stream, int length) {
  final DeflateExtent extent;
  try {
    extent = DeflateExtent.of(stream, limit: length);
  } on WireException {
    // It only names the fault: a raw stream may start with these bytes and be whole.
    if (_isZlibContainer(stream)) throw _malformed('zlibContainer', 'a zlib header, not raw deflate', 0);
    rethrow;
  }
  final end = extent.compressedLength;
  if (end < stream.length) throw _malformed('trailingBytes', 'bytes after the stream', end);
  _checkLength(extent.plainLength, length);
  return _inflate(stream);
}

Uint8List _gunzip(Uint8List member, int length) {
  for (var at = 0; at < _gzipHeader.length; at++) {
    if (at == member.length) throw _malformed('truncated', 'ends inside the gzip header', at);
    if (member[at] == _gzipHeader[at]) continue;
    if (at < 2) throw _malformed('notGzip', 'not gzip', at);
    if (at == 3 && member[at] & 0xe0 != 0) throw _malformed('reservedFlag', 'a reserved gzip flag', at);
    throw _malformed('headerNotPinned', 'gzip header byte $at is not ${_gzipHeader[at]}', at);
  }
  final stream = Uint8List.sublistView(member, _gzipHeader.length);
  final end = DeflateExtent.of(stream, limit: length).compressedLength;
  final left = stream.length - end;
  if (left < _trailerLength) throw _malformed('truncated', 'ends inside the gzip trailer', member.length);
  final plain = _inflate(Uint8List.sublistView(stream, 0, end));
  final trailer = ByteData.sublistView(stream, end);
  if (trailer.getUint32(0, Endian.little) != crc32(plain)) throw _malformed('crcMismatch', 'wrong CRC-32');
  if (trailer.getUint32(4, Endian.little) != plain.length & 0xffffffff) {
    throw _malformed('sizeMismatch', 'wrong ISIZE');
  }
  if (left > _trailerLength) {
    final next = end + _trailerLength;
    final isMember = left >= _trailerLength + 2 && stream[next] == 0x1f && stream[next + 1] == 0x8b;
    final name = isMember ? 'severalMembers' : 'trailingBytes';
    throw _malformed(name, 'bytes after the gzip member', _gzipHeader.length + next);
  }
  _checkLength(plain.length, length);
  return plain;
}

void _checkLength(int length, int declared) {
  if (length != declared) throw _malformed('lengthMismatch', '$length bytes, declared $declared');
}

/// Whether [bytes] start as a stream of RFC 1950 does.
bool _isZlibContainer(Uint8List bytes) =>
    bytes.length >= 2 && bytes[0] & 15 == 8 && bytes[0] >> 4 <= 7 && (bytes[0] << 8 | bytes[1]) % 31 == 0;

Uint8List _deflate(Uint8List plain) => Uint8List.fromList(ZLibEncoder(raw: true, level: 6).convert(plain));

Uint8List _inflate(Uint8List stream) {
  try {
    return Uint8List.fromList(ZLibDecoder(raw: true).convert(stream));
  } on FormatException catch (error) {
    throw _malformed('invalidDeflate', error.message);
  }
}

Uint8List _store(Uint8List plain) {
  const longest = 65535;
  final out = BytesBuilder();
  var at = 0;
  do {
    final length = plain.length - at > longest ? longest : plain.length - at;
    final isFinal = at + length == plain.length;
    out
      ..add([isFinal ? 1 : 0, length & 255, length >> 8, ~length & 255, ~length >> 8 & 255])
      ..add(Uint8List.sublistView(plain, at, at + length));
    at += length;
  } while (at < plain.length);
  return out.takeBytes();
}

WireException _malformed(String code, String reason, [int? offset]) =>
    WireException(ErrorClass.malformedPayload, '$code: $reason', offset: offset);
