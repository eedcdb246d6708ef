public import CanonicalJSON

/// A domain record as a value: what a row of one collection says.
///
/// `init(row:)` and `row()` are inverse to each other, byte for byte: unknown fields, unknown row keys and unknown enum
/// names survive both ways. Neither touches a store, a clock or a file.
public protocol SyncRecord: Equatable, Sendable {
    /// The table of this record.
    static var schema: RecordSchema { get }
    /// The fields in declaration order, which is their order on the wire.
    static var fields: [RecordField<Self>] { get }
    /// The row's id.
    var id: JSONString { get set }
    /// The row's stamp, milliseconds since 1970.
    var updatedAt: Int64 { get set }
    /// Fields of `data` that this version does not know, in the order they came.
    var extra: JSONObject { get set }
    /// Keys of the row that this version does not know.
    var rowExtra: JSONObject { get set }
    /// Makes a record whose fields have the defaults of a fresh one.
    init(id: JSONString, updatedAt: Int64)
}

extension SyncRecord {
    /// Reads a row, which must not be a tombstone.
    ///
    /// Throws `MALFORMED_ROW` for a row without data, `MALFORMED_RECORD` with the path of the field (`/data/port`) for
    /// data that does not fit the table.
    public init(row: Row) throws(BridgeError) {
        guard case .data(let data) = row.content else {
            throw BridgeError(.malformedRow, path: "/data", reason: "a tombstone has no data")
        }
        let checked = try Self.schema.split(data, updatedAt: row.updatedAt, path: "/data")
        self.init(id: row.id, updatedAt: row.updatedAt)
        for (field, value) in zip(Self.fields, checked.values) { field.set(&self, value) }
        extra = checked.extra
        rowExtra = row.extra
    }

    /// The row of this record, its data in declaration order.
    ///
    /// Throws `MALFORMED_RECORD` with the path of the field for a value that the table refuses, such as an integer
    /// beyond 2^53-1 or a text that is not JSON, and `MALFORMED_ROW` for an id or a stamp that no row may have.
    public func row() throws(BridgeError) -> Row {
        var data = JSONObject()
        for field in Self.fields { data[field.schema.name] = field.get(self) }
        for (key, value) in extra {
            guard data[key] == nil else {
                throw BridgeError(
                    .malformedRecord, path: Pointer.member(key, of: "/data"),
                    reason: "an extra field has a declared name")
            }
            data[key] = value
        }
        _ = try Self.schema.split(data, updatedAt: updatedAt, path: "/data")
        let row = Row(id: id, updatedAt: updatedAt, content: .data(data), extra: rowExtra)
        try row.check()
        return row
    }
}
