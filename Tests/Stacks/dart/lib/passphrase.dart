import 'dart:convert';
import 'dart:typed_data';

import 'errors.dart';
import 'nfc.dart';
import 'utf16_order.dart';

/// The bytes that a key is derived from: [passphrase] in NFC, as UTF-8, 1 to
/// 1024 bytes. Nothing is trimmed or folded.
Uint8List passphraseBytes(String passphrase) {
  if (hasLoneSurrogate(passphrase)) throw _invalid('unpaired surrogate');
  // HMAC pads keys with zeros: with a NUL at its end a passphrase would derive the same key.
  if (passphrase.contains('\u0000')) throw _invalid('U+0000');
  final bytes = utf8.encode(toNfc(passphrase));
  if (bytes.isEmpty || bytes.length > 1024) throw _invalid('must have 1 to 1024 bytes');
  return Uint8List.fromList(bytes);
}

WireException _invalid(String reason) => WireException(ErrorClass.invalidPassphrase, reason);
