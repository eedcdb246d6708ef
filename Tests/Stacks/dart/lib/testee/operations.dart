import 'dart:typed_data';

import '../acceptance.dart';
import '../canonical_json.dart';
import '../codec.dart' show compress, decompress;
import '../envelope.dart' as envelope;
import '../envelope.dart' hide open, seal;
import '../journal.dart';
import '../merge.dart';
import '../metadata.dart';
import '../payload.dart';
import '../profile.dart';
import '../reconcile.dart';
import '../records.dart';
import '../rows.dart';
import '../slots.dart';
import '../utf16_order.dart';
import 'inputs.dart';
import 'labelled_entropy.dart';
import 'question.dart';

/// What an operation answers beside its status.
class Answer {
  Answer(this.outputs, [this.intermediates = const {}]);

  final Map<String, Object> outputs;
  final Map<String, Object> intermediates;
}

/// The operations of the testee protocol.
class Operations {
  /// [recordTable] is read when an operation on records first needs it.
  Operations(RecordTable Function() recordTable) : _recordTable = recordTable;

  /// The features that `hello` declares.
  static const features = ['scrypt', 'aes-kw', 'chunked', 'lone-surrogates', 'int64'];

  final RecordTable Function() _recordTable;
  late final RecordTable _records = _recordTable();

  /// Every operation by its name.
  late final Map<String, Answer Function(Inputs inputs, List<Inputs> entropy, Outputs outputs)> byName = {
    'canonicalize': _drawingNothing((inputs, outputs) {
      return Answer({'canonical': outputs.bytes(canonicalize(inputs.bytes('json')))});
    }),
    'compareUTF16': _drawingNothing((inputs, outputs) {
      final texts = [inputs.bytes('a'), inputs.bytes('b')];
      final strings = texts.map(decodeJson).toList();
      if (!strings.every((value) => value is String)) throw invalidInput('a, b', 'not the texts of strings');
      return Answer({'order': compareUtf16(strings[0] as String, strings[1] as String)});
    }),
    'contentHash': _drawingNothing((inputs, outputs) {
      return Answer({'hash': Row.parse(inputs.bytes('row')).contentHash});
    }),
    'encodeRecord': _drawingNothing((inputs, outputs) {
      final shape = _records[inputs.text('collection')];
      final row = shape.encode(decodeJson(inputs.bytes('record')));
      return Answer({'row': outputs.bytes(row.toBytes())});
    }),
    'decodeRecord': _drawingNothing((inputs, outputs) {
      final shape = _records[inputs.text('collection')];
      final record = shape.decode(Row.parse(inputs.bytes('row')));
      return Answer({'record': outputs.bytes(encodeJson(record))});
    }),
    'compress': _drawingNothing((inputs, outputs) {
      final coded = compress(inputs.bytes('msg'), _codec(inputs), mode: _mode(inputs));
      return Answer({'compressed': outputs.bytes(coded)});
    }),
    'decompress': _drawingNothing((inputs, outputs) {
      final length = inputs.integer('length'), limit = inputs.integer('limit');
      final plain = decompress(inputs.bytes('compressed'), _codec(inputs), length: length, limit: limit);
      return Answer({'msg': outputs.bytes(plain)});
    }),
    'inspect': _drawingNothing(_inspect),
    'open': _drawingNothing(_open),
    'seal': _seal,
    'rewrap': _rewrap,
    'merge': _drawingNothing(_merge),
    'reconcile': _drawingNothing(_reconcile),
    'replay': _drawingNothing(_replay),
    'decide': _drawingNothing((inputs, outputs) {
      final profile = inputs.bytes('profile'), question = inputs.bytes('question');
      final acceptance = Acceptance(Profile.parse(profile), _records);
      return Answer({'answer': outputs.bytes(encodeJson(answerQuestion(decodeJson(question), acceptance)))});
    }),
  };

