import 'dart:typed_data';

import 'aes_gcm.dart';
import 'codec.dart';
import 'errors.dart';
import 'slots.dart';

/// What an archive holds; the byte is the index + 1.
enum ContentType { snapshot, metadata, attachment }

/// The first eight bytes of every archive.
const magic = [0x89, 0x53, 0x57, 0x41, 0x0d, 0x0a, 0x1a, 0x0a];

/// The bytes of a part in chunked mode, before encryption.
const chunkLength = 65536;

/// The most bytes of the one part in whole mode, before encryption.
const maxWholeLength = 64 * 1024 * 1024;

const _prologueLength = 72, _macLength = 32;

/// The 72 bytes that never change in the life of an archive.
class Prologue {
  /// Takes [workspaceId] of 16 bytes, [archiveSalt] of 32, and a [generation]
  /// in 0..2^64-1.
  Prologue({
    required this.contentType,
    required this.codec,
    required this.isChunked,
    required this.workspaceId,
    required this.archiveSalt,
    required this.generation,
  });

  final ContentType contentType;
  final Codec codec;
  final bool isChunked;
  final Uint8List workspaceId;
  final Uint8List archiveSalt;
  final BigInt generation;

  Uint8List toBytes() {
    final out = ByteData(_prologueLength);
    final bytes = out.buffer.asUint8List()
      ..setAll(0, magic)
      ..setAll(8, [1, 1, contentType.index + 1, codec.index, isChunked ? 0x10 : 0])
      ..setAll(16, workspaceId)
      ..setAll(32, archiveSalt);
    out
      ..setUint32(64, (generation >> 32).toInt())
      ..setUint32(68, (generation & BigInt.from(0xffffffff)).toInt());
    return bytes;
  }
}

/// The readable part of an archive.
class EnvelopeHeader {
  EnvelopeHeader._({
    required this.prologue,
    required this.prologueBytes,
    required this.slots,
    required this.authenticatedBytes,
    required this.headerMac,
    required this.nonce,
    required this.payload,
  });

  /// Reads the header of [archive] strictly in file order, so that one fault has
  /// one error class in every stack. Needs no key.
  factory EnvelopeHeader.parse(Uint8List archive) {
    final reader = _Reader(archive);
    for (var at = 0; at < magic.length && at < archive.length; at++) {
      if (archive[at] != magic[at]) throw WireException(ErrorClass.badMagic, 'not an archive', offset: at);
    }
    reader.take(magic.length);
    if (reader.take(1).single != 1) throw const WireException(ErrorClass.unsupportedVersion, 'version', offset: 8);
    if (reader.take(1).single != 1) throw const WireException(ErrorClass.unsupportedSuite, 'suite', offset: 9);
    final fields = reader.take(_prologueLength + 1 - 10);

    final contentType = fields[0], codec = fields[1], chunkLog2 = fields[2], slotCount = fields[62];
    if (contentType < 1 || contentType > ContentType.values.length) throw _malformed('contentType', 10);
    if (codec >= Codec.values.length) throw _malformed('codec', 11);
    if (chunkLog2 != 0 && chunkLog2 != 0x10) throw _malformed('chunkLog2', 12);
    if (fields[3] | fields[4] | fields[5] != 0) throw _malformed('reserved', 13);
    if (slotCount < 1 || slotCount > Slot.maxCount) throw _malformed('slotCount', 72);

    final slots = <Slot>[];
    for (var i = 0; i < slotCount; i++) {
      final offset = reader.at, head = reader.take(3);
      final type = head[0], length = head[1] << 8 | head[2];
      Slot.checkShape(type, length, slotCount: slotCount, offset: offset);
      final slot = Slot(type, reader.take(length));
      slot.checkCost(offset: offset + 3);
      slots.add(slot);
    }
    final authenticated = Uint8List.sublistView(archive, 0, reader.at);
    final mac = reader.take(_macLength + AesGcm.nonceLength);

    final payload = Uint8List.sublistView(archive, reader.at);
    if (payload.length <= AesGcm.tagLength) {
      throw WireException(ErrorClass.truncated, 'no payload', offset: archive.length);
    }
    if (chunkLog2 == 0 && payload.length > maxWholeLength + AesGcm.tagLength) {
      throw WireException(ErrorClass.limit, 'a whole payload of ${payload.length} bytes', offset: reader.at);
    }
    final generation = ByteData.sublistView(archive, 64);
    return EnvelopeHeader._(
      prologue: Prologue(
        contentType: ContentType.values[contentType - 1],
        codec: Codec.values[codec],
        isChunked: chunkLog2 != 0,
        workspaceId: Uint8List.sublistView(archive, 16, 32),
        archiveSalt: Uint8List.sublistView(archive, 32, 64),
        generation: BigInt.from(generation.getUint32(0)) << 32 | BigInt.from(generation.getUint32(4)),
      ),
      prologueBytes: Uint8List.sublistView(archive, 0, _prologueLength),
      slots: slots,
      authenticatedBytes: authenticated,
      headerMac: Uint8List.sublistView(mac, 0, _macLength),
      nonce: Uint8List.sublistView(mac, _macLength),
      payload: payload,
    );
  }

  final Prologue prologue;
  final Uint8List prologueBytes;
  final List<Slot> slots;

  /// What [headerMac] covers: everything before it.
  final Uint8List authenticatedBytes;
  final Uint8List headerMac;
  final Uint8List nonce;

  /// The encrypted parts, each with its tag.
  final Uint8List payload;

  static WireException _malformed(String field, int offset) =>
      WireException(ErrorClass.malformedHeader, field, offset: offset);
}

class _Reader {
  _Reader(this._bytes);

  final Uint8List _bytes;
  int at = 0;

  Uint8List take(int count) {
    if (count > _bytes.length - at) {
      throw WireException(ErrorClass.truncated, 'ends inside the header', offset: _bytes.length);
    }
    at += count;
    return Uint8List.sublistView(_bytes, at - count, at);
  }
}
