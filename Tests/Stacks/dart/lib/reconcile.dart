import 'canonical_json.dart';
import 'fnv1a.dart';
import 'merge.dart';
import 'metadata.dart';
import 'payload.dart';
import 'rows.dart';
import 'utf16_order.dart';

/// What an application changed since the last time, as far as its records show it.
class Snapshot {
  Snapshot._(this.payload, this.metadata, this.changes);

  /// All rows with their stamps, tombstones included.
  final Payload payload;

  /// What to remember from now on.
  final Metadata metadata;

  /// `{"change","collection","id","version"}` of each record that got a new stamp.
  final List<Map<String, Object?>> changes;

  Map<String, Object?> toJson() =>
      {'payload': payload.toJson(), 'metadata': metadata.toJson(), 'changes': changes};
}

/// Rows to apply to the application, and what to upload.
class Plan {
  Plan._(this.apply, this.needsUpload, this.merged);

  /// The rows that change something on the device, with their collections.
  final List<MapEntry<String, Row>> apply;

  /// Whether the upload would change anything in the store.
  final bool needsUpload;

  final MergeResult merged;

  Map<String, Object?> toJson() => {
        'apply': [
          for (final item in apply) {'collection': item.key, 'row': item.value.toJson()},
        ],
        'needsUpload': needsUpload,
        'payload': merged.payload.toJson(),
        'trace': [for (final trace in merged.differences) trace.toJson()],
      };
}

/// That so many deletions need a person's consent.
class NeedsConsent implements Exception {
  NeedsConsent(this.collections, this.live);

  /// How many records would be deleted, by collection.
  final Map<String, int> collections;

  /// How many live records were remembered.
  final int live;

  int get deletions => collections.values.fold(0, (sum, count) => sum + count);

  Map<String, Object?> toJson() =>
      {'deletions': deletions, 'live': live, 'collections': sortedByKey(collections)};
}

/// Finds local changes without hooks in the application, and says what a download changes there.
class Reconciler {
  Reconciler(this._merge);

  final Merge _merge;

  /// Compares the application's records with the [metadata] of the last time.
  ///
  /// Stamps in [domain] count for nothing, nor do tombstones. Throws
  /// [NeedsConsent] where more than [consent] deletions were found, and too many.
  Snapshot snapshot(Payload domain, Metadata metadata, int now, {int? consent}) {
    final records = _merge.payloads([domain]).payload;
    final found = records.collections.map((name, rows) {
      return MapEntry(name, {for (final row in rows) if (!row.isTombstone) row.id: row});
    });
    _checkDeletions(found, metadata, consent);

    final rows = <String, List<Row>>{}, after = Metadata(), changes = <Map<String, Object?>>[];
    for (final name in {...found.keys, ...metadata.records.keys}.toList()..sort(compareUtf16)) {
      for (final id in {...?found[name]?.keys, ...?metadata.records[name]?.keys}.toList()..sort(compareUtf16)) {
        final row = found[name]?[id], old = metadata.find(name, id);
        final hash = row != null ? fingerprint(name, row) : old!.isDeleted ? old.contentHash : fnv1a64(const []);
        final change = _change(row, old, hash);
        var version = old?.version ?? 0;
        if (change != null) {
          version = _merge.profile.stampAfter(old?.version, now);
          changes.add({'change': change, 'collection': name, 'id': id, 'version': version});
        }
        final extra = row != null && row.others.isNotEmpty ? row.others : old?.extra ?? const {};
        after.keep(name, id, RecordMetadata(version, hash, isDeleted: row == null, extra: extra));
        rows.putIfAbsent(name, () => []).add(row == null
            ? Row.tombstone(id: id, deletedAt: version, others: extra)
            : Row(id: id, updatedAt: version, data: row.data!, others: extra));
      }
    }
    return Snapshot._(Payload(rows, records.others), after, changes);
  }

  /// Merges what was downloaded, none or several payloads, with a snapshot.
  Plan plan(Snapshot snapshot, List<Payload> remote) {
    final own = snapshot.payload;
    final shared = Payload({
      for (final name in own.collections.keys)
        if (name != 'setting' || own.collections[name]!.any((row) => !_stays(name, row)))
          name: [...own.collections[name]!.where((row) => !_stays(name, row))],
    }, own.others);
    final merged = _merge.payloads([shared, ...remote]);
    final apply = <MapEntry<String, Row>>[];
    merged.payload.collections.forEach((name, rows) {
      final local = {for (final row in own.collections[name] ?? const <Row>[]) row.id: row};
      for (final row in rows) {
        final here = local[row.id];
        if (here == null || !_stays(name, here) && here.text != row.text) apply.add(MapEntry(name, row));
      }
    });
    final isKnown = remote.isNotEmpty && _text(_merge.payloads(remote).payload) == _text(merged.payload);
    return Plan._(apply, !isKnown, merged);
  }

  /// What to remember once these rows of a plan have landed in the application.
  Metadata metadataAfter(Snapshot snapshot, Iterable<MapEntry<String, Row>> landed) {
    final metadata = Metadata(snapshot.metadata.records);
    for (final item in landed) {
      final row = item.value;
      final entry = RecordMetadata(row.updatedAt, fingerprint(item.key, row),
          isDeleted: row.isTombstone, extra: row.others);
      metadata.keep(item.key, row.id, entry);
    }
    return metadata;
  }

  /// The hash of a row's data without the fields that the profile leaves out.
  String fingerprint(String collection, Row row) {
    final excluded = _merge.profile.hashExclude(collection), data = row.data;
    return fnv1a64(data == null ? const [] : encodeJson({...data}..removeWhere((key, _) => excluded.contains(key))));
  }

  void _checkDeletions(Map<String, Map<String, Row>> found, Metadata metadata, int? consent) {
    var live = 0;
    final missing = <String, int>{};
    metadata.records.forEach((name, entries) {
      entries.forEach((id, entry) {
        if (entry.isDeleted) return;
        live++;
        if (found[name]?[id] == null) missing[name] = (missing[name] ?? 0) + 1;
      });
    });
    final need = NeedsConsent(missing, live);
    if (_merge.profile.isMassDelete(need.deletions, live: live) && (consent == null || consent < need.deletions)) {
      throw need;
    }
  }

  static String? _change(Row? row, RecordMetadata? old, String hash) {
    if (row == null) return old!.isDeleted ? null : 'deleted';
    if (old == null) return 'created';
    if (old.isDeleted) return 'recreated';
    return old.contentHash == hash ? null : 'changed';
  }

  /// Whether a row must not leave the device.
  static bool _stays(String collection, Row row) => collection == 'setting' && row.data?['scope'] == 'device';

  static String _text(Payload payload) => canonicalText(payload.toJson());
}
