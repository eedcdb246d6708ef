import 'dart:typed_data';

import 'aes.dart';
import 'hmac.dart' show constantTimeEquals;

/// AES-256-GCM (NIST SP 800-38D) with 12-byte nonces and 16-byte tags.
class AesGcm {
  /// Takes [key], 32 bytes.
  AesGcm(List<int> key) : _aes = Aes256(key) {
    final h = Uint32List(4);
    _aes.encrypt(Uint32List(4), h);
    _hash = _Ghash(h);
  }

  /// The length of a tag in bytes.
  static const tagLength = 16;

  /// The length of a nonce in bytes.
  static const nonceLength = 12;

  final Aes256 _aes;
  late final _Ghash _hash;

  /// The ciphertext of [plaintext], then its tag.
  Uint8List seal(Uint8List plaintext, {required Uint8List nonce, required Uint8List aad}) {
    final out = Uint8List(plaintext.length + tagLength)..setAll(0, plaintext);
    final ciphertext = Uint8List.sublistView(out, 0, plaintext.length);
    _applyKeyStream(ciphertext, nonce);
    out.setAll(plaintext.length, _tag(ciphertext, nonce, aad));
    return out;
  }

  /// The plaintext of [sealed], or null when its tag doesn't fit; nothing is
  /// decrypted before the tag has been checked.
  Uint8List? open(Uint8List sealed, {required Uint8List nonce, required Uint8List aad}) {
    final length = sealed.length - tagLength;
    if (length < 0) return null;
    final ciphertext = Uint8List.sublistView(sealed, 0, length);
    final tag = Uint8List.sublistView(sealed, length);
    if (!constantTimeEquals(tag, _tag(ciphertext, nonce, aad))) return null;
    final plaintext = Uint8List.fromList(ciphertext);
    _applyKeyStream(plaintext, nonce);
    return plaintext;
  }

  Uint8List _tag(Uint8List ciphertext, Uint8List nonce, Uint8List aad) {
    _hash.reset();
    _hash.addPadded(aad);
    _hash.addPadded(ciphertext);
    _hash.addLengths(aad.length, ciphertext.length);
    final mask = Uint32List(4);
    _aes.encrypt(_counterBlock(nonce, 1), mask);
    final tag = ByteData(tagLength);
    for (var i = 0; i < 4; i++) {
      tag.setUint32(4 * i, _hash.state[i] ^ mask[i]);
    }
    return tag.buffer.asUint8List();
  }

  void _applyKeyStream(Uint8List data, Uint8List nonce) {
    final counter = _counterBlock(nonce, 2);
    final stream = Uint32List(4);
    final whole = data.length & ~15;
    final view = ByteData.sublistView(data);
    for (var at = 0; at < whole; at += 16) {
      _aes.encrypt(counter, stream);
      counter[3]++;
      for (var i = 0; i < 4; i++) {
        view.setUint32(at + 4 * i, view.getUint32(at + 4 * i) ^ stream[i]);
      }
    }
    if (whole < data.length) _aes.encrypt(counter, stream);
    for (var at = whole; at < data.length; at++) {
      data[at] ^= stream[(at & 15) >> 2] >> (24 - 8 * (at & 3)) & 255;
    }
  }

  static Uint32List _counterBlock(Uint8List nonce, int counter) {
    if (nonce.length != nonceLength) throw ArgumentError.value(nonce.length, 'nonce.length', 'must be 12');
    final view = ByteData.sublistView(nonce);
    return Uint32List(4)
      ..[0] = view.getUint32(0)
      ..[1] = view.getUint32(4)
      ..[2] = view.getUint32(8)
      ..[3] = counter;
  }
}

/// GHASH, a byte at a time: `_table` holds the product of the hash key with
/// each byte as the highest coefficients, `_reduction` what eight coefficients
/// give that a shift pushes out.
class _Ghash {
  _Ghash(Uint32List h) {
    var a = h[0], b = h[1], c = h[2], d = h[3];
    for (var bit = 128; bit > 0; bit >>= 1) {
      for (var low = 0; low < 256; low += 2 * bit) {
        for (var i = low + bit; i < low + 2 * bit; i++) {
          _table[4 * i] ^= a;
          _table[4 * i + 1] ^= b;
          _table[4 * i + 2] ^= c;
          _table[4 * i + 3] ^= d;
        }
      }
      final carry = d & 1;
      d = d >> 1 | (c & 1) << 31;
      c = c >> 1 | (b & 1) << 31;
      b = b >> 1 | (a & 1) << 31;
      a = a >> 1 ^ carry * 0xe1000000;
    }
  }

  static final Uint32List _reduction = () {
    final table = Uint32List(256);
    for (var i = 0; i < 256; i++) {
      var high = 0, low = i;
      for (var step = 0; step < 8; step++) {
        high = high >> 1 ^ (low & 1) * 0xe1000000;
        low >>= 1;
      }
      table[i] = high;
    }
    return table;
  }();

  final Uint32List _table = Uint32List(4 * 256);
  final Uint8List _padded = Uint8List(16);

  /// The four big-endian words of the hash so far.
  final Uint32List state = Uint32List(4);

  void reset() => state.fillRange(0, 4, 0);

  void addPadded(Uint8List data) {
    final whole = data.length & ~15;
    for (var at = 0; at < whole; at += 16) {
      _absorb(data, at);
    }
    if (whole == data.length) return;
    _padded
      ..fillRange(0, 16, 0)
      ..setRange(0, data.length - whole, data, whole);
    _absorb(_padded, 0);
  }

  /// Ends the hash with both lengths in bits; bytes below 2^29 each fit 32 bits.
  void addLengths(int aad, int ciphertext) {
    ByteData.sublistView(_padded)
      ..setUint64(0, aad * 8)
      ..setUint64(8, ciphertext * 8);
    _absorb(_padded, 0);
  }

  void _absorb(Uint8List data, int at) {
    final table = _table, reduction = _reduction;
    var a = 0, b = 0, c = 0, d = 0;
    for (var i = 15; i >= 0; i--) {
      final byte = data[at + i] ^ (state[i >> 2] >> (24 - 8 * (i & 3)) & 255);
      final pushedOut = reduction[d & 255], entry = 4 * byte;
      d = (d >> 8 | (c & 255) << 24) ^ table[entry + 3];
      c = (c >> 8 | (b & 255) << 24) ^ table[entry + 2];
      b = (b >> 8 | (a & 255) << 24) ^ table[entry + 1];
      a = (a >> 8) ^ pushedOut ^ table[entry];
    }
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = d;
  }
}
