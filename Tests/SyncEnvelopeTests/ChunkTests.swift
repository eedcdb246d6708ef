import SyncArchive
import TestSupport
import Testing

@testable import SyncEnvelope

/// EN-29, EN-30, EN-57 to EN-59: pieces, their order and their end.
@Suite struct ChunkTests {
    private static let pieceCount = 65_552

    /// The header's size of an archive with one raw slot.
    private static let headerCount = 208

    private func pieces(_ archive: [UInt8]) -> [[UInt8]] {
        stride(from: Self.headerCount, to: archive.count, by: Self.pieceCount).map {
            Array(archive[$0..<min($0 + Self.pieceCount, archive.count)])
        }
    }

    private func refuses(_ archive: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        let outcome = Outcome.of(archive, pieces: [1000, 65_552, 1 << 20])
        #expect(outcome == .refused(.payloadAuth), sourceLocation: sourceLocation)
    }

    @Test(arguments: Chunking.allCases, ArchiveCodec.allCases)
    func sizesAroundBoundaries(_ chunking: Chunking, _ codec: ArchiveCodec) throws {
        var random = SeededGenerator(seed: 1)
        for count in [
            0, 1, 65_527, 65_528, 65_529, 65_535, 65_536, 65_537, 131_063, 131_064, 131_065, 131_072, 200_000,
        ] {
            let plaintext = random.bytes(count)
            for mode in [DeflateMode.deflate, .stored] {
                let archive = try Known.seal(plaintext, codec: codec, mode: mode, chunking: chunking)
                #expect(Outcome.of(archive, pieces: [1 << 20]) == .opened(plaintext), "\(count) bytes")
                let coded = try Archive.compress(plaintext, codec: codec, mode: mode)
                let parts = chunking == .whole ? 1 : (coded.count + 8 + 65_535) / 65_536
                #expect(archive.count == Self.headerCount + 8 + coded.count + 16 * parts)
                let inspection = try Envelope.inspect(archive)
                #expect(inspection.pieceCount == parts)
                #expect(inspection.archiveCount == archive.count)
            }
        }
    }

    @Test func piecesRearranged() throws {
        var random = SeededGenerator(seed: 2)
        // Four full parts: nothing but the final flag tells the last from the others.
        let archive = try Known.seal(random.bytes(4 * 65_536 - 8), codec: .identity, chunking: .chunks64K)
        let header = Array(archive[..<Self.headerCount])
        let pieces = pieces(archive)
        try #require(pieces.count == 4 && pieces.allSatisfy { $0.count == Self.pieceCount })
        func rebuilt(_ order: [Int]) -> [UInt8] { order.reduce(header) { $0 + pieces[$1] } }
        expectSame(rebuilt([0, 1, 2, 3]), archive)
        for order in [
            [0], [0, 1], [0, 1, 2], [1, 2, 3], [0, 2, 1, 3], [0, 1, 2, 3, 3], [0, 1, 1, 2, 3], [3], [0, 3],
        ] {
            refuses(rebuilt(order))
        }
        for extra in [1, 15, 16, 17, 1000] { refuses(archive + [UInt8](repeating: 0, count: extra)) }
        // Cut just after a boundary, so that 1 to 16 bytes, or one more, are the last piece.
        for rest in [1, 15, 16, 17] { refuses(Array(archive[..<(Self.headerCount + 2 * Self.pieceCount + rest)])) }
        refuses(Array(archive.dropLast()))
        // Whole mode has one piece.
        let whole = try Known.seal(random.bytes(100_000), codec: .identity)
        refuses(Array(whole[..<(Self.headerCount + Self.pieceCount)]))
        refuses(whole + [0])
    }

    /// A writer that cuts short parts in the middle, or ends with an empty one, makes no archive.
    @Test func otherPartSizes() throws {
        let header = try Crafted.header(Crafted.prologue(codec: .identity, chunking: .chunks64K))
        let part = [UInt8](repeating: 0, count: 65_536)
        let first = bigEndian(UInt64(65_528)) + part.dropLast(8)
        #expect(Outcome.of(try Crafted.archive(header, parts: [first])) == .opened(Array(part.dropLast(8))))
        refuses(try Crafted.archive(header, parts: [first, []]))
        refuses(try Crafted.archive(header, parts: [Array(first.dropLast()), [0, 0]]))
        refuses(try Crafted.archive(header, parts: [first + [0], [0]]))
    }

    /// EN-57: damage behind a fault that a reader has already met wins over it.
    @Test func laterDamageWins() throws {
        var random = SeededGenerator(seed: 3)
        let plaintext = random.bytes(300_000)
        let coded = try Archive.compress(plaintext, codec: .deflate)
        for (inner, cap, expected) in [
            (bigEndian(UInt64(300_000)) + coded, 299_999, ErrorClass.limit),
            (bigEndian(UInt64(200_000)) + coded, 1 << 20, .malformedPayload),
            (bigEndian(UInt64(300_000)) + [7] + coded, 1 << 20, .malformedPayload),
        ] as [([UInt8], UInt64, ErrorClass)] {
            var archive = try Crafted.chunked(inner: inner, codec: .deflate)
            #expect(Outcome.of(archive, maximumPlaintext: cap, pieces: [1 << 20]) == .refused(expected))
            archive[archive.count - 1] ^= 1
            #expect(Outcome.of(archive, maximumPlaintext: cap, pieces: [1 << 20]) == .refused(.payloadAuth))
        }
    }

    /// EN-66: what a sink has got when a piece fails is what came before that piece, and nothing after a `LIMIT`.
    @Test func sinkGetsVerifiedBytesOnly() throws {
        var random = SeededGenerator(seed: 4)
        let plaintext = random.bytes(400_000)
        var archive = try Known.seal(plaintext, codec: .identity, chunking: .chunks64K)
        archive[Self.headerCount + 3 * Self.pieceCount + 10] ^= 1
        var received: [UInt8] = []
        func open(_ cap: UInt64) throws {
            received = []
            _ = try Envelope.open(
                from: source(archive, 5000), with: .workspaceKey(Known.key), maximumPlaintext: cap
            ) { received.append(copying: $0) }
        }
        #expect(errorClass { try open(1 << 20) } == .payloadAuth)
        expectSame(received, Array(plaintext[..<(3 * 65_536 - 8)]))
        #expect(errorClass { try open(399_999) } == .payloadAuth)
        #expect(received.isEmpty)
        archive = try Known.seal(plaintext, codec: .identity)
        archive[archive.count - 1] ^= 1
        #expect(errorClass { try open(1 << 20) } == .payloadAuth)
        #expect(received.isEmpty)
    }

    @Test func automaticChoice() throws {
        let choice = SealParameters.ChunkChoice.automatic
        #expect(choice.chunking(forLength: 0) == .whole)
        #expect(choice.chunking(forLength: 16_777_216) == .whole)
        #expect(choice.chunking(forLength: 16_777_217) == .chunks64K)
        let zeros = [UInt8](repeating: 0, count: 16_777_217)
        let parameters = SealParameters(workspaceID: Known.workspace, slots: [.rawKey(Known.key)])
        // By the plaintext's size, not by the few kilobytes that zeros compress to.
        let archive = try Envelope.seal(zeros, parameters)
        #expect(try Envelope.inspect(archive).header.prologue.chunking == .chunks64K)
        try expectSame(Envelope.open(archive, with: .workspaceKey(Known.key)).plaintext, zeros)
    }
}
