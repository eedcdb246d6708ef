import SyncEnvelope

extension Model {
    private static let magic: [UInt8] = [0x89, 0x53, 0x57, 0x41, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Reads a header by EN-38 to EN-50.
    func readHeader(_ archive: [UInt8]) throws(Rejection) -> ModelHeader {
        if makes(.lengthBeforeVersion) && archive.starts(with: Self.magic) && archive.count < 73 {
            throw Rejection(.truncated, "the prologue is incomplete")
        }
        var cursor = ModelCursor(archive)
        try checkMagic(&cursor)
        guard try cursor.take(1) == [1] || makes(.versionUnchecked) else { throw Rejection(.unsupportedVersion, "") }
        guard try cursor.take(1) == [1] || makes(.suiteUnchecked) else { throw Rejection(.unsupportedSuite, "") }
        let rest = try cursor.take(63)
        var header = ModelHeader(prologue: Array(archive[..<72]))
        let count = Int(rest[62])
        guard (1...3).contains(header.contentType), header.codec <= 2, [0, 16].contains(header.prologue[12]),
            header.prologue[13..<16].allSatisfy({ $0 == 0 }) || makes(.reservedIgnored),
            (1...16).contains(count) || makes(.slotCountUnchecked)
        else { throw Rejection(.malformedHeader, "") }
        for _ in 0..<count { header.slots.append(try readSlot(&cursor, isAlone: count == 1)) }
        header.authenticated = Array(archive[..<cursor.offset])
        header.mac = try cursor.take(32)
        header.nonce = try cursor.take(12)
        return header
    }

    /// The 72 bytes at the start of an archive.
    func prologue(
        contentType: UInt8, codec: UInt8, isChunked: Bool, workspaceID: [UInt8], archiveSalt: [UInt8],
        generation: UInt64
    ) -> [UInt8] {
        let generation = bigEndian(stored(generation))
        return Self.magic + [1, 1, contentType, codec, isChunked ? 16 : 0, 0, 0, 0] + workspaceID + archiveSalt
            + (makes(.generationLittleEndian) ? generation.reversed() : generation)
    }

    /// The generation that a header tells of.
    func generation(_ header: ModelHeader) -> UInt64 {
        let bytes = header.prologue[64..<72]
        return stored(integer(bigEndian: makes(.generationLittleEndian) ? bytes.reversed()[...] : bytes))
    }

    /// A generation as a language without 64-bit integers holds it.
    private func stored(_ generation: UInt64) -> UInt64 {
        makes(.generationAsDouble) ? UInt64(exactly: Double(generation)) ?? .max : generation
    }

    private func checkMagic(_ cursor: inout ModelCursor) throws(Rejection) {
        let count = makes(.magicOfFour) ? 4 : 8
        let found = cursor.upTo(8)
        guard found.prefix(count) == Self.magic.prefix(min(count, found.count)),
            found.count == 8 || !makes(.shortAsBadMagic)
        else { throw Rejection(.badMagic, "") }
        guard found.count == 8 else { throw Rejection(.truncated, "") }
    }

    private func readSlot(_ cursor: inout ModelCursor, isAlone: Bool) throws(Rejection) -> ModelSlot {
        let head = try cursor.take(3)
        let type = head[0]
        let length = Array(head[1...])
        let known = ModelSlot.count(ofType: type)
        var count: Int = integer(bigEndian: makes(.slotLengthLittleEndian) ? length.reversed()[...] : length[...])
        if let known, makes(.slotLengthIgnored) { count = known }
        guard type != 0 || makes(.slotType0Accepted), count <= 1024 || makes(.slotLimitUnchecked),
            known ?? count == count, known != nil || !makes(.unknownSlotRejected),
            isAlone || (type != 2 && type != 3) || makes(.passphraseSlotAmongOthers)
        else { throw Rejection(.malformedSlot, "") }
        var slot = ModelSlot(type: type, length: length, body: try cursor.take(count))
        if type == 2 { slot.cost = iterations(slot.body[..<4]) }
        if type == 3 { slot.cost = UInt32(slot.body[0]) }
        if !makes(.costCheckedLate) { try checkCost(slot) }
        return slot
    }

    /// EN-48 and EN-49.
    func checkCost(_ slot: ModelSlot) throws(Rejection) {
        guard let costs = ModelSlot.costs(ofType: slot.type), !makes(.iterationsUnbounded) else { return }
        guard costs.contains(slot.cost) else { throw Rejection(.kdfParams, "\(slot.cost)") }
    }

    private func iterations(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        integer(bigEndian: makes(.iterationsLittleEndian) ? bytes.reversed()[...] : bytes)
    }
}

/// A place in an archive.
struct ModelCursor {
    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func upTo(_ count: Int) -> [UInt8] {
        let end = min(offset + count, bytes.count)
        defer { offset = end }
        return Array(bytes[offset..<end])
    }

    mutating func take(_ count: Int) throws(Rejection) -> [UInt8] {
        let taken = upTo(count)
        guard taken.count == count else { throw Rejection(.truncated, "at byte \(offset)") }
        return taken
    }
}
