import 'dart:typed_data';

import 'hmac.dart';
import 'sha256.dart';

/// PBKDF2-HMAC-SHA-256 (RFC 8018): [length] bytes from [password] and [salt].
///
/// Each iteration costs two compressions instead of four, since the states
/// after the padded key are computed once.
Uint8List pbkdf2Sha256(
  List<int> password, {
  required List<int> salt,
  required int iterations,
  required int length,
}) {
  final padded = hmacPaddedKey(password);
  final inner = _stateAfter(xorEach(padded, hmacInnerPad));
  final outer = _stateAfter(xorEach(padded, hmacOuterPad));
  final out = BytesBuilder();
  for (var index = 1; out.length < length; index++) {
    final first = hmacSha256(password, [...salt, ...bigEndian32(index)]);
    out.add(_iterate(first, inner, outer, iterations));
  }
  return Uint8List.sublistView(out.takeBytes(), 0, length);
}

/// [value] as four bytes, most significant first.
Uint8List bigEndian32(int value) => (ByteData(4)..setUint32(0, value)).buffer.asUint8List();

/// The XOR of the chain U1 = [first], U2, ... of [iterations] links.
Uint8List _iterate(Uint8List first, Uint32List inner, Uint32List outer, int iterations) {
  final link = Uint32List(8), sum = Uint32List(8);
  final view = ByteData.sublistView(first);
  for (var i = 0; i < 8; i++) {
    link[i] = sum[i] = view.getUint32(4 * i);
  }
  final state = Uint32List(8), words = Uint32List(64);
  for (var round = 1; round < iterations; round++) {
    _compressDigest(state, inner, link, words);
    link.setRange(0, 8, state);
    _compressDigest(state, outer, link, words);
    link.setRange(0, 8, state);
    for (var i = 0; i < 8; i++) {
      sum[i] ^= link[i];
    }
  }
  final out = ByteData(32);
  for (var i = 0; i < 8; i++) {
    out.setUint32(4 * i, sum[i]);
  }
  return out.buffer.asUint8List();
}

/// Leaves in [state] the digest of one block that leads to [start], then the
/// 32-byte [message].
void _compressDigest(Uint32List state, Uint32List start, Uint32List message, Uint32List words) {
  state.setRange(0, 8, start);
  words.setRange(0, 8, message);
  words[8] = 0x80000000;
  words.fillRange(9, 15, 0);
  words[15] = 8 * (Sha256.blockLength + Sha256.digestLength);
  sha256Compress(state, words);
}

Uint32List _stateAfter(Uint8List block) {
  final view = ByteData.sublistView(block);
  final words = Uint32List(64);
  for (var i = 0; i < 16; i++) {
    words[i] = view.getUint32(4 * i);
  }
  final state = Uint32List.fromList(sha256InitialState);
  sha256Compress(state, words);
  return state;
}
