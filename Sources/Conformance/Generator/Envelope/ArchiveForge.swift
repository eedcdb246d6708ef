import SyncEnvelope

/// Puts archives together part by part, also wrong ones: what an insider or a faulty writer with the right keys can make.
///
/// Nothing here checks anything. The defaults are the parameters of known answer 1.
struct ArchiveForge {
    /// `count` bytes that count up from `first`: the test values of the specification.
    static func run(_ first: UInt8, _ count: Int) -> [UInt8] {
        (0..<count).map { first &+ UInt8(truncatingIfNeeded: $0) }
    }

    static let workspaceKey = run(0x60, 32)
    static let otherKey = run(0x10, 32)
    static let contentKey = run(0x40, 32)
    /// The bytes of a full piece.
    static let partCount = 65536

    var version: UInt8 = 1
    var suite: UInt8 = 1
    var contentType: UInt8 = 1
    var codec: UInt8 = 1
    var chunkLog2: UInt8 = 0
    var reserved: [UInt8] = [0, 0, 0]
    var workspaceID = run(0x00, 16)
    var archiveSalt = run(0x20, 32)
    var generation: UInt64 = 7
    /// Written as it is; nil is the number of slots.
    var slotCount: UInt8?
    /// The slots' bytes: type, length, body. Nil is one raw key slot.
    var slots: [[UInt8]]?
    var nonce = run(0xB0, 12)
    /// Bytes before encryption; cut into pieces by `pieces`.
    var inner: [UInt8] = []
    /// The pieces to encrypt, in file order; nil cuts `inner` as the format says.
    var pieces: [Piece]?

    /// One piece and what its nonce and associated data claim.
    struct Piece {
        var index: UInt64
        var final: UInt8
        /// Where it is in `inner`.
        var range: Range<Int>
        var nonce: [UInt8]?
        var associatedData: [UInt8]?
    }

    /// The plaintext's length and what the codec made of it.
    static func inner(length: UInt64, _ coded: [UInt8]) -> [UInt8] { bigEndian(length) + coded }

    var prologue: [UInt8] {
        [0x89, 0x53, 0x57, 0x41, 0x0D, 0x0A, 0x1A, 0x0A, version, suite, contentType, codec, chunkLog2] + reserved
            + workspaceID + archiveSalt + Self.bigEndian(generation)
    }

    /// Magic to the last slot.
    func header() throws -> [UInt8] {
        let slots = try slots ?? [rawSlot(key: Self.workspaceKey, salt: Self.run(0x80, 32))]
        return prologue + [slotCount ?? UInt8(slots.count)] + slots.flatMap { $0 }
    }

    /// The archive, its MAC and tags right for what it holds.
    func bytes() throws -> [UInt8] {
        let header = try header()
        let contentKey = SecretBytes(copying: Self.contentKey.span)
        let mac = try KeySchedule.headerMAC(contentKey, archiveSalt: archiveSalt, header)
        let payloadKey = try KeySchedule.payloadKey(contentKey, archiveSalt: archiveSalt)
        var archive = header + mac + nonce
        for piece in pieces ?? Self.cut(inner, chunked: chunkLog2 != 0) {
            archive += try Self.encrypt(
                Array(inner[piece.range]), key: payloadKey, nonce: nonce(of: piece),
                associatedData: associatedData(of: piece))
        }
        return archive
    }

    /// `inner` in the pieces that the format asks for.
    static func cut(_ inner: [UInt8], chunked: Bool) -> [Piece] {
        guard chunked else { return [Piece(index: 0, final: 1, range: inner.indices)] }
        return stride(from: 0, to: max(inner.count, 1), by: partCount).enumerated().map { number, start in
            let end = min(start + partCount, inner.count)
            return Piece(index: UInt64(number), final: end == inner.count ? 1 : 0, range: start..<end)
        }
    }

    func keyID(of key: [UInt8]) throws -> [UInt8] {
        try KeySchedule.keyID(of: WorkspaceKey(SecretBytes(copying: key.span)), in: WorkspaceID(workspaceID))
    }

    /// A slot of type 01; `keyID` is written as it is, nil is that of the key.
    func rawSlot(
        key: [UInt8], salt: [UInt8], keyID given: [UInt8]? = nil, wrapping contentKey: [UInt8] = Self.contentKey
    ) throws -> [UInt8] {
        let head: [UInt8] = [0x01, 0x00, 0x58] + (try given ?? keyID(of: key)) + salt
        let keyEncryptionKey = try KeySchedule.keyEncryptionKey(
            SecretBytes(copying: key.span),
            slotSalt: salt,
            label: "raw"
        )
        return head
            + (try Self.encrypt(
                contentKey,
                key: keyEncryptionKey,
                nonce: [UInt8](repeating: 0, count: 12),
                associatedData: prologue + head
            ))
    }

    /// A slot of type 04; `keyID` is written as it is, nil is that of the key.
    func keyWrapSlot(key: [UInt8], keyID given: [UInt8]? = nil) throws -> [UInt8] {
        let wrapped = try AESKeyWrap.wrap(
            SecretBytes(copying: Self.contentKey.span), with: SecretBytes(copying: key.span))
        return [0x04, 0x00, 0x30] + (try given ?? keyID(of: key)) + wrapped
    }

    static func unknownSlot(type: UInt8, body: [UInt8]) -> [UInt8] {
        [type, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    }

    func nonce(of piece: Piece) -> [UInt8] {
        piece.nonce ?? nonce.prefix(4) + zip(nonce.suffix(8), Self.bigEndian(piece.index)).map { $0 ^ $1 }
    }

    func associatedData(of piece: Piece) -> [UInt8] {
        piece.associatedData ?? prologue + Self.bigEndian(piece.index) + [piece.final]
    }

    /// What a piece of an archive that is sealed right holds; nil for one that is not.
    func decrypted(_ sealed: [UInt8], index: UInt64, final isFinal: Bool) -> [UInt8]? {
        let piece = Piece(index: index, final: isFinal ? 1 : 0, range: 0..<0)
        var buffer = sealed
        do {
            let key = try KeySchedule.payloadKey(
                SecretBytes(copying: Self.contentKey.span), archiveSalt: archiveSalt)
            try AESGCM(key: key, encrypting: false)
                .open(nonce: nonce(of: piece), aad: associatedData(of: piece), &buffer)
        } catch { return nil }
        return buffer
    }

    private static func encrypt(
        _ plaintext: [UInt8],
        key: SecretBytes,
        nonce: [UInt8],
        associatedData: [UInt8]
    ) throws -> [UInt8] {
        var buffer = plaintext + [UInt8](repeating: 0, count: AESGCM.tagCount)
        try AESGCM(key: key, encrypting: true)
            .seal(nonce: nonce, aad: associatedData, &buffer, count: plaintext.count)
        return buffer
    }

    static func bigEndian(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) }
    }
}
