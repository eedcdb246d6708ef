import CommandLineKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Where this program lies, to start it again as a testee.
func executablePath() throws(CommandLineError) -> String {
    #if canImport(Glibc)
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { throw CommandLineError(.internal, "cannot find the path of this program") }
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    #else
        var size = UInt32(PATH_MAX)
        var buffer = [CChar](repeating: 0, count: Int(size))
        guard unsafe _NSGetExecutablePath(&buffer, &size) == 0 else {
            throw CommandLineError(.internal, "cannot find the path of this program")
        }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #endif
}

/// The folder that the file at `path` lies in, from the root on.
func absoluteFolder(of path: String) throws(CommandLineError) -> String {
    let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard let resolved = unsafe realpath(folder, nil) else {
        throw CommandLineError(.cannotOpen, "cannot find the folder of \(path)")
    }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
}
