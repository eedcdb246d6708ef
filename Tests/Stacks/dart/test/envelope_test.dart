import 'dart:convert';
import 'dart:typed_data';

import '../lib/aes_gcm.dart';
import '../lib/entropy.dart';
import '../lib/envelope.dart' as envelope;
import '../lib/envelope.dart';
import '../lib/key_schedule.dart';
import '../lib/passphrase.dart';
import '../lib/sha256.dart';
import 'check.dart';
import 'spec_examples.dart';

final _key = run(0x60, 32);
final _workspaceId = run(0, 16);
final _unlocker = WorkspaceKey(_key);
final _plaintext = Uint8List.fromList(utf8.encode('{"a":1,"b":"${'x' * 40}"}'));

/// EN and the envelope's part of ER.
void testEnvelope(SpecExamples examples) {
  final archive = _testKnownAnswers(examples);
  _testClasses(archive);
  _testDamage(archive);
  _testChunks(examples);
  _testInner(archive);
  _testSlots();
  _testPassphrases();
}

Uint8List _testKnownAnswers(SpecExamples examples) {
  final trace = <String, Uint8List>{};
  final archive = _seal([SlotRequest.rawKey(_key)], trace: (name, value) => trace[name] = value);
  expectEqual(archive, examples.bytes('ka1'), 'known answer 1');
  examples.values('tp-ka1').forEach((name, value) => expectEqual(trace[name], hex(value), 'known answer 1: $name'));

  const composed = 'p\u00e4ssword', decomposed = 'pa\u0308ssword';
  final others = {
    'ka-aes-kw': [SlotRequest.aesKeyWrap(_key), _unlocker],
    'ka-pbkdf2': [SlotRequest.pbkdf2(composed, iterations: 210000), Passphrase(decomposed)],
    'ka-scrypt': [SlotRequest.scrypt(decomposed, log2N: 15), Passphrase(composed)],
  };
  others.forEach((name, pair) {
    final other = _seal([pair[0] as SlotRequest]);
    final head = examples.bytes(name);
    expectEqual(Uint8List.sublistView(other, 72, 72 + head.length), head, name);
    final digest = examples.values('$name-values')['archive.sha256']!;
    expectEqual(Sha256.digest(other), hex(digest), name);
    expectEqual(envelope.open(other, unlocker: pair[1] as Unlocker), _plaintext, '$name opened');
  });
  return archive;
}

