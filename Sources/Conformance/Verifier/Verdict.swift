import CanonicalJSON

/// What one stack made of one vector or one clause of the contract.
public struct TestResult: Equatable, Sendable {
    /// Passed, failed with the reason, or skipped for want of a feature.
    public enum Outcome: Equatable, Sendable {
        case passed
        case failed(String)
        case skipped(String)
    }

    /// The vectors' kind, `honesty`, or `contract`.
    public var group: String
    /// The stack's name; for a pair `writer>reader`.
    public var stack: String
    /// The vector's id, or the contract's clause and case.
    public var name: String
    /// How it went.
    public var outcome: Outcome
}

/// What a run found out about one stack.
public struct StackFacts: Equatable, Sendable {
    /// The name that the run was given.
    public var name: String
    /// The version, runtime and zlib that the stack named, or why it could not be started.
    public var description: String
    /// The optional features that it declared.
    public var features: [String]

    init(_ connection: StackConnection, fault: String?) {
        name = connection.stack.name
        let said = connection.introduction
        features = said?.features ?? []
        description = fault ?? said.map { "\($0.name) \($0.version), \($0.runtime), zlib \($0.zlib)" } ?? "unknown"
    }
}

/// All results of one run.
public struct Verdict: Equatable, Sendable {
    /// The stacks in the order given.
    public internal(set) var stacks: [StackFacts] = []
    /// The results in the order of the run.
    public internal(set) var results: [TestResult] = []

    /// Whether nothing failed, and something passed.
    public var isConformant: Bool {
        var passed = false
        for result in results {
            switch result.outcome {
            case .failed: return false
            case .passed: passed = true
            case .skipped: break
            }
        }
        return passed
    }

    /// The failures.
    public var failures: [TestResult] {
        results.filter { if case .failed = $0.outcome { true } else { false } }
    }
}
