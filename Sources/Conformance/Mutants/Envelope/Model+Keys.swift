import SyncBridge
import SyncEnvelope
import Synchronization

extension Model {
    func keyID(of key: [UInt8], in workspaceID: [UInt8]) throws(Rejection) -> [UInt8] {
        if makes(.keyIDOfHash) { return Array(try digest(key)[..<8]) }
        return try hkdf(key, salt: makes(.keyIDOfKeyAlone) ? [] : workspaceID, info: "SWA1/key-id", count: 8)
    }

    /// What a slot's passphrase, or workspace key, is turned into first.
    func root(_ secret: [UInt8], _ slot: ModelSlot) throws(Rejection) -> [UInt8] {
        guard let kdfSalt = slot.kdfSalt else { return secret }
        let prefix = makes(.kdfSaltWithoutPrefix) ? [] : Array("SWA1/\(slot.label)".utf8)
        let salt = prefix + text(of: kdfSalt)
        if slot.type == 2 {
            return try pbkdf2(secret, salt: salt, iterations: makes(.iterationsIgnored) ? 600_000 : slot.cost)
        }
        return try scrypt(secret, salt: salt, log2N: makes(.log2NIgnored) ? 17 : slot.cost)
    }

    /// The key that wraps the content key; type 04 has none but the workspace key.
    func keyEncryptionKey(_ root: [UInt8], _ slot: ModelSlot) throws(Rejection) -> [UInt8] {
        guard let salt = slot.slotSalt, !makes(.rootAsKeyEncryptionKey) else { return root }
        let label = makes(.kekOneLabel) ? "raw" : slot.label
        return try hkdf(root, salt: salt, info: makes(.kekWithoutLabel) ? "" : "SWA1/wrap/\(label)")
    }

    /// The header's MAC: of the prologue, the number of slots, and the slots.
    func headerMAC(_ contentKey: [UInt8], _ header: ModelHeader) throws(Rejection) -> [UInt8] {
        let info = makes(.oneKeyForAll) ? "SWA1/payload" : "SWA1/header"
        let key = makes(.macOfContentKey) ? contentKey : try hkdf(contentKey, salt: header.archiveSalt, info: info)
        var bytes = makes(.macWithoutSlots) ? header.prologue : header.authenticated
        if makes(.macWithNonce) { bytes += header.nonce }
        do throws(CryptoError) { return try hmacSHA256(key: secret(key), bytes) } catch { throw Rejection(error) }
    }

    func payloadKey(_ contentKey: [UInt8], _ header: ModelHeader) throws(Rejection) -> [UInt8] {
        makes(.contentKeyAsPayloadKey)
            ? contentKey : try hkdf(contentKey, salt: header.archiveSalt, info: "SWA1/payload")
    }

    /// The first eight bytes of a key's SHA-256, as intermediates show it.
    func checkValue(_ key: [UInt8]) throws(Rejection) -> [UInt8] { Array(try digest(key)[..<8]) }

    private func hkdf(
        _ key: [UInt8], salt: [UInt8], info: String, count: Int = 32
    ) throws(Rejection) -> [UInt8] {
        var (salt, info) = (salt, Array(info.utf8))
        if makes(.hkdfSwapped) { swap(&salt, &info) }
        if makes(.hkdfWithoutSalt) { salt = [] }
        do throws(CryptoError) {
            // Without a salt RFC 5869 takes as many zeros as the hash has bytes.
            let salt = salt.isEmpty ? [UInt8](repeating: 0, count: 32) : salt
            return try hkdfSHA256(secret(key), salt: salt, info: info, count: count).withBytes { Array(copying: $0) }
        } catch { throw Rejection(error) }
    }

    private func text(of salt: [UInt8]) -> [UInt8] {
        if makes(.saltAsHex) { return Array(Hex.encode(salt).utf8) }
        if makes(.saltAsBase64) { return Array(Base64.encode(salt).utf8) }
        return salt
    }

    private func digest(_ bytes: [UInt8]) throws(Rejection) -> [UInt8] {
        try rejecting { () throws(EnvelopeError) in try SHA256.hash(bytes) }
    }
}

// MARK: Derivations that take their time

extension Model {
    /// The most iterations that are worth waiting for; a reader without a limit would sit for minutes.
    private static let patience: UInt32 = 2_000_001

    private func pbkdf2(_ passphrase: [UInt8], salt: [UInt8], iterations: UInt32) throws(Rejection) -> [UInt8] {
        guard iterations <= Self.patience else { throw Rejection(.internal, "still deriving") }
        let hash = makes(.pbkdf2SHA1) ? "SHA1" : makes(.pbkdf2SHA512) ? "SHA512" : "SHA256"
        let parameters = Derivations.Parameters(
            function: hash, passphrase: passphrase, salt: salt, cost: [iterations])
        return try Derivations.shared.key(parameters) { () throws(Rejection) in
            try LoosePrimitives.pbkdf2(hash, passphrase, salt: salt, iterations: iterations)
        }
    }

    private func scrypt(_ passphrase: [UInt8], salt: [UInt8], log2N: UInt32) throws(Rejection) -> [UInt8] {
        guard (1...18).contains(log2N) else { throw Rejection(.internal, "no memory for 2^\(log2N)") }
        let (r, p): (UInt32, UInt32) = makes(.scryptSwapped) ? (1, 8) : (8, 1)
        let parameters = Derivations.Parameters(
            function: "scrypt", passphrase: passphrase, salt: salt, cost: [log2N, r, p])
        return try Derivations.shared.key(parameters) { () throws(Rejection) in
            do throws(CryptoError) {
                return try SyncEnvelope.scrypt(secret(passphrase), salt: salt, log2N: UInt8(log2N), r: r, p: p)
                    .withBytes { Array(copying: $0) }
            } catch { throw Rejection(error) }
        }
    }
}

/// Keys already derived from passphrases: the same vectors are put to many mistakes.
private final class Derivations: Sendable {
    struct Parameters: Hashable {
        var function: String
        var passphrase: [UInt8]
        var salt: [UInt8]
        var cost: [UInt32]
    }

    static let shared = Derivations()
    private let keys = Mutex<[Parameters: [UInt8]]>([:])

    func key(_ parameters: Parameters, _ derive: () throws(Rejection) -> [UInt8]) throws(Rejection) -> [UInt8] {
        if let key = keys.withLock({ $0[parameters] }) { return key }
        let key = try derive()
        keys.withLock { $0[parameters] = key }
        return key
    }
}

func secret(_ bytes: [UInt8]) -> SecretBytes { SecretBytes(copying: bytes.span) }

extension Rejection {
    init(_ errorClass: ErrorClass, _ message: String) {
        self.init(errorClass: errorClass.rawValue, message: message)
    }

    init(_ error: CryptoError) {
        self.init(.internal, error.reason)
    }
}
