import CanonicalJSON
import SyncEnvelope

/// A slot that is to be written.
struct ModelRecipe {
    var type: UInt8
    var secret: [UInt8]
    /// PBKDF2's iterations, or the logarithm of scrypt's N; 0 for the other types.
    var cost: UInt32 = 0
}

// MARK: Requests

extension Model {
    /// The slots that a request lists, once they are known to be readable (EN-36).
    func recipes(_ request: Request) throws(Rejection) -> [ModelRecipe] {
        guard let elements = request.inputs["slots"]?.arrayValue else { throw .parameter("slots: not a list") }
        var recipes: [ModelRecipe] = []
        for slot in elements { recipes.append(try recipe(slot)) }
        guard (1...16).contains(recipes.count) || makes(.slotCountUnchecked) else { throw .parameter("slots") }
        for recipe in recipes {
            guard let costs = ModelSlot.costs(ofType: recipe.type) else { continue }
            guard recipes.count == 1 || makes(.passphraseSlotAmongOthers) else {
                throw .parameter("slots: a passphrase slot that is not alone")
            }
            guard costs.contains(recipe.cost) || makes(.iterationsUnbounded) else {
                throw .parameter("slots: \(recipe.cost)")
            }
        }
        return makes(.slotsSorted) ? recipes.sorted { $0.secret.lexicographicallyPrecedes($1.secret) } : recipes
    }

    /// The key or passphrase that a request opens with.
    func unlockingSecret(_ request: Request) throws(Rejection) -> ModelSecret {
        switch (request.inputs["key"], request.inputs["passphrase"]) {
        case (let key?, nil): return ModelSecret(bytes: try workspaceKey(key), isPassphrase: false)
        case (nil, let text?): return ModelSecret(bytes: try passphrase(text), isPassphrase: true)
        default: throw .parameter("not exactly one of key and passphrase")
        }
    }

    private func recipe(_ slot: JSONValue) throws(Rejection) -> ModelRecipe {
        func cost(_ name: JSONString) throws(Rejection) -> UInt32 {
            guard let cost = slot[name]?.integerValue.flatMap({ UInt32(exactly: $0) }) else {
                throw .parameter("\(name): not an unsigned 32-bit integer")
            }
            return cost
        }
        switch slot["type"]?.text {
        case "raw": return ModelRecipe(type: 1, secret: try workspaceKey(slot["key"]))
        case "aes-kw": return ModelRecipe(type: 4, secret: try workspaceKey(slot["key"]))
        case "pbkdf2":
            return ModelRecipe(type: 2, secret: try passphrase(slot["passphrase"]), cost: try cost("iterations"))
        case "scrypt":
            return ModelRecipe(type: 3, secret: try passphrase(slot["passphrase"]), cost: try cost("log2N"))
        default: throw .parameter("slots: a slot of unknown type")
        }
    }

    private func workspaceKey(_ value: JSONValue?) throws(Rejection) -> [UInt8] {
        guard let key = value?.hexBytes, key.count == 32 || makes(.keyLengthUnchecked) else {
            throw .parameter("key: not 32 bytes in hex")
        }
        return key
    }
}

// MARK: Wrapping and unwrapping

extension Model {
    /// Makes a slot, draws its salts, and wraps the content key.
    func slot(
        _ recipe: ModelRecipe, number: Int, _ contentKey: [UInt8], _ header: ModelHeader, _ entropy: inout Entropy
    ) throws(Rejection) -> (slot: ModelSlot, keyEncryptionKey: [UInt8]) {
        var fields: [UInt8] = []
        switch recipe.type {
        case 2:
            let cost = bigEndian(recipe.cost)
            fields += makes(.iterationsLittleEndian) ? cost.reversed() : cost
        case 3: fields.append(UInt8(truncatingIfNeeded: recipe.cost))
        default: fields += try keyID(of: recipe.secret, in: header.workspaceID)
        }
        do throws(EnvelopeError) {
            if recipe.type == 2 || recipe.type == 3 { fields += try entropy.drawPublic("kdfSalt.\(number)", 16) }
            if recipe.type != 4 { fields += try entropy.drawPublic("slotSalt.\(number)", 32) }
        } catch { throw Rejection(error) }
        let wrappedCount = recipe.type == 4 ? 40 : 48
        let length = bigEndian(UInt16(fields.count + wrappedCount))
        var slot = ModelSlot(
            type: recipe.type, length: makes(.slotLengthLittleEndian) ? length.reversed() : length,
            body: fields + [UInt8](repeating: 0, count: wrappedCount), cost: recipe.cost)
        let key = try keyEncryptionKey(try root(recipe.secret, slot), slot)
        let wrapped = try wrap(contentKey, with: key, slot, header)
        slot.body.replaceSubrange(fields.count..., with: wrapped)
        return (slot, key)
    }

