import Foundation
import TestSupport
import Testing

@testable import CommandLineKit

#if canImport(Glibc)
    import Glibc
#endif

/// What was kept back goes to any kind of descriptor.
@Suite struct SpoolTests {
    @Test(arguments: [0, 1000, 1 << 18, 3_000_001]) func toAFile(_ count: Int) throws {
        try check(count, flags: O_WRONLY | O_CREAT, start: [])
    }

    @Test(arguments: [1000, 3_000_001]) func toTheEndOfAFile(_ count: Int) throws {
        try check(count, flags: O_WRONLY | O_APPEND, start: [1, 2, 3])
    }

    @Test(arguments: [1000, 3_000_001]) func toAPipe(_ count: Int) throws {
        let pipe = Pipe()
        let bytes = SeededGenerator.bytes(count)
        let collector = Collector(pipe.fileHandleForReading, count)
        let isCopied = try spool(of: bytes, copiedTo: pipe.fileHandleForWriting.fileDescriptor)
        #expect(isCopied)
        #expect(collector.wait() == bytes)
    }

    @Test func whatCannotBeWrittenIsSaid() throws {
        let bytes = SeededGenerator.bytes(3_000_001)
        let descriptor = open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        #expect(try !spool(of: bytes, copiedTo: descriptor))
        #expect(try !spool(of: [1], copiedTo: descriptor))
    }

    private func check(_ count: Int, flags: Int32, start: [UInt8]) throws {
        try withTemporaryFolder { folder in
            let file = folder.appending(path: "out")
            try Data(start).write(to: file)
            let bytes = SeededGenerator.bytes(count)
            let descriptor = open(file.path, flags, 0o600)
            defer { close(descriptor) }
            #expect(try spool(of: bytes, copiedTo: descriptor))
            #expect(try [UInt8](Data(contentsOf: file)) == start + bytes)
        }
    }

    /// Whether a spool that was filled in pieces, as programs do, can be copied.
    private func spool(of bytes: [UInt8], copiedTo descriptor: Int32) throws -> Bool {
        var spool = Spool()
        for start in stride(from: 0, to: bytes.count, by: 100_000) {
            try spool.write(bytes.span.extracting(start..<min(start + 100_000, bytes.count)))
        }
        return spool.copy(to: descriptor)
    }
}

extension SeededGenerator {
    fileprivate static func bytes(_ count: Int) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(count))
        return random.bytes(count)
    }
}
