public import CanonicalJSON

/// Rows to record objects and back by the tables alone, for callers that know a collection only by its name.
///
/// A record object is a JSON object of the record's `id`, `updatedAt` and fields. A tombstone's is exactly
/// `{id, updatedAt, deletedAt}`. The bytes are the same as by the record types.
public enum RecordCodec {
    /// The row of a record object, whose members may come in any order.
    ///
    /// A nullable field that is missing becomes `null`; unknown fields come after the declared ones, in the order they
    /// came. Throws `INVALID_PARAMETER` for an unknown collection, `MALFORMED_RECORD` with the path of the member for
    /// one that the table refuses, then `MALFORMED_ROW` for an id, a stamp or a tombstone that no row may have.
    public static func encode(collection: JSONString, record: JSONObject) throws(BridgeError) -> Row {
        let schema = try schema(of: collection)
        if record.count == 3, record["id"] != nil, record["updatedAt"] != nil, record["deletedAt"] != nil {
            return try Row(.object(record))
        }
        var values: [(key: JSONString, value: JSONValue)] = []
        for field in schema.fields {
            if field.isStamp {
                // The row checks its own stamp below, with the same class in every collection.
                values.append((field.name, record["updatedAt"] ?? .null))
                continue
            }
            guard let value = record[field.name] ?? (field.isNullable ? .some(.null) : .none) else {
                throw field.fault("the field is missing", in: "")
            }
            try field.check(value, in: "")
            values.append((field.name, value))
        }
        var data = JSONObject(values)
        for (key, value) in record where !rowNames.contains(key) && !schema.declares(key) { data[key] = value }
        return Row(
            id: try Row.id(record["id"]), updatedAt: try Row.stamp(record["updatedAt"], "updatedAt"),
            content: .data(data))
    }

    /// The record object of a row: id, updatedAt, the declared fields in declaration order, then the unknown ones.
    ///
    /// Throws `INVALID_PARAMETER` for an unknown collection, `MALFORMED_RECORD` with the path of the field for data that
    /// does not fit the table. Unknown keys of the row itself have no place in a record object and stay with the row.
    public static func decode(collection: JSONString, row: Row) throws(BridgeError) -> JSONObject {
        let schema = try schema(of: collection)
        var record = JSONObject()
        record["id"] = .string(row.id)
        record["updatedAt"] = .integer(row.updatedAt)
        guard case .data(let data) = row.content else {
            record["deletedAt"] = .integer(row.updatedAt)
            return record
        }
        let (values, extra) = try schema.split(data, updatedAt: row.updatedAt, path: "/data")
        for (field, value) in zip(schema.fields, values) where !field.isStamp { record[field.name] = value }
        for (key, value) in extra { record[key] = value }
        return record
    }

    /// The canonical bytes of the row of a record object given as JSON bytes in any spelling.
    ///
    /// An unknown collection is said first. Throws `MALFORMED_JSON` with the byte offset for bytes that are not JSON, else
    /// as the form on values.
    public static func encode(collection: JSONString, record: [UInt8]) throws(BridgeError) -> [UInt8] {
        _ = try schema(of: collection)
        guard case .object(let object) = try JSONValue(bridging: record) else {
            throw BridgeError(.malformedRecord, path: "", reason: "expected an object")
        }
        return try encode(collection: collection, record: object).canonicalBytes()
    }

    /// The canonical bytes of the record object of a row given as JSON bytes in any spelling.
    ///
    /// An unknown collection is said first. Throws `MALFORMED_JSON` with the byte offset for bytes that are not JSON,
    /// `MALFORMED_ROW` for a row that breaks the shape of rows, else as the form on values.
    public static func decode(collection: JSONString, row: [UInt8]) throws(BridgeError) -> [UInt8] {
        _ = try schema(of: collection)
        let record = try decode(collection: collection, row: Row(parsing: row))
        return try JSONValue.object(record).bridgedBytes()
    }

    private static func schema(of collection: JSONString) throws(BridgeError) -> RecordSchema {
        guard let schema = RecordSchema.of(collection: collection) else {
            throw BridgeError(.invalidParameter, path: "", reason: "unknown collection")
        }
        return schema
    }
}

extension JSONValue {
    package init(bridging bytes: [UInt8]) throws(BridgeError) {
        do { self = try JSONValue(parsing: bytes) } catch { throw BridgeError(error) }
    }

    package func bridgedBytes() throws(BridgeError) -> [UInt8] {
        do { return try canonicalBytes() } catch { throw BridgeError(error) }
    }
}
