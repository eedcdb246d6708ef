import CanonicalJSON
import Foundation
import SyncBridge
import SyncEnvelope
import SyncImport
import Testing

/// `Tests/Fixtures`.
let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures", directoryHint: .isDirectory)

func fixture(_ name: String) throws -> ImportSource {
    ImportSource(name: name, bytes: [UInt8](try Data(contentsOf: fixtures.appending(path: name))))
}

func sha256(_ bytes: [UInt8]) -> [UInt8] {
    (try? SHA256.hash(bytes)) ?? []
}

func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
}

/// An import that finds includes and public keys among the fixtures.
func fixtureImport(updatedAt: Int64 = 1_700_000_000_000) -> SSHConfigImport {
    SSHConfigImport(
        updatedAt: updatedAt,
        include: { pattern, _, _ throws(ImportError) in
            guard pattern == "conf.d/*.conf" else { return [] }
            do {
                let names = try FileManager.default.contentsOfDirectory(
                    atPath: fixtures.appending(path: "conf.d").path())
                return try names.sorted().map { try fixture("conf.d/\($0)") }
            } catch {
                throw ImportError(.include, source: pattern, reason: "\(error)")
            }
        },
        publicKey: { path throws(ImportError) in try? fixture(path + ".pub").bytes },
        sha256: sha256)
}

/// Imports a configuration without includes and keys.
func importConfig(_ lines: String, include: [String: String] = [:]) throws -> ImportResult {
    let settings = SSHConfigImport(
        updatedAt: 1,
        include: { pattern, _, _ throws(ImportError) in
            include[pattern].map { [ImportSource(name: pattern, bytes: Array($0.utf8))] } ?? []
        },
        publicKey: { _ throws(ImportError) in nil }, sha256: sha256)
    return try settings.run([ImportSource(name: "config", bytes: Array(lines.utf8))])
}

extension ImportResult {
    func hosts() throws -> [JSONString: HostRecord] {
        let records = try payload.rows(of: "host").map { try HostRecord(row: $0) }
        return Dictionary(records.map { ($0.name, $0) }) { first, _ in first }
    }

    func host(_ name: JSONString) throws -> HostRecord {
        try #require(try hosts()[name])
    }
}

/// Whether PATH has a program: a test that needs a missing one is reported as skipped.
func isInstalled(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
}

/// Runs a program that is looked up in PATH.
func run(_ arguments: String..., input: String = "") throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let (output, standardInput) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = standardInput
    try process.run()
    try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try standardInput.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
}

/// Gives a folder of its own to a body, and removes it.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "syncwire-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
}
