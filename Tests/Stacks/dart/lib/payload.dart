import 'canonical_json.dart';
import 'errors.dart';
import 'rows.dart';
import 'utf16_order.dart';

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
  if (payload['schema'] is! int || payload['schema'] != 1) throw _fault('/schema', 'must be the integer 1');
  final collections = payload['rows'];
  if (collections is! Map<String, Object?>) throw _fault('/rows', 'not an object');
  _checkSorted(collections, '/rows');
  collections.forEach((name, rows) {
    if (name.isEmpty || hasLoneSurrogate(name)) throw _fault('/rows', 'a collection without a proper name');
    if (rows is! List<Object?>) throw _fault('/rows/$name', 'not an array');
    _checkRows(rows, '/rows/$name');
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