    /// The content key, the slot that gave it, and what that was wrapped with (EN-53).
    func unlock(
        _ header: ModelHeader, with secret: ModelSecret
    ) throws(Rejection) -> (contentKey: [UInt8], number: Int, keyEncryptionKey: [UInt8]) {
        for (number, slot) in header.slots.enumerated() where slot.isKnown {
            guard slot.isForPassphrase == secret.isPassphrase else { continue }
            if makes(.costCheckedLate) { try checkCost(slot) }
            if let expected = slot.keyID, !makes(.keyIDUnchecked) {
                guard try keyID(of: secret.bytes, in: header.workspaceID) == expected else {
                    if makes(.onlyFirstSlot) { break }
                    continue
                }
            }
            let key = try keyEncryptionKey(try root(secret.bytes, slot), slot)
            if let contentKey = try unwrap(slot, with: key, header) {
                let mac = try headerMAC(contentKey, header)
                if !makes(.headerAuthAsNoMatch) || mac == header.mac { return (contentKey, number, key) }
            } else if makes(.noMatchAsHeaderAuth) {
                throw Rejection(.headerAuth, "slot \(number) does not open")
            }
            if makes(.onlyFirstSlot) || makes(.firstKeyIDDecides) { break }
        }
        throw Rejection(.noMatch, "no slot opens")
    }

    private func wrap(
        _ contentKey: [UInt8], with key: [UInt8], _ slot: ModelSlot, _ header: ModelHeader
    ) throws(Rejection) -> [UInt8] {
        if slot.type == 4 {
            do throws(CryptoError) {
                return try AESKeyWrap.wrap(secret(contentKey), with: secret(key))
            } catch { throw Rejection(error) }
        }
        let (text, tag) = try LoosePrimitives.encrypt(
            contentKey, key: key, nonce: Self.wrapNonce, associatedData: wrapAssociatedData(slot, header))
        return makes(.tagFirst) ? tag + text : text + tag
    }

    private func unwrap(
        _ slot: ModelSlot, with key: [UInt8], _ header: ModelHeader
    ) throws(Rejection) -> [UInt8]? {
        let wrapped = slot.wrappedKey
        if slot.type == 4 {
            if makes(.keyWrapUnchecked) { return try LoosePrimitives.unwrapUnchecked(wrapped, key: key) }
            return try? AESKeyWrap.unwrap(wrapped, with: secret(key)).withBytes { Array(copying: $0) }
        }
        let (text, tag) =
            makes(.tagFirst) ? (wrapped[16...], wrapped[..<16]) : (wrapped.dropLast(16), wrapped.suffix(16))
        return try LoosePrimitives.decrypt(
            Array(text), tag: Array(tag), key: key, nonce: Self.wrapNonce,
            associatedData: wrapAssociatedData(slot, header))
    }

    private static let wrapNonce = [UInt8](repeating: 0, count: 12)

    private func wrapAssociatedData(_ slot: ModelSlot, _ header: ModelHeader) -> [UInt8] {
        if makes(.wrapWithoutAssociatedData) { return [] }
        return (makes(.wrapWithoutPrologue) ? [] : header.prologue) + (makes(.wrapWithoutSlot) ? [] : slot.head)
    }
}
