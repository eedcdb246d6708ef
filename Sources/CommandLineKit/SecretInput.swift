#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Secrets from a file, a descriptor or the terminal; never from the arguments.
///
/// One newline at the end (LF or CR LF) is not part of the secret. No error repeats what was read.
/// The caller wipes what it gets, by `wipe`.
public enum SecretInput {
    /// The most bytes a secret may have.
    public static let limit = 4_096

    /// Reads a file, or standard input for `-`.
    ///
    /// Throws with exit code 66 when it cannot be opened, 74 when reading fails, 65 when it is too long.
    public static func read(file path: String) throws(CommandLineError) -> [UInt8] {
        var secret = reserved()
        var input = try FileInput(path)
        var isEnd = false
        while !isEnd && secret.count <= limit + 2 {
            do throws(CommandLineError) {
                isEnd = try input.read(upTo: secret.capacity - secret.count, into: &secret) == 0
            } catch {
                wipe(&secret)
                throw error
            }
        }
        return try finished(&secret, from: describe(path))
    }

    /// Reads an open descriptor to its end; errors as for a file.
    public static func read(descriptor: Int32) throws(CommandLineError) -> [UInt8] {
        var secret = reserved()
        while secret.count <= limit + 2 {
            let count = SystemCall.read(secret.capacity - secret.count, from: descriptor, into: &secret)
            if count == 0 { break }
            guard count > 0 else {
                let reason = errno
                wipe(&secret)
                let text = "cannot read descriptor \(descriptor): \(SystemCall.text(of: reason))"
                throw CommandLineError(reason == EBADF ? .cannotOpen : .inputOutput, text)
            }
        }
        return try finished(&secret, from: "descriptor \(descriptor)")
    }

    /// Asks on the terminal without echo, twice if there is a second prompt.
    ///
    /// Throws with exit code 66 without a terminal, 65 when the two entries differ.
    public static func prompt(_ prompt: String, again: String? = nil) throws(CommandLineError) -> [UInt8] {
        try self.prompt(prompt, again: again, terminal: "/dev/tty")
    }

    /// Overwrites a secret with zeros and empties it.
    public static func wipe(_ secret: inout [UInt8]) {
        unsafe secret.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            #if canImport(Darwin)
                unsafe memset_s(start, buffer.count, 0, buffer.count)
            #else
                unsafe explicit_bzero(start, buffer.count)
            #endif
        }
        secret.removeAll()
    }

    /// As above, on the terminal at a path.
    package static func prompt(_ prompt: String, again: String?, terminal: String) throws(CommandLineError) -> [UInt8] {
        let descriptor = unsafe open(terminal, O_RDWR | O_NOCTTY | O_CLOEXEC)
        var settings = termios()
        guard descriptor >= 0, unsafe tcgetattr(descriptor, &settings) == 0 else {
            if descriptor >= 0 { close(descriptor) }
            throw CommandLineError(.cannotOpen, "there is no terminal to ask on; give a file or a descriptor")
        }
        SignalCleanup.remember(terminal: descriptor, settings)
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        unsafe tcsetattr(descriptor, TCSAFLUSH, &silent)
        defer {
            unsafe tcsetattr(descriptor, TCSAFLUSH, &settings)
            SignalCleanup.forgetTerminal()
            close(descriptor)
        }
        var secret = try ask(prompt, descriptor)
        guard let again else { return secret }
        var second: [UInt8]
        do throws(CommandLineError) { second = try ask(again, descriptor) } catch {
            wipe(&secret)
            throw error
        }
        defer { wipe(&second) }
        guard isEqual(secret, second) else {
            wipe(&secret)
            throw CommandLineError(.malformedInput, "the two entries differ")
        }
        return secret
    }

    /// Compares in time that depends on the counts alone.
    private static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
    }

    private static func ask(_ prompt: String, _ descriptor: Int32) throws(CommandLineError) -> [UInt8] {
        var secret = reserved()
        _ = SystemCall.writeAll(Array(prompt.utf8).span, to: descriptor)
        // A terminal hands out a line at a time; byte by byte, nothing of the next line is lost.
        while secret.last != 0x0A && secret.count <= limit {
            if SystemCall.read(1, from: descriptor, into: &secret) <= 0 { break }
        }
        _ = SystemCall.writeAll([0x0A].span, to: descriptor)
        return try finished(&secret, from: "the entry")
    }

    /// Room for the longest secret: growing would leave copies behind.
    ///
    /// Its pages are kept from swap until the process ends, as far as the system allows, which is not an error if it does
    /// not. To unlock them with the secret would unlock what else lies in them.
    private static func reserved() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(limit + 4)
        unsafe bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return }
            _ = unsafe mlock(start, limit + 4)
        }
        return bytes
    }

    private static func finished(_ secret: inout [UInt8], from source: String) throws(CommandLineError) -> [UInt8] {
        if secret.last == 0x0A {
            secret.removeLast()
            if secret.last == 0x0D { secret.removeLast() }
        }
        guard secret.count <= limit else {
            wipe(&secret)
            throw CommandLineError(.malformedInput, "\(source) has more than \(limit) bytes")
        }
        return secret
    }
}
