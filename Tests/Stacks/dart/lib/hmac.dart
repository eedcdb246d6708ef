import 'dart:typed_data';

import 'sha256.dart';

/// HMAC-SHA-256 (RFC 2104) of [message], 32 bytes.
Uint8List hmacSha256(List<int> key, List<int> message) {
  final padded = hmacPaddedKey(key);
  final inner = Sha256()
    ..add(xorEach(padded, hmacInnerPad))
    ..add(message);
  final outer = Sha256()
    ..add(xorEach(padded, hmacOuterPad))
    ..add(inner.finish());
  return outer.finish();
}

/// [key] as HMAC sees it: one block, padded with zeros, hashed first when longer.
Uint8List hmacPaddedKey(List<int> key) {
  final short = key.length > Sha256.blockLength ? Sha256.digest(key) : key;
  return Uint8List(Sha256.blockLength)..setAll(0, short);
}

/// The byte that the inner hash mixes into the key.
const hmacInnerPad = 0x36;

/// The byte that the outer hash mixes into the key.
const hmacOuterPad = 0x5c;

/// A copy of [bytes] with [value] mixed into each.
Uint8List xorEach(Uint8List bytes, int value) {
  final out = Uint8List(bytes.length);
  for (var i = 0; i < bytes.length; i++) {
    out[i] = bytes[i] ^ value;
  }
  return out;
}

/// Whether [a] and [b] are equal, in a time that depends on their length alone.
bool constantTimeEquals(List<int> a, List<int> b) {
  if (a.length != b.length) return false;
  var difference = 0;
  for (var i = 0; i < a.length; i++) {
    difference |= a[i] ^ b[i];
  }
  return difference == 0;
}
