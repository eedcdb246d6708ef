public import CanonicalJSON

/// A folder of hosts: a row of the collection `group`.
public struct GroupRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// What the user calls the group.
    public var name: JSONString = ""
    /// Id of the `group` row that holds this one.
    public var parentId: JSONString?
    /// Name of a colour.
    public var colorTag: JSONString?
    /// Name of an icon.
    public var iconName: JSONString?
    /// Whether the folder is shown closed.
    public var isCollapsed: Bool = false
    /// Position among its siblings, compared as UTF-16 code units.
    public var sortKey: JSONString = ""
    /// Milliseconds since 1970.
    public var createdAt: Int64 = 0
    /// Fields of `data` that this version does not know, in the order they came.
    public var extra = JSONObject()
    /// Keys of the row that this version does not know.
    public var rowExtra = JSONObject()

    /// The fields in declaration order, which is their order on the wire.
    public static let fields: [RecordField<Self>] = [
        .string("name", \.name),
        .string("parentId", \.parentId),
        .string("colorTag", \.colorTag),
        .string("iconName", \.iconName),
        .boolean("isCollapsed", \.isCollapsed),
        .string("sortKey", \.sortKey),
        .integer("createdAt", \.createdAt),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "GroupRecord", collection: "group", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
    }
}
