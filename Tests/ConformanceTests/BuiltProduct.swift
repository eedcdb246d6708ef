import Foundation

/// A product that was built together with these tests: it lies beside their bundle.
enum BuiltProduct {
    static func path(_ name: String) throws -> String {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        while folder.path != "/" {
            let candidate = folder.appendingPathComponent(name).path
            if folder.path.contains("/.build/"), FileManager.default.isExecutableFile(atPath: candidate) {
                return candidate
            }
            folder.deleteLastPathComponent()
        }
        throw CocoaError(.fileNoSuchFile)
    }
}
