public import CanonicalJSON

/// A key pair; the private half is only referred to: a row of the collection `key`.
public struct KeyRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// What the user calls the key.
    public var name: JSONString = ""
    /// Algorithm name as OpenSSH writes it, such as `ssh-ed25519`.
    public var keyType: JSONString = ""
    /// The public key: base64 of the SSH key blob.
    public var publicKey: JSONString = ""
    /// `SHA256:` and unpadded base64, as OpenSSH prints it.
    public var fingerprint: JSONString = ""
    /// Where the secret store keeps the private key: `key.<id>.private`.
    public var secretRef: JSONString
    /// Where the secret store keeps the passphrase of the private key.
    public var passphraseRef: JSONString?
    /// Milliseconds since 1970.
    public var createdAt: Int64 = 0
    /// Fields of `data` that this version does not know, in the order they came.
    public var extra = JSONObject()
    /// Keys of the row that this version does not know.
    public var rowExtra = JSONObject()

    /// The fields in declaration order, which is their order on the wire.
    public static let fields: [RecordField<Self>] = [
        .string("name", \.name),
        .string("keyType", \.keyType),
        .string("publicKey", \.publicKey),
        .string("fingerprint", \.fingerprint),
        .string("secretRef", \.secretRef),
        .string("passphraseRef", \.passphraseRef),
        .integer("createdAt", \.createdAt),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "KeyRecord", collection: "key", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    ///
    /// `secretRef` is derived from the id.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
        secretRef = JSONString(wellFormed: Array("key.".utf8) + id.wtf8 + Array(".private".utf8))
    }
}
