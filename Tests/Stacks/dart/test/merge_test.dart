import 'dart:convert';
import 'dart:io';

import '../lib/acceptance.dart';
import '../lib/canonical_json.dart';
import '../lib/edit.dart';
import '../lib/errors.dart';
import '../lib/journal.dart';
import '../lib/merge.dart';
import '../lib/metadata.dart';
import '../lib/payload.dart';
import '../lib/profile.dart';
import '../lib/reconcile.dart';
import '../lib/records.dart';
import '../lib/rows.dart';
import '../lib/timestamp.dart';
import 'check.dart';
import 'spec_examples.dart';

/// MG, FT, RE and PF by the examples of the specification, each in every order of its inputs.
void testMerge(Directory repository, SpecExamples examples) {
  final records = RecordTable.parse(File('${repository.path}/Spec/records.json').readAsBytesSync());
  String profileText(String name) => File('${repository.path}/Spec/profiles/$name.json').readAsStringSync();
  Merge merge(String name) => Merge(Profile.parse(utf8.encode(profileText(name))), records);

  _testProfiles(profileText('oplog-field'));
  for (final pair in examples.pairs('mg-rows')) {
    final space = pair[0].indexOf(' ');
    final rows = pair[0].substring(space + 1).split(' | ').map(_row).toList();
    for (final order in _permutations(rows)) {
      expectEqual(merge(pair[0].substring(0, space)).rows('c', 'r', order).row.text, pair[1], 'mg-rows ${pair[0]}');
    }
  }
  final blob = merge('blob-cas-lww');
  final result = blob.payloads([_payload(examples.json('mg-payload-a')), _payload(examples.json('mg-payload-b'))]);
  expectEqual(canonicalText(result.payload.toJson()), examples.json('mg-payload-merged'), 'mg-payload-merged');
  final traces = examples.pairs('mg-traces');
  expectEqual(result.traces.length, traces.length, 'mg-traces');
  for (var i = 0; i < traces.length; i++) {
    expectEqual(canonicalText(result.traces[i].toJson()), traces[i][0], 'mg-traces $i');
  }
  _testReconcile(Reconciler(blob), examples);
  _testReplay(profileText('snapshot-occ'), records);
  _testAcceptance(Acceptance(merge('server-accept').profile, records), examples);
  _testFields(profileText('oplog-field'), records, examples);
}

void _testProfiles(String text) {
  final json = jsonDecode(text) as Map<String, Object?>;
  for (final name in json.keys) {
    final other = {...json}..remove(name);
    expectRejected(ErrorClass.invalidParameter, () => Profile.parse(encodeJson(other)), 'PF-1: without $name');
    other[name] = name == 'name' ? 1 : 'x';
    if (name == 'replicaField') other[name] = false;
    expectRejected(ErrorClass.invalidParameter, () => Profile.parse(encodeJson(other)), 'PF-1: $name of no meaning');
  }
  expectRejected(ErrorClass.invalidParameter, () => Profile.parse(encodeJson({...json, 'more': 1})), 'PF-1: one more');
}

void _testReconcile(Reconciler reconciler, SpecExamples examples) {
  var metadata = Metadata();
  for (final pair in examples.pairs('re-sequence')) {
    final space = pair[0].indexOf(' ');
    final now = int.parse(pair[0].substring(0, space)), domain = _payload(pair[0].substring(space + 1));
    final after = reconciler.snapshot(domain, metadata, now, consent: 1).metadata.toJson();
    expectEqual(canonicalText(after), pair[1], 're-sequence ${pair[0]}');
    metadata = Metadata.parse(encodeJson(after));
  }

  final before = _payload('{"rows":{"host":[${'abc'.split('').map(_plain).join(',')}]},"schema":1}');
  final remembered = reconciler.snapshot(before, Metadata(), 1000).metadata;
  final now = _payload('{"rows":{"host":[${_plain('a').replaceFirst('{}', '{"v":1}')},${_plain('b')}]},"schema":1}');
  final snapshot = reconciler.snapshot(now, remembered, 500);
  expectEqual(canonicalText({'snapshot': snapshot.toJson()}), examples.json('re-outcome'), 're-outcome');
  final merged = reconciler.plan(snapshot, [_payload('{"rows":{"host":[${_plain('z')}]},"schema":1}')]);
  expectEqual(merged.apply.map((item) => item.value.id), '(z)', 'RE-8: only what the device lacks');
  expectEqual(merged.needsUpload, true, 'RE-14: the store lacks rows');
  expectEqual(reconciler.plan(snapshot, [merged.merged.payload]).needsUpload, false, 'RE-14: the store has all');
  final landed = reconciler.metadataAfter(snapshot, merged.apply);
  final applied = _payload('{"rows":{"host":[${canonicalText(now.collections['host']![0].toJson())},${_plain('b')},'
      '${_plain('z')}]},"schema":1}');
  expectEqual(reconciler.snapshot(applied, landed, 9000).changes, '[]', 'RE-7: no echo');
  try {
    reconciler.snapshot(Payload(const {}), remembered, 500, consent: 2);
    fail('RE-12: consent to two deletions covers three');
  } on NeedsConsent catch (need) {
    expectEqual(canonicalText(need.toJson()), '{"deletions":3,"live":3,"collections":{"host":3}}', 'RE-14');
  }
}

