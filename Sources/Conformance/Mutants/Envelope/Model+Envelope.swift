import CanonicalJSON
import SyncArchive
import SyncBridge
import SyncEnvelope

extension Model {
    /// The model's handler of an operation of codec or envelope; nil for every other operation.
    func envelopeHandler(_ operation: JSONString) -> Testee.Handler? {
        switch operation {
        case "compress": compress
        case "decompress": decompress
        case "seal": seal
        case "open": open
        case "rewrap": rewrap
        case "inspect": inspect
        default: nil
        }
    }

    private func compress(_ request: Request) throws(Rejection) -> Reply {
        let compressed = try encode(try request.bytes("msg"), try request.codec(), try request.mode())
        return Reply(outputs: ["compressed": .bytes(compressed)])
    }

    private func decompress(_ request: Request) throws(Rejection) -> Reply {
        let length = UInt64(try request.integer("length", in: 0...Int64.max))
        let limit = UInt64(try request.integer("limit", in: 0...Int64.max))
        let message = try decode(
            try request.bytes("compressed"), try request.codec(), length: length, limit: limit)
        return Reply(outputs: ["msg": .bytes(message)])
    }

    private func seal(_ request: Request) throws(Rejection) -> Reply {
        let plaintext = try request.bytes("plaintext")
        let (codec, mode) = (try request.codec(), try request.mode())
        let workspaceID = try request.hex("workspaceId")
        guard workspaceID.count == 16 else { throw .parameter("workspaceId: not 16 bytes") }
        let contentType = UInt8(try request.integer("contentType", in: 1...3))
        let isChunked = try request.chunking() == .chunks64K
        let generation = try request.decimal(request.inputs["generation"], name: "generation")
        let recipes = try recipes(request)
        var entropy = try request.labelledEntropy()
        func draw(_ label: String, _ count: Int) throws(Rejection) -> [UInt8] {
            do throws(EnvelopeError) { return try entropy.drawPublic(label, count) } catch { throw Rejection(error) }
        }
        let contentKey = try draw("cek", 32)
        var header = ModelHeader(
            prologue: prologue(
                contentType: contentType, codec: codec.rawValue, isChunked: isChunked, workspaceID: workspaceID,
                archiveSalt: try draw("archiveSalt", 32), generation: generation))
        header.nonce = try draw("nonce", 12)
        let intermediates = try fill(&header, recipes, contentKey, &entropy)
        let coded = try encode(plaintext, codec, mode)
        let key = try payloadKey(contentKey, header)
        let payload = try sealPayload(
            innerLength(plaintext: plaintext.count, coded: coded.count) + coded, key: key, header)
        return Reply(
            outputs: ["archive": .bytes(header.bytes + payload)],
            intermediates: try Self.joined(coded, intermediates, payloadKeyCheck: checkValue(key)))
    }

    private func rewrap(_ request: Request) throws(Rejection) -> Reply {
        let archive = try request.bytes("archive")
        let secret = try unlockingSecret(request)
        let recipes = try recipes(request)
        var entropy = try request.labelledEntropy()
        let old = try readHeader(archive)
        let payload = archive[old.bytes.count...]
        try checkPayloadSize(payload, old)
        let contentKey = try unlock(old, with: secret).contentKey
        try verifyMAC(of: old, contentKey)
        var header = old
        header.slots = makes(.rewrapKeepsSlots) ? old.slots : []
        var kept = Array(payload)
        if makes(.rewrapVerifiesPayload) || makes(.rewrapReencrypts) {
            let key = try payloadKey(contentKey, old)
            let inner = try openPayload(payload, key: key, old) { _ in }
            if makes(.rewrapVerifiesPayload) { _ = try message(of: inner, old, cap: .max) }
            if makes(.rewrapReencrypts) {
                // Any other nonce will do for the one that such a writer draws.
                header.nonce[0] ^= 0xFF
                kept = try sealPayload(inner, key: key, header)
            }
        }
        let intermediates = try fill(&header, recipes, contentKey, &entropy)
        if makes(.rewrapKeepsMAC) { header.mac = old.mac }
        return Reply(outputs: ["archive": .bytes(header.bytes + kept)], intermediates: intermediates)
    }

