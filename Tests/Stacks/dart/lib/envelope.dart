import 'dart:typed_data';

import 'aes_gcm.dart';
import 'codec.dart';
import 'entropy.dart';
import 'envelope_header.dart';
import 'errors.dart';
import 'hmac.dart';
import 'key_schedule.dart';
import 'slots.dart';

export 'codec.dart' show Codec, DeflateMode;
export 'envelope_header.dart' show ContentType, EnvelopeHeader;
export 'errors.dart';
export 'key_schedule.dart' show Passphrase, SlotRequest, Unlocker, WorkspaceKey;

/// The most plaintext that a reader makes unless its caller says otherwise.
const defaultMaxPlaintext = 256 * 1024 * 1024;

/// An archive of [plaintext] that each of [slots] opens.
///
/// [isChunked] null takes chunks above 16 MiB. [workspaceId] has 16 bytes,
/// [generation] is in 0..2^64-1. [entropy] is left alone outside of tests: an
/// archive made with randomness of one's own choice may give its key away.
Uint8List seal(
  Uint8List plaintext, {
  required Uint8List workspaceId,
  required ContentType contentType,
  required List<SlotRequest> slots,
  Codec codec = Codec.gzip,
  DeflateMode mode = DeflateMode.deflate,
  bool? isChunked,
  BigInt? generation,
  Entropy? entropy,
  Trace? trace,
}) {
  if (workspaceId.length != 16) throw _invalid('a workspace id has 16 bytes');
  if (generation != null && (generation.isNegative || generation.bitLength > 64)) throw _invalid('generation');
  _checkRequests(slots);
  final source = entropy ?? SystemEntropy();
  final chunked = isChunked ?? plaintext.length > 16 * 1024 * 1024;
  final compressed = compress(plaintext, codec, mode: mode);
  trace?.call('compressed', compressed);
  final inner = Uint8List(8 + compressed.length)..setAll(8, compressed);
  ByteData.sublistView(inner).setUint64(0, plaintext.length);
  if (!chunked && inner.length > maxWholeLength) {
    throw const WireException(ErrorClass.limit, 'too long for one part');
  }

  final contentKey = source.draw('cek', 32);
  final prologue = Prologue(
    contentType: contentType,
    codec: codec,
    isChunked: chunked,
    workspaceId: workspaceId,
    archiveSalt: source.draw('archiveSalt', 32),
    generation: generation ?? BigInt.zero,
  );
  final header = _header(prologue, contentKey, slots, source, trace);
  final nonce = source.draw('nonce', AesGcm.nonceLength);

  final payloadKey = payloadKeyOf(contentKey, prologue.archiveSalt);
  trace?.call('payloadKeyCheck', keyCheck(payloadKey));
  final cipher = AesGcm(payloadKey);
  final prologueBytes = prologue.toBytes();
  final out = BytesBuilder()
    ..add(header)
    ..add(nonce);
  for (final part in _parts(inner, chunked ? chunkLength : inner.length)) {
    out.add(cipher.seal(part.bytes, nonce: part.nonce(nonce), aad: part.aad(prologueBytes)));
  }
  return out.takeBytes();
}

/// [archive] with other [slots]; content key, nonce and payload stay as they
/// are, so this is no revocation: who had the content key still has it.
Uint8List rewrap(
  Uint8List archive, {
  required Unlocker unlocker,
  required List<SlotRequest> slots,
  Entropy? entropy,
  Trace? trace,
}) {
  _checkRequests(slots);
  final header = EnvelopeHeader.parse(archive);
  final contentKey = _unlock(header, unlocker, null);
  final out = BytesBuilder()
    ..add(_header(header.prologue, contentKey, slots, entropy ?? SystemEntropy(), trace))
    ..add(header.nonce)
    ..add(header.payload);
  return out.takeBytes();
}

/// What a reader expects of an archive beside that it opens.
class Expectation {
  const Expectation({this.workspaceId, this.contentType, this.minGeneration});

  final Uint8List? workspaceId;
  final ContentType? contentType;

  /// The highest generation seen so far: an older archive is a rollback.
  final BigInt? minGeneration;
}

/// The plaintext of [archive], after everything it depends on has been verified.
///
/// Whether the plaintext is canonical is another question: `checkSnapshot`.
Uint8List open(
  Uint8List archive, {
  required Unlocker unlocker,
  Expectation expect = const Expectation(),
  int maxPlaintext = defaultMaxPlaintext,
  Trace? trace,
}) {
  final expectedId = expect.workspaceId;
  if (expectedId != null && expectedId.length != 16) throw _invalid('a workspace id has 16 bytes');
  final header = EnvelopeHeader.parse(archive);
  final contentKey = _unlock(header, unlocker, trace);
  final prologue = header.prologue;
  if (expectedId != null && !constantTimeEquals(expectedId, prologue.workspaceId)) {
    throw const WireException(ErrorClass.contextMismatch, 'another workspace');
  }
  if (expect.contentType != null && expect.contentType != prologue.contentType) {
    throw const WireException(ErrorClass.contextMismatch, 'another content type');
  }
  final minGeneration = expect.minGeneration;
  if (minGeneration != null && prologue.generation < minGeneration) {
    throw WireException(ErrorClass.rollback, 'generation ${prologue.generation} is below $minGeneration');
  }

  final inner = _decryptPayload(header, contentKey, trace);
  if (inner.length < 8) throw const WireException(ErrorClass.malformedPayload, 'no plaintext length');
  final view = ByteData.sublistView(inner);
  // A length with the top bit set would read as a negative int.
  if (view.getUint8(0) >= 0x80 || view.getUint64(0) > maxPlaintext) {
    throw WireException(ErrorClass.limit, 'declared plaintext length above $maxPlaintext');
  }
  final compressed = Uint8List.sublistView(inner, 8);
  trace?.call('compressed', compressed);
  return decompress(compressed, prologue.codec, length: view.getUint64(0), limit: maxPlaintext);
}

