import Synchronization

/// The 32-byte key of a workspace, which raw-key and AES-key-wrap slots are made for.
public struct WorkspaceKey: Equatable, Sendable {
    /// Exactly 32 bytes.
    public let secret: SecretBytes
    private let lastID = LastKeyID()

    /// Takes 32 bytes; throws `INVALID_PARAMETER` for any other number.
    public init(_ secret: SecretBytes) throws(EnvelopeError) {
        guard secret.count == 32 else {
            throw EnvelopeError(.invalidParameter, field: "key", "\(secret.count) bytes, not 32")
        }
        self.secret = secret
    }

    /// Equal when the secrets are; takes as long for different ones.
    public static func == (left: WorkspaceKey, right: WorkspaceKey) -> Bool { left.secret == right.secret }

    /// The 8 bytes by which a slot in an archive of `workspace` names this key, the same at each call.
    func id(in workspace: WorkspaceID) throws(EnvelopeError) -> [UInt8] {
        if let last = lastID.value.withLock({ $0 }), last.workspace == workspace { return last.id }
        let id = try KeySchedule.keyID(of: self, in: workspace)
        lastID.value.withLock { $0 = (workspace, id) }
        return id
    }

    /// Draws a new key from the system; throws `INTERNAL` when that has no randomness to give.
    public static func random() throws(EnvelopeError) -> WorkspaceKey {
        try WorkspaceKey(translating { () throws(CryptoError) in try SystemRandom.bytes(32) })
    }
}

/// The key id that was derived last, which is public: one key usually opens many archives of one workspace.
private final class LastKeyID: Sendable {
    let value = Mutex<(workspace: WorkspaceID, id: [UInt8])?>(nil)
}

/// What an archive is opened with.
public enum UnlockingKey: Sendable {
    /// Opens slots of types 01 and 04.
    case workspaceKey(WorkspaceKey)
    /// Opens slots of types 02 and 03.
    case passphrase(Passphrase)
}
