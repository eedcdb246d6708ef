#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// One thing about a process that must not show in what it answers (CT-2).
enum Surrounding: String, CaseIterable, Sendable {
    case locale = "another locale"
    case timeZone = "another time zone"
    case hashSeed = "another hash seed"
    case runtime = "its runtime's other environment"
    case home = "another HOME"
    case folder = "another working folder"
    case fileMask = "another umask"

    /// The entries of the environment that make it, as `NAME=value`.
    ///
    /// - Parameter scratch: a private folder in which it may make another.
    func environment(_ stack: Stack, scratch: ScratchFolder) -> [String] {
        switch self {
        // A dotless i, a decimal comma, and a time zone of 45 minutes: what formats by them gives itself away.
        case .locale: return ["LANG=tr_TR.UTF-8", "LC_ALL=tr_TR.UTF-8"]
        case .timeZone: return ["TZ=Asia/Kathmandu"]
        case .hashSeed: return ["PYTHONHASHSEED=20011", "SWIFT_DETERMINISTIC_HASHING=1"]
        case .runtime: return stack.otherEnvironment
        case .home:
            guard let home = try? scratch.subfolder("home") else { return [] }
            // What a stack has compiled lies below the old one.
            let cache = Self.variable("XDG_CACHE_HOME") ?? Self.variable("HOME").map { $0 + "/.cache" }
            return ["HOME=" + home] + (cache.map { ["XDG_CACHE_HOME=" + $0] } ?? [])
        case .folder, .fileMask: return []
        }
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension Stack {
    /// The command that starts it in its folder, or in these surroundings.
    func command(in surroundings: Set<Surrounding>, scratch: ScratchFolder) -> [String] {
        var folder = self.folder
        if surroundings.contains(.folder) && isMovable { folder = scratch.path }
        let mask = surroundings.contains(.fileMask) ? "umask 077; " : ""
        guard folder != nil || !mask.isEmpty else { return command }
        // A program is started, not a shell command: its words stay as they are.
        return ["/bin/sh", "-c", mask + #"cd "$0" && exec "$@""#, folder ?? "."] + command
    }
}
