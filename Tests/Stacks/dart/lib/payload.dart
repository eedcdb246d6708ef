import 'dart:typed_data';

import 'canonical_json.dart';
import 'errors.dart';
import 'rows.dart';
import 'utf16_order.dart';

/// The rows of all collections.
class Payload {
  /// Collections and rows may come in any order; who merges payloads refuses an id that comes twice.
  Payload(Map<String, List<Row>> collections, [Map<String, Object?> others = const {}])
      : collections = {
          for (final name in collections.keys.toList()..sort(compareUtf16))
            name: [...collections[name]!]..sort((a, b) => compareUtf16(a.id, b.id)),
        },
        others = sortedByKey(others);

  /// Reads the JSON text of a payload, its keys, collections and rows in any order.
  factory Payload.parse(List<int> bytes) {
    final value = decodeJson(bytes);
    if (value is! Map<String, Object?>) throw _fault('', 'not an object');
    final collections = <String, List<Row>>{};
    _collections(value).forEach((name, rows) => collections[name] = rows.map(Row.fromJson).toList());
    return Payload(collections, {...value}..removeWhere((key, _) => key == 'rows' || key == 'schema'));
  }

  /// The rows by collection, both sorted.
  final Map<String, List<Row>> collections;

  /// The payload's own keys that this version doesn't know; they survive.
  final Map<String, Object?> others;

  Map<String, Object?> toJson() => sortedByKey({
        ...others,
        'rows': collections.map((name, rows) => MapEntry(name, [for (final row in rows) row.toJson()])),
        'schema': 1,
      });

  /// The payload's canonical bytes.
  Uint8List toBytes() => encodeJson(toJson());
}

/// Throws NOT_CANONICAL unless [plaintext] is what a snapshot may hold:
/// canonical JSON and, where it is an object with a member `rows`, a payload.
void checkSnapshot(List<int> plaintext) {
  final value = _canonicalValue(plaintext);
  if (value is Map<String, Object?> && value.containsKey('rows')) _checkPayload(value);
}

Object? _canonicalValue(List<int> bytes) {
  final Object? value;
  final List<int> canonical;
  try {
    value = decodeJson(bytes);
    canonical = encodeJson(value);
  } on WireException catch (error) {
    throw WireException(ErrorClass.notCanonical, error.message, offset: error.offset);
  }
  for (var at = 0; at < bytes.length || at < canonical.length; at++) {
    if (at < bytes.length && at < canonical.length && bytes[at] == canonical[at]) continue;
    throw WireException(ErrorClass.notCanonical, 'differs from its canonical form', offset: at);
  }
  return value;
}

void _checkPayload(Map<String, Object?> payload) {
  _checkSorted(payload, '');
  final collections = _collections(payload);
  _checkSorted(collections, '/rows');
  collections.forEach((name, rows) => _checkRows(rows, '/rows/$name'));
}

/// The arrays of rows in [payload], by collection; the rows themselves are not looked at.
Map<String, List<Object?>> _collections(Map<String, Object?> payload) {
  if (payload['schema'] is! int || payload['schema'] != 1) throw _fault('/schema', 'must be the integer 1');
  final collections = payload['rows'];
  if (collections is! Map<String, Object?>) throw _fault('/rows', 'not an object');
  return collections.map((name, rows) {
    if (name.isEmpty || hasLoneSurrogate(name)) throw _fault('/rows', 'a collection without a proper name');
    return MapEntry(name, rows is List<Object?> ? rows : throw _fault('/rows/$name', 'not an array'));
  });
}

void _checkRows(List<Object?> rows, String path) {
  String? previous;
  for (var i = 0; i < rows.length; i++) {
    final json = rows[i];
    final Row row;
    try {
      row = Row.fromJson(json);
    } on WireException catch (error) {
      throw _fault('$path/$i', error.message);
    }
    _checkSorted(json as Map<String, Object?>, '$path/$i');
    if (previous != null && compareUtf16(previous, row.id) >= 0) {
      throw _fault('$path/$i/id', 'rows must be sorted by id, each id once');
    }
    previous = row.id;
  }
}

void _checkSorted(Map<String, Object?> map, String path) {
  String? previous;
  for (final key in map.keys) {
    if (previous != null && compareUtf16(previous, key) >= 0) throw _fault(path, 'keys must be sorted');
    previous = key;
  }
}

WireException _fault(String path, String reason) => WireException(ErrorClass.notCanonical, '$path: $reason');
