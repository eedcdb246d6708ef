/// A slot that is to be written.
public enum SlotRecipe: Sendable {
    /// For holders of a workspace key.
    case rawKey(WorkspaceKey)
    /// For holders of a passphrase, by PBKDF2; a writer has no reason to choose fewer than 600 000 iterations.
    case pbkdf2(Passphrase, iterations: UInt32 = 600_000)
    /// For holders of a passphrase, by scrypt with N = 2^log2N: 128 MiB of memory at 17. Not every stack reads it.
    case scrypt(Passphrase, log2N: UInt8 = 17)
    /// For holders of a workspace key kept where only AES key wrap can be done with it. Not every stack reads it.
    case aesKeyWrap(WorkspaceKey)

    /// Throws `INVALID_PARAMETER` unless a reader would accept these slots.
    static func check(_ recipes: [SlotRecipe]) throws(EnvelopeError) {
        guard (1...16).contains(recipes.count) else {
            throw EnvelopeError(.invalidParameter, field: "slots", "\(recipes.count) slots, not 1 to 16")
        }
        for (number, recipe) in recipes.enumerated() {
            let field = "slots[\(number)]"
            switch recipe {
            case .rawKey, .aesKeyWrap: continue
            case .pbkdf2(_, let iterations) where !Slot.iterationRange.contains(iterations):
                throw EnvelopeError(.invalidParameter, field: "\(field).iterations", "\(iterations) is out of range")
            case .scrypt(_, let log2N) where !Slot.log2NRange.contains(log2N):
                throw EnvelopeError(.invalidParameter, field: "\(field).log2N", "\(log2N) is out of range")
            case .pbkdf2, .scrypt:
                guard recipes.count == 1 else {
                    throw EnvelopeError(.invalidParameter, field: field, "a passphrase slot must be the only one")
                }
            }
        }
    }
}
