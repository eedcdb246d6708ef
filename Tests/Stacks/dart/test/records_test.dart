import 'dart:convert';
import 'dart:io';

import '../lib/canonical_json.dart';
import '../lib/errors.dart';
import '../lib/fnv1a.dart';
import '../lib/payload.dart';
import '../lib/records.dart';
import '../lib/rows.dart';
import 'check.dart';
import 'spec_examples.dart';

/// RW, PL and RC, by the examples of the specification and by rows that Python made.
void testRecords(Directory repository, SpecExamples examples) {
  for (final pair in examples.pairs('rw-hash')) {
    final data = pair[0] == '-' ? '"deletedAt":1' : '"data":${pair[0]}';
    expectEqual(_row('{$data,"id":"a","updatedAt":1}').contentHash, pair[1], 'rw-hash ${pair[0]}');
  }
  for (final pair in examples.pairs('rc-known-host')) {
    final bytes = utf8.encode(pair[0].replaceAll(r'\n', '\n'));
    expectEqual('kh.${fnv1a64(bytes)}', pair[1], 'rc-known-host ${pair[0]}');
  }
  for (final pair in examples.pairs('pl-check')) {
    expectEqual(classOf(() => checkSnapshot(utf8.encode(pair[0]))), pair[1], 'pl-check ${pair[0]}');
  }
  for (final name in ['row-live', 'row-tombstone']) {
    final text = examples.json(name);
    expectEqual(utf8.decode(_row(text).toBytes()), text, name);
  }
  _testMalformedRows();

  final table = RecordTable.parse(File('${repository.path}/Spec/records.json').readAsBytesSync());
  final record = examples.json('rc-group-record'), row = examples.json('rc-group-row');
  expectEqual(_encode(table['group'], record), row, 'rc-group-record');
  expectEqual(_decode(table['group'], row), record, 'rc-group-row');
  expectEqual(_row(row).contentHash, '47fdc1839a378268', 'the hash of rc-group-row');
  _testGroups(table, record, row);
  _testEvents(table);

  final fixture = File('${repository.path}/Tests/Fixtures/records/expected.json').readAsStringSync();
  for (final item in (json.decode(fixture) as List<Object?>).cast<Map<String, Object?>>()) {
    final shape = table[item['collection'] as String], row = item['row'] as String;
    expectEqual(_encode(shape, item['record'] as String), row, 'a ${shape.collection}');
    expectEqual(_encode(shape, _decode(shape, row)), row, 'a ${shape.collection} and back');
  }
}

void _testMalformedRows() {
  final tooLong = 'x' * 256;
  final rows = {
    'RW-1: both': '{"data":{},"deletedAt":1,"id":"a","updatedAt":1}',
    'RW-1: neither': '{"id":"a","updatedAt":1}',
    'RW-1: no id': '{"data":{},"updatedAt":1}',
    'RW-1: no object': '[]',
    'RW-3': '{"data":[],"id":"a","updatedAt":1}',
    'RW-4: empty': '{"data":{},"id":"","updatedAt":1}',
    'RW-4: long': '{"data":{},"id":"$tooLong","updatedAt":1}',
    'RW-4: surrogate': r'{"data":{},"id":"\ud800","updatedAt":1}',
    'RW-5: double': '{"data":{},"id":"a","updatedAt":1.0}',
    'RW-5: negative': '{"data":{},"id":"a","updatedAt":-1}',
    'RW-5: large': '{"data":{},"id":"a","updatedAt":9007199254740992}',
    'RW-7': '{"deletedAt":2,"id":"a","updatedAt":1}',
  };
  rows.forEach((what, text) => expectRejected(ErrorClass.malformedRow, () => _row(text), what));
  final grown = _row('{"z":{"b":1,"a":2},"updatedAt":1,"data":{"b":1,"a":2},"id":"a","\uff5e":0,"\u{1f600}":0}');
  expectEqual(
    utf8.decode(grown.toBytes()),
    '{"data":{"b":1,"a":2},"id":"a","updatedAt":1,"z":{"b":1,"a":2},"\u{1f600}":0,"\uff5e":0}',
    'RW-2, RW-3, RW-8, RW-10',
  );
}

void _testGroups(RecordTable table, String record, String row) {
  final shape = table['group'];
  final rows = {
    'RC-11: missing': row.replaceFirst('"colorTag":null,', ''),
    'RC-6: 0 for a boolean': row.replaceFirst('false', '0'),
    'RC-5: a double': row.replaceFirst('1690000000000}', '1.0}'),
    'RC-5: too large': row.replaceFirst('1690000000000}', '9007199254740992}'),
    'RC-11: null': row.replaceFirst('"Büro"', 'null'),
    'RC-20: hidden': row.replaceFirst('}', ',"id":"b"}'),
  };
  rows.forEach((what, text) => expectRejected(ErrorClass.malformedRecord, () => _decode(shape, text), what));
  final grown = row.replaceFirst('1690000000000}', '1690000000000,"shape":{"z":1,"a":2}}');
  expectEqual(_encode(shape, _decode(shape, grown)), grown, 'RC-7: an unknown field');

  expectEqual(_encode(shape, record.replaceFirst('"colorTag":null,', '')), row, 'RC-19: a lacking nullable field');
  final lacking = record.replaceFirst('"sortKey":"a0",', '');
  expectRejected(ErrorClass.malformedRecord, () => _encode(shape, lacking), 'RC-19: a lacking field');
  final nameless = record.replaceFirst('"g1"', '""');
  expectRejected(ErrorClass.malformedRow, () => _encode(shape, nameless), 'RC-19: no id');
  const tombstone = '{"id":"a","updatedAt":2,"deletedAt":2}', marked = '{"deletedAt":2,"id":"a","updatedAt":2}';
  for (final collection in ['group', 'event', 'room']) {
    expectEqual(_encode(table[collection], tombstone), marked, 'RC-19: a tombstone of $collection');
    expectEqual(_decode(table[collection], marked), tombstone, 'RC-19: a tombstone of $collection');
  }
  expectRejected(ErrorClass.invalidParameter, () => table['nothing'], 'RC-11: an unknown collection');

  final setting = table['setting'];
  for (final value in ['', 'nul', '[1,]', r'\ud800', r'\"\ud800\"', r'\ufeff1', '1e400']) {
    final text = '{"id":"a","updatedAt":1,"key":"a","value":"$value","scope":"shared"}';
    expectRejected(ErrorClass.malformedRecord, () => _encode(setting, text), 'RC-8: $value');
  }
}

/// RC-13: an event's own time is the row's.
void _testEvents(RecordTable table) {
  const fields = '"title":"t","kind":"counter","goal":1,"period":"day","periodStart":"2024-01-01","state":"active"';
  const record = '{"id":"a","updatedAt":5,$fields,"deletedAt":null}';
  const row = '{"data":{$fields,"updatedAt":5,"deletedAt":null},"id":"a","updatedAt":5}';
  expectEqual(_encode(table['event'], record), row, 'RC-13: encode');
  expectEqual(_decode(table['event'], row), record, 'RC-13: decode');
  final other = row.replaceFirst('"updatedAt":5', '"updatedAt":6');
  expectRejected(ErrorClass.malformedRecord, () => _decode(table['event'], other), 'RC-13: two times');
}

Row _row(String text) => Row.parse(utf8.encode(text));

String _encode(RecordShape shape, String record) =>
    utf8.decode(shape.encode(decodeJson(utf8.encode(record))).toBytes());

String _decode(RecordShape shape, String row) => utf8.decode(encodeJson(shape.decode(_row(row))));
