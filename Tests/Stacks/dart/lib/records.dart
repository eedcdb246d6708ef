import 'dart:convert';

import 'canonical_json.dart';
import 'errors.dart';
import 'rows.dart';
import 'utf16_order.dart';

/// The domain records, as `Spec/records.json` declares them.
class RecordTable {
  /// Reads the JSON text of `Spec/records.json`.
  factory RecordTable.parse(List<int> bytes) {
    final table = decodeJson(bytes) as Map<String, Object?>;
    if (table['schema'] != 1) throw FormatException('records.json: schema ${table['schema']}');
    final shapes = (table['records'] as List<Object?>).map((json) => RecordShape._(json as Map<String, Object?>));
    return RecordTable._({for (final shape in shapes) shape.collection: shape});
  }

  RecordTable._(this._shapes);

  final Map<String, RecordShape> _shapes;

  /// The shape of the records in [collection].
  RecordShape operator [](String collection) =>
      _shapes[collection] ?? (throw const WireException(ErrorClass.invalidParameter, 'unknown collection'));

  /// The names of the fields that [collection] declares, none of one that isn't here.
  List<String> declared(String collection) => [for (final field in _shapes[collection]?.fields ?? const []) field.name];
}

/// The fields of one kind of record, and the mapping between it and its row.
class RecordShape {
  RecordShape._(Map<String, Object?> json)
      : collection = json['collection'] as String,
        fields = [for (final field in json['fields'] as List<Object?>) RecordField._(field as Map<String, Object?>)];

  final String collection;
  final List<RecordField> fields;

  /// The row of [record], an object of `id`, `updatedAt` and the fields.
  ///
  /// Every declared field is written, null where the record has none; members
  /// that aren't declared follow in the order they came. A record of exactly
  /// `id`, `updatedAt` and `deletedAt` is a tombstone.
  Row encode(Object? record) {
    if (record is! Map<String, Object?>) throw _malformed('', 'not an object');
    final id = record['id'], updatedAt = record['updatedAt'];
    if (record.length == 3 && record.keys.toSet().containsAll(_tombstoneKeys)) return Row.fromJson(record);

    final data = <String, Object?>{};
    for (final field in fields) {
      data[field.name] = record[field.name];
      // The row checks its own time.
      if (!field.isRowTime) field.check(record[field.name]);
    }
    for (final name in record.keys) {
      if (name != 'id' && name != 'updatedAt') data.putIfAbsent(name, () => record[name]);
    }
    return Row.fromJson({'id': id, 'updatedAt': updatedAt, 'data': data});
  }

  /// The record in [row]: `id`, `updatedAt`, the declared fields, the others.
  Map<String, Object?> decode(Row row) {
    final data = row.data;
    if (data == null) return {'id': row.id, 'updatedAt': row.updatedAt, 'deletedAt': row.updatedAt};

    final record = <String, Object?>{'id': row.id, 'updatedAt': row.updatedAt};
    for (final field in fields) {
      if (!data.containsKey(field.name)) throw _malformed(field.name, 'missing');
      final value = data[field.name];
      field.check(value);
      if (field.isRowTime && value != row.updatedAt) throw _malformed(field.name, "differs from the row's");
      record[field.name] = value;
    }
    final declared = {for (final field in fields) field.name};
    data.forEach((name, value) {
      if (declared.contains(name)) return;
      if (record.containsKey(name)) throw _malformed(name, 'hides a member of the row');
      record[name] = value;
    });
    return record;
  }

  static const _tombstoneKeys = {'id', 'updatedAt', 'deletedAt'};
}

/// One declared field.
class RecordField {
  RecordField._(Map<String, Object?> json)
      : name = json['name'] as String,
        type = json['type'] as String,
        isNullable = json['nullable'] as bool,
        isRowTime = json['sameAs'] == 'row.updatedAt';

  final String name;

  /// `string`, `integer`, `boolean`, `enum` or `json`.
  final String type;

  final bool isNullable;

  /// Whether the field repeats the row's `updatedAt`, which a record names once.
  final bool isRowTime;

  /// Throws MALFORMED_RECORD unless [value] fits.
  void check(Object? value) {
    if (value == null) {
      if (!isNullable) throw _malformed(name, 'must not be missing or null');
      return;
    }
    if (!_fits(value)) throw _malformed(name, 'not a value of type $type');
  }

  bool _fits(Object value) {
    switch (type) {
      case 'string':
      case 'enum': // Names that a newer version added survive.
        return value is String;
      case 'boolean':
        return value is bool;
      case 'integer':
        return value is int && value >= -maxSafeInteger && value <= maxSafeInteger;
      case 'json':
        return value is String && _isJsonText(value);
      default:
        throw FormatException("records.json: type '$type' of '$name'");
    }
  }
}

bool _isJsonText(String text) {
  if (hasLoneSurrogate(text)) return false;
  try {
    decodeJson(utf8.encode(text));
    return true;
  } on WireException {
    return false;
  }
}

WireException _malformed(String field, String reason) =>
    WireException(ErrorClass.malformedRecord, field.isEmpty ? reason : '/data/$field: $reason');
