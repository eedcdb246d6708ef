import CZlib
import SyncArchive
import TestSupport
import Testing

/// AC-21: deflate in blocks.
@Suite struct BlockTests {
    private static let blockSize = 131_072

    /// The plain twin: one block after the other, each by a new stream of zlib's.
    private func twin(_ plaintext: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: max(1, plaintext.count), by: Self.blockSize) {
            let end = min(start + Self.blockSize, plaintext.count)
            var window = Array(plaintext[max(0, start - 32_768)..<start])
            var block = Array(plaintext[start..<end])
            var stream = z_stream()
            var output = [UInt8](repeating: 0, count: 2 * block.count + 1_000)
            precondition(czlib_deflateInit2(&stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) == Z_OK)
            if !window.isEmpty {
                precondition(deflateSetDictionary(&stream, &window, uInt(window.count)) == Z_OK)
            }
            let (inputCount, outputCount) = (block.count, output.count)
            block.withUnsafeMutableBufferPointer { input in
                output.withUnsafeMutableBufferPointer { output in
                    stream.next_in = UnsafePointer(input.baseAddress)
                    stream.avail_in = uInt(inputCount)
                    stream.next_out = output.baseAddress
                    stream.avail_out = uInt(outputCount)
                    _ = deflate(&stream, end == plaintext.count ? Z_FINISH : Z_SYNC_FLUSH)
                }
            }
            result += output[..<(outputCount - Int(stream.avail_out))]
            deflateEnd(&stream)
        }
        return result
    }

    /// What a compressor with these threads makes of pieces of random sizes.
    private func compress(
        _ plaintext: [UInt8], with compressor: inout Compressor, _ generator: inout SeededGenerator
    ) throws -> [UInt8] {
        var packed: [UInt8] = []
        var position = 0
        while position < plaintext.count {
            let greatest = generator.pick([1, 100, 5_000, 65_536, 131_072, 400_000])
            // Tiny pieces only around the edges of blocks, or the test takes minutes.
            let isEdge = (position + 20) % Self.blockSize < 40
            let size = isEdge ? 1 + generator.below(20) : max(1_000, 1 + generator.below(greatest))
            let end = min(position + size, plaintext.count)
            try compressor.update(plaintext.span.extracting(position..<end), into: &packed)
            position = end
        }
        try compressor.finish(into: &packed)
        return packed
    }

    @Test func anyThreadsMakeWhatThePlainTwinMakes() throws {
        let seed: UInt64 = 21
        var generator = SeededGenerator(seed: seed)
        let sizes = [0, 1, 131_071, 131_072, 131_073, 163_840, 262_143, 262_144, 262_145, 393_216, 1_500_000]
        for size in sizes {
            // Text, with a stretch that can't be compressed somewhere.
            var plaintext = text(size, &generator)
            let noise = generator.bytes(generator.below(size / 2 + 1))
            let place = generator.below(size - noise.count + 1)
            plaintext.replaceSubrange(place..<place + noise.count, with: noise)
            let expected = twin(plaintext)
            for threads in [1, 2, 3, 8] {
                var compressor = try Compressor(codec: .deflate, threads: threads)
                for _ in 0..<2 {
                    let packed = try compress(plaintext, with: &compressor, &generator)
                    expectSame(packed, expected, "\(size) bytes, \(threads) threads, seed \(seed)")
                    try compressor.reset()
                }
            }
            let opened = try Archive.decompress(expected, codec: .deflate, length: size, limit: size)
            expectSame(opened, plaintext, "\(size) bytes, seed \(seed)")
        }
    }

    /// The checksum is put together from those of the blocks, and `gzip` and Python agree with it.
    @Test func othersReadBlocks() throws {
        var generator = SeededGenerator(seed: 22)
        for size in [131_072, 131_073, 1_000_000] {
            let plaintext = text(size, &generator)
            var compressor = try Compressor(codec: .gzip, threads: 3)
            let packed = try compress(plaintext, with: &compressor, &generator)
            try expectSame(packed, Archive.compress(plaintext, codec: .gzip))
            try expectSame(Tool.run(["gunzip", "-c"], input: packed).output, plaintext)
            let python = "import zlib,sys; sys.stdout.buffer.write(zlib.decompress(sys.stdin.buffer.read(), 31))"
            try expectSame(Tool.run(["python3", "-c", python], input: packed).output, plaintext)
        }
    }

    /// A stream that is given up leaves nothing behind in the next one.
    @Test func resetInTheMiddle() throws {
        var generator = SeededGenerator(seed: 23)
        let (given, wanted) = (text(700_000, &generator), text(400_000, &generator))
        var compressor = try Compressor(codec: .gzip, threads: 2)
        var ignored: [UInt8] = []
        try compressor.update(given.span, into: &ignored)
        try compressor.reset()
        let packed = try compress(wanted, with: &compressor, &generator)
        try expectSame(packed, Archive.compress(wanted, codec: .gzip))
    }

    /// Output in little room is that of the whole, and never more than the room at a time.
    @Test func decompressingIntoLittleRoom() throws {
        var generator = SeededGenerator(seed: 24)
        for codec in ArchiveCodec.allCases {
            for plaintext in [text(300_000, &generator), [UInt8](repeating: 7, count: 300_000), [1], []] {
                let packed = try Archive.compress(plaintext, codec: codec)
                for room in [1, 1_000, 65_536, 1 << 20] where room > 1 || plaintext.count < 10 {
                    var decompressor = try Decompressor(
                        codec: codec, length: UInt64(plaintext.count), limit: UInt64(plaintext.count))
                    var opened: [UInt8] = []
                    var position = 0
                    var output: [UInt8] = []
                    repeat {
                        let end = min(position + 1 + generator.below(70_000), packed.count)
                        output.removeAll(keepingCapacity: true)
                        position += try decompressor.update(
                            packed.span.extracting(position..<end), room: room, into: &output)
                        #expect(output.count <= room)
                        opened += output
                    } while position < packed.count || output.count == room
                    try decompressor.finish()
                    expectSame(opened, plaintext, "\(codec), room \(room)")
                }
            }
        }
    }
}
