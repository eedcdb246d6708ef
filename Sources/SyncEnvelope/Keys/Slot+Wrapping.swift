extension Slot {
    /// Makes slot `number`: draws its salts and wraps the content key.
    static func seal(
        _ recipe: SlotRecipe, number: Int, _ contentKey: SecretBytes, _ prologue: Prologue,
        _ entropy: inout Entropy, _ trace: Trace?
    ) throws(EnvelopeError) -> Slot {
        let (kind, root): (Kind, SecretBytes)
        switch recipe {
        case .rawKey(let key):
            let keyID = try key.id(in: prologue.workspaceID)
            kind = .rawKey(keyID: keyID, salt: try entropy.drawPublic("slotSalt.\(number)", 32))
            root = key.secret
        case .pbkdf2(let passphrase, let iterations):
            let kdfSalt = try entropy.drawPublic("kdfSalt.\(number)", 16)
            let salt = try entropy.drawPublic("slotSalt.\(number)", 32)
            kind = .pbkdf2(iterations: iterations, kdfSalt: kdfSalt, salt: salt)
            root = try KeySchedule.root(passphrase, kdfSalt: kdfSalt, iterations: iterations)
        case .scrypt(let passphrase, let log2N):
            let kdfSalt = try entropy.drawPublic("kdfSalt.\(number)", 16)
            let salt = try entropy.drawPublic("slotSalt.\(number)", 32)
            kind = .scrypt(log2N: log2N, kdfSalt: kdfSalt, salt: salt)
            root = try KeySchedule.root(passphrase, kdfSalt: kdfSalt, log2N: log2N)
        case .aesKeyWrap(let key):
            kind = .aesKeyWrap(keyID: try key.id(in: prologue.workspaceID))
            root = key.secret
        }
        let key = try kind.keyEncryptionKey(root)
        let slot = Slot(kind: kind, wrappedKey: try kind.wrap(contentKey, with: key, prologue))
        try trace?.add(slot, number: number, keyEncryptionKey: key)
        return slot
    }

    /// The content key, or nil when this slot is not for the key, or does not authenticate.
    func open(
        with key: UnlockingKey, number: Int, _ prologue: Prologue, _ trace: Trace?
    ) throws(EnvelopeError) -> SecretBytes? {
        let root: SecretBytes
        switch (kind, key) {
        case (.rawKey(let keyID, _), .workspaceKey(let key)), (.aesKeyWrap(let keyID), .workspaceKey(let key)):
            let own = try key.id(in: prologue.workspaceID)
            guard constantTimeEqual(own.span, keyID.span) else { return nil }
            root = key.secret
        case (.pbkdf2(let iterations, let kdfSalt, _), .passphrase(let passphrase)):
            root = try KeySchedule.root(passphrase, kdfSalt: kdfSalt, iterations: iterations)
        case (.scrypt(let log2N, let kdfSalt, _), .passphrase(let passphrase)):
            root = try KeySchedule.root(passphrase, kdfSalt: kdfSalt, log2N: log2N)
        default: return nil
        }
        let key = try kind.keyEncryptionKey(root)
        let contentKey: SecretBytes
        do {
            contentKey = try kind.unwrap(wrappedKey, with: key, prologue)
        } catch {
            guard error.code == .authenticationFailed else { throw EnvelopeError(error) }
            return nil
        }
        try trace?.add(self, number: number, keyEncryptionKey: key)
        return contentKey
    }
}

extension Slot.Kind {
    // A key encryption key encrypts one message in its life, since its salt is random per wrap: hence the fixed nonce.
    private static let nonce = [UInt8](repeating: 0, count: 12)
    private static let wrappedCount = 48

    fileprivate func keyEncryptionKey(_ root: SecretBytes) throws(EnvelopeError) -> SecretBytes {
        switch self {
        case .rawKey(_, let salt): try KeySchedule.keyEncryptionKey(root, slotSalt: salt, label: "raw")
        case .pbkdf2(_, _, let salt): try KeySchedule.keyEncryptionKey(root, slotSalt: salt, label: "pbkdf2")
        case .scrypt(_, _, let salt): try KeySchedule.keyEncryptionKey(root, slotSalt: salt, label: "scrypt")
        case .aesKeyWrap, .unknown: root
        }
    }

    fileprivate func wrap(
        _ contentKey: SecretBytes, with key: SecretBytes, _ prologue: Prologue
    ) throws(EnvelopeError) -> [UInt8] {
        try translating { () throws(CryptoError) in
            if case .aesKeyWrap = self { return try AESKeyWrap.wrap(contentKey, with: key) }
            // Encrypted in place, in an array that never moves, so that no copy of the content key stays behind.
            var buffer: [UInt8] = []
            buffer.reserveCapacity(contentKey.count + AESGCM.tagCount)
            contentKey.withBytes { buffer.append(copying: $0) }
            buffer.append(contentsOf: repeatElement(0, count: AESGCM.tagCount))
            try AESGCM(key: key, encrypting: true).seal(
                nonce: Self.nonce, aad: associatedData(prologue), &buffer, count: contentKey.count)
            return buffer
        }
    }

    fileprivate func unwrap(
        _ wrappedKey: [UInt8], with key: SecretBytes, _ prologue: Prologue
    ) throws(CryptoError) -> SecretBytes {
        if case .aesKeyWrap = self { return try AESKeyWrap.unwrap(wrappedKey, with: key) }
        var buffer = wrappedKey
        try AESGCM(key: key, encrypting: false).open(nonce: Self.nonce, aad: associatedData(prologue), &buffer)
        return SecretBytes(wiping: &buffer)
    }

    private func associatedData(_ prologue: Prologue) -> [UInt8] {
        prologue.bytes + headBytes(wrappedCount: Self.wrappedCount)
    }
}