    private func inspect(_ request: Request) throws(Rejection) -> Reply {
        let archive = try request.bytes("archive")
        let header = try readHeader(archive)
        let payload = archive[header.bytes.count...]
        try checkPayloadSize(payload, header)
        return Reply(outputs: [
            "contentType": .integer(Int64(header.contentType)),
            "codec": .integer(Int64(header.codec)),
            "chunk": header.isChunked ? "64k" : "whole",
            "workspaceId": .hex(header.workspaceID),
            "archiveSalt": .hex(header.archiveSalt),
            "generation": .text("\(generation(header))"),
            "slots": .array(header.slots.map { .object(facts(of: $0)) }),
            "payloadOffset": .integer(Int64(header.bytes.count)),
            "payloadLength": .integer(Int64(payload.count)),
        ])
    }

    private func facts(of slot: ModelSlot) -> JSONObject {
        var facts: JSONObject = ["type": .integer(Int64(slot.type)), "length": .integer(Int64(slot.body.count))]
        if let keyID = slot.keyID { facts["keyId"] = .hex(keyID) }
        if slot.type == 2 { facts["iterations"] = .integer(Int64(slot.cost)) }
        if slot.type == 3 { facts["log2N"] = .integer(Int64(slot.cost)) }
        return facts
    }
}

// MARK: Headers and intermediates

extension Model {
    /// Adds a slot for each recipe, and the MAC; gives the intermediates of TP-25.
    private func fill(
        _ header: inout ModelHeader, _ recipes: [ModelRecipe], _ contentKey: [UInt8], _ entropy: inout Entropy
    ) throws(Rejection) -> JSONObject {
        var made: [(number: Int, slot: ModelSlot, key: [UInt8])] = []
        for (number, recipe) in recipes.enumerated() {
            let (slot, key) = try slot(recipe, number: number, contentKey, header, &entropy)
            header.slots.append(slot)
            made.append((number, slot, key))
        }
        do throws(EnvelopeError) { try entropy.finish() } catch { throw Rejection(error) }
        header.authenticated = header.prologue + [UInt8(header.slots.count)] + header.slots.flatMap(\.bytes)
        header.mac = try headerMAC(contentKey, header)
        return try intermediates(of: made, headerMAC: header.mac)
    }

    func intermediates(
        of slots: [(number: Int, slot: ModelSlot, key: [UInt8])], headerMAC: [UInt8]
    ) throws(Rejection) -> JSONObject {
        var members: JSONObject = [:]
        for (number, slot, _) in slots { members[JSONString("keyId.\(number)")] = slot.keyID.map { .hex($0) } }
        for (number, _, key) in slots { members[JSONString("kekCheck.\(number)")] = .hex(try checkValue(key)) }
        for (number, slot, _) in slots { members[JSONString("wrappedCEK.\(number)")] = .hex(slot.wrappedKey) }
        members["headerMac"] = .hex(headerMAC)
        return members
    }

    /// Puts what comes before and after the slots' values around them.
    static func joined(_ compressed: [UInt8], _ slots: JSONObject, payloadKeyCheck: [UInt8]) -> JSONObject {
        var members: JSONObject = ["compressed": .bytes(compressed)]
        for (key, value) in slots { members[key] = value }
        members["payloadKeyCheck"] = .hex(payloadKeyCheck)
        return members
    }

    func verifyMAC(of header: ModelHeader, _ contentKey: [UInt8]) throws(Rejection) {
        let count = makes(.macOf16Bytes) ? 16 : 32
        guard try headerMAC(contentKey, header).prefix(count) == header.mac.prefix(count) || makes(.macUnchecked) else {
            throw Rejection(.headerAuth, "the header was altered")
        }
    }

    /// The length before the coded bytes (EN-27).
    private func innerLength(plaintext: Int, coded: Int) -> [UInt8] {
        let length = bigEndian(UInt64(makes(.lengthOfCompressed) ? coded : plaintext))
        return makes(.lengthLittleEndian) ? length.reversed() : length
    }
}
