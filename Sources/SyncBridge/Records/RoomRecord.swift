public import CanonicalJSON

/// A room of an inventory: a row of the collection `room`.
///
/// Names on the wire are in snake case. `is_active` is an integer there, never a boolean.
public struct RoomRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// What the user calls the room.
    public var name: JSONString = ""
    /// Id of the workspace.
    public var workspaceId: JSONString = ""
    /// Id of the `room` row that holds this one.
    public var parentRoomId: JSONString?
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
        .string("workspace_id", \.workspaceId),
        .string("parent_room_id", \.parentRoomId),
        .integer("is_active", \.isActive),
        .integer("created_at", \.createdAt),
        .integer("updated_at", \.domainUpdatedAt),
        .string("updated_by", \.updatedBy),
        .integer("deleted_at", \.deletedAt),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "RoomRecord", collection: "room", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
    }
}