/// The table of the errors' chapter: the class, and what was done to known answer 1.
void _testClasses(Uint8List archive) {
  Uint8List cut(int length, [Uint8List? from]) => Uint8List.sublistView(from ?? archive, 0, length);
  Uint8List set(int at, int value) => Uint8List.fromList(archive)..[at] = value;
  Uint8List flip(int at) => set(at, archive[at] ^ 1);
  final table = [
    ['TRUNCATED', cut(0)],
    ['TRUNCATED', cut(7)],
    ['BAD_MAGIC', cut(4, set(3, 0))],
    ['UNSUPPORTED_VERSION', cut(9, set(8, 2))],
    ['TRUNCATED', cut(9)],
    ['UNSUPPORTED_SUITE', set(9, 2)],
    ['UNSUPPORTED_SUITE', set(9, 2)..[10] = 0],
    ['TRUNCATED', cut(72, set(10, 0))],
    ['MALFORMED_HEADER', set(10, 0)],
    ['MALFORMED_HEADER', set(10, 4)],
    ['MALFORMED_HEADER', set(11, 3)],
    ['MALFORMED_HEADER', set(12, 15)],
    ['MALFORMED_HEADER', set(13, 1)],
    ['MALFORMED_HEADER', set(72, 0)],
    ['MALFORMED_HEADER', set(72, 17)],
    ['MALFORMED_SLOT', set(73, 0)],
    ['MALFORMED_SLOT', set(74, 5)],
    ['MALFORMED_SLOT', set(75, 0x59)],
    ['KDF_PARAMS', _withSlot(archive, 2, hex('0003344f${'00' * 96}'))],
    ['KDF_PARAMS', _withSlot(archive, 2, hex('001e8481${'00' * 96}'))],
    ['KDF_PARAMS', _withSlot(archive, 3, hex('0e${'00' * 96}'))],
    ['KDF_PARAMS', _withSlot(archive, 3, hex('13${'00' * 96}'))],
    ['MALFORMED_SLOT', _withSlot(archive, 2, hex('0003344f${'00' * 96}'))..[72] = 2],
    ['NO_MATCH', set(73, 5)],
    ['NO_MATCH', set(16, 1)],
    ['NO_MATCH', set(71, 8)],
    ['HEADER_AUTH', flip(164)],
    ['PAYLOAD_AUTH', flip(196)],
    ['PAYLOAD_AUTH', flip(208)],
    ['PAYLOAD_AUTH', flip(308)],
    ['PAYLOAD_AUTH', cut(308)],
    ['PAYLOAD_AUTH', Uint8List.fromList([...archive, 0])],
    ['TRUNCATED', cut(224)],
    ['PAYLOAD_AUTH', cut(225)],
    ['ok', archive],
  ];
  for (final row in table) {
    expectEqual(_classOf(row[1] as Uint8List), row[0], 'row ${table.indexOf(row)}');
  }
  String expecting(Expectation expect) => classOf(() => envelope.open(archive, unlocker: _unlocker, expect: expect));
  expectEqual(expecting(Expectation(workspaceId: Uint8List(16))), 'CONTEXT_MISMATCH', 'EN-57');
  expectEqual(expecting(const Expectation(contentType: ContentType.metadata)), 'CONTEXT_MISMATCH', 'EN-57');
  expectEqual(expecting(Expectation(minGeneration: BigInt.from(8))), 'ROLLBACK', 'EN-58');
  expectEqual(expecting(Expectation(minGeneration: BigInt.from(7))), 'ok', 'EN-58');
  expectEqual(classOf(() => envelope.open(archive, unlocker: _unlocker, maxPlaintext: 53)), 'LIMIT', 'EN-63');
  expectEqual(classOf(() => envelope.open(archive, unlocker: Passphrase('x'))), 'NO_MATCH', 'EN-55');
}

/// Every cut and every flipped bit is rejected.
void _testDamage(Uint8List archive) {
  for (var at = 0; at < archive.length; at++) {
    if (_classOf(Uint8List.sublistView(archive, 0, at)) == 'ok') fail('opens when cut at $at');
    for (var bit = 1; bit < 256; bit <<= 1) {
      final damaged = Uint8List.fromList(archive)..[at] ^= bit;
      if (_classOf(damaged) == 'ok') fail('opens with bit $bit of byte $at flipped');
    }
    checks += 9;
  }
}

void _testChunks(SpecExamples examples) {
  final plaintext = Uint8List.fromList([for (var i = 0; i < 70000; i++) i % 251]);
  final archive = _seal(
    [SlotRequest.rawKey(_key)],
    plaintext: plaintext,
    contentType: ContentType.attachment,
    codec: Codec.identity,
    isChunked: true,
    generation: BigInt.one,
  );
  final digest = examples.values('chunked-values')['archive.sha256']!;
  expectEqual(Sha256.digest(archive), hex(digest), 'the chunked example');
  expectEqual(Sha256.digest(envelope.open(archive, unlocker: _unlocker)), Sha256.digest(plaintext), 'chunks opened');

  const full = 65552;
  final head = archive.sublist(0, 208), first = archive.sublist(208, 208 + full), last = archive.sublist(208 + full);
  final damaged = {
    'cut at the boundary': [head, first],
    'swapped': [head, last, first],
    'repeated': [head, first, first, last],
    'the first one missing': [head, last],
    'bytes after the end': [head, first, last, Uint8List(1)],
    'a last piece of 16 bytes': [head, first, last.sublist(0, 16)],
    'a short piece inside': [head, first.sublist(0, 100), last],
  };
  damaged.forEach((what, pieces) {
    final bytes = Uint8List.fromList([for (final piece in pieces) ...piece]);
    expectEqual(_classOf(bytes), 'PAYLOAD_AUTH', 'EN-60: $what');
  });
  for (final length in [65527, 65528, 65529, 131064, 131065]) {
    final sealed = _seal(
      [SlotRequest.rawKey(_key)],
      plaintext: Uint8List(length),
      codec: Codec.identity,
      isChunked: true,
    );
    final pieces = (length + 8 + 65535) ~/ 65536;
    expectEqual(sealed.length, 208 + length + 8 + 16 * pieces, 'EN-30: $length bytes');
    expectEqual(envelope.open(sealed, unlocker: _unlocker).length, length, 'EN-30: $length bytes');
  }
}

