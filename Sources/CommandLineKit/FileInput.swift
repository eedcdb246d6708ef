#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file, or standard input for `-`, read in pieces.
public struct FileInput: ~Copyable {
    /// The path as given.
    public let path: String

    private let descriptor: Int32
    /// Where an ordinary file was when it was opened.
    private let start: off_t

    /// Opens a file for reading; throws with exit code 66 when that fails or it is a folder.
    public init(_ path: String) throws(CommandLineError) {
        self.path = path
        descriptor = path == "-" ? 0 : try Self.open(path)
        start = lseek(descriptor, 0, SEEK_CUR)
    }

    deinit {
        if descriptor > 2 { close(descriptor) }
    }

    /// Appends at most `count` bytes to `bytes` and returns how many; 0 means the end.
    ///
    /// Throws with exit code 74 when reading fails. A pipe gives what it has, which may be less than asked for.
    public mutating func read(upTo count: Int, into bytes: inout [UInt8]) throws(CommandLineError) -> Int {
        let result = SystemCall.read(count, from: descriptor, into: &bytes)
        guard result >= 0 else {
            throw CommandLineError(.inputOutput, "cannot read \(describe(path)): \(SystemCall.errorText)")
        }
        return result
    }

    /// Everything that is left; throws with exit code 65 if it is more than `limit` bytes.
    public mutating func readAll(limit: Int = .max) throws(CommandLineError) -> [UInt8] {
        var bytes: [UInt8] = []
        // One byte of room more than the file has, so that its end is seen without growing. A sparse file says that it
        // has more than there is memory: a huge one is believed as it comes.
        if let remaining { bytes.reserveCapacity(min(remaining, limit, 1 << 30) + 1) }
        while true {
            let room = bytes.capacity - bytes.count
            if try read(upTo: room > 0 ? room : 1 << 16, into: &bytes) == 0 { return bytes }
            guard bytes.count <= limit else {
                throw CommandLineError(.malformedInput, "\(describe(path)) has more than \(limit) bytes")
            }
        }
    }

    /// Goes back to where reading began; false for what can be read only once.
    public mutating func rewind() -> Bool {
        start >= 0 && lseek(descriptor, start, SEEK_SET) == start
    }

    /// How many bytes of an ordinary file are left; nil for anything else, whose end only reading shows.
    public var remaining: Int? {
        guard let status = SystemCall.status(of: descriptor), status.isRegular else { return nil }
        return max(0, Int(status.st_size) - max(0, Int(lseek(descriptor, 0, SEEK_CUR))))
    }

    private static func open(_ path: String) throws(CommandLineError) -> Int32 {
        let descriptor = SystemCall.retrying { openFile(path) }
        guard descriptor >= 0 else {
            throw CommandLineError(.cannotOpen, "cannot open \(path): \(SystemCall.errorText)")
        }
        if let status = SystemCall.status(of: descriptor), status.isFolder {
            close(descriptor)
            throw CommandLineError(.cannotOpen, "cannot open \(path): \(SystemCall.text(of: EISDIR))")
        }
        return descriptor
    }
}

/// Whole files.
public enum Files {
    /// All bytes of a file, or of standard input for `-`.
    ///
    /// Throws with exit code 66 when it cannot be opened, 74 when reading fails, 65 if it has more than `limit` bytes.
    public static func read(_ path: String, limit: Int = .max) throws(CommandLineError) -> [UInt8] {
        var input = try FileInput(path)
        return try input.readAll(limit: limit)
    }
}

/// A path for a message; `-` is spelt out.
func describe(_ path: String) -> String { path == "-" ? "standard input" : path }

private func openFile(_ path: String) -> Int32 { unsafe open(path, O_RDONLY | O_CLOEXEC) }
