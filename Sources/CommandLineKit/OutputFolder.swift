#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Folders that files are written into.
public enum OutputFolder {
    /// Makes `path` and the folders above it, as far as they are not there.
    ///
    /// Throws with exit code 73 when that fails, or when there is something else of that name.
    public static func make(_ path: String) throws(CommandLineError) {
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try make(String(path[..<slash])) }
        if unsafe path.isEmpty || mkdir(path, 0o777) == 0 { return }
        let code = errno
        var status = stat()
        guard code == EEXIST || code == EISDIR, unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR
        else {
            throw CommandLineError(.cannotCreate, "cannot create the folder \(path): \(SystemCall.text(of: code))")
        }
    }
}
