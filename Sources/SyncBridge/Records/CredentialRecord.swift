public import CanonicalJSON

/// A secret, sealed in an archive of its own: a row of the collection `credential`.
public struct CredentialRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// The reference by which other records name it; equal to the row id.
    public var ref: JSONString
    /// What the secret is.
    public var kind: CredentialKind = .password
    /// Base64 of an archive.
    public var sealed: JSONString = ""
    /// Milliseconds since 1970.
    public var createdAt: Int64 = 0
    /// Fields of `data` that this version does not know, in the order they came.
    public var extra = JSONObject()
    /// Keys of the row that this version does not know.
    public var rowExtra = JSONObject()

    /// The fields in declaration order, which is their order on the wire.
    public static let fields: [RecordField<Self>] = [
        .string("ref", \.ref),
        .enumeration("kind", \.kind),
        .string("sealed", \.sealed),
        .integer("createdAt", \.createdAt),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "CredentialRecord", collection: "credential", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    ///
    /// `ref` is the id.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
        ref = id
    }
}

/// What a sealed secret is; names that this version does not know survive.
public struct CredentialKind: OpenEnum {
    /// The name on the wire.
    public var rawValue: JSONString

    /// Takes any name.
    public init(rawValue: JSONString) {
        self.rawValue = rawValue
    }

    /// `password` on the wire.
    public static let password = Self(rawValue: "password")
    /// `passphrase` on the wire.
    public static let passphrase = Self(rawValue: "passphrase")
    /// `privateKey` on the wire.
    public static let privateKey = Self(rawValue: "privateKey")
    /// `token` on the wire.
    public static let token = Self(rawValue: "token")

    /// The names of the table, in its order.
    public static let known: [Self] = [.password, .passphrase, .privateKey, .token]
}
