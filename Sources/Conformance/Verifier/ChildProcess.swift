import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What ended the conversation with a child process; none of these ever counts as an answer.
enum ChildFailure: Error, Equatable {
    case cannotStart(errno: Int32)
    /// It closed its standard output, or its input before it had read the request and then said nothing more.
    case endOfFile
    /// Something came that was no answer to any request: before this one was sent.
    case unasked(String)
    case timeout(milliseconds: Int)
    case lineTooLong(limit: Int)
    case system(call: String, errno: Int32)
}

/// How a child process ended.
enum ChildEnd: Equatable {
    case exited(Int32)
    case signalled(Int32)
    /// It went on after its input was closed, and was killed.
    case lingered

    /// In words.
    var words: String {
        switch self {
        case .exited(let code): "exited with \(code)"
        case .signalled(let signal): "killed by signal \(signal)"
        case .lingered: "closed its output and lives on"
        }
    }
}

/// A child process that answers lines with lines, over pipes.
///
/// It leads a process group of its own, so that what it starts ends with it. Standard error is drained while waiting, so that a child which floods it can't block, and its last bytes are kept for the report.
final class ChildProcess {
    /// The longest answer line that is read, in bytes.
    private let lineLimit: Int
    /// How long a child that has closed its input may say nothing before it is given up, in milliseconds.
    private static let silenceOfTheDeaf = 2000
    /// How much of standard error is kept, in bytes.
    static let diagnosticsLimit = 4096

    private var pid: pid_t = 0
    private var input: Int32 = -1
    private var output: Int32 = -1
    private var diagnosticsPipe: Int32 = -1
    private var pending: [UInt8] = []
    private var searched = 0
    private var outputEnded = false
    private var end = ChildEnd.lingered
    private(set) var diagnostics: [UInt8] = []

    /// Held from the first pipe until its child runs: another child, started between a pipe's making and its mark to be
    /// closed, would hold it open.
    private static let starting = Mutex(())

    /// Starts `command`, looked up in `PATH`, with `environment` added to this process's own.
    init(command: [String], environment: [String] = [], lineLimit: Int = 16 << 20) throws(ChildFailure) {
        self.lineLimit = lineLimit
        let started = try Self.starting.withLock { _ throws(ChildFailure) in
            try Self.start(command, environment: environment)
        }
        pid = started.pid
        (input, output, diagnosticsPipe) = (started.input, started.output, started.diagnostics)
        for descriptor in [input, output, diagnosticsPipe] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
    }

    deinit { terminate(wasEnded: false) }

    /// Sends `line` and a newline and returns the next line of the child's standard output, without its newline.
    func exchange(_ line: [UInt8], timeoutMilliseconds: Int) throws(ChildFailure) -> [UInt8] {
        try exchange(line, deadline: Self.now() + timeoutMilliseconds, timeoutMilliseconds: timeoutMilliseconds)
    }

    /// Closes the child's standard input and waits for it; kills it when it has not ended after `graceMilliseconds`.
    @discardableResult
    func finish(graceMilliseconds: Int = 2000) -> ChildEnd {
        Self.close([input])
        input = -1
        let deadline = Self.now() + graceMilliseconds
        while pid > 0, !hasEnded(), Self.now() < deadline {
            drainDiagnostics()
            // What nobody reads any more must not keep it from ending.
            if !outputEnded, pending.count <= lineLimit { try? receive() }
            usleep(2000)
        }
        return terminate(wasEnded: pid > 0 && hasEnded())
    }

    /// What the child wrote beyond its answers, as far as it has come.
    var leftover: [UInt8] { pending }

    /// Whether the child is a zombie: its status is left for `waitpid`, so that its number still names the group.
    private func hasEnded() -> Bool {
        var facts = unsafe siginfo_t()
        let code = unsafe waitid(P_PID, id_t(pid), &facts, WEXITED | WNOHANG | WNOWAIT)
        return unsafe code == 0 && facts.si_signo == SIGCHLD
    }

