import 'dart:typed_data';

import 'canonical_json.dart';
import 'errors.dart';
import 'fnv1a.dart';
import 'utf16_order.dart';

/// The largest integer that every stack keeps exactly, 2^53 - 1.
const maxSafeInteger = 9007199254740991;

/// One row of the wire: a record's data, or the mark that it was deleted.
class Row {
  /// A row with [data], whose members keep their order.
  Row({required this.id, required this.updatedAt, required Map<String, Object?> this.data, this.others = const {}}) {
    _check();
  }

  /// The mark that the record [id] was deleted at [deletedAt].
  Row.tombstone({required this.id, required int deletedAt, this.others = const {}})
      : updatedAt = deletedAt,
        data = null {
    _check();
  }

  /// Reads the JSON text of a row; its own keys may stand in any order.
  factory Row.parse(List<int> bytes) => Row.fromJson(decodeJson(bytes));

  /// Reads a decoded row.
  factory Row.fromJson(Object? value) {
    if (value is! Map<String, Object?>) throw _malformed('', 'not an object');
    final id = value['id'], updatedAt = value['updatedAt'];
    if (id is! String) throw _malformed('/id', 'not a string');
    if (updatedAt is! int) throw _malformed('/updatedAt', 'not an integer');
    final others = {...value}..removeWhere((key, _) => _ownKeys.contains(key));
    final isTombstone = value.containsKey('deletedAt');
    if (isTombstone == value.containsKey('data')) {
      throw _malformed('', "either 'data' or 'deletedAt' must be there");
    }
    if (isTombstone) {
      if (value['deletedAt'] is! int) throw _malformed('/deletedAt', 'not an integer');
      if (value['deletedAt'] != updatedAt) throw _malformed('/deletedAt', 'differs from updatedAt');
      return Row.tombstone(id: id, deletedAt: updatedAt, others: others);
    }
    final data = value['data'];
    if (data is! Map<String, Object?>) throw _malformed('/data', 'not an object');
    return Row(id: id, updatedAt: updatedAt, data: data, others: others);
  }

  final String id;

  /// Milliseconds since 1970.
  final int updatedAt;

  /// The record's fields in declaration order; null in a tombstone.
  final Map<String, Object?>? data;

  /// The row's own keys that this version doesn't know; they survive.
  final Map<String, Object?> others;

  bool get isTombstone => data == null;

  /// The same row with another stamp.
  Row restamped(int stamp) => data == null
      ? Row.tombstone(id: id, deletedAt: stamp, others: others)
      : Row(id: id, updatedAt: stamp, data: data!, others: others);

  /// The row's canonical text; rows of the same text are the same.
  String get text => canonicalText(toJson());

  /// The row as JSON, its own keys sorted.
  Map<String, Object?> toJson() => sortedByKey({
        ...others,
        'id': id,
        'updatedAt': updatedAt,
        if (data == null) 'deletedAt': updatedAt else 'data': data,
      });

  /// The row's canonical bytes.
  Uint8List toBytes() => encodeJson(toJson());

  /// The hash of the canonical bytes of [data], of no bytes in a tombstone.
  String get contentHash => fnv1a64(data == null ? const [] : encodeJson(data));

  void _check() {
    if (id.isEmpty || id.length > 255) throw _malformed('/id', 'must have 1 to 255 UTF-16 units');
    if (hasLoneSurrogate(id)) throw _malformed('/id', 'unpaired surrogate');
    if (updatedAt < 0 || updatedAt > maxSafeInteger) throw _malformed('/updatedAt', 'must be in 0..2^53-1');
  }

  static const _ownKeys = {'id', 'updatedAt', 'data', 'deletedAt'};

  static WireException _malformed(String path, String reason) =>
      WireException(ErrorClass.malformedRow, path.isEmpty ? reason : '$path: $reason');
}
