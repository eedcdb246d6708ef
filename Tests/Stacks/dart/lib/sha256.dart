import 'dart:typed_data';

/// SHA-256 (FIPS 180-4), incremental.
///
/// Every intermediate value stays below 2^32, so that the code runs on unboxed
/// integers on a 32-bit VM and gives the same digests on the web.
class Sha256 {
  /// The length of a digest in bytes.
  static const digestLength = 32;

  /// The length of a block in bytes.
  static const blockLength = 64;

  final Uint32List _state = Uint32List.fromList(sha256InitialState);
  final Uint32List _words = Uint32List(64);
  final Uint8List _block = Uint8List(blockLength);
  int _filled = 0;
  int _length = 0;

  /// The digest of [data], 32 bytes.
  static Uint8List digest(List<int> data) => (Sha256()..add(data)).finish();

  /// Appends [data] to the message.
  void add(List<int> data) {
    _length += data.length;
    for (var i = 0; i < data.length; i++) {
      _block[_filled++] = data[i];
      if (_filled == blockLength) _compressBlock();
    }
  }

  /// Ends the message and returns its digest; the object can't be used again.
  Uint8List finish() {
    final bits = _length * 8;
    _block[_filled++] = 0x80;
    if (_filled > blockLength - 8) {
      _block.fillRange(_filled, blockLength, 0);
      _compressBlock();
    }
    _block.fillRange(_filled, blockLength - 8, 0);
    final view = ByteData.sublistView(_block);
    view.setUint32(56, bits ~/ 0x100000000);
    view.setUint32(60, bits & 0xffffffff);
    _compressBlock();

    final out = ByteData(digestLength);
    for (var i = 0; i < 8; i++) {
      out.setUint32(4 * i, _state[i]);
    }
    return out.buffer.asUint8List();
  }

  void _compressBlock() {
    final view = ByteData.sublistView(_block);
    for (var i = 0; i < 16; i++) {
      _words[i] = view.getUint32(4 * i);
    }
    sha256Compress(_state, _words);
    _filled = 0;
  }
}

/// The state before the first block.
const sha256InitialState = <int>[
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, //
  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/// One application of the compression function: [state] (8 words) absorbs the
/// block in the first 16 of the 64 [words]; the other 48 are overwritten.
void sha256Compress(Uint32List state, Uint32List words) {
  final k = _roundConstants;
  for (var i = 16; i < 64; i++) {
    final x = words[i - 15];
    final y = words[i - 2];
    final s0 = ((x >> 7) | (x << 25)) ^ ((x >> 18) | (x << 14)) ^ (x >> 3);
    final s1 = ((y >> 17) | (y << 15)) ^ ((y >> 19) | (y << 13)) ^ (y >> 10);
    words[i] = (words[i - 16] + s0 + words[i - 7] + s1) & _mask;
  }

  var a = state[0], b = state[1], c = state[2], d = state[3];
  var e = state[4], f = state[5], g = state[6], h = state[7];
  for (var i = 0; i < 64; i++) {
    final s1 = (((e >> 6) | (e << 26)) ^ ((e >> 11) | (e << 21)) ^ ((e >> 25) | (e << 7))) & _mask;
    final choice = g ^ (e & (f ^ g));
    final t1 = (h + s1 + choice + k[i] + words[i]) & _mask;
    final s0 = (((a >> 2) | (a << 30)) ^ ((a >> 13) | (a << 19)) ^ ((a >> 22) | (a << 10))) & _mask;
    final majority = (a & b) | (c & (a | b));
    h = g;
    g = f;
    f = e;
    e = (d + t1) & _mask;
    d = c;
    c = b;
    b = a;
    a = (t1 + s0 + majority) & _mask;
  }
  state[0] = (state[0] + a) & _mask;
  state[1] = (state[1] + b) & _mask;
  state[2] = (state[2] + c) & _mask;
  state[3] = (state[3] + d) & _mask;
  state[4] = (state[4] + e) & _mask;
  state[5] = (state[5] + f) & _mask;
  state[6] = (state[6] + g) & _mask;
  state[7] = (state[7] + h) & _mask;
}

const _mask = 0xffffffff;

final _roundConstants = Uint32List.fromList(const <int>[
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, //
  0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
  0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
  0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
  0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
  0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
  0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
  0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
]);
