import SyncBridge
import SyncEnvelope
import Threads

/// Checks a content and hands it on, on a thread of its own, while the next piece of it is being made (PL-9, PL-10).
final class ContentCheck {
    /// Gets the content piece by piece, on that thread.
    typealias Output = @Sendable (Span<UInt8>) throws -> Void

    private let pieces = BoundedQueue<[UInt8]>(capacity: 2)
    /// Memory that comes back; it has room for all that can be under way.
    private let used = BoundedQueue<[UInt8]>(capacity: 4)
    private let verdict = BoundedQueue<BridgeError?>(capacity: 1)
    /// What the output has thrown.
    private let failure = BoundedQueue<any Error>(capacity: 1)
    private var thread: WorkerThread?
    /// For a system that has no thread left.
    private var own: Work?

    /// Creates the check of a content of some type, which gives to `output` what it gets; in attachments anything goes.
    init(_ contentType: ContentType, output: @escaping Output) {
        let rule = ContentChecker.Rule(contentType)
        thread = WorkerThread { [pieces, used, verdict, failure] in
            let work = Work(rule, output)
            while let piece = pieces.pop() {
                do { try work.take(piece.span) } catch { failure.push(error) }
                used.push(piece)
            }
            verdict.push(work.finish())
        }
        if thread == nil { own = Work(rule, output) }
    }

    deinit {
        pieces.close()
        thread?.join()
    }

    /// Takes the next piece; what is wrong with it shows at the end. Throws what the output has thrown.
    func update(_ piece: Span<UInt8>) throws {
        if let own { return try own.take(piece) }
        if let error = failure.popNow() { throw error }
        var copy = used.popNow() ?? []
        copy.removeAll(keepingCapacity: true)
        copy.append(copying: piece)
        pieces.push(copy)
    }

    /// Waits for the verdict; throws `NOT_CANONICAL` with the place of the first fault, and what the output has thrown.
    func finish() throws {
        pieces.close()
        let fault = own.map { $0.finish() } ?? verdict.pop() ?? nil
        if let error = failure.popNow() { throw error }
        if let fault { throw fault }
    }

    /// The work itself, which goes on after an error without doing any, so that nobody waits for it in vain.
    private final class Work {
        private var checker: ContentChecker?
        private var fault: BridgeError?
        private var output: Output?

        init(_ rule: ContentChecker.Rule?, _ output: @escaping Output) {
            checker = rule.map { ContentChecker($0) }
            self.output = output
        }

        /// Throws what the output throws, once.
        func take(_ piece: Span<UInt8>) throws {
            guard fault == nil, let output else { return }
            do throws(BridgeError) { try checker?.update(piece) } catch { fault = error }
            do { try output(piece) } catch {
                self.output = nil
                throw error
            }
        }

        func finish() -> BridgeError? {
            guard fault == nil else { return fault }
            do throws(BridgeError) { try checker?.finish() } catch { fault = error }
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
