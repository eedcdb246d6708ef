import SyncMerge
import Threads

/// Reads a payload on a thread of its own, some pieces ahead of whoever uses it.
final class PayloadParser {
    /// How many pieces are under way; each becomes one batch, so that no queue is ever full.
    private static let ahead = 2

    private let input: (inout [UInt8]) throws -> Void
    private let pieces = BoundedQueue<[UInt8]>(capacity: ahead)
    private let batches = BoundedQueue<PayloadBatch>(capacity: ahead)
    private var thread: WorkerThread?
    /// For a system that has no thread left.
    private var own: PayloadBatcher?
    private var hasBegun = false
    private var isAtEnd = false

    /// Makes a parser of what `input` puts into an array: the next bytes, or none at the end.
    init(_ input: @escaping (inout [UInt8]) throws -> Void) {
        self.input = input
        thread = WorkerThread { [pieces, batches] in
            var batcher = PayloadBatcher()
            while let piece = pieces.pop() { batches.push(batcher.batch(piece.span)) }
            batches.close()
        }
        if thread == nil { own = PayloadBatcher() }
    }

    deinit {
        pieces.close()
        thread?.join()
    }

    /// The next batch; throws what the input throws.
    func next() throws -> PayloadBatch {
        if own != nil {
            var piece: [UInt8] = []
            try input(&piece)
            return own?.batch(piece.span) ?? PayloadBatch()
        }
        if !hasBegun {
            hasBegun = true
            for _ in 1..<Self.ahead { try readAhead() }
        }
        try readAhead()
        guard let batch = batches.pop() else { preconditionFailure("a payload was read on behind its end") }
        return batch
    }

    private func readAhead() throws {
        guard !isAtEnd else { return }
        var piece: [UInt8] = []
        try input(&piece)
        pieces.push(piece)
        guard piece.isEmpty else { return }
        isAtEnd = true
        pieces.close()
    }
}
