public import CanonicalJSON

/// A person who shares a workspace: a row of the collection `member`.
///
/// Names on the wire are in snake case. `is_active` is an integer there, never a boolean.
public struct MemberRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// Id of the account.
    public var userId: JSONString = ""
    /// What the member may do.
    public var role: MemberRole = .owner
    /// Name shown to others.
    public var displayName: JSONString = ""
    /// 1 while a member, else 0.
    public var isActive: Int64 = 1
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
        .string("user_id", \.userId),
        .enumeration("role", \.role),
        .string("display_name", \.displayName),
        .integer("is_active", \.isActive),
        .integer("updated_at", \.domainUpdatedAt),
        .string("updated_by", \.updatedBy),
        .integer("deleted_at", \.deletedAt),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "MemberRecord", collection: "member", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
    }
}

/// What a member of a workspace may do; names that this version does not know survive.
public struct MemberRole: OpenEnum {
    /// The name on the wire.
    public var rawValue: JSONString

    /// Takes any name.
    public init(rawValue: JSONString) {
        self.rawValue = rawValue
    }

    /// `owner` on the wire.
    public static let owner = Self(rawValue: "owner")
    /// `editor` on the wire.
    public static let editor = Self(rawValue: "editor")
    /// `viewer` on the wire.
    public static let viewer = Self(rawValue: "viewer")

    /// The names of the table, in its order.
    public static let known: [Self] = [.owner, .editor, .viewer]
}
