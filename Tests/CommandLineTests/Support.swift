import Foundation
import Testing

/// What a command printed, and how it ended.
struct Outcome: Equatable {
    var status: Int32
    var output: String
    var errors: String
}

/// A folder of its own, and the built program to run in it.
final class Workshop {
    /// 64 hex digits that nothing but the key file may hold.
    static let key = "5ec2e7000102030405060708090a0b0c0d0e0f10111213141516171819babe5e"
    /// A passphrase that nothing but its file may hold.
    static let passphrase = "Ein Geheimnis, das niemand drückt"

    let folder: URL
    private let program: URL

    init() throws {
        program = try Self.builtProgram()
        folder = FileManager.default.temporaryDirectory.appending(path: "syncwire-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The names in the folder, sorted.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []).sorted()
    }

    /// Puts a file into the folder.
    func write(_ name: String, _ bytes: [UInt8]) throws {
        try Data(bytes).write(to: folder.appending(path: name))
    }

    /// Puts a text into the folder.
    func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

    /// The bytes of a file in the folder.
    func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: name))) }

    /// Writes the key file `key` and the passphrase file `words`.
    func writeSecrets() throws {
        try write("key", Self.key + "\n")
        try write("words", Self.passphrase + "\n")
    }

    /// Runs a script of the POSIX shell in the folder; `syncwire` in it is the built program, and there is no input.
    ///
    /// Whatever it prints must not hold a secret.
    @discardableResult
    func run(
        _ script: String, environment: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = folder
        process.environment = [
            "PATH": program.deletingLastPathComponent().path() + ":/usr/local/bin:/usr/bin:/bin", "HOME": folder.path(),
            "LC_ALL": "C.UTF-8",
        ].merging(environment) { $1 }
        // Files instead of pipes: nobody has to read them meanwhile.
        let captured = try ["out", "err"].map { name in
            let url = folder.deletingLastPathComponent().appending(path: "\(folder.lastPathComponent).\(name)")
            _ = FileManager.default.createFile(atPath: url.path(), contents: nil)
            return (url: url, handle: try FileHandle(forWritingTo: url))
        }
        defer { for file in captured { try? FileManager.default.removeItem(at: file.url) } }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = captured[0].handle
        process.standardError = captured[1].handle
        try process.run()
        process.waitUntilExit()
        let texts = try captured.map { String(decoding: try Data(contentsOf: $0.url), as: UTF8.self) }
        for text in texts {
            let isClean = !text.contains(Self.passphrase) && !text.lowercased().contains(Self.key)
            #expect(isClean, "a secret is in what was printed", sourceLocation: sourceLocation)
        }
        return Outcome(status: process.terminationStatus, output: texts[0], errors: texts[1])
    }

    /// Runs a script and compares everything: the exit code, what it printed, and, when it failed, that no file came.
    func expect(
        _ script: String, status: Int32 = 0, prints output: String = "", errors: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = names
        let outcome = try run(script, sourceLocation: sourceLocation)
        let expected = Outcome(status: status, output: output, errors: errors)
        #expect(outcome == expected, "\(script)", sourceLocation: sourceLocation)
        if status != 0 { #expect(names == before, "a file was left: \(script)", sourceLocation: sourceLocation) }
    }

    /// The program that was built together with these tests: it lies beside their bundle.
    static func builtProgram() throws -> URL {
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        while folder.path() != "/" {
            let candidate = folder.appending(path: "syncwire")
            if FileManager.default.isExecutableFile(atPath: candidate.path()), !isFolder(candidate) { return candidate }
            folder.deleteLastPathComponent()
        }
        throw CocoaError(.fileNoSuchFile)
    }

    private static func isFolder(_ url: URL) -> Bool {
        (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
    }
}

/// What comes from the repository.
enum Repository {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The bytes of a hex block of the worked examples.
    static func example(_ name: String) throws -> [UInt8] {
        let text = try String(contentsOf: root.appending(path: "Spec/envelope-examples.md"), encoding: .utf8)
        let block = try #require(text.components(separatedBy: "```hex \(name)\n").dropFirst().first)
        return block.components(separatedBy: "```")[0].split(separator: "\n").flatMap { line in
            let digits = line.dropFirst(6).prefix { $0 != "#" }
            return digits.split(separator: " ").compactMap { UInt8($0, radix: 16) }
        }
    }

    /// The archive of a published vector that must be refused.
    static func rejectedArchive(_ id: String) throws -> [UInt8] {
        struct File: Decodable { var vectors: [Vector] }
        struct Vector: Decodable {
            var id: String
            var inputs: Inputs
        }
        struct Inputs: Decodable { var archive: Data? }
        let file = try JSONDecoder().decode(
            File.self, from: Data(contentsOf: root.appending(path: "Vectors/envelope.json")))
        return [UInt8](try #require(file.vectors.first { $0.id == id }?.inputs.archive))
    }
}

/// Known answer 1 of the specification, its key and its plaintext.
enum KnownAnswer {
    static let key = "606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f"
    static let plaintext = #"{"a":1,"b":""# + String(repeating: "x", count: 40) + #""}"#

    /// The archive; with `slots`, the name of a hex block, another one's slots and MAC.
    static func archive(slots: String? = nil) throws -> [UInt8] {
        let archive = try Repository.example("ka1")
        guard let slots else { return archive }
        return try archive[..<72] + Repository.example(slots) + archive[196...]
    }
}
