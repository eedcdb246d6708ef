import SyncArchive
import TestSupport
import Testing

@Suite struct CompressTests {
    /// AC-17: the gzip part of known answer 1, and an empty plaintext, from Python.
    @Test func storedKnownAnswers() throws {
        let plaintext = Array("{\"a\":1,\"b\":\"\(String(repeating: "x", count: 40))\"}".utf8)
        let expected = bytes(
            hex: "1f8b08000000000000ff013600c9ff7b2261223a312c2262223a22" + String(repeating: "78", count: 40)
                + "227d4f3fe70d36000000")
        #expect(try Archive.compress(plaintext, codec: .gzip, mode: .stored) == expected)
        #expect(try Archive.compress(plaintext, codec: .deflate, mode: .stored) == Array(expected[10..<69]))
        let empty = bytes(hex: "1f8b08000000000000ff010000ffff0000000000000000")
        #expect(try Archive.compress([], codec: .gzip, mode: .stored) == empty)
    }

    /// AC-4, AC-17: sizes, trailers and block heads at the edges of a block, from Python.
    @Test func storedBlockEdges() throws {
        let cases: [(count: Int, size: Int, trailer: String, blockHeads: [Int: String])] = [
            (1, 24, "2e7a664c01000000", [10: "010100feff"]),
            (65_534, 65_557, "9f48ef82feff0000", [10: "01feff0100"]),
            (65_535, 65_558, "04f48850ffff0000", [10: "01ffff0000"]),
            (65_536, 65_564, "2ac9ee7b00000100", [10: "00ffff0000", 65_550: "010100feff"]),
            (131_070, 131_098, "21424c5bfeff0100", [10: "00ffff0000", 65_550: "01ffff0000"]),
            (131_071, 131_104, "85c9887cffff0100", [10: "00ffff0000", 65_550: "00ffff0000", 131_090: "010100feff"]),
        ]
        for known in cases {
            let packed = try Archive.compress(pattern(known.count), codec: .gzip, mode: .stored)
            #expect(packed.count == known.size, "\(known.count)")
            #expect(Array(packed.suffix(8)) == bytes(hex: known.trailer), "\(known.count)")
            for (offset, head) in known.blockHeads {
                #expect(Array(packed[offset..<offset + 5]) == bytes(hex: head), "\(known.count) at \(offset)")
            }
            let plain = try Archive.decompress(packed, codec: .gzip, length: known.count, limit: known.count)
            expectSame(plain, pattern(known.count), "\(known.count)")
        }
    }

    /// AC-3, AC-4: the field case gzip-header-by-version: the header and trailer of "hello" in both modes.
    @Test func pinnedHeaderAndTrailer() throws {
        for mode in [DeflateMode.deflate, .stored] {
            let packed = try Archive.compress(Array("hello".utf8), codec: .gzip, mode: mode)
            #expect(Array(packed.prefix(10)) == bytes(hex: "1f8b08000000000000ff"))
            #expect(Array(packed.suffix(8)) == bytes(hex: "86a6103605000000"))
        }
    }

    /// AC-1.
    @Test func identityIsTheInput() throws {
        for mode in [DeflateMode.deflate, .stored] {
            #expect(try Archive.compress([1, 2, 3], codec: .identity, mode: mode) == [1, 2, 3])
        }
        #expect(try Archive.decompress([1, 2, 3], codec: .identity, length: 3, limit: 3) == [1, 2, 3])
    }

    /// AC-2, AC-5: raw deflate is the gzip member without its header and trailer.
    @Test func gzipWrapsRawDeflate() throws {
        var generator = SeededGenerator(seed: 11)
        let plaintext = text(5_000, &generator)
        for mode in [DeflateMode.deflate, .stored] {
            let raw = try Archive.compress(plaintext, codec: .deflate, mode: mode)
            let gzip = try Archive.compress(plaintext, codec: .gzip, mode: mode)
            #expect(Array(gzip.dropFirst(10).dropLast(8)) == raw)
        }
    }
}
