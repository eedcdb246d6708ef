import 'canonical_json.dart';
import 'errors.dart';
import 'merge.dart';
import 'payload.dart';
import 'rows.dart';
import 'utf16_order.dart';

/// One mutation of a device: the row after it, and whether it has been published.
class JournalEntry {
  JournalEntry(this.collection, this.row, {required this.isSynced});

  /// Reads the JSON text of a journal.
  static List<JournalEntry> parse(List<int> bytes) {
    final entries = decodeJson(bytes);
    if (entries is! List<Object?>) throw _fault('not an array');
    return entries.map((entry) {
      if (entry is! Map<String, Object?> || entry.length != 3 || !entry.containsKey('row')) throw _fault('no entry');
      final collection = entry['collection'], isSynced = entry['synced'];
      if (collection is! String || collection.isEmpty || hasLoneSurrogate(collection)) throw _fault('no collection');
      if (isSynced is! bool) throw _fault('synced is neither true nor false');
      return JournalEntry(collection, Row.fromJson(entry['row']), isSynced: isSynced);
    }).toList();
  }

  final String collection;
  final Row row;
  final bool isSynced;

  static WireException _fault(String reason) => WireException(ErrorClass.invalidParameter, 'the journal: $reason');
}

/// A payload after a replay, and what became of each record's last mutation.
class Replay {
  /// Applies the unpublished entries of [journal] to [merged], as the profile's `localPending` says.
  Replay(this._merge, List<JournalEntry> journal, Payload merged, int now) {
    final pending = <String, Map<String, Row>>{};
    for (final entry in journal.where((entry) => !entry.isSynced)) {
      pending.putIfAbsent(entry.collection, () => {})[entry.row.id] = entry.row;
    }
    final current = _merge.payloads([merged]).payload;
    final rows = current.collections.map((name, rows) => MapEntry(name, {for (final row in rows) row.id: row}));
    for (final name in pending.keys.toList()..sort(compareUtf16)) {
      for (final id in pending[name]!.keys.toList()..sort(compareUtf16)) {
        final there = rows[name]?[id], row = pending[name]![id]!;
        final outcome = _outcome(name, row, there, now);
        replayed.add({'collection': name, 'id': id, 'outcome': outcome});
        if (outcome == 'applied' || outcome == 'restamped') {
          rows.putIfAbsent(name, () => {})[id] = _result(name, row, there, outcome, now);
        }
      }
    }
    payload = Payload(rows.map((name, rows) => MapEntry(name, rows.values.toList())), current.others);
  }

  late final Payload payload;

  /// `{"collection","id","outcome"}`, by collection and id.
  final List<Map<String, Object?>> replayed = [];

  final Merge _merge;

  String _outcome(String collection, Row row, Row? there, int now) {
    final pending = _merge.profile.localPending;
    if (there != null && there.restamped(0).text == row.restamped(0).text) return 'present';
    if (pending == 'hold') return 'held';
    if (there == null) return 'applied';
    if (pending == 'replay-restamp') return 'restamped';
    return _merge.rows(collection, row.id, [there, row]).row.text == there.text ? 'superseded' : 'applied';
  }

  Row _result(String collection, Row row, Row? there, String outcome, int now) {
    if (there == null) return row;
    if (outcome == 'restamped') return row.restamped(_merge.profile.stampAfter(there.updatedAt, now));
    return _merge.rows(collection, row.id, [there, row]).row;
  }
}
