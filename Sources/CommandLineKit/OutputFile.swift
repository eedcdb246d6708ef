#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that appears whole or not at all; `-` is standard output.
///
/// A file is written under a temporary name in its folder and moved to its own name by `commit`, after its contents
/// are on the disk. Until then, and after any error or signal, nothing is there. Standard output and devices get the
/// bytes by `commit` too, so that nothing unverified leaves the process, unless asked otherwise.
public struct OutputFile: ~Copyable {
    /// Who may read the file.
    public enum Access: Sendable {
        /// The owner alone (0600), whatever the file had that it replaces: keys and plaintext.
        case owner
        /// As the umask says (0666 without it), but nobody who may not read the file that it replaces: what is encrypted or
        /// public.
        case umask
    }

    /// When standard output and devices get the bytes.
    public enum Release: Sendable {
        /// All at once by `commit`.
        case atCommit
        /// As they are written, for what needs no verification.
        case atOnce
    }

    private enum Sink {
        case file(TemporaryFile, destination: String)
        case stream(descriptor: Int32, isOwned: Bool)
    }

    private let path: String
    private let force: Bool
    private let sink: Sink
    private var spool: Spool?
    /// How many bytes a file has, and how many of them are on their way to the disk.
    private var (count, startedCount) = (0, 0)

    /// Prepares an output; nothing has its name yet.
    ///
    /// Throws with exit code 73: the file exists and `force` is false; it is one of `inputs` (paths, `-` for standard
    /// input); it is a folder or its folder is not there; or `isBinary` and it is a terminal.
    public init(
        _ path: String, access: Access = .owner, force: Bool = false, isBinary: Bool = false, inputs: [String] = [],
        release: Release = .atCommit
    ) throws(CommandLineError) {
        let sink = try Self.openSink(path, access, force: force, inputs: inputs)
        if case .stream(let descriptor, let isOwned) = sink {
            if isBinary && Terminal.isTerminal(descriptor) {
                if isOwned { close(descriptor) }
                throw CommandLineError(.cannotCreate, "not writing binary data to a terminal; give a file or a pipe")
            }
            spool = release == .atCommit ? Spool() : nil
        } else {
            spool = nil
        }
        self.path = path
        self.force = force
        self.sink = sink
    }

    deinit {
        if case .stream(let descriptor, true) = sink { close(descriptor) }
    }

    /// Whether the bytes go to a terminal.
    public var isTerminal: Bool {
        guard case .stream(let descriptor, _) = sink else { return false }
        return Terminal.isTerminal(descriptor)
    }

    /// The name that the file has until `commit`, for writers that need one instead of `write`; nil for a stream.
    public var temporaryPath: String? {
        guard case .file(let file, _) = sink else { return nil }
        return file.path
    }

    /// Adds bytes; throws with exit code 74 when writing fails.
    public mutating func write(_ bytes: Span<UInt8>) throws(CommandLineError) {
        let isWritten: Bool
        switch sink {
        case .file(let file, _):
            isWritten = SystemCall.writeAll(bytes, to: file.descriptor)
            count += bytes.count
            // The disk works meanwhile, so that `commit` need not wait for everything.
            if count - startedCount >= Self.greatestDelay {
                SystemCall.startWriting(from: startedCount, count: count - startedCount, to: file.descriptor)
                startedCount = count
            }
        case .stream(let descriptor, _):
            isWritten = spool?.add(bytes) ?? SystemCall.writeAll(bytes, to: descriptor)
        }
        guard isWritten else { throw failure() }
    }

    /// Adds text as UTF-8; throws with exit code 74 when writing fails.
    public mutating func write(_ text: String) throws(CommandLineError) {
        let bytes = Array(text.utf8)
        try write(bytes.span)
    }

    /// Replaces everything that was written, and has not left the process, by what `transform` makes of it.
    ///
    /// Throws with exit code 74 when reading or writing fails, and what `transform` throws.
    public mutating func rewrite(_ transform: ([UInt8]) throws -> [UInt8]) throws {
        let written: [UInt8]?
        switch sink {
        case .file(let file, _): written = SystemCall.takeAll(from: file.descriptor)
        case .stream:
            guard spool != nil else { preconditionFailure("what was released cannot be written anew") }
            written = spool?.takeAll()
        }
        guard let written else { throw failure() }
        let bytes = try transform(written)
        try write(bytes.span)
    }