/// Authentic payloads with a wrong inside.
void _testInner(Uint8List archive) {
  final cipher = AesGcm(payloadKeyOf(run(0x40, 32), run(0x20, 32)));
  String classOfInner(String inner, {int codec = 0}) {
    // The codec is under the wrap, so the slot is made anew.
    final base = _seal([SlotRequest.rawKey(_key)], codec: Codec.values[codec]);
    final aad = Uint8List.fromList([...base.sublist(0, 72), ...Uint8List(8), 1]);
    final payload = cipher.seal(hex(inner), nonce: run(0xb0, 12), aad: aad);
    return _classOf(Uint8List.fromList([...base.sublist(0, 208), ...payload]));
  }

  const length2 = '0000000000000002';
  expectEqual(classOfInner('${length2}7b7d'), 'ok', 'identity');
  expectEqual(classOfInner('00'), 'MALFORMED_PAYLOAD', 'EN-62');
  expectEqual(classOfInner('0000000000000000'), 'ok', 'EN-27: empty');
  expectEqual(classOfInner('${length2}7b'), 'MALFORMED_PAYLOAD', 'EN-64: shorter');
  expectEqual(classOfInner('${length2}7b7d7d'), 'MALFORMED_PAYLOAD', 'EN-64: longer');
  expectEqual(classOfInner('00000000100000017b7d'), 'LIMIT', 'EN-63: above the default');
  expectEqual(classOfInner('80000000000000027b7d'), 'LIMIT', 'EN-63: 2^63 and more');
  expectEqual(classOfInner('ffffffffffffffff'), 'LIMIT', 'EN-63: 2^64 - 1');
  expectEqual(classOfInner('${length2}abae0500', codec: 2), 'ok', 'raw deflate');
  expectEqual(classOfInner('${length2}abae050000', codec: 2), 'MALFORMED_PAYLOAD', 'EN-64: trailing');
  expectEqual(classOfInner('${length2}abae0500', codec: 1), 'MALFORMED_PAYLOAD', 'EN-64: no gzip');
}

