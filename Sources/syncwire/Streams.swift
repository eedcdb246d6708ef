import CommandLineKit
import Synchronization
import SyncEnvelope

/// An input as operations on streams pull it, with a progress bar.
final class InputStream {
    /// How many bytes were there at the start; nil if only reading shows that.
    let count: Int?
    /// How many bytes have been given out.
    private(set) var position: UInt64 = 0

    /// The path as given.
    var path: String { input.path }

    private var input: FileInput
    private var head: [UInt8] = []
    private var progress: ProgressBar

    /// Opens a file, or standard input for `-`; the bar is called `label`.
    init(_ path: String, label: String) throws(CommandLineError) {
        input = try FileInput(path)
        count = input.remaining
        progress = ProgressBar(label, total: UInt64(count ?? 0), of: .bytes)
    }

    /// The first bytes, which stay there to be read; fewer than asked for only if there are no more.
    func peek(_ count: Int) throws(CommandLineError) -> [UInt8] {
        while head.count < count {
            guard try input.read(upTo: count - head.count, into: &head) > 0 else { break }
        }
        return head
    }

    /// At most `maximum` bytes, at least one, or none at the end.
    func next(_ maximum: Int) throws(CommandLineError) -> [UInt8] {
        var bytes: [UInt8] = []
        try next(maximum, into: &bytes)
        return bytes
    }

    /// Puts at most `maximum` bytes, at least one, or none at the end, in the place of `bytes`.
    func next(_ maximum: Int, into bytes: inout [UInt8]) throws(CommandLineError) {
        bytes.removeAll(keepingCapacity: true)
        if head.isEmpty {
            _ = try input.read(upTo: maximum, into: &bytes)
        } else {
            bytes += head.prefix(maximum)
            head.removeFirst(bytes.count)
        }
        position += UInt64(bytes.count)
        progress.update(position)
    }

    /// Begins again from the first byte; false for what can be read only once.
    func rewind() -> Bool {
        guard input.rewind() else { return false }
        head = []
        position = 0
        return true
    }

    /// Everything that is left.
    func rest() throws(CommandLineError) -> [UInt8] {
        defer { head = [] }
        return head.isEmpty ? try input.readAll() : try head + input.readAll()
    }
}

/// An output that closures write to, on any thread.
final class OutputStream: Sendable {
    private let file: Mutex<OutputFile?>

    init(_ file: consuming sending OutputFile) {
        self.file = Mutex(consume file)
    }

    /// Whether the bytes go to a terminal.
    var isTerminal: Bool { file.withLock { $0?.isTerminal ?? false } }

    func write(_ bytes: Span<UInt8>) throws(CommandLineError) {
        try file.withLock { (file) throws(CommandLineError) in try file?.write(bytes) }
    }

    /// Writes `bytes` in the place of everything that was written.
    func rewrite(_ bytes: [UInt8]) throws {
        try file.withLock { try $0?.rewrite { _ in bytes } }
    }

    /// Brings a file onto the disk, where it has no name yet.
    func synchronize() throws(CommandLineError) {
        try file.withLock { (file) throws(CommandLineError) in try file?.synchronize() }
    }

    /// Puts the file in its place; nothing can be written after it.
    func commit() throws(CommandLineError) {
        try file.withLock { (file) throws(CommandLineError) in try file.take()?.commit() }
    }
}
