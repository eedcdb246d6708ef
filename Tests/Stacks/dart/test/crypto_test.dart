import 'dart:convert';
import 'dart:typed_data';

import '../lib/aes.dart';
import '../lib/aes_gcm.dart';
import '../lib/aes_key_wrap.dart';
import '../lib/hkdf.dart';
import '../lib/hmac.dart';
import '../lib/pbkdf2.dart';
import '../lib/scrypt.dart';
import '../lib/sha256.dart';
import 'check.dart';

/// The published vectors of each standard, recomputed with Python.
void testCryptography() {
  _testHashes();
  _testKeyDerivation();
  _testCiphers();
}

void _testHashes() {
  const digests = {
    'abc': 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq':
        '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    '': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  };
  digests.forEach((text, digest) => expectEqual(Sha256.digest(_ascii(text)), hex(digest), 'SHA-256 of "$text"'));
  expectEqual(
    Sha256.digest(Uint8List(1000000)..fillRange(0, 1000000, 0x61)),
    hex('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'),
    'SHA-256 of a million a',
  );
  final long = run(0, 300);
  for (var cut = 0; cut <= long.length; cut++) {
    final pieces = Sha256()
      ..add(Uint8List.sublistView(long, 0, cut))
      ..add(Uint8List.sublistView(long, cut));
    expectEqual(pieces.finish(), Sha256.digest(long), 'SHA-256 in two pieces, cut at $cut');
  }
  expectEqual(
    hmacSha256(_ascii('Jefe'), _ascii('what do ya want for nothing?')),
    hex('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'),
    'RFC 4231 case 2',
  );
  expectEqual(
    hmacSha256(
      Uint8List(131)..fillRange(0, 131, 0xaa),
      _ascii('Test Using Larger Than Block-Size Key - Hash Key First'),
    ),
    hex('60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54'),
    'RFC 4231 case 6',
  );
}

void _testKeyDerivation() {
  expectEqual(
    hkdfSha256(Uint8List(22)..fillRange(0, 22, 0x0b), salt: run(0, 13), info: run(0xf0, 10), length: 42),
    hex('3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865'),
    'RFC 5869 case 1',
  );
  expectEqual(
    hkdfSha256(run(0, 80), salt: run(0x60, 80), info: run(0xb0, 80), length: 82),
    hex('b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09'
        'da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87'),
    'RFC 5869 case 2',
  );
  expectEqual(
    hkdfSha256(Uint8List(22)..fillRange(0, 22, 0x0b), salt: const [], info: const [], length: 42),
    hex('8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8'),
    'RFC 5869 case 3',
  );
  expectEqual(
    pbkdf2Sha256(_ascii('passwd'), salt: _ascii('salt'), iterations: 1, length: 64),
    hex('55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc'
        '49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783'),
    'PBKDF2 of RFC 7914, 1 iteration',
  );
  expectEqual(
    pbkdf2Sha256(_ascii('Password'), salt: _ascii('NaCl'), iterations: 80000, length: 64),
    hex('4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56'
        'a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d'),
    'PBKDF2 of RFC 7914, 80 000 iterations',
  );
  expectEqual(
    scrypt(const [], salt: const [], log2N: 4, r: 1, p: 1, length: 64),
    hex('77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442'
        'fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906'),
    'RFC 7914, N 16',
  );
  expectEqual(
    scrypt(_ascii('password'), salt: _ascii('NaCl'), log2N: 10, r: 8, p: 16, length: 64),
    hex('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162'
        '2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640'),
    'RFC 7914, N 1024',
  );
  expectEqual(
    scrypt(_ascii('pleaseletmein'), salt: _ascii('SodiumChloride'), log2N: 14, r: 8, p: 1, length: 64),
    hex('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2'
        'd5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887'),
    'RFC 7914, N 16384',
  );
}

void _testCiphers() {
  final words = Uint32List.fromList([0x00112233, 0x44556677, 0x8899aabb, 0xccddeeff]);
  Aes256(run(0, 32)).encrypt(words, words);
  expectEqual(words, [0x8ea2b7ca, 0x516745bf, 0xeafc4990, 0x4b496089], 'FIPS 197 C.3');
  final block = hex('8ea2b7ca516745bfeafc49904b496089');
  Aes256(run(0, 32)).decrypt(block);
  expectEqual(block, hex('00112233445566778899aabbccddeeff'), 'FIPS 197 C.3, backwards');

  final cases = [
    ['', '', '530f8afbc74536b9a963b4f1c4cb738b'],
    ['00' * 16, '', 'cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919'],
  ];
  for (final item in cases) {
    final sealed = AesGcm(Uint8List(32)).seal(hex(item[0]), nonce: Uint8List(12), aad: hex(item[1]));
    expectEqual(sealed, hex(item[2]), 'GCM of ${item[0].length ~/ 2} zero bytes');
  }
  final gcm = AesGcm(hex('feffe9928665731c6d6a8f9467308308' * 2));
  final nonce = hex('cafebabefacedbaddecaf888'), aad = hex('feedfacedeadbeeffeedfacedeadbeefabaddad2');
  final plain = hex('d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72'
      '1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39');
  final sealed = hex('522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa'
      '8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b');
  expectEqual(gcm.seal(plain, nonce: nonce, aad: aad), sealed, 'GCM test case 16');
  expectEqual(gcm.open(sealed, nonce: nonce, aad: aad), plain, 'GCM test case 16, opened');
  for (var at = 0; at < sealed.length; at++) {
    final damaged = Uint8List.fromList(sealed)..[at] ^= 1;
    expectEqual(gcm.open(damaged, nonce: nonce, aad: aad), null, 'GCM with byte $at changed');
    final cut = Uint8List.sublistView(sealed, 0, at);
    expectEqual(gcm.open(cut, nonce: nonce, aad: aad), null, 'GCM cut at $at');
  }

  final key = hex('00112233445566778899aabbccddeeff000102030405060708090a0b0c0d0e0f');
  final wrapped = hex('28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21');
  expectEqual(aesKeyWrap(run(0, 32), key), wrapped, 'RFC 3394 section 4.6');
  expectEqual(aesKeyUnwrap(run(0, 32), wrapped), key, 'RFC 3394 section 4.6, unwrapped');
  for (var at = 0; at < wrapped.length; at++) {
    final damaged = Uint8List.fromList(wrapped)..[at] ^= 0x80;
    expectEqual(aesKeyUnwrap(run(0, 32), damaged), null, 'a wrapped key with byte $at changed');
  }
}

List<int> _ascii(String text) => ascii.encode(text);
