#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The few calls that the rest builds upon, with interruptions handled.
enum SystemCall {
    /// The text of the last error, as the C library words it.
    static var errorText: String { text(of: errno) }

    /// The text of an error number.
    static func text(of number: Int32) -> String {
        guard let text = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: text)
    }

    /// Repeats a call that a signal interrupted.
    static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }

    /// Writes all of `bytes`; false with `errno` set on failure.
    static func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            var position = 0
            while position < buffer.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[position...])
                let written = retrying { unsafe write(descriptor, rest.baseAddress, rest.count) }
                guard written > 0 else {
                    // A system that takes nothing and gives no reason would be asked for ever.
                    if written == 0 { errno = EIO }
                    return false
                }
                position += written
            }
            return true
        }
    }

    /// Asks the system to begin with what it would write to the disk later.
    static func startWriting(from offset: Int, count: Int, to descriptor: Int32) {
        #if os(Linux)
            _ = posix_fadvise(descriptor, offset, count, POSIX_FADV_DONTNEED)
        #endif
    }

    /// Reads at most `count` bytes and appends them; the number read, 0 at the end, -1 with `errno` set on failure.
    static func read(_ count: Int, from descriptor: Int32, into bytes: inout [UInt8]) -> Int {
        var result = 0
        bytes.append(addingCapacity: count) { output in
            unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
                let start = buffer.baseAddress
                result = retrying { unsafe readBytes(descriptor, start, count) }
                initialized = max(0, result)
            }
        }
        return result
    }

    /// All bytes of a file, which is empty afterwards; nil with `errno` set on failure.
    static func takeAll(from descriptor: Int32) -> [UInt8]? {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { return nil }
        var bytes: [UInt8] = []
        while case let count = read(1 << 18, from: descriptor, into: &bytes), count != 0 {
            guard count > 0 else { return nil }
        }
        guard lseek(descriptor, 0, SEEK_SET) == 0, ftruncate(descriptor, 0) == 0 else { return nil }
        return bytes
    }

    /// What the file system knows of a file; nil with `errno` set on failure.
    static func status(of path: String) -> stat? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }

    /// What the file system knows of an open descriptor.
    static func status(of descriptor: Int32) -> stat? {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? status : nil
    }

    /// The path without symbolic links; nil if there is no such file.
    static func realPath(_ path: String) -> String? {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// Fills those of descriptors 0 to 2 that are closed, or the next file opened would be the standard stream.
    ///
    /// Reading the input and writing the output are errors then: the null device is opened the wrong way round. Messages
    /// go nowhere, as their reader wished.
    static func occupyStandardDescriptors() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free one is taken, which is this one.
            _ = unsafe open("/dev/null", descriptor == 1 ? O_RDONLY : O_WRONLY)
        }
    }

    /// Gives SIGPIPE back its default, which a parent may have taken away.
    static func restoreBrokenPipeSignal() {
        _ = signal(SIGPIPE, SIG_DFL)
    }

    /// Has a write beyond the greatest size of files fail with EFBIG, like one on a full disk, and not end the process.
    ///
    /// By a handler, since child processes would inherit that a signal is ignored.
    static func outliveFileSizeSignal() {
        _ = signal(SIGXFSZ) { _ in }
    }

    /// Ends the process.
    static func exit(_ code: ExitCode) -> Never {
        endProcess(code.rawValue)
    }
}

extension stat {
    /// Whether it is an ordinary file.
    var isRegular: Bool { st_mode & S_IFMT == S_IFREG }

    /// Whether it is a folder.
    var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }

    /// Whether both are the same file.
    func isSame(as other: stat) -> Bool { st_dev == other.st_dev && st_ino == other.st_ino }
}

// Inside the namespace above, the C functions are hidden by members of the same name.
private func readBytes(_ descriptor: Int32, _ start: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int {
    unsafe read(descriptor, start, count)
}

private func endProcess(_ code: Int32) -> Never { exit(code) }
