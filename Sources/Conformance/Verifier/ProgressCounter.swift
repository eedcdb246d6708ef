import Synchronization

/// How far a run has come, for a bar.
public struct VerifierProgress: Equatable, Sendable {
    /// The requests that each stack has answered, in the order of the stacks.
    public var stacks: [(name: String, done: Int)]
    /// The requests that all of them will have answered in the end.
    public var total: Int

    /// The requests answered so far.
    public var done: Int { stacks.reduce(0) { $0 + $1.done } }

    /// Equality of all counts.
    public static func == (a: VerifierProgress, b: VerifierProgress) -> Bool {
        a.total == b.total && a.stacks.elementsEqual(b.stacks) { $0 == $1 }
    }
}

/// Counts the answers of all threads of a run.
final class ProgressCounter: Sendable {
    private let state: Mutex<VerifierProgress>
    private let report: @Sendable (VerifierProgress) -> Void

    init(_ names: [String], total: Int, report: @escaping @Sendable (VerifierProgress) -> Void) {
        state = Mutex(VerifierProgress(stacks: names.map { (name: $0, done: 0) }, total: total))
        self.report = report
    }

    /// One more answer of a stack.
    func step(_ name: String) {
        state.withLock { state in
            guard let index = state.stacks.firstIndex(where: { $0.name == name }) else { return }
            state.stacks[index].done += 1
            report(state)
        }
    }
}
