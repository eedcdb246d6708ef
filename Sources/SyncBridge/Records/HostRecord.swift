public import CanonicalJSON

/// A machine that one connects to by SSH: a row of the collection `host`.
///
/// `lastConnectedAt` is volatile: it changes the content hash at every connection unless a caller excludes it.
public struct HostRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// What the user calls the host.
    public var name: JSONString = ""
    /// Host name or address: a DNS name, an IPv4 address or a bare IPv6 address.
    public var hostname: JSONString = ""
    /// TCP port.
    public var port: Int64 = 22
    /// Login name; `nil` asks or takes the client's default.
    public var username: JSONString?
    /// Id of a `group` row.
    public var groupId: JSONString?
    /// JSON text of an array of strings.
    public var tags: JSONString = "[]"
    /// How one logs in.
    public var authKind: HostAuthKind = .password
    /// Where the secret store keeps the password: `host.<id>.password`.
    public var credentialRef: JSONString
    /// Id of a `key` row.
    public var keyId: JSONString?
    /// JSON text of an array of ids of `host` rows, the first hop first.
    public var jumpHostIds: JSONString = "[]"
    /// Command whose standard streams carry the connection.
    public var proxyCommand: JSONString?
    /// Command run after the login.
    public var startupCommand: JSONString?
    /// JSON text of an object from variable name to value.
    public var env: JSONString = "{}"
    /// Value of `TERM`.
    public var terminalType: JSONString = "xterm-256color"
    /// Name of a colour.
    public var colorTag: JSONString?
    /// Id of a `theme` row.
    public var themeId: JSONString?
    /// Seconds between keep-alive messages; 0 sends none.
    public var keepAliveSec: Int64 = 0
    /// Whether the host is pinned.
    public var isFavorite: Bool = false
    /// Position among its siblings, compared as UTF-16 code units.
    public var sortKey: JSONString = ""
    /// Free text.
    public var note: JSONString = ""
    /// Milliseconds since 1970.
    public var createdAt: Int64 = 0
    /// Milliseconds since 1970 of the last connection; changes the content hash each time.
    public var lastConnectedAt: Int64?
    /// Fields of `data` that this version does not know, in the order they came.
    public var extra = JSONObject()
    /// Keys of the row that this version does not know.
    public var rowExtra = JSONObject()

    /// The fields in declaration order, which is their order on the wire.
    public static let fields: [RecordField<Self>] = [
        .string("name", \.name),
        .string("hostname", \.hostname),
        .integer("port", \.port),
        .string("username", \.username),
        .string("groupId", \.groupId),
        .json("tags", \.tags),
        .enumeration("authKind", \.authKind),
        .string("credentialRef", \.credentialRef),
        .string("keyId", \.keyId),
        .json("jumpHostIds", \.jumpHostIds),
        .string("proxyCommand", \.proxyCommand),
        .string("startupCommand", \.startupCommand),
        .json("env", \.env),
        .string("terminalType", \.terminalType),
        .string("colorTag", \.colorTag),
        .string("themeId", \.themeId),
        .integer("keepAliveSec", \.keepAliveSec),
        .boolean("isFavorite", \.isFavorite),
        .string("sortKey", \.sortKey),
        .string("note", \.note),
        .integer("createdAt", \.createdAt),
        .integer("lastConnectedAt", \.lastConnectedAt),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "HostRecord", collection: "host", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    ///
    /// `credentialRef` is derived from the id.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
        credentialRef = JSONString(wellFormed: Array("host.".utf8) + id.wtf8 + Array(".password".utf8))
    }
}

/// How one logs in to a host; names that this version does not know survive.
public struct HostAuthKind: OpenEnum {
    /// The name on the wire.
    public var rawValue: JSONString

    /// Takes any name.
    public init(rawValue: JSONString) {
        self.rawValue = rawValue
    }

    /// `password` on the wire.
    public static let password = Self(rawValue: "password")
    /// `key` on the wire.
    public static let key = Self(rawValue: "key")
    /// `agent` on the wire.
    public static let agent = Self(rawValue: "agent")
    /// `interactive` on the wire.
    public static let interactive = Self(rawValue: "interactive")

    /// The names of the table, in its order.
    public static let known: [Self] = [.password, .key, .agent, .interactive]
}
