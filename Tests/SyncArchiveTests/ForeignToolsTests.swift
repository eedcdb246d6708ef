import SyncArchive
import TestSupport
import Testing

@Suite struct ForeignToolsTests {
    /// AC-2, AC-5: `gzip -t`, `zcat` and Python accept what we write.
    @Test func ourGzipIsReadByOthers() throws {
        var generator = SeededGenerator(seed: 8)
        for size in [0, 1, 200_000] {
            let plaintext = text(size, &generator)
            for mode in [DeflateMode.deflate, .stored] {
                let packed = try Archive.compress(plaintext, codec: .gzip, mode: mode)
                #expect(try Tool.run(["gzip", "-t"], input: packed).status == 0)
                #expect(try Tool.run(["zcat"], input: packed).output == plaintext)
                let python = "import gzip,sys; sys.stdout.buffer.write(gzip.decompress(sys.stdin.buffer.read()))"
                #expect(try Tool.run(["python3", "-c", python], input: packed).output == plaintext)
                let raw = try Archive.compress(plaintext, codec: .deflate, mode: mode)
                let inflate = "import zlib,sys; sys.stdout.buffer.write(zlib.decompress(sys.stdin.buffer.read(), -15))"
                #expect(try Tool.run(["python3", "-c", inflate], input: raw).output == plaintext)
            }
        }
    }

    /// AC-17: the stored form, byte for byte, against a writer in Python.
    @Test func storedFormIsThatOfAnotherWriter() throws {
        let writer = """
            import struct, sys
            data = sys.stdin.buffer.read()
            blocks = [data[i:i + 65535] for i in range(0, len(data), 65535)] or [b""]
            for i, b in enumerate(blocks):
                last = i == len(blocks) - 1
                sys.stdout.buffer.write(struct.pack("<BHH", last, len(b), len(b) ^ 0xFFFF) + b)
            """
        for size in [0, 1, 65_535, 65_536, 131_070, 200_000] {
            let expected = try Tool.run(["python3", "-c", writer], input: pattern(size)).output
            try expectSame(Archive.compress(pattern(size), codec: .deflate, mode: .stored), expected, "\(size)")
        }
    }

    /// Files of `gzip` and Python are read leniently, and what is not pinned is named; the strict reader refuses them.
    @Test func theirGzipIsReadAndJudged() throws {
        var generator = SeededGenerator(seed: 9)
        let plaintext = text(50_000, &generator)
        let python = "import gzip,sys; sys.stdout.buffer.write(gzip.compress(sys.stdin.buffer.read(), mtime=1))"
        let cases: [(command: [String], findings: [GzipFinding.Kind], strictOffset: Int)] = [
            (["gzip", "-n"], [.operatingSystem], 9),
            (["gzip", "-n", "-9"], [.extraFlags, .operatingSystem], 8),
            (["gzip", "-n", "-1"], [.extraFlags, .operatingSystem], 8),
            (["python3", "-c", python], [.modificationTime, .extraFlags], 4),
        ]
        for known in cases {
            let packed = try Tool.run(known.command, input: plaintext).output
            let found = try LenientGzip.read(packed, limit: plaintext.count)
            expectSame(found.bytes, plaintext)
            #expect(found.findings.map(\.kind) == known.findings, "\(known.command)")
            let error = failure(packed, .gzip, length: plaintext.count)
            #expect(error?.code == .headerNotPinned, "\(known.command)")
            #expect(error?.offset == known.strictOffset, "\(known.command)")
        }
    }
}
