public import CanonicalJSON

/// One step of a counter: a row of the collection `history`.
public struct HistoryRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// Id of an `event` row.
    public var eventId: JSONString = ""
    /// Milliseconds since 1970 of the step.
    public var at: Int64 = 0
    /// How much the counter changed.
    public var delta: Int64 = 0
    /// First day of the period it counts for, YYYY-MM-DD.
    public var periodStart: JSONString = ""
    /// Fields of `data` that this version does not know, in the order they came.
    public var extra = JSONObject()
    /// Keys of the row that this version does not know.
    public var rowExtra = JSONObject()

    /// The fields in declaration order, which is their order on the wire.
    public static let fields: [RecordField<Self>] = [
        .string("eventId", \.eventId),
        .integer("at", \.at),
        .integer("delta", \.delta),
        .string("periodStart", \.periodStart),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "HistoryRecord", collection: "history", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
    }
}
