import 'dart:convert';
import 'dart:io';
import 'dart:math';
import 'dart:typed_data';

import '../lib/codec.dart';
import '../lib/errors.dart';
import 'check.dart';
import 'spec_examples.dart';

/// AC-1 to AC-20.
void testCodec(SpecExamples examples) {
  final message = Uint8List.fromList(utf8.encode('{}')), empty = Uint8List(0);
  final stored = compress(message, Codec.deflate, mode: DeflateMode.stored);
  expectEqual(stored, examples.bytes('ac-stored'), 'ac-stored');
  final gzip = compress(message, Codec.gzip, mode: DeflateMode.stored);
  expectEqual(gzip, examples.bytes('ac-gzip-stored'), 'ac-gzip-stored');
  final emptyGzip = compress(empty, Codec.gzip, mode: DeflateMode.stored);
  expectEqual(emptyGzip, examples.bytes('ac-gzip-stored-empty'), 'ac-gzip-stored-empty');
  final foreign = examples.bytes('ac-gzip-deflate');
  expectEqual(decompress(foreign, Codec.gzip, length: 2, limit: 2), message, 'ac-gzip-deflate');
  expectRejected(ErrorClass.limit, () => decompress(foreign, Codec.gzip, length: 2, limit: 1), 'AC-8');

  final blocks = compress(Uint8List(65536)..fillRange(0, 65536, 0x78), Codec.deflate, mode: DeflateMode.stored);
  expectEqual(blocks.length, 65546, 'AC-17: two blocks');
  expectEqual(Uint8List.sublistView(blocks, 65539), examples.bytes('ac-stored-two-tail'), 'ac-stored-two-tail');

  // The table of the strict reader: coded bytes, codec, declared length, name of the fault.
  const two = '1f8b08000000000000ff73740200074c6930020000001f8b08000000000000ff73760100b08b3ceb02000000';
  const emptyFirst = '1f8b08000000000000ff030000000000000000001f8b08000000000000ffcb48cdc9c9070086a6103605000000';
  const faults = [
    ['789ccb48cdc9c90700062c0215', 2, 5, 'zlibContainer'],
    [two, 1, 4, 'severalMembers'],
    [emptyFirst, 1, 5, 'severalMembers'],
    ['1f8b08000000000000ffabae050043bfa6a302000000', 1, 1, 'lengthMismatch'],
    ['1f8b08000000000000ffabae050043bfa6a302000000', 1, 3, 'lengthMismatch'],
    ['1f8b0800000000000003abae050043bfa6a302000000', 1, 2, 'headerNotPinned'],
    ['1f8b08200000000000ffabae050043bfa6a302000000', 1, 2, 'reservedFlag'],
    ['1f8b08000000000000ffabae050043bfa6a3020000', 1, 2, 'truncated'],
    ['1f8b08000000000000ffabae050043bfa6a30200000000', 1, 2, 'trailingBytes'],
    ['1f8b08000000000000ffabae050043bfa6a203000000', 1, 2, 'crcMismatch'],
    ['1f8b08000000000000ffabae050043bfa6a303000000', 1, 2, 'sizeMismatch'],
    ['1e8b08000000000000ffabae050043bfa6a302000000', 1, 2, 'notGzip'],
    ['1f8b08', 1, 2, 'truncated'],
    ['abae0500', 0, 3, 'lengthMismatch'],
    ['07', 2, 0, 'invalidDeflate'],
    ['abae05', 2, 2, 'truncated'],
    ['abae050000', 2, 2, 'trailingBytes'],
    ['01', 2, 0, 'truncated'],
    ['010200fdfe7b7d', 2, 2, 'invalidDeflate'],
    ['000200fdff7b7d', 2, 2, 'truncated'],
  ];
  for (final fault in faults) {
    try {
      decompress(hex(fault[0] as String), Codec.values[fault[1] as int], length: fault[2] as int, limit: 9);
      fail('accepted: $fault');
    } on WireException catch (error) {
      expectEqual([error.errorClass.name, error.message.split(':').first], ['MALFORMED_PAYLOAD', fault[3]], '$fault');
    }
  }
  final odd = hex('789c0063ff${'61' * 156}0300');
  expectEqual(decompress(odd, Codec.deflate, length: 156, limit: 156).length, 156, 'AC-18: whole, though it starts so');
  _roundTrips();
}

/// What any setting of the runtime's own compressor makes is read back, and
/// neither a byte less nor one more.
void _roundTrips() {
  const seed = 20230;
  final random = Random(seed);
  for (var round = 0; round < 20; round++) {
    final length = round < 3 ? round : random.nextInt(90000);
    final spread = 1 + random.nextInt(256);
    final plain = Uint8List.fromList([for (var i = 0; i < length; i++) random.nextInt(spread)]);
    final strategies = [ZLibOption.strategyDefault, ZLibOption.strategyFixed, ZLibOption.strategyRle];
    final encoder = ZLibEncoder(raw: true, level: random.nextInt(10), strategy: strategies[round % 3]);
    final coded = [
      [Codec.deflate, Uint8List.fromList(encoder.convert(plain))],
      for (final codec in Codec.values)
        for (final mode in DeflateMode.values) [codec, compress(plain, codec, mode: mode)],
    ];
    for (final item in coded) {
      final codec = item[0] as Codec, bytes = item[1] as Uint8List;
      Uint8List read(Uint8List from) => decompress(from, codec, length: length, limit: length);
      expectEqual(read(bytes).toString() == plain.toString(), true, 'seed $seed round $round $codec');
      final longer = Uint8List.fromList([...bytes, 0]);
      expectRejected(ErrorClass.malformedPayload, () => read(longer), 'seed $seed round $round $codec, longer');
      if (bytes.isEmpty) continue;
      final shorter = Uint8List.sublistView(bytes, 0, bytes.length - 1);
      expectRejected(ErrorClass.malformedPayload, () => read(shorter), 'seed $seed round $round $codec, shorter');
    }
  }
}
