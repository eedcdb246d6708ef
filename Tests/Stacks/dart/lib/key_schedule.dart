import 'dart:convert';
import 'dart:typed_data';

import 'aes_gcm.dart';
import 'aes_key_wrap.dart';
import 'entropy.dart';
import 'errors.dart';
import 'hkdf.dart';
import 'passphrase.dart';
import 'pbkdf2.dart';
import 'scrypt.dart';
import 'sha256.dart';
import 'slots.dart';

/// Receives what a computation passes through, by name, so that two stacks can
/// find the first layer where they differ. Secret keys never come here, only
/// [keyCheck] of them.
typedef Trace = void Function(String name, Uint8List value);

/// Eight bytes that tell two keys apart without telling the keys.
Uint8List keyCheck(Uint8List key) => Uint8List.sublistView(Sha256.digest(key), 0, 8);

/// What names a workspace key inside an archive of [workspaceId].
Uint8List keyIdOf(Uint8List workspaceKey, Uint8List workspaceId) =>
    hkdfSha256(workspaceKey, salt: workspaceId, info: _ascii('SWA1/key-id'), length: 8);

/// The key of the header's MAC.
Uint8List headerKeyOf(Uint8List contentKey, Uint8List archiveSalt) =>
    hkdfSha256(contentKey, salt: archiveSalt, info: _ascii('SWA1/header'), length: 32);

/// The key of the payload's encryption.
Uint8List payloadKeyOf(Uint8List contentKey, Uint8List archiveSalt) =>
    hkdfSha256(contentKey, salt: archiveSalt, info: _ascii('SWA1/payload'), length: 32);

/// What opens an archive: a workspace key or a passphrase.
abstract class Unlocker {
  /// The content key in [slot], or null when this doesn't open it.
  Uint8List? unwrap(Slot slot, {required Uint8List prologue, required Uint8List workspaceId, Trace? trace});
}

/// A workspace key, which opens raw key and key wrap slots.
class WorkspaceKey implements Unlocker {
  WorkspaceKey(this._key) {
    if (_key.length != 32) throw const WireException(ErrorClass.invalidParameter, 'a workspace key has 32 bytes');
  }

  final Uint8List _key;

  @override
  Uint8List? unwrap(Slot slot, {required Uint8List prologue, required Uint8List workspaceId, Trace? trace}) {
    if (slot.type != Slot.rawKey && slot.type != Slot.aesKeyWrap) return null;
    final keyId = keyIdOf(_key, workspaceId);
    for (var i = 0; i < keyId.length; i++) {
      if (keyId[i] != slot.keyId[i]) return null;
    }
    trace?.call('keyId', keyId);
    if (slot.type == Slot.aesKeyWrap) {
      trace?.call('kekCheck', keyCheck(_key));
      return aesKeyUnwrap(_key, slot.wrappedKey);
    }
    return _unwrapUnder(_key, slot, prologue, trace);
  }
}

/// A passphrase, which opens PBKDF2 and scrypt slots.
class Passphrase implements Unlocker {
  Passphrase(String passphrase) : _bytes = passphraseBytes(passphrase);

  final Uint8List _bytes;

  @override
  Uint8List? unwrap(Slot slot, {required Uint8List prologue, required Uint8List workspaceId, Trace? trace}) =>
      slot.takesPassphrase ? _unwrapUnder(_stretch(slot, _bytes), slot, prologue, trace) : null;
}

/// How a writer is to make one slot.
class SlotRequest {
  /// A slot for a workspace key of 32 bytes.
  SlotRequest.rawKey(Uint8List key) : this._(Slot.rawKey, WorkspaceKey(key)._key, 0);

  /// A key wrap slot for a workspace key of 32 bytes.
  SlotRequest.aesKeyWrap(Uint8List key) : this._(Slot.aesKeyWrap, WorkspaceKey(key)._key, 0);

  /// The slot for a passphrase, which must be an archive's only one.
  SlotRequest.pbkdf2(String passphrase, {int iterations = 600000})
      : this._(Slot.pbkdf2, passphraseBytes(passphrase), iterations);

  /// The slot for a passphrase, which must be an archive's only one; N = 2^[log2N].
  SlotRequest.scrypt(String passphrase, {int log2N = 17}) : this._(Slot.scrypt, passphraseBytes(passphrase), log2N);

  SlotRequest._(this.type, this._secret, this.cost);

  final int type;
  final Uint8List _secret;
  final int cost;

  /// Wraps [contentKey] into the slot numbered [index].
  Slot wrap(
    Uint8List contentKey, {
    required int index,
    required Uint8List prologue,
    required Uint8List workspaceId,
    required Entropy entropy,
    Trace? trace,
  }) {
    final isPassphrase = type == Slot.pbkdf2 || type == Slot.scrypt;
    final cleartext = <int>[
      if (!isPassphrase) ...keyIdOf(_secret, workspaceId),
      if (type == Slot.pbkdf2) ...bigEndian32(cost),
      if (type == Slot.scrypt) cost,
      if (isPassphrase) ...entropy.draw('kdfSalt.$index', 16),
      if (type != Slot.aesKeyWrap) ...entropy.draw('slotSalt.$index', 32),
    ];
    final wrappedLength = type == Slot.aesKeyWrap ? 40 : 48;
    final body = Uint8List(cleartext.length + wrappedLength)..setAll(0, cleartext);
    final slot = Slot(type, body);
    if (!isPassphrase) trace?.call('keyId.$index', slot.keyId);
    final Uint8List wrapped, wrappingKey;
    if (type == Slot.aesKeyWrap) {
      wrappingKey = _secret;
      wrapped = aesKeyWrap(_secret, contentKey);
    } else {
      wrappingKey = _wrappingKey(isPassphrase ? _stretch(slot, _secret) : _secret, slot);
      final aad = Uint8List.fromList([...prologue, ...slot.authenticatedBytes]);
      wrapped = AesGcm(wrappingKey).seal(contentKey, nonce: _zeroNonce, aad: aad);
    }
    body.setAll(cleartext.length, wrapped);
    trace?.call('kekCheck.$index', keyCheck(wrappingKey));
    trace?.call('wrappedCEK.$index', wrapped);
    return slot;
  }
}

/// Safe only because a wrapping key is used once: its salt is random per wrap.
final _zeroNonce = Uint8List(AesGcm.nonceLength);

Uint8List _stretch(Slot slot, Uint8List passphrase) => slot.type == Slot.scrypt
    ? scrypt(passphrase, salt: [..._ascii('SWA1/scrypt'), ...slot.kdfSalt], log2N: slot.cost, length: 32)
    : pbkdf2Sha256(passphrase, salt: [..._ascii('SWA1/pbkdf2'), ...slot.kdfSalt], iterations: slot.cost, length: 32);

Uint8List _wrappingKey(Uint8List root, Slot slot) {
  const names = {Slot.rawKey: 'raw', Slot.pbkdf2: 'pbkdf2', Slot.scrypt: 'scrypt'};
  return hkdfSha256(root, salt: slot.slotSalt, info: _ascii('SWA1/wrap/${names[slot.type]}'), length: 32);
}

Uint8List? _unwrapUnder(Uint8List root, Slot slot, Uint8List prologue, Trace? trace) {
  final key = _wrappingKey(root, slot);
  trace?.call('kekCheck', keyCheck(key));
  final aad = Uint8List.fromList([...prologue, ...slot.authenticatedBytes]);
  return AesGcm(key).open(slot.wrappedKey, nonce: _zeroNonce, aad: aad);
}

List<int> _ascii(String text) => ascii.encode(text);
