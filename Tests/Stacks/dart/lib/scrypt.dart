import 'dart:typed_data';

import 'pbkdf2.dart';

/// scrypt (RFC 7914) with N = 2^[log2N]: [length] bytes from [password] and
/// [salt]. Takes 128 * r * N bytes of memory.
Uint8List scrypt(
  List<int> password, {
  required List<int> salt,
  required int log2N,
  int r = 8,
  int p = 1,
  required int length,
}) {
  final blockWords = 32 * r;
  final bytes = pbkdf2Sha256(password, salt: salt, iterations: 1, length: 4 * blockWords * p);
  final view = ByteData.sublistView(bytes);
  for (var lane = 0; lane < p; lane++) {
    final block = Uint32List(blockWords);
    final start = 4 * blockWords * lane;
    for (var i = 0; i < blockWords; i++) {
      block[i] = view.getUint32(start + 4 * i, Endian.little);
    }
    _mixLane(block, 1 << log2N);
    for (var i = 0; i < blockWords; i++) {
      view.setUint32(start + 4 * i, block[i], Endian.little);
    }
  }
  return pbkdf2Sha256(password, salt: bytes, iterations: 1, length: length);
}

/// scryptROMix over one lane.
void _mixLane(Uint32List block, int n) {
  final words = block.length;
  final table = Uint32List(words * n);
  final scratch = Uint32List(words), x = Uint32List(16);
  for (var i = 0; i < n; i++) {
    table.setRange(i * words, (i + 1) * words, block);
    _mixBlock(block, scratch, x);
  }
  for (var i = 0; i < n; i++) {
    final start = words * (block[words - 16] & (n - 1));
    for (var w = 0; w < words; w++) {
      block[w] ^= table[start + w];
    }
    _mixBlock(block, scratch, x);
  }
}

/// scryptBlockMix: even results go to the first half, odd ones to the second.
void _mixBlock(Uint32List block, Uint32List scratch, Uint32List x) {
  final words = block.length, half = words >> 1;
  x.setRange(0, 16, block, words - 16);
  for (var i = 0; i < words; i += 16) {
    _salsa(x, block, i);
    final to = (i >> 5) * 16 + ((i & 16) == 0 ? 0 : half);
    scratch.setRange(to, to + 16, x);
  }
  block.setAll(0, scratch);
}

/// x = Salsa20/8(x XOR the 16 words of [block] at [start]).
void _salsa(Uint32List x, Uint32List block, int start) {
  for (var i = 0; i < 16; i++) {
    x[i] ^= block[start + i];
  }
  var x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5], x6 = x[6], x7 = x[7];
  var x8 = x[8], x9 = x[9], xa = x[10], xb = x[11], xc = x[12], xd = x[13], xe = x[14], xf = x[15];
  for (var round = 0; round < 4; round++) {
    x4 ^= _rotate(x0 + xc, 7);
    x8 ^= _rotate(x4 + x0, 9);
    xc ^= _rotate(x8 + x4, 13);
    x0 ^= _rotate(xc + x8, 18);
    x9 ^= _rotate(x5 + x1, 7);
    xd ^= _rotate(x9 + x5, 9);
    x1 ^= _rotate(xd + x9, 13);
    x5 ^= _rotate(x1 + xd, 18);
    xe ^= _rotate(xa + x6, 7);
    x2 ^= _rotate(xe + xa, 9);
    x6 ^= _rotate(x2 + xe, 13);
    xa ^= _rotate(x6 + x2, 18);
    x3 ^= _rotate(xf + xb, 7);
    x7 ^= _rotate(x3 + xf, 9);
    xb ^= _rotate(x7 + x3, 13);
    xf ^= _rotate(xb + x7, 18);
    x1 ^= _rotate(x0 + x3, 7);
    x2 ^= _rotate(x1 + x0, 9);
    x3 ^= _rotate(x2 + x1, 13);
    x0 ^= _rotate(x3 + x2, 18);
    x6 ^= _rotate(x5 + x4, 7);
    x7 ^= _rotate(x6 + x5, 9);
    x4 ^= _rotate(x7 + x6, 13);
    x5 ^= _rotate(x4 + x7, 18);
    xb ^= _rotate(xa + x9, 7);
    x8 ^= _rotate(xb + xa, 9);
    x9 ^= _rotate(x8 + xb, 13);
    xa ^= _rotate(x9 + x8, 18);
    xc ^= _rotate(xf + xe, 7);
    xd ^= _rotate(xc + xf, 9);
    xe ^= _rotate(xd + xc, 13);
    xf ^= _rotate(xe + xd, 18);
  }
  x[0] += x0;
  x[1] += x1;
  x[2] += x2;
  x[3] += x3;
  x[4] += x4;
  x[5] += x5;
  x[6] += x6;
  x[7] += x7;
  x[8] += x8;
  x[9] += x9;
  x[10] += xa;
  x[11] += xb;
  x[12] += xc;
  x[13] += xd;
  x[14] += xe;
  x[15] += xf;
}

int _rotate(int value, int by) {
  final word = value & 0xffffffff;
  return ((word << by) | (word >> (32 - by))) & 0xffffffff;
}