  Answer _merge(Inputs inputs, Outputs outputs) {
    final profile = inputs.bytes('profile'), payloads = inputs.byteStrings('payloads');
    final merge = Merge(Profile.parse(profile), _records);
    if (payloads.isEmpty) throw invalidInput('payloads', 'nothing to merge');
    final result = merge.payloads([for (final bytes in payloads) Payload.parse(bytes)]);
    return Answer({
      'payload': outputs.bytes(result.payload.toBytes()),
      'trace': outputs.bytes(encodeJson([for (final trace in result.differences) trace.toJson()])),
    });
  }

  Answer _reconcile(Inputs inputs, Outputs outputs) {
    final texts = [for (final name in ['profile', 'domain', 'metadata']) inputs.bytes(name)];
    final now = inputs.integer('now', least: -0x8000000000000000), downloads = inputs.byteStrings('remote');
    final consent = inputs.has('consent') ? inputs.integer('consent', least: -0x8000000000000000) : null;
    final failed = {
      for (final item in inputs.has('failed') ? inputs.objects('failed') : const <Inputs>[])
        canonicalText([item.text('collection'), item.text('id')]),
    };
    final reconciler = Reconciler(Merge(Profile.parse(texts[0]), _records));
    final domain = Payload.parse(texts[1]), metadata = Metadata.parse(texts[2]);
    final remote = [for (final bytes in downloads) Payload.parse(bytes)];
    Object result;
    try {
      final snapshot = reconciler.snapshot(domain, metadata, now, consent: consent);
      final plan = reconciler.plan(snapshot, remote);
      final landed = plan.apply.where((item) => !failed.contains(canonicalText([item.key, item.value.id])));
      result = {
        'snapshot': snapshot.toJson(),
        'plan': plan.toJson(),
        'metadata': reconciler.metadataAfter(snapshot, landed).toJson(),
      };
    } on NeedsConsent catch (need) {
      result = {'needsConsent': need.toJson()};
    }
    return Answer({'result': outputs.bytes(encodeJson(result))});
  }

  Answer _replay(Inputs inputs, Outputs outputs) {
    final texts = [for (final name in ['profile', 'payload', 'journal']) inputs.bytes(name)];
    final now = inputs.integer('now', least: -0x8000000000000000);
    final merge = Merge(Profile.parse(texts[0]), _records);
    final payload = Payload.parse(texts[1]);
    final replay = Replay(merge, JournalEntry.parse(texts[2]), payload, now);
    return Answer({
      'payload': outputs.bytes(replay.payload.toBytes()),
      'replayed': outputs.bytes(encodeJson(replay.replayed)),
    });
  }

  static Answer Function(Inputs, List<Inputs>, Outputs) _drawingNothing(Answer Function(Inputs, Outputs) operation) =>
      (inputs, entropy, outputs) {
        if (entropy.isNotEmpty) throw invalidInput('entropy', 'nothing draws it');
        return operation(inputs, outputs);
      };
}

Answer _seal(Inputs inputs, List<Inputs> entropy, Outputs outputs) {
  final slots = _slots(inputs);
  final trace = _Intermediates(outputs);
  final archive = envelope.seal(
    inputs.bytes('plaintext'),
    workspaceId: inputs.hex('workspaceId'),
    contentType: _contentType(inputs),
    slots: slots,
    codec: _codec(inputs),
    mode: _mode(inputs),
    isChunked: inputs.choice('chunk', const {'whole': false, '64k': true}),
    generation: inputs.unsigned64('generation'),
    entropy: LabelledEntropy(entropy, slots, isNewArchive: true),
    trace: trace.add,
  );
  return Answer({'archive': outputs.bytes(archive)}, trace.values);
}

Answer _rewrap(Inputs inputs, List<Inputs> entropy, Outputs outputs) {
  final slots = _slots(inputs);
  final labelled = LabelledEntropy(entropy, slots, isNewArchive: false);
  final trace = _Intermediates(outputs);
  final archive = envelope.rewrap(
    inputs.bytes('archive'),
    unlocker: _unlocker(inputs),
    slots: slots,
    entropy: labelled,
    trace: trace.add,
  );
  // Slots that draw nothing leave it unchecked.
  labelled.checked();
  return Answer({'archive': outputs.bytes(archive)}, trace.values);
}

