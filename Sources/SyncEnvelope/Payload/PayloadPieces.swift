/// Cuts a payload into its pieces, still encrypted, with one piece of look-ahead: only the end tells which is the last.
struct PayloadPieces {
    struct Piece {
        let index: UInt64
        /// True when nothing follows.
        let isFinal: Bool
        /// Where the piece starts in the archive.
        let offset: Int
        /// Ciphertext and tag.
        var bytes: [UInt8]
    }

    private static let wholeLimit = Chunking.wholePartLimit + AESGCM.tagCount
    private static let pieceCount = Chunking.partCount + AESGCM.tagCount

    private let chunking: Chunking
    private var reader: ByteReader
    private var ahead: [UInt8]
    private var offset: Int
    private var index: UInt64 = 0

    /// Reads the first piece, which is all of a whole-mode payload; throws `TRUNCATED` and `LIMIT`.
    init(_ header: Header, _ reader: ByteReader) throws {
        self.reader = reader
        chunking = header.prologue.chunking
        offset = reader.offset
        ahead = try self.reader.upTo(chunking == .whole ? Self.wholeLimit + 1 : Self.pieceCount)
        try Self.check(count: ahead.count, chunking, at: offset)
    }

    /// The next piece, or nil after the last.
    mutating func next() throws -> Piece? {
        guard !ahead.isEmpty else { return nil }
        var following: [UInt8] = []
        if chunking != .whole, ahead.count == Self.pieceCount { following = try reader.upTo(Self.pieceCount) }
        let piece = Piece(index: index, isFinal: following.isEmpty, offset: offset, bytes: ahead)
        index += 1
        offset += ahead.count
        ahead = following
        return piece
    }

    /// The rules on a payload's size that need no key, for the bytes known so far.
    static func check(count: Int, _ chunking: Chunking, at offset: Int) throws(EnvelopeError) {
        guard count > AESGCM.tagCount else {
            throw EnvelopeError(.truncated, at: offset + count, field: "payload", "the archive ends here")
        }
        guard chunking != .whole || count <= wholeLimit else {
            throw EnvelopeError(.limit, at: offset, field: "payload", "more than 64 MiB in one piece")
        }
    }
}
