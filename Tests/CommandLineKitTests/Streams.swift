import Dispatch
import Foundation
import Testing

#if canImport(Glibc)
    import Glibc
#endif

extension FileHandle {
    /// Opens a pipe without waiting for its writer.
    convenience init?(forReadingAtPathWithoutBlocking path: String) {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        self.init(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// What is there now, without waiting.
    func nextBytes(_ count: Int) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let number = Glibc.read(fileDescriptor, &buffer, count)
        return Array(buffer.prefix(max(0, number)))
    }

    /// Waits until that many bytes have come, or ten seconds.
    func bytes(_ count: Int) -> [UInt8] {
        var result: [UInt8] = []
        let end = Date(timeIntervalSinceNow: 10)
        while result.count < count && Date() < end {
            let next = nextBytes(1 << 16)
            result += next
            if next.isEmpty { usleep(1_000) }
        }
        return result
    }
}

/// Reads in another thread, since a full pipe stops its writer.
final class Collector: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var bytes: [UInt8] = []

    init(_ handle: FileHandle, _ count: Int) {
        Thread.detachNewThread { [self] in
            bytes = handle.bytes(count)
            done.signal()
        }
    }

    /// The bytes, once they have come.
    func wait() -> [UInt8] {
        done.wait()
        return bytes
    }
}

/// A terminal without a screen: what a person would type and see goes through `master`.
final class PseudoTerminal: Sendable {
    let master: Int32
    let path: String

    init() throws {
        // The functions of POSIX hide behind a feature macro that the module does not set; these are Linux's.
        let (unlock, number) = (UInt(0x4004_5431), UInt(0x8004_5430))
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
        var value: Int32 = 0
        try #require(master >= 0 && ioctl(master, unlock, &value) == 0 && ioctl(master, number, &value) == 0)
        path = "/dev/pts/\(value)"
    }

    deinit { close(master) }
}

/// Types a line whenever a prompt has come, and keeps what the screen shows.
final class Typist: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private let terminal: PseudoTerminal
    private var shown: [UInt8] = []

    init(_ terminal: PseudoTerminal, _ lines: [String]) {
        self.terminal = terminal
        Thread.detachNewThread { [self] in
            let handle = FileHandle(fileDescriptor: terminal.master, closeOnDealloc: false)
            let end = Date(timeIntervalSinceNow: 10)
            func wait(until isReached: () -> Bool) {
                while !isReached() && Date() < end {
                    shown += handle.nextBytes(1_000)
                    usleep(1_000)
                }
            }
            for (index, line) in lines.enumerated() {
                // A prompt has one space; what is typed before it would be thrown away with the echo.
                wait { shown.count { $0 == 0x20 } > index }
                let bytes = Array((line + "\n").utf8)
                _ = write(terminal.master, bytes, bytes.count)
            }
            wait { shown.count { $0 == 0x0A } == lines.count }
            usleep(20_000)
            shown += handle.nextBytes(1_000)
            done.signal()
        }
    }

    /// What the screen shows in the end.
    func screen() -> String {
        done.wait()
        return String(decoding: shown, as: UTF8.self)
    }
}
