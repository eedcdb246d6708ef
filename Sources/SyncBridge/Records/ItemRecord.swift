public import CanonicalJSON

/// A thing kept in a room: a row of the collection `item`.
///
/// Names on the wire are in snake case. `is_active` is an integer there, never a boolean.
public struct ItemRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// What the user calls the item.
    public var name: JSONString = ""
    /// Id of a `room` row.
    public var roomId: JSONString = ""
    /// Where in the room it lies.
    public var locationNote: JSONString?
    /// How many there are.
    public var quantity: Int64 = 0
    /// Reference of a photograph.
    public var photoRef: JSONString?
    /// JSON text of an array of strings.
    public var tags: JSONString = "[]"
    /// 1 while in use, else 0.
    public var isActive: Int64 = 1
    /// Milliseconds since 1970.
    public var createdAt: Int64 = 0
    /// Milliseconds since 1970; the domain's own stamp beside the row's.
    public var domainUpdatedAt: Int64 = 0
    /// Id of the member who wrote it.
    public var updatedBy: JSONString = ""
    /// Milliseconds since 1970 of a soft delete.
    public var deletedAt: Int64?
    /// Fields of `data` that this version does not know, in the order they came.
    public var extra = JSONObject()
    /// Keys of the row that this version does not know.
    public var rowExtra = JSONObject()

    /// The fields in declaration order, which is their order on the wire.
    public static let fields: [RecordField<Self>] = [
        .string("name", \.name),
        .string("room_id", \.roomId),
        .string("location_note", \.locationNote),
        .integer("quantity", \.quantity),
        .string("photo_ref", \.photoRef),
        .json("tags", \.tags),
        .integer("is_active", \.isActive),
        .integer("created_at", \.createdAt),
        .integer("updated_at", \.domainUpdatedAt),
        .string("updated_by", \.updatedBy),
        .integer("deleted_at", \.deletedAt),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "ItemRecord", collection: "item", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
    }
}
