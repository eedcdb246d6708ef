import Foundation

/// A real Dart VM, as `Tests/Stacks/setup` installs it, or the one that `DART` names.
package enum DartVM {
    package static let path: String? = {
        let environment = ProcessInfo.processInfo.environment
        if let given = environment["DART"] { return given }
        let home = environment["HOME"] ?? "/"
        let cache = environment["XDG_CACHE_HOME"] ?? home + "/.cache"
        let installed = cache + "/syncwire/dart-2.16.2/dart"
        return FileManager.default.isExecutableFile(atPath: installed) ? installed : nil
    }()

    package static let missing: String = "no Dart VM: set DART or run Tests/Stacks/setup"
}
