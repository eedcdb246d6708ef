import 'dart:typed_data';

import 'aes.dart';
import 'hmac.dart' show constantTimeEquals;

const _check = 0xa6;

/// AES-256 key wrap (RFC 3394): [key], a multiple of 8 bytes and at least 16,
/// under [wrappingKey]; the result is 8 bytes longer.
Uint8List aesKeyWrap(List<int> wrappingKey, List<int> key) {
  if (key.length < 16 || key.length % 8 != 0) throw ArgumentError.value(key.length, 'key.length');
  final aes = Aes256(wrappingKey);
  final count = key.length ~/ 8;
  final out = Uint8List(key.length + 8)
    ..fillRange(0, 8, _check)
    ..setAll(8, key);
  final input = Uint32List(4), output = Uint32List(4);
  final view = ByteData.sublistView(out);
  for (var step = 1; step <= 6 * count; step++) {
    final at = 8 + 8 * ((step - 1) % count);
    input[0] = view.getUint32(0);
    input[1] = view.getUint32(4);
    input[2] = view.getUint32(at);
    input[3] = view.getUint32(at + 4);
    aes.encrypt(input, output);
    view.setUint32(0, output[0]);
    view.setUint32(4, output[1] ^ step);
    view.setUint32(at, output[2]);
    view.setUint32(at + 4, output[3]);
  }
  return out;
}

/// The key inside [wrapped], or null when it was not wrapped under [wrappingKey].
Uint8List? aesKeyUnwrap(List<int> wrappingKey, List<int> wrapped) {
  if (wrapped.length < 24 || wrapped.length % 8 != 0) return null;
  final aes = Aes256(wrappingKey);
  final count = wrapped.length ~/ 8 - 1;
  final out = Uint8List.fromList(wrapped);
  final block = Uint8List(16);
  final view = ByteData.sublistView(out);
  for (var step = 6 * count; step >= 1; step--) {
    final at = 8 + 8 * ((step - 1) % count);
    view.setUint32(4, view.getUint32(4) ^ step);
    block
      ..setRange(0, 8, out)
      ..setRange(8, 16, out, at);
    aes.decrypt(block);
    out
      ..setRange(0, 8, block)
      ..setRange(at, at + 8, block, 8);
  }
  final check = Uint8List(8)..fillRange(0, 8, _check);
  return constantTimeEquals(Uint8List.sublistView(out, 0, 8), check) ? Uint8List.sublistView(out, 8) : null;
}
