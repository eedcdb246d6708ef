#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Keeps output back until it may be released: in memory at first, then in a file without a name.
struct OutputSpool {
    /// The most bytes kept in memory.
    static let greatestMemory = 1 << 18

    private var memory: [UInt8] = []
    private var file: TemporaryFile?

    /// Adds bytes; false with `errno` set on failure.
    mutating func write(_ bytes: Span<UInt8>) -> Bool {
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
        if let file { return SystemCall.takeAll(from: file.descriptor) }
        defer { memory = [] }
        return memory
    }

    private static var folder: String {
        guard let folder = unsafe getenv("TMPDIR"), unsafe folder.pointee != 0 else { return "/tmp" }
        return unsafe String(cString: folder)
    }
}
