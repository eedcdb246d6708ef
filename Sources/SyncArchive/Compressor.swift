import Threads

/// Compresses a stream in constant memory, on as many threads as wanted.
///
/// Feed pieces of any size; the bytes are those of `Archive.compress`, whatever the number of threads, of which the
/// caller's own is one. Beyond the first 128 KiB each takes about 0.7 MB. The caller empties `output` as it likes
/// between calls. After `finish`, `reset` begins another stream in the same memory; more input without it is a fault of
/// the program and stops it. The only error of all members is `internal`, when zlib has no memory.
public struct Compressor: ~Copyable {
    private let codec: ArchiveCodec
    private var deflater: DeflateBlocks?
    private var stored = StoredBlocks()
    private var checksum = Checksum()
    private var size: UInt32 = 0
    private var state = State.new

    private enum State { case new, started, finished }

    /// Creates a compressor; `mode` has no meaning for the codec `identity`, `threads` only for mode `deflate`.
    public init(codec: ArchiveCodec, mode: DeflateMode = .deflate, threads: Int = 1) throws(ArchiveError) {
        self.codec = codec
        deflater = codec != .identity && mode == .deflate ? DeflateBlocks(threads: threads) : nil
    }

    /// Takes the next piece of plaintext and appends the compressed bytes that are ready.
    public mutating func update(_ input: Span<UInt8>, into output: inout [UInt8]) throws(ArchiveError) {
        start(into: &output)
        size &+= UInt32(truncatingIfNeeded: input.count)
        if codec == .identity {
            output.append(copying: input)
        } else if deflater == nil {
            if codec == .gzip { checksum.update(input) }
            stored.update(input, into: &output)
        } else {
            try deflater?.write(input, into: &output)
        }
    }

    /// Ends the stream and appends the rest.
    public mutating func finish(into output: inout [UInt8]) throws(ArchiveError) {
        start(into: &output)
        state = .finished
        if codec != .identity {
            if deflater == nil {
                stored.finish(into: &output)
            } else {
                try deflater?.finish(into: &output)
            }
        }
        if codec == .gzip {
            appendLittleEndian(deflater?.checksum.value ?? checksum.value, to: &output)
            appendLittleEndian(size, to: &output)
        }
    }

    /// Begins a new stream, with the same codec and mode, in the same memory.
    public mutating func reset() throws(ArchiveError) {
        deflater?.reset()
        stored.reset()
        checksum = Checksum()
        size = 0
        state = .new
    }

    /// How many threads can run at a time on this machine.
    public static var processorCount: Int { WorkerThread.processorCount }

    private mutating func start(into output: inout [UInt8]) {
        precondition(state != .finished, "a finished compressor takes no more input before reset()")
        if state == .new && codec == .gzip { output.append(contentsOf: PinnedGzip.header) }
        state = .started
    }
}
