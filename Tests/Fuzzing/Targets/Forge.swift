import SyncArchive
import SyncEnvelope

/// Makes archives, right ones and those of an insider, with keys that never change.
enum Forge {
    /// The key that opens what is made here.
    static let workspaceKey = SecretBytes(copying: Array(repeating: 7, count: 32).span)
    static let otherKey = SecretBytes(copying: Array(repeating: 8, count: 32).span)
    private static let contentKey = SecretBytes(copying: Array(repeating: 9, count: 32).span)
    private static let magic: [UInt8] = [0x89, 0x53, 0x57, 0x41, 0x0D, 0x0A, 0x1A, 0x0A, 1, 1]

    static var unlocking: UnlockingKey {
        get throws(EnvelopeError) { .workspaceKey(try WorkspaceKey(workspaceKey)) }
    }

    /// An archive of each codec and way of cutting.
    static func archives() throws -> [[UInt8]] {
        let slots: [SlotRecipe] = [.rawKey(try WorkspaceKey(workspaceKey)), .aesKeyWrap(try WorkspaceKey(otherKey))]
        return try ArchiveCodec.allCases.flatMap { codec in
            try Chunking.allCases.map { chunking in
                try Envelope.seal(
                    Array(JSONSeeds.payload.utf8),
                    SealParameters(
                        workspaceID: WorkspaceID(Array(repeating: 1, count: 16)), codec: codec, chunk: .fixed(chunking),
                        slots: slots))
            }
        }
    }

    /// What ``sealed(_:)`` takes, of each codec and way of cutting.
    static func openArchives() throws -> [[UInt8]] {
        try archives().map { archive in
            let prologue = try Envelope.inspect(archive).header.prologue
            let plaintext = Array(JSONSeeds.payload.utf8)
            let packed = try Archive.compress(plaintext, codec: prologue.codec)
            return archive[..<slotsStart] + slots(archive).joined() + bigEndian(UInt64(plaintext.count)) + packed
        }
    }

    /// A mutation of the magic teaches nothing.
    static let repairedMagic: @Sendable ([UInt8]) -> [UInt8] = { magic + $0.dropFirst(magic.count) }

    /// Behind the prologue and the number of slots.
    private static let slotsStart = 73

    /// The slots that are there in full, of as many as the number says.
    private static func slots(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var slots: [ArraySlice<UInt8>] = []
        var rest = bytes.dropFirst(slotsStart)
        for _ in 0..<bytes[slotsStart - 1] where rest.count > 2 {
            let head = Array(rest.prefix(3))
            let slot = rest.prefix(3 + Int(head[1]) << 8 + Int(head[2]))
            slots.append(slot)
            rest = rest.dropFirst(slot.count)
        }
        return slots
    }

    /// Wraps the content key in each raw slot for the workspace key, signs the header and encrypts the rest.
    static func sealed(_ bytes: [UInt8]) throws -> [UInt8]? {
        guard bytes.count > slotsStart else { return nil }
        let prologue = Array(bytes[..<(slotsStart - 1)])
        let salt = Array(prologue[32..<64])
        let slots = slots(bytes)
        var header = Array(bytes[..<slotsStart])
        for slot in slots { header += slot.count == 91 && slot.first == 1 ? try wrapped(slot, prologue) : Array(slot) }
        let mac = try KeySchedule.headerMAC(contentKey, archiveSalt: salt, header)
        let nonce = [UInt8](repeating: 3, count: 12)
        let inner = Array(bytes.dropFirst(slotsStart + slots.reduce(0) { $0 + $1.count }))
        return header + mac + nonce + (try encrypted(inner, prologue, nonce))
    }

    /// A raw key slot with the same salt.
    private static func wrapped(_ slot: ArraySlice<UInt8>, _ prologue: [UInt8]) throws -> [UInt8] {
        let workspace = try WorkspaceID(Array(prologue[16..<32]))
        let salt = Array(slot.dropFirst(11).prefix(32))
        let head = try [1, 0, 88] + KeySchedule.keyID(of: WorkspaceKey(workspaceKey), in: workspace) + salt
        let key = try KeySchedule.keyEncryptionKey(workspaceKey, slotSalt: salt, label: "raw")
        var wrapped = contentKey.withBytes { Array(copying: $0) } + [UInt8](repeating: 0, count: 16)
        try AESGCM(key: key, encrypting: true).seal(
            nonce: [UInt8](repeating: 0, count: 12), aad: prologue + head, &wrapped, count: 32)
        return head + wrapped
    }

    private static func encrypted(_ inner: [UInt8], _ prologue: [UInt8], _ nonce: [UInt8]) throws -> [UInt8] {
        let key = try KeySchedule.payloadKey(contentKey, archiveSalt: Array(prologue[32..<64]))
        let cipher = try AESGCM(key: key, encrypting: true)
        let size = prologue[12] == 0 ? max(inner.count, 1) : 65_536
        var output: [UInt8] = []
        for (index, start) in stride(from: 0, to: max(inner.count, 1), by: size).enumerated() {
            let part = Array(inner[start..<min(start + size, inner.count)])
            let final: UInt8 = start + size >= inner.count ? 1 : 0
            var piece = part + [UInt8](repeating: 0, count: 16)
            let counter = bigEndian(integer(bigEndian: nonce[4...]) ^ UInt64(index))
            try cipher.seal(
                nonce: nonce[..<4] + counter, aad: prologue + bigEndian(UInt64(index)) + [final], &piece,
                count: part.count)
            output += piece
        }
        return output
    }
}