void _checkRequests(List<SlotRequest> slots) {
  if (slots.isEmpty || slots.length > Slot.maxCount) throw _invalid('an archive has 1 to ${Slot.maxCount} slots');
  for (final slot in slots) {
    if (slot.type != Slot.pbkdf2 && slot.type != Slot.scrypt) continue;
    if (slots.length > 1) throw _invalid('a passphrase slot must be the only one');
    final isScrypt = slot.type == Slot.scrypt;
    final least = isScrypt ? Slot.minLog2N : Slot.minIterations;
    final most = isScrypt ? Slot.maxLog2N : Slot.maxIterations;
    if (slot.cost < least || slot.cost > most) throw _invalid('cost ${slot.cost} is not in $least..$most');
  }
}

/// Prologue, slots and MAC.
Uint8List _header(
  Prologue prologue,
  Uint8List contentKey,
  List<SlotRequest> slots,
  Entropy entropy,
  Trace? trace,
) {
  final prologueBytes = prologue.toBytes();
  final out = BytesBuilder()
    ..add(prologueBytes)
    ..addByte(slots.length);
  for (var i = 0; i < slots.length; i++) {
    final slot = slots[i].wrap(
      contentKey,
      index: i,
      prologue: prologueBytes,
      workspaceId: prologue.workspaceId,
      entropy: entropy,
      trace: trace,
    );
    out.add(slot.toBytes());
  }
  final mac = hmacSha256(headerKeyOf(contentKey, prologue.archiveSalt), out.toBytes());
  trace?.call('headerMac', mac);
  out.add(mac);
  return out.takeBytes();
}

/// The content key, once the header that it came from has been verified.
Uint8List _unlock(EnvelopeHeader header, Unlocker unlocker, Trace? trace) {
  for (var i = 0; i < header.slots.length; i++) {
    final seen = <String, Uint8List>{};
    final contentKey = unlocker.unwrap(
      header.slots[i],
      prologue: header.prologueBytes,
      workspaceId: header.prologue.workspaceId,
      trace: (name, value) => seen[name] = value,
    );
    if (contentKey == null) continue;
    final mac = hmacSha256(headerKeyOf(contentKey, header.prologue.archiveSalt), header.authenticatedBytes);
    if (!constantTimeEquals(mac, header.headerMac)) {
      throw const WireException(ErrorClass.headerAuth, 'the header has been changed');
    }
    seen.forEach((name, value) => trace?.call('$name.$i', value));
    trace?.call('wrappedCEK.$i', header.slots[i].wrappedKey);
    trace?.call('headerMac', mac);
    return contentKey;
  }
  throw const WireException(ErrorClass.noMatch, 'no slot opens with this');
}

/// The decrypted parts, put together; the last one is whatever ends the bytes,
/// so that a cut, dropped, swapped or added part fails its tag.
Uint8List _decryptPayload(EnvelopeHeader header, Uint8List contentKey, Trace? trace) {
  final payload = header.payload, prologue = header.prologue;
  final key = payloadKeyOf(contentKey, prologue.archiveSalt);
  trace?.call('payloadKeyCheck', keyCheck(key));
  final cipher = AesGcm(key);
  final out = BytesBuilder();
  final length = prologue.isChunked ? chunkLength + AesGcm.tagLength : payload.length;
  for (final part in _parts(payload, length)) {
    final plain = part.bytes.length <= AesGcm.tagLength
        ? null
        : cipher.open(part.bytes, nonce: part.nonce(header.nonce), aad: part.aad(header.prologueBytes));
    if (plain == null) throw WireException(ErrorClass.payloadAuth, 'part ${part.index} has been changed');
    out.add(plain);
  }
  return out.takeBytes();
}

/// [bytes] cut every [length] bytes.
Iterable<_Part> _parts(Uint8List bytes, int length) sync* {
  for (var at = 0, index = 0; at < bytes.length; at += length, index++) {
    final end = at + length < bytes.length ? at + length : bytes.length;
    yield _Part(index, Uint8List.sublistView(bytes, at, end), isFinal: end == bytes.length);
  }
}

class _Part {
  _Part(this.index, this.bytes, {required this.isFinal});

  final int index;
  final Uint8List bytes;
  final bool isFinal;

  /// The archive's nonce with the index mixed into its last eight bytes.
  Uint8List nonce(Uint8List archiveNonce) {
    final out = Uint8List.fromList(archiveNonce);
    final view = ByteData.sublistView(out);
    view.setUint64(4, view.getUint64(4) ^ index);
    return out;
  }

  /// Binds the part to its archive, its place, and whether it ends it.
  Uint8List aad(Uint8List prologue) {
    final out = Uint8List(prologue.length + 9)..setAll(0, prologue);
    ByteData.sublistView(out, prologue.length)
      ..setUint64(0, index)
      ..setUint8(8, isFinal ? 1 : 0);
    return out;
  }
}

WireException _invalid(String reason) => WireException(ErrorClass.invalidParameter, reason);
