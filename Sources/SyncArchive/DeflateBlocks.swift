import Threads

/// Deflates a stream in blocks that need nothing of each other but the window, so that threads can share it (AC-21).
///
/// The bytes depend on neither the sizes of the pieces nor the number of threads: blocks are cut by position, and a
/// single thread makes them too. A stream of one block is what zlib makes of it in one go.
struct DeflateBlocks: ~Copyable {
    /// Long enough that the window before it and the empty block after it cost little, short enough to keep many threads
    /// busy in little memory.
    static let blockSize = 1 << 17

    /// Of everything whose deflated bytes have been given out.
    private(set) var checksum = Checksum()

    private let pool: DeflatePool
    private var block = DeflateBlock()
    /// In the order of the stream.
    private var underWay: [DeflatePool.Reply] = []
    private var spare: [DeflateBlock] = []

    /// Other threads than the caller's own start when a second block comes.
    init(threads: Int) {
        pool = DeflatePool(threads: threads)
    }

    /// Takes input and appends what is ready; a full block waits for more input, which shows that it is not the last.
    mutating func write(_ input: Span<UInt8>, into output: inout [UInt8]) throws(ArchiveError) {
        var position = 0
        while position < input.count {
            if block.count == Self.blockSize { try submit(into: &output) }
            let end = position + min(Self.blockSize - block.count, input.count - position)
            block.bytes.append(copying: input.extracting(position..<end))
            position = end
        }
    }

    /// Ends the stream and appends all the rest.
    mutating func finish(into output: inout [UInt8]) throws(ArchiveError) {
        block.isLast = true
        underWay.append(pool.start(block))
        while !underWay.isEmpty { take(try pool.result(of: underWay.removeFirst()), into: &output) }
    }

    /// Begins a new stream in the same memory.
    mutating func reset() {
        // After an error some blocks of the old one may be left.
        for reply in underWay { _ = try? pool.result(of: reply) }
        underWay = []
        block = DeflateBlock()
        checksum = Checksum()
    }

    private mutating func submit(into output: inout [UInt8]) throws(ArchiveError) {
        var full = spare.popLast() ?? DeflateBlock()
        full.begin(after: block)
        swap(&block, &full)
        underWay.append(pool.start(full))
        // All that is done makes room for others; only when there is none is the oldest waited for.
        while let done = underWay.first?.popNow() {
            underWay.removeFirst()
            take(try done.get(), into: &output)
        }
        if underWay.count >= pool.depth { take(try pool.result(of: underWay.removeFirst()), into: &output) }
    }

    private mutating func take(_ done: DeflateBlock, into output: inout [UInt8]) {
        output.append(copying: done.deflated.span)
        checksum.append(done.checksum, count: done.count)
        spare.append(done)
    }
}