void _testSlots() {
  final keys = [for (var i = 0; i < 16; i++) run(i, 32)];
  final requests = [
    for (var i = 0; i < 16; i++) i.isEven ? SlotRequest.rawKey(keys[i]) : SlotRequest.aesKeyWrap(keys[i]),
  ];
  final archive = _seal(requests);
  for (final key in keys) {
    expectEqual(envelope.open(archive, unlocker: WorkspaceKey(key)), _plaintext, '16 slots');
  }
  final rewrapped = envelope.rewrap(archive, unlocker: WorkspaceKey(keys[3]), slots: [SlotRequest.rawKey(_key)]);
  expectEqual(envelope.open(rewrapped, unlocker: _unlocker), _plaintext, 'rewrapped');
  expectEqual(classOf(() => envelope.open(rewrapped, unlocker: WorkspaceKey(keys[3]))), 'NO_MATCH', 'rewrapped');
  final tail = archive.length - EnvelopeHeader.parse(archive).payload.length - 12;
  expectEqual(rewrapped.sublist(208 - 12), archive.sublist(tail), 'EN-69: nonce and payload');

  expectEqual(classOf(() => _seal([])), 'INVALID_PARAMETER', 'no slot');
  expectEqual(classOf(() => _seal([...requests, requests.first])), 'INVALID_PARAMETER', '17 slots');
  final passphrase = SlotRequest.pbkdf2('x', iterations: 210000);
  expectEqual(classOf(() => _seal([passphrase, requests.first])), 'INVALID_PARAMETER', 'EN-9');
  for (final iterations in [209999, 2000001]) {
    final slot = SlotRequest.pbkdf2('x', iterations: iterations);
    expectEqual(classOf(() => _seal([slot])), 'INVALID_PARAMETER', 'EN-20: $iterations');
  }
  for (final log2N in [14, 19]) {
    expectEqual(classOf(() => _seal([SlotRequest.scrypt('x', log2N: log2N)])), 'INVALID_PARAMETER', 'EN-20: $log2N');
  }
  expectEqual(classOf(() => WorkspaceKey(Uint8List(31))), 'INVALID_PARAMETER', 'EN-10');

  // The system's randomness: two archives of one plaintext share no salt.
  final twice = [for (var i = 0; i < 2; i++) _seal([SlotRequest.rawKey(_key)], entropy: SystemEntropy())];
  expectEqual(envelope.open(twice[0], unlocker: _unlocker), _plaintext, 'sealed at random');
  expectEqual('${twice[0].sublist(32, 64)}' == '${twice[1].sublist(32, 64)}', false, 'EN-4');
}

void _testPassphrases() {
  final bytes = {
    'p\u00e4ssw\u00f6rd': '70c3a4737377c3b67264',
    'pa\u0308sswo\u0308rd': '70c3a4737377c3b67264',
    '\ufb01': 'efac81',
    ' pw\n': '2070770a',
    '\ufeffx': 'efbbbf78',
  };
  bytes.forEach((text, expected) => expectEqual(passphraseBytes(text), hex(expected), 'passphrase $expected'));
  expectEqual(passphraseBytes('\u00e9' * 512).length, 1024, 'EN-23');
  for (final text in ['', 'a\u0000', '\ud800', 'a\udc00b', '${'\u00e9' * 512}a']) {
    expectEqual(classOf(() => passphraseBytes(text)), 'INVALID_PASSPHRASE', 'EN-25: ${text.length} units');
  }
}

Uint8List _seal(
  List<SlotRequest> slots, {
  Uint8List? plaintext,
  ContentType contentType = ContentType.snapshot,
  Codec codec = Codec.gzip,
  bool isChunked = false,
  BigInt? generation,
  Entropy? entropy,
  Trace? trace,
}) =>
    envelope.seal(
      plaintext ?? _plaintext,
      workspaceId: _workspaceId,
      contentType: contentType,
      slots: slots,
      codec: codec,
      mode: DeflateMode.stored,
      isChunked: isChunked,
      generation: generation ?? BigInt.from(7),
      entropy: entropy ?? _RunEntropy(),
      trace: trace,
    );

String _classOf(Uint8List archive) => classOf(() => envelope.open(archive, unlocker: _unlocker));

/// [archive] with a single slot of [type] and [body].
Uint8List _withSlot(Uint8List archive, int type, Uint8List body) => Uint8List.fromList([
      ...archive.sublist(0, 73),
      ...[type, body.length >> 8, body.length & 255],
      ...body,
      ...archive.sublist(164),
    ]);

/// The runs of bytes that the specification's examples are made with.
class _RunEntropy implements Entropy {
  static const _starts = {'cek': 0x40, 'archiveSalt': 0x20, 'nonce': 0xb0, 'slotSalt': 0x80, 'kdfSalt': 0xc0};

  @override
  Uint8List draw(String label, int length) => run(_starts[label.split('.').first]!, length);
}
