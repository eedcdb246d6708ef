import 'dart:typed_data';

/// The AES-256 block cipher (FIPS 197), with lookup tables.
///
/// Table lookups depend on secret data, so that a program on the same machine
/// could learn the key from cache timings. It is right for tests and as a
/// reference; an application in production takes its platform's AES.
class Aes256 {
  /// Expands [key], 32 bytes.
  Aes256(List<int> key) {
    if (key.length != 32) throw ArgumentError.value(key.length, 'key.length', 'must be 32');
    for (var i = 0; i < 8; i++) {
      _roundKeys[i] = key[4 * i] << 24 | key[4 * i + 1] << 16 | key[4 * i + 2] << 8 | key[4 * i + 3];
    }
    var roundConstant = 1;
    for (var i = 8; i < 60; i++) {
      var word = _roundKeys[i - 1];
      if (i % 8 == 0) {
        word = _substitute((word << 8 | word >> 24) & 0xffffffff) ^ (roundConstant << 24);
        roundConstant = _double(roundConstant);
      } else if (i % 8 == 4) {
        word = _substitute(word);
      }
      _roundKeys[i] = _roundKeys[i - 8] ^ word;
    }
  }

  static const _rounds = 14;
  final Uint32List _roundKeys = Uint32List(4 * (_rounds + 1));

  /// Encrypts the four big-endian words of [input] into [output].
  void encrypt(Uint32List input, Uint32List output) {
    final keys = _roundKeys;
    final t0 = _tables[0], t1 = _tables[1], t2 = _tables[2], t3 = _tables[3];
    var a = input[0] ^ keys[0], b = input[1] ^ keys[1];
    var c = input[2] ^ keys[2], d = input[3] ^ keys[3];
    for (var k = 4; k < 4 * _rounds; k += 4) {
      final e = t0[a >> 24] ^ t1[(b >> 16) & 255] ^ t2[(c >> 8) & 255] ^ t3[d & 255] ^ keys[k];
      final f = t0[b >> 24] ^ t1[(c >> 16) & 255] ^ t2[(d >> 8) & 255] ^ t3[a & 255] ^ keys[k + 1];
      final g = t0[c >> 24] ^ t1[(d >> 16) & 255] ^ t2[(a >> 8) & 255] ^ t3[b & 255] ^ keys[k + 2];
      d = t0[d >> 24] ^ t1[(a >> 16) & 255] ^ t2[(b >> 8) & 255] ^ t3[c & 255] ^ keys[k + 3];
      a = e;
      b = f;
      c = g;
    }
    final s = _sbox;
    output[0] = (s[a >> 24] << 24 | s[(b >> 16) & 255] << 16 | s[(c >> 8) & 255] << 8 | s[d & 255]) ^ keys[56];
    output[1] = (s[b >> 24] << 24 | s[(c >> 16) & 255] << 16 | s[(d >> 8) & 255] << 8 | s[a & 255]) ^ keys[57];
    output[2] = (s[c >> 24] << 24 | s[(d >> 16) & 255] << 16 | s[(a >> 8) & 255] << 8 | s[b & 255]) ^ keys[58];
    output[3] = (s[d >> 24] << 24 | s[(a >> 16) & 255] << 16 | s[(b >> 8) & 255] << 8 | s[c & 255]) ^ keys[59];
  }

  /// Decrypts the 16 bytes of [block] in place. Slow and plain: only the key
  /// wrap needs it, since GCM never runs the cipher backwards.
  void decrypt(Uint8List block) {
    _addRoundKey(block, _rounds);
    for (var round = _rounds - 1; round >= 0; round--) {
      final source = Uint8List.fromList(block);
      for (var i = 0; i < 16; i++) {
        block[i] = _inverseSbox[source[(i + 12 * (i & 3)) & 15]];
      }
      _addRoundKey(block, round);
      if (round > 0) _unmixColumns(block);
    }
  }

  void _addRoundKey(Uint8List block, int round) {
    for (var i = 0; i < 16; i++) {
      block[i] ^= _roundKeys[4 * round + (i >> 2)] >> (24 - 8 * (i & 3)) & 255;
    }
  }
}

void _unmixColumns(Uint8List block) {
  const factors = [14, 11, 13, 9];
  final source = Uint8List.fromList(block);
  for (var i = 0; i < 16; i++) {
    final column = i & 12, row = i & 3;
    var sum = 0;
    for (var j = 0; j < 4; j++) {
      sum ^= _multiply(source[column + j], factors[(j - row) & 3]);
    }
    block[i] = sum;
  }
}

int _double(int a) => (a << 1) ^ (a & 0x80 == 0 ? 0 : 0x11b);

int _multiply(int a, int b) {
  var product = 0;
  for (var rest = b, power = a; rest > 0; rest >>= 1, power = _double(power)) {
    if (rest & 1 == 1) product ^= power;
  }
  return product;
}

int _substitute(int word) =>
    _sbox[word >> 24] << 24 |
    _sbox[word >> 16 & 255] << 16 |
    _sbox[word >> 8 & 255] << 8 |
    _sbox[word & 255];

final Uint8List _sbox = _makeSbox();

final Uint8List _inverseSbox = () {
  final inverse = Uint8List(256);
  for (var i = 0; i < 256; i++) {
    inverse[_sbox[i]] = i;
  }
  return inverse;
}();

/// SubBytes and MixColumns in one lookup, one table for each row of the state.
final List<Uint32List> _tables = List.generate(4, (row) {
  final table = Uint32List(256);
  for (var i = 0; i < 256; i++) {
    final s = _sbox[i], twice = _double(s);
    final column = twice << 24 | s << 16 | s << 8 | (twice ^ s);
    table[i] = row == 0 ? column : (column >> 8 * row | column << (32 - 8 * row)) & 0xffffffff;
  }
  return table;
});

/// Walks the field by its generator 3 and by 3's inverse at once, so that each
/// step has an element and its inverse.
Uint8List _makeSbox() {
  final sbox = Uint8List(256)..[0] = 0x63;
  var element = 1, inverse = 1;
  do {
    element ^= _double(element);
    inverse = _multiply(inverse, 0xf6);
    var bits = inverse;
    for (var turn = 1; turn <= 4; turn++) {
      bits ^= (inverse << turn | inverse >> (8 - turn)) & 255;
    }
    sbox[element] = bits ^ 0x63;
  } while (element != 1);
  return sbox;
}
