public import CanonicalJSON

/// A script kept for use on hosts: a row of the collection `snippet`.
public struct SnippetRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// What the user calls the snippet.
    public var name: JSONString = ""
    /// The text that is sent.
    public var script: JSONString = ""
    /// JSON text of an array of strings.
    public var tags: JSONString = "[]"
    /// Free text.
    public var note: JSONString?
    /// JSON text of an array of ids of `host` rows that run it after the login.
    public var autoRunHostIds: JSONString = "[]"
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
        .string("script", \.script),
        .json("tags", \.tags),
        .string("note", \.note),
        .json("autoRunHostIds", \.autoRunHostIds),
        .string("sortKey", \.sortKey),
        .integer("createdAt", \.createdAt),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "SnippetRecord", collection: "snippet", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
    }
}
