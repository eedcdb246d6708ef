import Foundation
import TestSupport
import Testing

/// What a command printed, and how it ended.
struct Outcome: Equatable {
    var status: Int32
    var output: String
    var errors: String
}

/// A folder of its own, and the built program to run in it.
final class Workshop: Sendable {
    /// 64 hex digits that nothing but the key file may hold.
    static let key = "5ec2e7000102030405060708090a0b0c0d0e0f10111213141516171819babe5e"
    /// A passphrase that nothing but its file may hold.
    static let passphrase = "Ein Geheimnis, das niemand drückt"

    /// What is said of every key that is refused (SC-6), of an archive of several with its name.
    static let refusal = refusal(of: nil)
    static func refusal(of name: String?) -> String {
        "NO_MATCH or HEADER_AUTH: \(name.map { $0 + ": " } ?? "")the key does not open this, or the header was altered; "
            + "--diagnose says which"
    }

    let folder: URL
    let program: URL

    init() throws {
        program = try BuiltProduct.url("syncwire")
        folder = try makeTemporaryFolder()
    }

    /// With the secrets, the known answer as `archive`, and its key as `known`.
    static func withKnownAnswer() throws -> Workshop {
        let shop = try Workshop()
        try shop.writeSecrets()
        try shop.write("known", KnownAnswer.key + "\n")
        try shop.write("archive", KnownAnswer.archive())
        return shop
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
    func bytes(_ name: String) throws -> [UInt8] { try folder.appending(path: name).bytes() }

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
        let surroundings = [
            "PATH": program.deletingLastPathComponent().path() + ":/usr/local/bin:/usr/bin:/bin", "HOME": folder.path(),
            "LC_ALL": "C.UTF-8",
        ].merging(environment) { $1 }
        let shell = try Tool.run(["/bin/sh", "-c", script], in: folder, environment: surroundings)
        let outcome = Outcome(status: shell.status, output: shell.text, errors: shell.errorText)
        for text in [outcome.output, outcome.errors] {
            let isClean = !text.contains(Self.passphrase) && !text.lowercased().contains(Self.key)
            #expect(isClean, "a secret is in what was printed", sourceLocation: sourceLocation)
        }
        return outcome
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
}

extension Repository {
    /// The archive of a published vector that must be refused.
    static func rejectedArchive(_ id: String) throws -> [UInt8] {
        struct File: Decodable { var vectors: [Vector] }
        struct Vector: Decodable {
            var id: String
            var inputs: Inputs
        }
        struct Inputs: Decodable { var archive: Data? }
        let vectors = try ["envelope", "slots", "payload"].flatMap { kind in
            let data = try Data(contentsOf: root.appending(path: "Vectors/\(kind).json"))
            return try JSONDecoder().decode(File.self, from: data).vectors
        }
        return [UInt8](try #require(vectors.first { $0.id == id }?.inputs.archive))
    }
}

/// Known answer 1 of the specification, its key and its plaintext.
enum KnownAnswer {
    static let key = "606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f"
    static let plaintext = #"{"a":1,"b":""# + String(repeating: "x", count: 40) + #""}"#

    /// The archive; with `slots`, the name of a hex block, another one's slots and MAC.
    static func archive(slots: String? = nil) throws -> [UInt8] {
        let examples = try Specification()
        let archive = try examples.hex("ka1")
        guard let slots else { return archive }
        return try archive[..<72] + examples.hex(slots) + archive[196...]
    }
}
