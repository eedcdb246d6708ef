import 'dart:typed_data';

import 'hmac.dart';

/// HKDF-SHA-256 (RFC 5869): extract from [key] with [salt], expand for [info]
/// to [length] bytes, at most 255 * 32.
Uint8List hkdfSha256(
  List<int> key, {
  required List<int> salt,
  required List<int> info,
  required int length,
}) {
  if (length < 0 || length > 255 * 32) throw RangeError.range(length, 0, 255 * 32, 'length');
  final pseudorandomKey = hmacSha256(salt, key);
  final out = BytesBuilder();
  var previous = <int>[];
  for (var counter = 1; out.length < length; counter++) {
    previous = hmacSha256(pseudorandomKey, [...previous, ...info, counter]);
    out.add(previous);
  }
  return Uint8List.sublistView(out.takeBytes(), 0, length);
}
