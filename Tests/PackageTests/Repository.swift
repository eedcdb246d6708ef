import Conformance
import Foundation

/// Where this repository is, and what the tests of the whole need from it.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static func files(in folder: String, suffix: String) throws -> [URL] {
        let start = root.appendingPathComponent(folder)
        guard let found = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return found.compactMap { $0 as? URL }.filter { $0.lastPathComponent.hasSuffix(suffix) }
            .sorted { $0.path < $1.path }
    }

    /// The product that was built together with these tests: it lies beside their bundle.
    static func builtProduct(_ name: String) throws -> URL {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0])
        var folder = bundle.deletingLastPathComponent()
        while folder.path != "/" {
            let candidate = folder.appendingPathComponent(name)
            if FileManager.default.isExecutableFile(atPath: candidate.path),
                folder.path.contains("/.build/") || folder.path.hasPrefix(root.path)
            {
                return candidate
            }
            folder.deleteLastPathComponent()
        }
        throw CocoaError(.fileNoSuchFile)
    }

    /// The committed vectors.
    static func vectorFiles() throws -> [VectorFile] {
        try VectorFile.kinds.map { kind in
            let url = root.appendingPathComponent("Vectors/\(kind).json")
            return try VectorFile(parsing: [UInt8](Data(contentsOf: url)), name: url.lastPathComponent)
        }
    }

    static func temporaryFolder() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("syncwire-" + UUID().uuidString)
    }
}

/// A finished command.
struct Command {
    var status: Int32
    var output: Data
    var error: Data

    var text: String { String(decoding: output, as: UTF8.self) }
    var errorText: String { String(decoding: error, as: UTF8.self) }

    /// Runs `arguments`, the first one looked up in `PATH`, and waits.
    static func run(_ arguments: [String], in folder: URL) throws -> Command {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        // Files instead of pipes: no reader is needed, and nothing can block.
        let files = try ["out", "err"].map { name in
            let url = Repository.temporaryFolder().appendingPathExtension(name)
            _ = FileManager.default.createFile(atPath: url.path, contents: nil)
            return (url, try FileHandle(forWritingTo: url))
        }
        defer { for (url, _) in files { try? FileManager.default.removeItem(at: url) } }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = files[0].1
        process.standardError = files[1].1
        try process.run()
        process.waitUntilExit()
        return Command(
            status: process.terminationStatus,
            output: try Data(contentsOf: files[0].0),
            error: try Data(contentsOf: files[1].0)
        )
    }
}