Answer _open(Inputs inputs, Outputs outputs) {
  const profiles = {'bytes': false, 'snapshot': true};
  final isSnapshot = inputs.has('profile') && inputs.choice('profile', profiles);
  final expect = inputs.has('expect') ? inputs.object('expect') : Inputs(const {});
  final trace = _Intermediates(outputs);
  final plaintext = envelope.open(
    inputs.bytes('archive'),
    unlocker: _unlocker(inputs),
    expect: Expectation(
      workspaceId: expect.has('workspaceId') ? expect.hex('workspaceId') : null,
      contentType: expect.has('contentType') ? _contentType(expect) : null,
      minGeneration: expect.has('minGeneration') ? expect.unsigned64('minGeneration') : null,
    ),
    maxPlaintext: inputs.has('maxPlaintext') ? inputs.integer('maxPlaintext') : envelope.defaultMaxPlaintext,
    trace: trace.add,
  );
  if (isSnapshot) checkSnapshot(plaintext);
  return Answer({'plaintext': outputs.bytes(plaintext)}, trace.values);
}

Answer _inspect(Inputs inputs, Outputs outputs) {
  final header = EnvelopeHeader.parse(inputs.bytes('archive'));
  final prologue = header.prologue;
  return Answer({
    'contentType': prologue.contentType.index + 1,
    'codec': prologue.codec.index,
    'chunk': prologue.isChunked ? '64k' : 'whole',
    'workspaceId': encodeHex(prologue.workspaceId),
    'archiveSalt': encodeHex(prologue.archiveSalt),
    'generation': '${prologue.generation}',
    'slots': [
      for (final slot in header.slots)
        {
          'type': slot.type,
          'length': slot.body.length,
          if (slot.type == Slot.rawKey || slot.type == Slot.aesKeyWrap) 'keyId': encodeHex(slot.keyId),
          if (slot.type == Slot.pbkdf2) 'iterations': slot.cost,
          if (slot.type == Slot.scrypt) 'log2N': slot.cost,
        },
    ],
    'payloadOffset': header.payload.offsetInBytes - header.prologueBytes.offsetInBytes,
    'payloadLength': header.payload.length,
  });
}

/// Gathers what a computation passes through, in the forms of the protocol.
class _Intermediates {
  _Intermediates(this._outputs);

  final Outputs _outputs;
  final Map<String, Object> values = {};

  void add(String name, Uint8List value) =>
      values[name] = name == 'compressed' ? _outputs.bytes(value) : encodeHex(value);
}

Codec _codec(Inputs inputs) => Codec.values[inputs.integer('codec', most: Codec.values.length - 1)];

DeflateMode _mode(Inputs inputs) =>
    inputs.choice('mode', const {'deflate': DeflateMode.deflate, 'stored': DeflateMode.stored});

ContentType _contentType(Inputs inputs) =>
    ContentType.values[inputs.integer('contentType', least: 1, most: ContentType.values.length) - 1];

Unlocker _unlocker(Inputs inputs) {
  if (inputs.has('key') == inputs.has('passphrase')) throw invalidInput('key', 'either a key or a passphrase');
  return inputs.has('key') ? WorkspaceKey(inputs.hex('key')) : Passphrase(inputs.text('passphrase'));
}

List<SlotRequest> _slots(Inputs inputs) => [
      for (final slot in inputs.objects('slots'))
        slot.choice('type', {
          'raw': () => SlotRequest.rawKey(slot.hex('key')),
          'aes-kw': () => SlotRequest.aesKeyWrap(slot.hex('key')),
          'pbkdf2': () => SlotRequest.pbkdf2(slot.text('passphrase'), iterations: slot.integer('iterations')),
          'scrypt': () => SlotRequest.scrypt(slot.text('passphrase'), log2N: slot.integer('log2N')),
        })(),
    ];