    @discardableResult
    private func terminate(wasEnded: Bool) -> ChildEnd {
        guard pid > 0 else { return end }
        kill(-pid, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        pid = 0
        // Nobody writes any more; what the pipe holds are the last words.
        for _ in 0..<16 where diagnosticsPipe >= 0 { drainDiagnostics() }
        if !outputEnded { try? receive() }
        Self.close([input, output, diagnosticsPipe])
        (input, output, diagnosticsPipe) = (-1, -1, -1)
        let signal = status & 0x7F
        end = !wasEnded ? .lingered : signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
        return end
    }

    private func exchange(
        _ line: [UInt8],
        deadline: Int,
        timeoutMilliseconds: Int
    ) throws(ChildFailure) -> [UInt8] {
        if !outputEnded { try receive() }
        guard pending.isEmpty else {
            throw .unasked(String(decoding: pending.prefix(60).prefix { $0 != 0x0A }, as: UTF8.self))
        }
        let message = line + [0x0A]
        var sent = 0
        // Once it has closed its input it will answer no more, but what it said before that is still to be read.
        var isDeaf = false
        let given = deadline
        var deadline = given
        while true {
            if sent == message.count, let answer = nextLine() { return answer }
            if outputEnded || (isDeaf && Self.now() >= deadline) { throw .endOfFile }
            if pending.count > lineLimit { throw .lineTooLong(limit: lineLimit) }
            let remaining = deadline - Self.now()
            guard remaining > 0 else { throw .timeout(milliseconds: timeoutMilliseconds) }
            var polled = [
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: diagnosticsPipe, events: Int16(POLLIN), revents: 0),
            ]
            if sent < message.count && !isDeaf { polled.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0)) }
            guard unsafe poll(&polled, nfds_t(polled.count), Int32(min(remaining, 1000))) >= 0 || errno == EINTR else {
                throw .system(call: "poll", errno: errno)
            }
            if polled[1].revents != 0 { drainDiagnostics() }
            if polled[0].revents != 0 {
                try receive()
                // As long as it speaks, its last words have not been said.
                if isDeaf { deadline = min(given, Self.now() + Self.silenceOfTheDeaf) }
            }
            if polled.count > 2, polled[2].revents != 0 {
                let count = write(message[sent...])
                if count > 0 {
                    sent += count
                } else if errno == EPIPE {
                    isDeaf = true
                    deadline = min(given, Self.now() + Self.silenceOfTheDeaf)
                } else if errno != EAGAIN && errno != EINTR {
                    throw .system(call: "write", errno: errno)
                }
            }
        }
    }

    /// Writes what the pipe takes, or returns -1; a child that is gone is an error here, and no signal to this process.
    private func write(_ bytes: ArraySlice<UInt8>) -> Int {
        var (brokenPipe, pending, previous) = (sigset_t(), sigset_t(), sigset_t())
        unsafe sigemptyset(&brokenPipe)
        unsafe sigaddset(&brokenPipe, SIGPIPE)
        unsafe sigpending(&pending)
        let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
        unsafe pthread_sigmask(SIG_BLOCK, &brokenPipe, &previous)
        #if canImport(Glibc)
            let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(input, $0.baseAddress, $0.count) }
        #else
            let count = unsafe bytes.withUnsafeBytes { unsafe Darwin.write(input, $0.baseAddress, $0.count) }
        #endif
        let code = errno
        if count < 0 && code == EPIPE && !wasPending {
            // Taken while it is blocked, so that it is not delivered afterwards.
            var signal: Int32 = 0
            unsafe sigwait(&brokenPipe, &signal)
        }
        unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
        errno = code
        return count
    }

    private func nextLine() -> [UInt8]? {
        guard let newline = pending[searched...].firstIndex(of: 0x0A) else {
            searched = pending.count
            return nil
        }
        let line = Array(pending[..<newline])
        pending.removeFirst(newline + 1)
        searched = 0
        return line
    }

    private func receive() throws(ChildFailure) {
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count = unsafe read(output, &chunk, chunk.count)
        if count > 0 {
            pending += chunk[..<count]
        } else if count == 0 {
            outputEnded = true
        } else if errno != EAGAIN && errno != EINTR {
            throw .system(call: "read", errno: errno)
        }
    }

    /// Takes at most what a pipe holds, so that a child which never stops writing can't hold up the caller's deadline.
    private func drainDiagnostics() {
        guard diagnosticsPipe >= 0 else { return }
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count = unsafe read(diagnosticsPipe, &chunk, chunk.count)
        if count > 0 {
            diagnostics = Array((diagnostics + chunk[..<count]).suffix(Self.diagnosticsLimit))
        } else if count == 0 {
            // A closed pipe would end every poll at once.
            Self.close([diagnosticsPipe])
            diagnosticsPipe = -1
        }
    }

    private static func now() -> Int {
        var time = timespec()
        unsafe _ = clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    }

    private static func makePipe(_ opened: inout [Int32]) throws(ChildFailure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw .system(call: "pipe", errno: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        opened += ends
        return (ends[0], ends[1])
    }

    private static func close(_ descriptors: [Int32]) {
        for descriptor in descriptors where descriptor >= 0 {
            #if canImport(Glibc)
                _ = Glibc.close(descriptor)
            #else
                _ = Darwin.close(descriptor)
            #endif
        }
    }

    private struct Started {
        var pid: pid_t
        var input: Int32
        var output: Int32
        var diagnostics: Int32
    }

    private static func start(_ command: [String], environment: [String]) throws(ChildFailure) -> Started {
        var opened: [Int32] = []
        do {
            let toChild = try makePipe(&opened)
            let fromChild = try makePipe(&opened)
            let errors = try makePipe(&opened)
            let pid = try spawn(
                command,
                environment: environment,
                descriptors: [(toChild.read, 0), (fromChild.write, 1), (errors.write, 2)]
            )
            close([toChild.read, fromChild.write, errors.write])
            return Started(pid: pid, input: toChild.write, output: fromChild.read, diagnostics: errors.read)
        } catch {
            close(opened)
            throw error
        }
    }

    private static func spawn(
        _ command: [String],
        environment: [String],
        descriptors: [(from: Int32, to: Int32)]
    ) throws(ChildFailure) -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (from, to) in descriptors {
            unsafe _ = posix_spawn_file_actions_adddup2(&actions, from, to)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

        let names = environment.map { $0.prefix(while: { $0 != "=" }) + "=" }
        let inherited = inheritedEnvironment().filter { entry in !names.contains { entry.hasPrefix($0) } }
        let arguments = unsafe command.map { unsafe strdup($0) } + [nil]
        let variables = unsafe (inherited + environment).map { unsafe strdup($0) } + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var pid: pid_t = 0
        let result = unsafe posix_spawnp(&pid, command[0], &actions, &attributes, arguments, variables)
        guard result == 0 else { throw .cannotStart(errno: result) }
        return pid
    }

    private static func inheritedEnvironment() -> [String] {
        var entries: [String] = []
        var next = unsafe environ
        while let entry = unsafe next.pointee {
            unsafe entries.append(String(cString: entry))
            unsafe next += 1
        }
        return entries
    }
}
