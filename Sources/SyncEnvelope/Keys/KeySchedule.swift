/// Every key of an archive, from its parent; labels and salts as in the format's key section.
///
/// `package` access serves the testee, which shows single steps.
package enum KeySchedule {
    /// The 8 bytes by which a slot names the workspace key it was made for; ``WorkspaceKey/id(in:)`` remembers them.
    package static func keyID(of key: WorkspaceKey, in workspace: WorkspaceID) throws(EnvelopeError) -> [UInt8] {
        try derive(key.secret, workspace.bytes, "SWA1/key-id", 8).withBytes { Array(copying: $0) }
    }

    /// The 32-byte root of a passphrase slot by PBKDF2.
    package static func root(
        _ passphrase: Passphrase, kdfSalt: [UInt8], iterations: UInt32
    ) throws(EnvelopeError) -> SecretBytes {
        try translating { () throws(CryptoError) in
            try pbkdf2SHA256(passphrase.secret, salt: Array("SWA1/pbkdf2".utf8) + kdfSalt, iterations: iterations)
        }
    }

    /// The 32-byte root of a passphrase slot by scrypt.
    package static func root(
        _ passphrase: Passphrase, kdfSalt: [UInt8], log2N: UInt8
    ) throws(EnvelopeError) -> SecretBytes {
        try translating { () throws(CryptoError) in
            try scrypt(passphrase.secret, salt: Array("SWA1/scrypt".utf8) + kdfSalt, log2N: log2N)
        }
    }

    /// The key that wraps the content key in a slot; `label` is `raw`, `pbkdf2` or `scrypt`.
    package static func keyEncryptionKey(
        _ root: SecretBytes, slotSalt: [UInt8], label: String
    ) throws(EnvelopeError) -> SecretBytes {
        try derive(root, slotSalt, "SWA1/wrap/\(label)", 32)
    }

    /// The header's MAC.
    package static func headerMAC(
        _ contentKey: SecretBytes, archiveSalt: [UInt8], _ bytes: [UInt8]
    ) throws(EnvelopeError) -> [UInt8] {
        try ContentKeys(contentKey, archiveSalt: archiveSalt).headerMAC(bytes)
    }

    /// The key of the payload's pieces.
    package static func payloadKey(_ contentKey: SecretBytes, archiveSalt: [UInt8]) throws(EnvelopeError) -> SecretBytes
    {
        try ContentKeys(contentKey, archiveSalt: archiveSalt).payloadKey()
    }

    private static func derive(
        _ key: SecretBytes, _ salt: [UInt8], _ info: String, _ count: Int
    ) throws(EnvelopeError) -> SecretBytes {
        try translating { () throws(CryptoError) in
            try hkdfSHA256(key, salt: salt, info: Array(info.utf8), count: count)
        }
    }
}
