#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif
import Synchronization

/// What a signal that ends the process must undo first: temporary files, and a terminal without echo.
@safe enum SignalCleanup {
    private static let slotCount = 32
    private static let lock = Mutex(false)

    // Read by the signal handler, so the memory is allocated once and the texts in it are never freed.
    nonisolated(unsafe) private static let paths: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = {
        let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: slotCount)
        unsafe paths.initialize(repeating: nil, count: slotCount)
        return unsafe paths
    }()
    nonisolated(unsafe) private static let terminal: UnsafeMutablePointer<SavedTerminal> = {
        let terminal = UnsafeMutablePointer<SavedTerminal>.allocate(capacity: 1)
        unsafe terminal.initialize(to: SavedTerminal(descriptor: -1, settings: termios()))
        return unsafe terminal
    }()

    private struct SavedTerminal {
        var descriptor: Int32
        var settings: termios
    }

    /// The signals that end a process where nobody handles them, and are no fault of its own.
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU]

    /// Has a file removed by these signals; the number is for `forget`, nil when there is no room.
    static func remember(path: String) -> Int? {
        lock.withLock { isInstalled in
            install(&isInstalled)
            for slot in 0..<slotCount where unsafe paths[slot] == nil {
                unsafe paths[slot] = strdup(path)
                return slot
            }
            return nil
        }
    }

    /// Leaves a file alone again.
    static func forget(_ slot: Int) {
        lock.withLock { _ in unsafe paths[slot] = nil }
    }

    /// Has a terminal's settings restored by the same signals.
    static func remember(terminal descriptor: Int32, _ settings: termios) {
        lock.withLock { isInstalled in
            install(&isInstalled)
            unsafe terminal.pointee = SavedTerminal(descriptor: descriptor, settings: settings)
        }
    }

    /// Leaves the terminal alone again.
    static func forgetTerminal() {
        lock.withLock { _ in unsafe terminal.pointee.descriptor = -1 }
    }

    /// Handles the signals from now on, in place of whoever did.
    static func install() {
        lock.withLock { install(&$0) }
    }

    private static func install(_ isInstalled: inout Bool) {
        guard !isInstalled else { return }
        isInstalled = true
        // Touched here, so that the handler never is the first to initialise them.
        _ = unsafe (paths, terminal)
        for number in signals {
            let previous = signal(number) { number in SignalCleanup.handle(number) }
            // A parent such as nohup may have asked for the signal to be ignored.
            if unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                _ = signal(number, SIG_IGN)
            }
        }
    }

    /// Calls only what POSIX allows in a signal handler.
    private static func handle(_ number: Int32) {
        for slot in 0..<slotCount {
            if let path = unsafe paths[slot] { unsafe unlink(path) }
        }
        if unsafe terminal.pointee.descriptor >= 0 {
            unsafe tcsetattr(terminal.pointee.descriptor, TCSANOW, &terminal.pointee.settings)
        }
        _ = signal(number, SIG_DFL)
        raise(number)
    }
}
