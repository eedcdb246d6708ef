import CommandLineKit
import SyncImport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The files that OpenSSH configurations refer to.
final class ConfigFiles {
    /// Why an include could not be read.
    private(set) var failure: CommandLineError?

    private let folders: [String]
    /// The folder of the file given on the command line that an included one belongs to.
    private var bases: [String: String] = [:]

    /// `names` are those of the files on the command line.
    init(_ names: [String]) {
        folders = names.map(folder(of:))
        for name in names { bases[name] = folder(of: name) }
    }

    /// The files that an `Include` names, sorted; none when nothing matches.
    func included(_ pattern: String, from source: String) throws(ImportError) -> [ImportSource] {
        let base = bases[source] ?? ""
        // What is before the pattern is a name, whatever characters it has.
        let candidates = places(of: pattern, beside: [base], naming: quoted)
        let paths = candidates.lazy.map(matches(of:)).first { !$0.isEmpty } ?? []
        var sources: [ImportSource] = []
        for path in paths {
            let name = displayName(of: path)
            bases[name] = base
            do {
                try refuseStream(path)
                sources.append(ImportSource(name: name, bytes: try Files.read(path, limit: 16 << 20)))
            } catch {
                failure = error
                throw ImportError(.include, source: name, reason: error.message)
            }
        }
        return sources
    }

    /// The public half beside a private key, which is not looked at.
    func publicKey(_ path: String) -> [UInt8]? {
        for place in places(of: path, beside: folders) {
            let path = place + ".pub"
            if (try? refuseStream(path)) != nil, let bytes = try? Files.read(path, limit: 65_536) { return bytes }
        }
        return nil
    }

    /// A path as messages show it: below the home folder it does not depend on the user.
    private func displayName(of path: String) -> String {
        guard let home = environment("HOME"), path.utf8.starts(with: (home + "/").utf8) else { return path }
        return "~" + String(decoding: path.utf8.dropFirst(home.utf8.count), as: UTF8.self)
    }

    /// Where a file with a relative name may be, in the order of preference, with `naming` applied to the folders.
    private func places(
        of path: String, beside folders: [String], naming: (String) -> String = { $0 }
    ) -> [String] {
        let home = environment("HOME").map(naming)
        if path.hasPrefix("/") { return [path] }
        if path.hasPrefix("~/") { return home.map { [$0 + path.dropFirst()] } ?? [] }
        let beside = folders.map { $0.isEmpty ? path : "\(naming($0))/\(path)" }
        return beside + (home.map { ["\($0)/.ssh/\(path)"] } ?? [])
    }
}

/// The folder of a path, without its final slash; empty for the current one.
private func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// A pipe that a configuration names would be waited for, a device read for ever.
private func refuseStream(_ path: String) throws(CommandLineError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return }
    throw CommandLineError(.cannotOpen, "cannot open \(path): not a regular file")
}

private func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
}

/// Milliseconds since 1970.
func currentMilliseconds() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
