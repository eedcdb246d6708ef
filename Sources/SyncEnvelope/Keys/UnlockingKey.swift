/// The 32-byte key of a workspace, which raw-key and AES-key-wrap slots are made for.
public struct WorkspaceKey: Equatable, Sendable {
    /// Exactly 32 bytes.
    public let secret: SecretBytes

    /// Takes 32 bytes; throws `INVALID_PARAMETER` for any other number.
    public init(_ secret: SecretBytes) throws(EnvelopeError) {
        guard secret.count == 32 else {
            throw EnvelopeError(.invalidParameter, field: "key", "\(secret.count) bytes, not 32")
        }
        self.secret = secret
    }

    /// Draws a new key from the system; throws `INTERNAL` when that has no randomness to give.
    public static func random() throws(EnvelopeError) -> WorkspaceKey {
        try WorkspaceKey(translating { () throws(CryptoError) in try SystemRandom.bytes(32) })
    }
}

/// What an archive is opened with.
public enum UnlockingKey: Sendable {
    /// Opens slots of types 01 and 04.
    case workspaceKey(WorkspaceKey)
    /// Opens slots of types 02 and 03.
    case passphrase(Passphrase)
}
