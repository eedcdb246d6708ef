import 'canonical_json.dart';
import 'errors.dart';
import 'rows.dart';
import 'utf16_order.dart';

/// What a device remembers of one record between snapshots.
class RecordMetadata {
  RecordMetadata(this.version, this.contentHash, {required this.isDeleted, this.extra = const {}});

  factory RecordMetadata._parse(String id, Object? json) {
    if (json is! Map<String, Object?> || !json.keys.toSet().containsAll(_names)) throw _fault('a member is missing');
    if (!{..._names, 'extra'}.containsAll(json.keys)) throw _fault('a member is unknown');
    final version = json['version'], hash = json['contentHash'], isDeleted = json['deleted'];
    if (version is! int || isDeleted is! bool) throw _fault('version or deleted is of the wrong type');
    if (hash is! String || !RegExp(r'^[0-9a-f]{16}$').hasMatch(hash)) throw _fault('contentHash is no hash');
    final deletedAt = json['deletedAt'];
    if (deletedAt is double || deletedAt != (isDeleted ? version : null)) throw _fault('deletedAt is wrong');
    final extra = json.containsKey('extra') ? json['extra'] : const <String, Object?>{};
    if (extra is! Map<String, Object?> || extra.keys.any(const {'data', 'deletedAt', 'id', 'updatedAt'}.contains)) {
      throw _fault('extra is no object of keys that a row does not have');
    }
    try {
      Row(id: id, updatedAt: version, data: const {});
    } on WireException catch (error) {
      throw _fault(error.message);
    }
    return RecordMetadata(version, hash, isDeleted: isDeleted, extra: extra);
  }

  /// The record's stamp.
  final int version;

  /// The fingerprint of its data, without the fields that the profile leaves out.
  final String contentHash;

  /// Whether it was deleted, at [version].
  final bool isDeleted;

  /// The row's keys that this version doesn't know.
  final Map<String, Object?> extra;

  Map<String, Object?> toJson() => {
        'version': version,
        'contentHash': contentHash,
        'deleted': isDeleted,
        'deletedAt': isDeleted ? version : null,
        if (extra.isNotEmpty) 'extra': sortedByKey(extra),
      };

  static const _names = {'version', 'contentHash', 'deleted', 'deletedAt'};
}

/// What a device remembers of all records, by collection and id.
class Metadata {
  Metadata([Map<String, Map<String, RecordMetadata>> records = const {}])
      : records = records.map((collection, entries) => MapEntry(collection, {...entries}));

  /// Reads the JSON text of `{collection: {id: metadata}}`.
  factory Metadata.parse(List<int> bytes) {
    final json = decodeJson(bytes);
    if (json is! Map<String, Object?>) throw _fault('not an object');
    return Metadata(json.map((collection, entries) {
      if (collection.isEmpty || hasLoneSurrogate(collection)) throw _fault('no name of a collection');
      if (entries is! Map<String, Object?>) throw _fault('not an object');
      return MapEntry(collection, entries.map((id, entry) => MapEntry(id, RecordMetadata._parse(id, entry))));
    }));
  }

  final Map<String, Map<String, RecordMetadata>> records;

  RecordMetadata? find(String collection, String id) => records[collection]?[id];

  void keep(String collection, String id, RecordMetadata metadata) =>
      records.putIfAbsent(collection, () => {})[id] = metadata;

  /// Sorted; a collection of which nothing is remembered is left out.
  Map<String, Object?> toJson() => sortedByKey({
        for (final collection in records.keys)
          if (records[collection]!.isNotEmpty)
            collection: sortedByKey(records[collection]!.map((id, entry) => MapEntry(id, entry.toJson()))),
      });
}

WireException _fault(String reason) => WireException(ErrorClass.invalidParameter, 'the metadata: $reason');