    /// Brings what was written to a file onto the disk, so that `commit` has only to give it its name; a stream is left as
    /// it is.
    ///
    /// Throws with exit code 74 when that fails.
    public mutating func synchronize() throws(CommandLineError) {
        guard case .file(let file, _) = sink else { return }
        guard SystemCall.retrying({ fsync(file.descriptor) }) == 0 else { throw failure() }
    }

    /// Puts the file in its place, or hands a stream what was kept back.
    ///
    /// Throws with exit code 73 when something has taken the name meanwhile and `force` is false, 74 when writing
    /// fails; then there is no file, unless only its folder could not be synchronised. Dropping the value instead of calling
    /// this discards it.
    public consuming func commit() throws(CommandLineError) {
        try synchronize()
        switch sink {
        case .file(let file, let destination):
            guard force ? file.replace(destination) : file.moveToFreeName(destination) else {
                throw errno == EEXIST ? Self.exists(path) : Self.cannotCreate(path)
            }
            guard Self.syncFolder(of: destination) else {
                throw CommandLineError(
                    .inputOutput,
                    "\(path) is written, but may not survive a power failure: \(SystemCall.errorText)")
            }
        case .stream(let descriptor, _):
            guard spool?.copy(to: descriptor) ?? true else { throw failure() }
        }
    }

    /// How many bytes of a file are kept from the disk.
    private static let greatestDelay = 1 << 22

    private func failure() -> CommandLineError {
        let name = path == "-" ? "standard output" : path
        return CommandLineError(.inputOutput, "cannot write \(name): \(SystemCall.errorText)")
    }
}

extension OutputFile {
    private static func openSink(
        _ path: String, _ access: Access, force: Bool, inputs: [String]
    ) throws(CommandLineError) -> Sink {
        guard path != "-" else {
            try checkInputs(inputs, against: SystemCall.status(of: 1), path)
            return .stream(descriptor: 1, isOwned: false)
        }
        var (destination, mode) = (path, access == .owner ? mode_t(0o600) : 0o666)
        if let status = SystemCall.status(of: path) {
            try checkInputs(inputs, against: status, path)
            if status.isFolder { throw CommandLineError(.cannotCreate, "cannot write \(path): it is a folder") }
            guard status.isRegular else {
                let descriptor = SystemCall.retrying { unsafe open(path, O_WRONLY | O_CLOEXEC) }
                guard descriptor >= 0 else { throw cannotCreate(path) }
                return .stream(descriptor: descriptor, isOwned: true)
            }
            guard force else { throw exists(path) }
            if access == .umask { mode &= status.st_mode }
            // Replaces what a symbolic link leads to, not the link.
            destination = SystemCall.realPath(path) ?? path
        }
        let (folder, name) = split(destination)
        guard !name.isEmpty else { throw CommandLineError(.cannotCreate, "cannot create '\(path)': it has no name") }
        guard let file = TemporaryFile(folder: folder, mode: UInt32(mode)) else {
            throw cannotCreate(path)
        }
        return .file(file, destination: destination)
    }

    private static func checkInputs(_ inputs: [String], against output: stat?, _ path: String) throws(CommandLineError)
    {
        guard let output, output.isRegular else { return }
        for input in inputs {
            let status = input == "-" ? SystemCall.status(of: 0) : SystemCall.status(of: input)
            if let status, status.isSame(as: output) {
                let name = path == "-" ? "standard output" : path
                throw CommandLineError(.cannotCreate, "not writing to \(name): it is also the input")
            }
        }
    }

    private static func exists(_ path: String) -> CommandLineError {
        CommandLineError(.cannotCreate, "\(path) exists; use --force to overwrite it")
    }

    private static func cannotCreate(_ path: String) -> CommandLineError {
        CommandLineError(.cannotCreate, "cannot create \(path): \(SystemCall.errorText)")
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
        let name = String(path[path.utf8.index(after: slash)...])
        return (slash == path.utf8.startIndex ? "/" : String(path[..<slash]), name)
    }

    /// Makes the name itself survive a crash; false with `errno` set on failure.
    ///
    /// That some file systems cannot do it, and that a folder may be written and not read, is no failure.
    private static func syncFolder(of path: String) -> Bool {
        let folder = split(path).folder
        let descriptor = SystemCall.retrying { unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { return errno == EACCES }
        let isDone = SystemCall.retrying { fsync(descriptor) } == 0
        let reason = errno
        close(descriptor)
        errno = reason
        return isDone || [EINVAL, EOPNOTSUPP, ENOTSUP, ENOSYS, EROFS].contains(reason)
    }
}
