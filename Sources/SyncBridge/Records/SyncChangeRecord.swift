public import CanonicalJSON

/// One entry of a server's change feed: a row of the collection `change`.
public struct SyncChangeRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// Position in the feed.
    public var cursor: Int64 = 0
    /// Id of the change.
    public var changeId: JSONString = ""
    /// Collection of the record that changed.
    public var domain: JSONString = ""
    /// Id of the record that changed.
    public var recordId: JSONString = ""
    /// What happened.
    public var operation: ChangeOperation = .upsert
    /// Version of the record after the change.
    public var version: Int64 = 0
    /// When it happened, ISO 8601 by the device's clock.
    public var occurredAt: JSONString = ""
    /// When the server took it, ISO 8601.
    public var recordedAt: JSONString = ""
    /// Id of the device that made the change.
    public var originDeviceId: JSONString = ""
    /// JSON text of the record after the change; `nil` for a deletion.
    public var record: JSONString?
    /// Fields of `data` that this version does not know, in the order they came.
    public var extra = JSONObject()
    /// Keys of the row that this version does not know.
    public var rowExtra = JSONObject()

    /// The fields in declaration order, which is their order on the wire.
    public static let fields: [RecordField<Self>] = [
        .integer("cursor", \.cursor),
        .string("changeId", \.changeId),
        .string("domain", \.domain),
        .string("recordId", \.recordId),
        .enumeration("operation", \.operation),
        .integer("version", \.version),
        .string("occurredAt", \.occurredAt),
        .string("recordedAt", \.recordedAt),
        .string("originDeviceId", \.originDeviceId),
        .json("record", \.record),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "SyncChangeRecord", collection: "change", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
    }
}

/// What a change did to its record; names that this version does not know survive.
public struct ChangeOperation: OpenEnum {
    /// The name on the wire.
    public var rawValue: JSONString

    /// Takes any name.
    public init(rawValue: JSONString) {
        self.rawValue = rawValue
    }

    /// `upsert` on the wire.
    public static let upsert = Self(rawValue: "upsert")
    /// `delete` on the wire.
    public static let delete = Self(rawValue: "delete")

    /// The names of the table, in its order.
    public static let known: [Self] = [.upsert, .delete]
}