/// MG-17, MG-18: the table of the chapter.
void _testReplay(String profile, RecordTable records) {
  const expected = {
    'replay-guarded': 'superseded {"data":{"v":2},"id":"r","updatedAt":20}',
    'replay-restamp': 'restamped {"data":{"v":1},"id":"r","updatedAt":21}',
    'hold': 'held {"data":{"v":2},"id":"r","updatedAt":20}',
  };
  final journal = JournalEntry.parse(utf8.encode('[{"collection":"c","synced":false,"row":'
      '{"data":{"v":1},"id":"r","updatedAt":10}}]'));
  final there = Payload({'c': [_row('{"data":{"v":2},"id":"r","updatedAt":20}')]});
  expected.forEach((rule, result) {
    final rules = Profile.parse(utf8.encode(profile.replaceFirst('"replay-guarded"', '"$rule"')));
    final replay = Replay(Merge(rules, records), journal, there, 15);
    final row = replay.payload.collections['c']!.single.text;
    expectEqual('${replay.replayed.single['outcome']} $row', result, 'MG-18: $rule');
  });
}

void _testAcceptance(Acceptance acceptance, SpecExamples examples) {
  for (final pair in examples.pairs('mg-timestamps')) {
    expectEqual(parseTimestamp(pair[0]) ?? '-', pair[1], 'mg-timestamps ${pair[0]}');
  }
  for (final pair in examples.pairs('mg-acceptance')) {
    final sides = pair[0].split(' < ');
    final verdict = acceptance.event(_event(sides[0])!, _event(sides[1]), 1000);
    expectEqual('${verdict.word} ${verdict.reason}', pair[1], 'mg-acceptance ${pair[0]}');
  }
  for (final pair in examples.pairs('mg-future')) {
    final numbers = pair[0].split(' ').map(int.parse).toList();
    final row = _row('{"data":{},"id":"r","updatedAt":${numbers[1]}}');
    final found = Acceptance.futureStamps([row], 'c', numbers[0]);
    expectEqual(found.isEmpty ? 'no' : 'yes', pair[1], 'mg-future ${pair[0]}');
  }
}

void _testFields(String profile, RecordTable records, SpecExamples examples) {
  final types = {
    for (final type in ['register', 'move', 'counter', 'list', 'set']) type: {'type': type, 'flagged': false},
  };
  final json = {...jsonDecode(profile) as Map<String, Object?>, 'fieldTypes': {'c': types}};
  final merge = Merge(Profile.parse(encodeJson(json)), records);
  for (final pair in examples.pairs('ft-values')) {
    final words = pair[0].split(' ');
    final known = <String, Object>{};
    final rows = [
      for (final word in words.skip(1))
        Row(id: 'r', updatedAt: 1, data: const {}, others: {
          'state': {'fields': {words[0]: _state(words[0], word, known)}, 'seq': 9},
        }),
    ];
    // One version stays as it is, with or without data.
    if (rows.length == 1) rows.add(Row(id: 'r', updatedAt: 2, data: const {}, others: rows[0].others));
    for (final order in _permutations(rows)) {
      final value = merge.rows('c', 'r', order).row.data![words[0]];
      expectEqual(canonicalText(value), pair[1], 'ft-values ${pair[0]}');
    }
  }

  final example = examples.json('ft-row');
  final row = _row(example);
  final other = Row(id: row.id, updatedAt: 0, data: const {}, others: row.others);
  final vitals = Merge(Profile.parse(utf8.encode(profile)), records).rows('vitalsTarget', row.id, [other, row]);
  expectEqual(vitals.row.text, example, 'ft-row');
  expectEqual(vitals.trace.fields, '{systolicTarget: disputed}', 'FT-12');
}

/// The state of one edit in the short form of the chapter's table, `a1:insert:"x":b2`.
Object _state(String type, String word, Map<String, Object> known) {
  final parts = word.split(':');
  if (type == 'counter') {
    return {'counts': {parts[0]: [int.parse(parts[1]), int.parse(parts[2])]}};
  }
  Object id(String short) => known[short] ??= [int.parse(short.substring(1)), short[0], '0' * 16];
  final value = parts[1] == 'remove' ? id(parts[2]) : jsonDecode(parts[2]);
  final edit = {
    'seq': int.parse(parts[0].substring(1)),
    'replica': parts[0][0],
    'wroteAt': 0,
    parts[1]: value,
    if (parts[1] == 'insert') 'after': parts.length > 3 ? id(parts[3]) : null,
    if (parts[1] == 'add' || parts[1] == 'move') 'at': parts[3],
  };
  known[parts[0]] = Edit.fromJson(edit, type, '').id.toJson();
  return {'edits': [edit]};
}

/// `state periodStart goal updatedAt`, or `-`.
Row? _event(String text) {
  final words = text.trim().split(' ');
  if (words.length != 4) return null;
  final updatedAt = int.parse(words[3]);
  return Row(id: 'e', updatedAt: updatedAt, data: {
    'title': '',
    'kind': 'counter',
    'goal': int.parse(words[2]),
    'period': 'week',
    'periodStart': words[1],
    'state': words[0],
    'updatedAt': updatedAt,
    'deletedAt': words[0] == 'deleted' ? updatedAt : null,
  });
}

Row _row(String text) => Row.parse(utf8.encode(text));

Payload _payload(String text) => Payload.parse(utf8.encode(text));

String _plain(String id) => '{"data":{},"id":"$id","updatedAt":0}';

List<List<T>> _permutations<T>(List<T> items) => items.length < 2
    ? [items]
    : [
        for (var i = 0; i < items.length; i++)
          for (final rest in _permutations([...items]..removeAt(i))) [items[i], ...rest],
      ];
