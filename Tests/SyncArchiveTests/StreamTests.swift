import SyncArchive
import TestSupport
import Testing

@Suite struct StreamTests {
    /// AC-7: any cut of the input gives the bytes of the whole, compressing and decompressing, with reused contexts.
    @Test func randomSplitsGiveTheSameBytes() throws {
        let seed: UInt64 = 4_711
        var generator = SeededGenerator(seed: seed)
        for codec in ArchiveCodec.allCases {
            for mode in [DeflateMode.deflate, .stored] {
                var compressor = try Compressor(codec: codec, mode: mode)
                var decompressor = try Decompressor(codec: codec, length: 0, limit: 0)
                for size in [0, 1, 100, 5_000, 65_535, 65_536, 140_000, 300_000] {
                    let plaintext = text(size, &generator)
                    let whole = try Archive.compress(plaintext, codec: codec, mode: mode)
                    var packed: [UInt8] = []
                    for piece in split(plaintext, &generator) { try compressor.update(piece.span, into: &packed) }
                    try compressor.finish(into: &packed)
                    try compressor.reset()
                    expectSame(packed, whole, "\(codec) \(mode) \(size) seed \(seed)")

                    try decompressor.reset(length: UInt64(size), limit: UInt64(size))
                    var opened: [UInt8] = []
                    for piece in split(packed, &generator) { try decompressor.update(piece.span, into: &opened) }
                    try decompressor.finish()
                    expectSame(opened, plaintext, "\(codec) \(mode) \(size) seed \(seed)")
                }
            }
        }
    }

    /// AC-16: one fault gives one error, however the input is cut, and gives it again at every later call.
    @Test func randomSplitsGiveTheSameError() throws {
        let seed: UInt64 = 99
        var generator = SeededGenerator(seed: seed)
        let plaintext = text(400, &generator)
        let good = try Archive.compress(plaintext, codec: .gzip)
        for _ in 0..<4_000 {
            var bad = good
            switch Int.random(in: 0..<3, using: &generator) {
            case 0:
                bad[Int.random(in: 0..<bad.count, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1: bad.removeLast(Int.random(in: 1...bad.count, using: &generator))
            default: bad += [0x1F, .random(in: 0x8A...0x8C, using: &generator)]
            }
            let expected = failure(bad, .gzip, length: plaintext.count)
            var decompressor = try Decompressor(codec: .gzip, length: UInt64(plaintext.count), limit: 400)
            var found: ArchiveError?
            var output: [UInt8] = []
            for piece in split(bad, &generator) {
                do throws(ArchiveError) {
                    try decompressor.update(piece.span, into: &output)
                    #expect(found == nil, "an error was forgotten")
                } catch {
                    #expect(found == nil || found == error)
                    found = error
                }
            }
            do throws(ArchiveError) { try decompressor.finish() } catch { found = error }
            #expect(found?.code == expected?.code, "seed \(seed)")
            if ![.invalidDeflate, .lengthMismatch].contains(expected?.code) {
                #expect(found?.offset == expected?.offset, "seed \(seed)")
            }
        }
    }

    /// 24 MB through both directions: neither buffer grows with the stream.
    @Test func memoryIsConstant() throws {
        var generator = SeededGenerator(seed: 5)
        let block = text(256 << 10, &generator)
        let rounds = 96
        var compressor = try Compressor(codec: .gzip)
        var decompressor = try Decompressor(codec: .gzip, length: UInt64(rounds * block.count), limit: .max)
        var packed: [UInt8] = []
        var opened: [UInt8] = []
        var total = 0
        for round in 0...rounds {
            if round < rounds {
                try compressor.update(block.span, into: &packed)
            } else {
                try compressor.finish(into: &packed)
            }
            for start in stride(from: 0, to: packed.count, by: 4_096) {
                let piece = packed.span.extracting(start..<min(start + 4_096, packed.count))
                try decompressor.update(piece, into: &opened)
                let position = total % block.count
                if position + opened.count <= block.count && opened != Array(block[position..<position + opened.count])
                {
                    Issue.record("different bytes at \(total)")
                }
                total += opened.count
                opened.removeAll(keepingCapacity: true)
            }
            packed.removeAll(keepingCapacity: true)
        }
        try decompressor.finish()
        #expect(total == rounds * block.count)
        #expect(packed.capacity <= 1 << 20)
        #expect(opened.capacity <= 1 << 20)
    }

    private func split(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var position = 0
        while position < bytes.count {
            let greatest = [1, 3, 700, 70_000].randomElement(using: &generator)!
            // Tiny pieces only at the edges, or the test takes minutes.
            let isEdge = position < 40 || position + 40 > bytes.count
            let size =
                isEdge
                ? Int.random(in: 0...3, using: &generator) : Int.random(in: 0...max(300, greatest), using: &generator)
            let end = min(position + size, bytes.count)
            pieces.append(Array(bytes[position..<end]))
            position = end
        }
        return pieces
    }
}
