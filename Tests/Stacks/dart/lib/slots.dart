import 'dart:typed_data';

import 'errors.dart';

/// One wrapped copy of an archive's content key, as it stands in the file.
class Slot {
  Slot(this.type, this.body);

  static const rawKey = 1, pbkdf2 = 2, scrypt = 3, aesKeyWrap = 4;

  /// The most slots of one archive.
  static const maxCount = 16;

  /// The PBKDF2 iterations that a reader runs at most, and at least.
  static const minIterations = 210000, maxIterations = 2000000;

  /// The bounds of scrypt's cost, N = 2^log2N.
  static const minLog2N = 15, maxLog2N = 18;

  static const _bodyLengths = {rawKey: 88, pbkdf2: 100, scrypt: 97, aesKeyWrap: 48};
  static const _maxBodyLength = 1024;

  final int type;
  final Uint8List body;

  /// Whether a passphrase opens the slot, not a key.
  bool get takesPassphrase => type == pbkdf2 || type == scrypt;

  /// keyId of a raw key or key wrap slot: which key opens it.
  Uint8List get keyId => Uint8List.sublistView(body, 0, 8);

  /// The cost of a passphrase slot: iterations or log2N.
  int get cost => type == scrypt ? body[0] : ByteData.sublistView(body).getUint32(0);

  /// The salt of a passphrase slot's key derivation.
  Uint8List get kdfSalt => type == scrypt ? Uint8List.sublistView(body, 1, 17) : Uint8List.sublistView(body, 4, 20);

  /// The salt of the key that wraps the content key; none in a key wrap slot.
  Uint8List get slotSalt => Uint8List.sublistView(body, _wrappedAt - 32, _wrappedAt);

  Uint8List get wrappedKey => Uint8List.sublistView(body, _wrappedAt);

  /// Type, length and the body before [wrappedKey]: what the wrapping authenticates.
  Uint8List get authenticatedBytes => Uint8List.sublistView(toBytes(), 0, 3 + _wrappedAt);

  int get _wrappedAt => body.length - (type == aesKeyWrap ? 40 : 48);

  Uint8List toBytes() => Uint8List.fromList([type, body.length >> 8, body.length & 255, ...body]);

  /// Throws MALFORMED_SLOT unless a slot may look like this. A type that isn't
  /// known is skipped by readers, so it may have any body.
  static void checkShape(int type, int length, {required int slotCount, required int offset}) {
    final expected = _bodyLengths[type];
    if (type == 0) throw _malformed('type 0', offset);
    if (length > _maxBodyLength) throw _malformed('length $length above $_maxBodyLength', offset + 1);
    if (expected != null && length != expected) throw _malformed('length $length, not $expected', offset + 1);
    if ((type == pbkdf2 || type == scrypt) && slotCount != 1) {
      throw _malformed('a passphrase slot must be the only one', offset);
    }
  }

  /// Throws KDF_PARAMS when the slot asks for a cost outside the bounds; called
  /// before anything is derived.
  void checkCost({required int offset}) {
    final isFine = type == pbkdf2
        ? cost >= minIterations && cost <= maxIterations
        : type != scrypt || (cost >= minLog2N && cost <= maxLog2N);
    if (!isFine) throw WireException(ErrorClass.kdfParams, 'cost $cost', offset: offset);
  }

  static WireException _malformed(String reason, int offset) =>
      WireException(ErrorClass.malformedSlot, reason, offset: offset);
}
