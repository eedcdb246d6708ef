import CommandLineKit
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct InputTests {
    @Test func wholeFilesAndPieces() throws {
        try withFolder { folder throws in
            for count in [0, 1, 65_536, 300_001] {
                let path = folder + "/\(count)"
                let expected = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251) }
                try Data(expected).write(to: URL(fileURLWithPath: path))
                try expectSame(Files.read(path), expected)
                try expectSame(Files.read(path, limit: count), expected)
                var input = try FileInput(path)
                var bytes: [UInt8] = []
                var piece: [UInt8] = []
                while try input.read(upTo: 1_000, into: &piece) > 0 {
                    #expect(piece.count <= 1_000)
                    bytes += piece
                    piece.removeAll(keepingCapacity: true)
                }
                expectSame(bytes, expected)
            }
        }
    }

    /// Files whose size the system does not tell are read to their end.
    @Test func filesWithoutASize() throws {
        #expect(try !Files.read("/proc/self/status").isEmpty)
        #expect(try Files.read("/dev/null").isEmpty)
    }

    @Test func whatCannotBeReadIsExplained() throws {
        try withFolder { folder throws in
            try "12345".write(toFile: folder + "/file", atomically: false, encoding: .utf8)
            let cases: [(path: String, limit: Int, expected: CommandLineError)] = [
                (
                    folder + "/no", 9,
                    CommandLineError(.cannotOpen, "cannot open \(folder)/no: No such file or directory")
                ),
                (folder, 9, CommandLineError(.cannotOpen, "cannot open \(folder): Is a directory")),
                (folder + "/file", 4, CommandLineError(.malformedInput, "\(folder)/file has more than 4 bytes")),
                ("/dev/zero", 70_000, CommandLineError(.malformedInput, "/dev/zero has more than 70000 bytes")),
                ("/proc/self/mem", 9, CommandLineError(.inputOutput, "cannot read /proc/self/mem: Input/output error")),
            ]
            for known in cases {
                let error = #expect(throws: CommandLineError.self) { try Files.read(known.path, limit: known.limit) }
                #expect(error == known.expected)
            }
        }
    }

    /// CL-7.
    @Test func secretsLoseOneNewline() throws {
        let cases = [
            "pw": "pw", "pw\n": "pw", "pw\r\n": "pw", "pw\n\n": "pw\n", " pw \n": " pw ", "": "", "\n": "", "é\n": "é",
        ]
        try withFolder { folder throws in
            for (text, expected) in cases {
                try text.write(toFile: folder + "/secret", atomically: false, encoding: .utf8)
                #expect(
                    try SecretInput.read(file: folder + "/secret") == Array(expected.utf8), "\(text.debugDescription)")
                let file = try #require(FileHandle(forReadingAtPath: folder + "/secret"))
                let secret = try SecretInput.read(descriptor: file.fileDescriptor)
                #expect(secret == Array(expected.utf8), "\(text.debugDescription)")
            }
        }
    }

    /// CL-6.
    @Test func secretsAreBoundedAndNeverRepeated() throws {
        try withFolder { folder throws in
            let path = folder + "/secret"
            let long = String(repeating: "hunter2 ", count: SecretInput.limit / 8)
            for newline in ["", "\n", "\r\n"] {
                try (long + newline).write(toFile: path, atomically: false, encoding: .utf8)
                #expect(try SecretInput.read(file: path) == Array(long.utf8))
                try (long + "x" + newline).write(toFile: path, atomically: false, encoding: .utf8)
                let error = #expect(throws: CommandLineError.self) { try SecretInput.read(file: path) }
                #expect(error == CommandLineError(.malformedInput, "\(path) has more than 4096 bytes"))
            }
            #expect(throws: CommandLineError(.cannotOpen, "cannot open \(folder)/no: No such file or directory")) {
                try SecretInput.read(file: folder + "/no")
            }
            #expect(throws: CommandLineError(.cannotOpen, "cannot read descriptor 987: Bad file descriptor")) {
                try SecretInput.read(descriptor: 987)
            }
        }
    }

    @Test func wipedSecretIsEmpty() {
        var secret: [UInt8] = [1, 2, 3]
        SecretInput.wipe(&secret)
        #expect(secret.isEmpty)
    }
}
