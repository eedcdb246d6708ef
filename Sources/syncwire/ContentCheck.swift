import SyncBridge
import SyncEnvelope
import Threads

/// Checks a content on a thread of its own, while the next piece of it is being made (PL-9, PL-10).
final class ContentCheck {
    private let pieces = BoundedQueue<[UInt8]>(capacity: 2)
    /// Memory that comes back; it has room for all that can be under way.
    private let used = BoundedQueue<[UInt8]>(capacity: 4)
    private let verdict = BoundedQueue<BridgeError?>(capacity: 1)
    private var thread: WorkerThread?
    /// For a system that has no thread left.
    private var own: Work?

    /// Creates the check of a content of some type; nil for attachments, in which anything goes.
    init?(_ contentType: ContentType) {
        guard let rule = ContentChecker.Rule(contentType) else { return nil }
        thread = WorkerThread { [pieces, used, verdict] in
            let work = Work(rule)
            while let piece = pieces.pop() {
                work.take(piece.span)
                used.push(piece)
            }
            verdict.push(work.finish())
        }
        if thread == nil { own = Work(rule) }
    }

    deinit {
        pieces.close()
        thread?.join()
    }

    /// Takes the next piece; what is wrong with it shows at the end.
    func update(_ piece: Span<UInt8>) {
        if let own { return own.take(piece) }
        var copy = used.popNow() ?? []
        copy.removeAll(keepingCapacity: true)
        copy.append(copying: piece)
        pieces.push(copy)
    }

    /// Waits for the verdict; throws `NOT_CANONICAL` with the place of the first fault.
    func finish() throws(BridgeError) {
        pieces.close()
        let fault = own.map { $0.finish() } ?? verdict.pop() ?? nil
        if let fault { throw fault }
    }

    /// The check itself, which goes on after a fault without looking, so that nobody waits for it in vain.
    private final class Work {
        private var checker: ContentChecker
        private var fault: BridgeError?

        init(_ rule: ContentChecker.Rule) {
            checker = ContentChecker(rule)
        }

        func take(_ piece: Span<UInt8>) {
            guard fault == nil else { return }
            do throws(BridgeError) { try checker.update(piece) } catch { fault = error }
        }

        func finish() -> BridgeError? {
            guard fault == nil else { return fault }
            do throws(BridgeError) { try checker.finish() } catch { fault = error }
            return fault
        }
    }
}

extension ContentChecker.Rule {
    /// What is checked of a content of some type; nothing of an attachment.
    init?(_ contentType: ContentType) {
        switch contentType {
        case .snapshot: self = .snapshot
        case .metadata: self = .metadata
        case .attachment: return nil
        }
    }
}
