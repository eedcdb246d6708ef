import 'dart:convert';

import 'canonical_json.dart';
import 'document.dart';
import 'errors.dart';
import 'payload.dart';
import 'profile.dart';
import 'records.dart';
import 'rows.dart';
import 'trace.dart';
import 'utf16_order.dart';

/// A merged payload, and why each of its rows is as it is.
class MergeResult {
  MergeResult(this.payload, this.traces);

  final Payload payload;
  final List<RowTrace> traces;

  /// The traces of the rows that not all inputs have in the same bytes.
  List<RowTrace> get differences => [...traces.where((trace) => !trace.isUnanimous)];
}

/// One merged row and why it is so.
class MergedRow {
  MergedRow(this.row, this.trace);

  final Row row;
  final RowTrace trace;
}

/// Merges by the rules of a profile, whatever the order and number of the inputs.
class Merge {
  /// [records] say in which order the fields of a merged record stand.
  Merge(this.profile, this.records);

  final Profile profile;
  final RecordTable records;

  /// Every record of every input, each merged by itself.
  MergeResult payloads(List<Payload> inputs) {
    inputs.forEach(_checkIds);
    final merged = <String, List<Row>>{};
    final traces = <RowTrace>[];
    final names = {for (final input in inputs) ...input.collections.keys};
    for (final name in names.toList()..sort(compareUtf16)) {
      final byId = [
        for (final input in inputs) {for (final row in input.collections[name] ?? const <Row>[]) row.id: row},
      ];
      final rows = merged[name] = [];
      final ids = {for (final rows in byId) ...rows.keys};
      for (final id in ids.toList()..sort(compareUtf16)) {
        final result = this.rows(name, id, [for (final rows in byId) rows[id]]);
        rows.add(result.row);
        traces.add(result.trace);
      }
    }
    return MergeResult(Payload(merged, largestOfEach(inputs.map((input) => input.others))), traces);
  }

  static void _checkIds(Payload payload) => payload.collections.forEach((name, rows) {
        if ({for (final row in rows) row.id}.length == rows.length) return;
        throw WireException(ErrorClass.notCanonical, '/rows/$name: an id is there twice');
      });

  /// The versions of one record merged; some may be null, one must be there.
  MergedRow rows(String collection, String id, List<Row?> versions) {
    final stamps = [for (final version in versions) version?.updatedAt];
    final ranks = [for (final version in versions) version == null ? null : _Rank(profile, version)];
    final best = ranks.whereType<_Rank>().reduce((a, b) => a.compareTo(b) >= 0 ? a : b);
    final trace = RowTrace(collection, id, outcomes: _outcomes(ranks, best), stamps: stamps);
    final rules = profile.fieldTypes[collection];
    if (profile.mergesFields && rules != null) {
      final merged = _byField(versions, rules, trace, isSame: ranks.every((rank) => rank == null || rank.text == best.text));
      if (merged != null) return MergedRow(merged, trace);
    } else {
      trace.isConflict = _isConflict(collection, versions.whereType<Row>(), trace.outcomes);
    }
    return MergedRow(best.row, trace);
  }

  List<String> _outcomes(List<_Rank?> ranks, _Rank best) {
    var isWon = false;
    return ranks.map((rank) {
      if (rank == null) return 'absent';
      final reason = rank.lossTo(best);
      if (reason != null) return reason;
      if (isWon) return 'same';
      isWon = true;
      return 'won';
    }).toList();
  }

  bool _isConflict(String collection, Iterable<Row> versions, List<String> outcomes) {
    if (profile.tie == 'conflict' && outcomes.any((reason) => reason.startsWith('smaller'))) return true;
    final live = versions.where((row) => !profile.isDeleted(row)).map((row) => row.data!);
    return profile.watched(collection).any((field) {
      return live.map((data) => data.containsKey(field) ? canonicalText(data[field]) : null).toSet().length > 1;
    });
  }

  /// The row of the states of fields, or null where the versions are no matter of fields.
  Row? _byField(List<Row?> versions, Map<String, FieldRule> rules, RowTrace trace, {required bool isSame}) {
    final documents = [
      for (final version in versions)
        version != null && version.others.containsKey('state') ? Document.read(version, rules) : null,
    ];
    final stateful = documents.whereType<Document>().toList();
    if (stateful.isEmpty) {
      trace.isConflict = _isConflict(trace.collection, versions.whereType<Row>(), trace.outcomes);
      return null;
    }
    final merged = stateful.reduce((a, b) => a.merge(b));
    trace
      ..fields = merged.fieldOutcomes(stateful)
      ..isConflict = merged.fields.values.any((state) => state.isDisputed);
    if (isSame) return null;
    trace.outcomes = [
      for (var i = 0; i < versions.length; i++)
        versions[i] == null ? 'absent' : documents[i] == null ? 'noState' : 'merged',
    ];
    return merged.toRow(records.declared(trace.collection));
  }
}

/// Each member of any of [objects], of several values the one of the larger text.
Map<String, Object?> largestOfEach(Iterable<Map<String, Object?>> objects) {
  final largest = <String, Object?>{};
  for (final members in objects) {
    members.forEach((key, value) {
      if (!largest.containsKey(key) || compareUtf16(canonicalText(largest[key]), canonicalText(value)) < 0) {
        largest[key] = value;
      }
    });
  }
  return largest;
}

/// What versions of one record are compared by.
class _Rank implements Comparable<_Rank> {
  _Rank(Profile profile, this.row)
      : isFinal = profile.deletesForEver && profile.isDeleted(row),
        isByBytes = profile.tie == 'replica-bytes',
        replica = _replica(profile.replicaField, row);

  final Row row;
  final bool isFinal;
  final bool isByBytes;
  final String? replica;
  late final String text = row.text;

  @override
  int compareTo(_Rank other) => _compare(other).sign;

  /// What this version loses to a greater one by, null where it is the same.
  String? lossTo(_Rank best) {
    const reasons = {4: 'deleted', 3: 'older', 2: 'smallerReplica', 1: 'smallerText'};
    return reasons[_compare(best).abs()];
  }

  /// Zero, or how early in the order the two differ, negative where [other] is greater.
  int _compare(_Rank other) {
    if (isFinal != other.isFinal) return isFinal ? 4 : -4;
    if (row.updatedAt != other.row.updatedAt) return row.updatedAt > other.row.updatedAt ? 3 : -3;
    final names = _compareNames(replica, other.replica);
    return names != 0 ? names * 2 : compareUtf16(text, other.text);
  }

  int _compareNames(String? a, String? b) {
    if (a == null || b == null) return (a == null ? 0 : 1) - (b == null ? 0 : 1);
    return isByBytes ? _compareBytes(_utf8(a), _utf8(b)) : compareUtf16(a, b);
  }

  static String? _replica(String? field, Row row) {
    final name = field == null ? null : (row.data ?? row.others)[field];
    return name is String ? name : null;
  }
}

/// UTF-8 in which an unpaired surrogate has three bytes as well; `utf8.encode` would make it U+FFFD.
List<int> _utf8(String text) => [
      for (final point in text.runes)
        if (point >= 0xd800 && point <= 0xdfff)
          ...[0xed, 0x80 | point >> 6 & 0x3f, 0x80 | point & 0x3f]
        else
          ...utf8.encode(String.fromCharCode(point)),
    ];

int _compareBytes(List<int> a, List<int> b) {
  for (var i = 0; i < a.length && i < b.length; i++) {
    if (a[i] != b[i]) return a[i] > b[i] ? 1 : -1;
  }
  return a.length.compareTo(b.length);
}
