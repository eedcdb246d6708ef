import Threads

/// Deflates blocks, each on the first thread that is free; the caller's own is one of them.
final class DeflatePool {
    /// What a block became, once it is there.
    typealias Reply = BoundedQueue<Result<DeflateBlock, ArchiveError>>

    private struct Task: Sendable {
        var block: DeflateBlock
        let reply: Reply
    }

    /// How many blocks may be under way: enough that no thread is without while the caller's own makes one.
    let depth: Int

    private let threadCount: Int
    private let tasks: BoundedQueue<Task>
    private var threads: [WorkerThread] = []
    private var hasStarted = false
    private let own = Worker()

    init(threads: Int) {
        threadCount = threads
        depth = threads > 1 ? 2 * threads : 1
        tasks = BoundedQueue(capacity: depth)
    }

    deinit {
        tasks.close()
        for thread in threads { thread.join() }
    }

    /// Has a block deflated: by a thread, or at once where there is none or the only block of a stream has come.
    func start(_ block: consuming DeflateBlock) -> Reply {
        if threadCount > 1 && !block.isLast { startThreads() }
        let task = Task(block: block, reply: Reply(capacity: 1))
        if threads.isEmpty { own.run(task) } else { tasks.push(task) }
        return task.reply
    }

    /// Waits for a block, and meanwhile deflates others, rather than leave a processor idle or bring in one more thread.
    func result(of reply: Reply) throws(ArchiveError) -> DeflateBlock {
        var result = reply.popNow()
        while result == nil, let task = tasks.popNow() {
            own.run(task)
            result = reply.popNow()
        }
        guard let result = result ?? reply.pop() else { preconditionFailure("each block gets a reply") }
        return try result.get()
    }

    /// A system that has no thread left gives fewer or none; the bytes are the same.
    private func startThreads() {
        guard !hasStarted else { return }
        hasStarted = true
        for _ in 1..<threadCount {
            let thread = WorkerThread { [tasks] in
                let worker = Worker()
                while let task = tasks.pop() { worker.run(task) }
            }
            if let thread { threads.append(thread) }
        }
    }

    /// What a thread keeps between blocks.
    private final class Worker {
        private var stream: DeflateStream?

        func run(_ task: consuming Task) {
            let reply = task.reply
            var block = task.block
            do throws(ArchiveError) {
                if stream == nil { stream = try DeflateStream() }
                try stream?.deflate(&block)
                reply.push(.success(block))
            } catch {
                reply.push(.failure(error))
            }
        }
    }
}

/// A part of a message, what is needed to deflate it, and what it became.
struct DeflateBlock: Sendable {
    /// The end of what comes before, as far as a match may reach, then the block itself.
    var bytes: [UInt8] = []
    /// How many of the bytes come before.
    private(set) var windowCount = 0
    /// Whether the message ends with it.
    var isLast = false
    /// The block as part of a deflate stream.
    fileprivate(set) var deflated: [UInt8] = []
    /// The CRC-32 of the block.
    fileprivate(set) var checksum = Checksum()

    /// How long the block itself is.
    var count: Int { bytes.count - windowCount }

    /// Starts an empty block behind another one, in the memory of an old one.
    mutating func begin(after previous: DeflateBlock) {
        let window = previous.bytes.suffix(DeflateStream.windowSize)
        bytes.removeAll(keepingCapacity: true)
        bytes.reserveCapacity(DeflateStream.windowSize + DeflateBlocks.blockSize)
        bytes += window
        windowCount = window.count
        isLast = false
    }
}

extension DeflateStream {
    /// Deflates a block.
    fileprivate mutating func deflate(_ block: inout DeflateBlock) throws(ArchiveError) {
        let bytes = block.bytes
        let part = bytes.span.extracting(block.windowCount...)
        block.deflated.removeAll(keepingCapacity: true)
        try deflate(
            part, after: bytes.span.extracting(..<block.windowCount), isLast: block.isLast, into: &block.deflated)
        block.checksum = Checksum()
        block.checksum.update(part)
    }
}
