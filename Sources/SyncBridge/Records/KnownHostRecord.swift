public import CanonicalJSON

/// A host key that the user trusts: a row of the collection `knownHost`.
///
/// Its id is derived from pattern, port and key type, so that two devices that add the same key make one row. A changed
/// key is never settled by the later stamp. Marks that the table has no field for travel in ``extra``.
public struct KnownHostRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// Host name, address or hashed name as in a known_hosts file.
    public var hostPattern: JSONString = ""
    /// TCP port.
    public var port: Int64 = 22
    /// Algorithm name as OpenSSH writes it, such as `ssh-ed25519`.
    public var keyType: JSONString = ""
    /// `SHA256:` and unpadded base64, as OpenSSH prints it.
    public var fingerprintSha256: JSONString = ""
    /// The public key: base64 of the SSH key blob.
    public var publicKey: JSONString = ""
    /// Milliseconds since 1970.
    public var addedAt: Int64 = 0
    /// Fields of `data` that this version does not know, in the order they came.
    public var extra = JSONObject()
    /// Keys of the row that this version does not know.
    public var rowExtra = JSONObject()

    /// The fields in declaration order, which is their order on the wire.
    public static let fields: [RecordField<Self>] = [
        .string("hostPattern", \.hostPattern),
        .integer("port", \.port),
        .string("keyType", \.keyType),
        .string("fingerprintSha256", \.fingerprintSha256),
        .string("publicKey", \.publicKey),
        .integer("addedAt", \.addedAt),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "KnownHostRecord", collection: "knownHost", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
    }

    /// The id of the row for one key: `kh.` and 16 hex digits of FNV-1a 64 over the UTF-8 of
    /// `hostPattern`, newline, the port in decimal, newline, `keyType`.
    public static func derivedID(hostPattern: JSONString, port: Int64, keyType: JSONString) -> JSONString {
        let text = hostPattern.wtf8 + Array("\n\(port)\n".utf8) + keyType.wtf8
        return JSONString("kh.\(ContentHash(of: text))")
    }
}
