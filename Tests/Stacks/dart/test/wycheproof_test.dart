import 'dart:convert';
import 'dart:io';
import 'dart:typed_data';

import '../lib/aes_gcm.dart';
import '../lib/aes_key_wrap.dart';
import '../lib/hkdf.dart';
import '../lib/hmac.dart';
import '../lib/pbkdf2.dart';
import 'check.dart';

typedef _Vector = Map<String, Object?>;

/// Every case of Wycheproof's files within what the wire uses: 256-bit AES keys,
/// 12-byte nonces, 16-byte tags.
void testWycheproof(Directory folder) {
  _forEach(folder, 'aes_gcm_test', {'keySize': 256, 'ivSize': 96, 'tagSize': 128}, (vector, isValid) {
    final gcm = AesGcm(_bytes(vector, 'key')), nonce = _bytes(vector, 'iv'), aad = _bytes(vector, 'aad');
    final plain = _bytes(vector, 'msg');
    final sealed = Uint8List.fromList([..._bytes(vector, 'ct'), ..._bytes(vector, 'tag')]);
    final opened = gcm.open(sealed, nonce: nonce, aad: aad);
    if (!isValid) return opened == null;
    return _same(opened, plain) && _same(gcm.seal(plain, nonce: nonce, aad: aad), sealed);
  });
  _forEach(folder, 'aes_wrap_test', {'keySize': 256}, (vector, isValid) {
    final key = _bytes(vector, 'key'), plain = _bytes(vector, 'msg'), wrapped = _bytes(vector, 'ct');
    final unwrapped = aesKeyUnwrap(key, wrapped);
    if (!isValid) return unwrapped == null;
    return _same(unwrapped, plain) && _same(aesKeyWrap(key, plain), wrapped);
  });
  _forEach(folder, 'hkdf_sha256_test', const {}, (vector, isValid) {
    final length = vector['size'] as int;
    try {
      final key = hkdfSha256(
        _bytes(vector, 'ikm'),
        salt: _bytes(vector, 'salt'),
        info: _bytes(vector, 'info'),
        length: length,
      );
      return isValid && _same(key, _bytes(vector, 'okm'));
    } on RangeError {
      return !isValid;
    }
  });
  _forEach(folder, 'hmac_sha256_test', const {}, (vector, isValid) {
    final expected = _bytes(vector, 'tag');
    final mac = hmacSha256(_bytes(vector, 'key'), _bytes(vector, 'msg'));
    return _same(Uint8List.sublistView(mac, 0, expected.length), expected) == isValid;
  });
  _forEach(folder, 'pbkdf2_hmacsha256_test', const {}, (vector, isValid) {
    final key = pbkdf2Sha256(
      _bytes(vector, 'password'),
      salt: _bytes(vector, 'salt'),
      iterations: vector['iterationCount'] as int,
      length: vector['dkLen'] as int,
    );
    return _same(key, _bytes(vector, 'dk')) == isValid;
  });
}

void _forEach(
  Directory folder,
  String name,
  Map<String, int> within,
  bool Function(_Vector vector, bool isValid) passes,
) {
  final file = json.decode(File('${folder.path}/$name.json').readAsStringSync()) as _Vector;
  var tried = 0;
  for (final group in (file['testGroups'] as List<Object?>).cast<_Vector>()) {
    if (within.entries.any((entry) => group[entry.key] != entry.value)) continue;
    for (final vector in (group['tests'] as List<Object?>).cast<_Vector>()) {
      // A stack may do either, and this one takes no key of 8 bytes for wrapping.
      if (vector['result'] == 'acceptable') continue;
      tried++;
      final isFine = passes(vector, vector['result'] == 'valid');
      expectEqual(isFine, true, '$name ${vector['tcId']}: ${vector['comment']} (${vector['result']})');
    }
  }
  if (tried == 0) fail('$name: no case');
}

Uint8List _bytes(_Vector vector, String name) => hex(vector[name] as String);

bool _same(Uint8List? a, Uint8List b) => a != null && constantTimeEquals(a, b);
