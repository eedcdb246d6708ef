import SyncArchive

extension FuzzTarget {
    /// gzip files: the strict reader, the same in pieces, and the lenient one.
    static let gzip = FuzzTarget("gzip", seeds: { try seeds(.gzip) }) { bytes in
        try readStrictly(bytes, .gzip)
        let found = outcome { () throws(ArchiveError) in try LenientGzip.read(bytes, limit: greatest) }
        guard case .success(let inspection) = found else { return }
        try law(inspection.bytes.count <= greatest, "more than the limit")
        let size = inspection.members.reduce(0) { $0 + $1.size }
        try law(size == inspection.bytes.count, "the members are not all there is")
        let strict = try? Archive.decompress(bytes, codec: .gzip, length: size, limit: greatest)
        try law((strict != nil) == inspection.isPinned, "pinned and refused, or the reverse")
        if let strict { try law(strict == inspection.bytes, "the two readers read different bytes") }
    }

    /// Raw deflate.
    static let deflate = FuzzTarget("deflate", seeds: { try seeds(.deflate) }) { try readStrictly($0, .deflate) }

    private static let greatest = 1 << 20

    private static func seeds(_ codec: ArchiveCodec) throws -> [[UInt8]] {
        let texts = ["", "hello", String(repeating: "ab", count: 300)]
        return try texts.flatMap { text in
            try [DeflateMode.deflate, .stored].map { mode in
                let packed = try Archive.compress(Array(text.utf8), codec: codec, mode: mode)
                return [UInt8(text.utf8.count & 0xFF), UInt8(text.utf8.count >> 8)] + packed
            }
        }
    }

    /// The first two bytes are the length that is declared, the lower first.
    private static func readStrictly(_ bytes: [UInt8], _ codec: ArchiveCodec) throws {
        guard bytes.count >= 2 else { return }
        let length = Int(bytes[0]) | Int(bytes[1]) << 8
        let packed = Array(bytes.dropFirst(2))
        let whole = outcome { () throws(ArchiveError) in
            try Archive.decompress(packed, codec: codec, length: length, limit: greatest)
        }
        let pieces = outcome { () throws(ArchiveError) in
            var decompressor = try Decompressor(codec: codec, length: UInt64(length), limit: UInt64(greatest))
            var output: [UInt8] = []
            for piece in packed.pieces(greatest: 30) { try decompressor.update(Array(piece).span, into: &output) }
            try decompressor.finish()
            return output
        }
        // Where zlib stops once there is more than was declared depends on what it was given.
        if case (.failure(let a), .failure(let b)) = (pieces, whole), a.code == b.code, a.code == .lengthMismatch {
            return
        }
        try same(pieces, whole, "pieces make a difference")
        if case .success(let plaintext) = whole { try law(plaintext.count == length, "another length than declared") }
    }
}
