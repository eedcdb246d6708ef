package import Foundation

/// Where this repository is, and what lies in it and beside it.
package enum Repository {
    package static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Input from life.
    package static let fixtures = root.appending(path: "Tests/Fixtures", directoryHint: .isDirectory)

    /// What lies beside a checkout and is read from there, never copied into it; a test that needs it is skipped without.
    package static let shared = root.deletingLastPathComponent().appending(path: "shared")
    package static let peers = shared.appending(path: "peers")

    /// The files below a folder of the repository, however deep, sorted by path.
    package static func files(in folder: String, suffix: String) throws -> [URL] {
        let start = root.appendingPathComponent(folder)
        guard let found = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return found.compactMap { $0 as? URL }.filter { $0.lastPathComponent.hasSuffix(suffix) }
            .sorted { $0.path < $1.path }
    }
}

extension URL {
    /// Whether a file or folder is there.
    package var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// The bytes of the file.
    package func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: self)) }
}
