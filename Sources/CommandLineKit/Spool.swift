#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Keeps bytes until they may be used: in memory at first, then in a file without a name, which no signal can leave behind.
public struct Spool: ~Copyable {
    /// The most bytes kept in memory.
    static let greatestMemory = 1 << 17

    /// How many bytes have been written.
    public private(set) var count = 0

    private var memory: [UInt8] = []
    private var file: TemporaryFile?
    private var position = 0

    /// An empty spool; the file, should it come to one, is in `TMPDIR`.
    public init() {}

    /// Adds bytes; throws with exit code 74 when writing fails.
    public mutating func write(_ bytes: Span<UInt8>) throws(CommandLineError) {
        guard add(bytes) else {
            throw CommandLineError(.inputOutput, "cannot write a temporary file: \(SystemCall.errorText)")
        }
    }

    /// Appends at most `maximum` bytes, from the first one on, and returns how many; 0 means the end.
    ///
    /// Once reading has begun nothing may be written. Throws with exit code 74 when reading fails.
    public mutating func read(upTo maximum: Int, into bytes: inout [UInt8]) throws(CommandLineError) -> Int {
        guard let file else {
            let piece = memory[position..<min(position + maximum, memory.count)]
            bytes += piece
            position += piece.count
            return piece.count
        }
        guard position > 0 || lseek(file.descriptor, 0, SEEK_SET) == 0,
            case let number = SystemCall.read(maximum, from: file.descriptor, into: &bytes), number >= 0
        else { throw CommandLineError(.inputOutput, "cannot read a temporary file: \(SystemCall.errorText)") }
        position += number
        return number
    }

    /// Begins to read again from the first byte.
    public mutating func rewind() { position = 0 }

    /// Adds bytes; false with `errno` set on failure.
    mutating func add(_ bytes: Span<UInt8>) -> Bool {
        precondition(position == 0, "a spool is written first and read then")
        count += bytes.count
        if file == nil && memory.count + bytes.count > Self.greatestMemory {
            guard let file = TemporaryFile(folder: Self.folder, mode: 0o600) else { return false }
            file.unlinkNow()
            self.file = file
            guard SystemCall.writeAll(memory.span, to: file.descriptor) else { return false }
            memory = []
        }
        if let file { return SystemCall.writeAll(bytes, to: file.descriptor) }
        unsafe bytes.withUnsafeBufferPointer { buffer in unsafe memory.append(contentsOf: buffer) }
        return true
    }

    /// Writes everything to a descriptor; false with `errno` set on failure.
    func copy(to descriptor: Int32) -> Bool {
        guard let file else { return SystemCall.writeAll(memory.span, to: descriptor) }
        guard lseek(file.descriptor, 0, SEEK_SET) == 0 else { return false }
        var piece: [UInt8] = []
        while true {
            piece.removeAll(keepingCapacity: true)
            let count = SystemCall.read(1 << 16, from: file.descriptor, into: &piece)
            guard count > 0 else { return count == 0 }
            guard SystemCall.writeAll(piece.span, to: descriptor) else { return false }
        }
    }

    /// Everything that was added, which the spool then has no more; nil with `errno` set on failure.
    mutating func takeAll() -> [UInt8]? {
        count = 0
        if let file { return SystemCall.takeAll(from: file.descriptor) }
        defer { memory = [] }
        return memory
    }

    private static var folder: String {
        guard let folder = unsafe getenv("TMPDIR"), unsafe folder.pointee != 0 else { return "/tmp" }
        return unsafe String(cString: folder)
    }
}
