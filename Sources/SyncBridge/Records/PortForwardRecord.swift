public import CanonicalJSON

/// A forwarded port of a host: a row of the collection `portForward`.
public struct PortForwardRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// Id of a `host` row.
    public var hostId: JSONString = ""
    /// What the user calls the forward.
    public var name: JSONString = ""
    /// Which side listens, or a SOCKS proxy.
    public var kind: PortForwardKind = .local
    /// Address that listens; `nil` is the loopback address.
    public var bindHost: JSONString?
    /// Port that listens.
    public var bindPort: Int64 = 0
    /// Where it leads; `nil` for a dynamic forward.
    public var targetHost: JSONString?
    /// Port where it leads; `nil` for a dynamic forward.
    public var targetPort: Int64?
    /// Whether it starts with the connection.
    public var autoStart: Bool = false
    /// Fields of `data` that this version does not know, in the order they came.
    public var extra = JSONObject()
    /// Keys of the row that this version does not know.
    public var rowExtra = JSONObject()

    /// The fields in declaration order, which is their order on the wire.
    public static let fields: [RecordField<Self>] = [
        .string("hostId", \.hostId),
        .string("name", \.name),
        .enumeration("kind", \.kind),
        .string("bindHost", \.bindHost),
        .integer("bindPort", \.bindPort),
        .string("targetHost", \.targetHost),
        .integer("targetPort", \.targetPort),
        .boolean("autoStart", \.autoStart),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "PortForwardRecord", collection: "portForward", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
    }
}

/// Which side of a forward listens; names that this version does not know survive.
public struct PortForwardKind: OpenEnum {
    /// The name on the wire.
    public var rawValue: JSONString

    /// Takes any name.
    public init(rawValue: JSONString) {
        self.rawValue = rawValue
    }

    /// `local` on the wire.
    public static let local = Self(rawValue: "local")
    /// `remote` on the wire.
    public static let remote = Self(rawValue: "remote")
    /// `dynamic` on the wire.
    public static let dynamic = Self(rawValue: "dynamic")

    /// The names of the table, in its order.
    public static let known: [Self] = [.local, .remote, .dynamic]
}
