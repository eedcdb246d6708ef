import CanonicalJSON

/// What one stack made of one vector or one clause of the contract.
public struct TestResult: Equatable, Sendable {
    /// Passed, failed, or skipped for want of a feature.
    public enum Outcome: Equatable, Sendable {
        case passed
        case failed(Failure)
        case skipped(String)
    }

    /// The vectors' kind, `honesty`, or `contract`.
    public var group: String
    /// The stack's name; for a pair `writer>reader`.
    public var stack: String
    /// The vector's id, or the contract's clause and case.
    public var name: String
    /// The clauses that it is about.
    public var clauses: [String]
    /// How it went.
    public var outcome: Outcome

    /// The one result of a stack that does not start: a failure where it is required.
    static func missing(_ stack: Stack, fault: String) -> TestResult {
        let reason = fault + (stack.setup.map { "; to get it: \($0)" } ?? "")
        return TestResult(
            group: "start",
            stack: stack.name,
            name: "hello",
            clauses: ["TP-6"],
            outcome: stack.isRequired ? .failed(Failure(.testee, reason)) : .skipped("missing: \(reason)")
        )
    }
}

/// What a run found out about one stack.
public struct StackFacts: Equatable, Sendable {
    /// The name that the run was given.
    public var name: String
    /// What the stack calls itself.
    public var implementation: String
    /// The version that it named.
    public var version: String
    /// The language that it named.
    public var language: String
    /// The runtime that it named.
    public var runtime: String
    /// The zlib that it named.
    public var zlib: String
    /// The optional features that it declared.
    public var features: [String]
    /// Why it could not be started, or nil.
    public var fault: String?

    init(_ connection: StackConnection, fault: String?) {
        name = connection.stack.name
        let said = connection.introduction
        implementation = said?.name ?? ""
        version = said?.version ?? ""
        language = said?.language ?? ""
        runtime = said?.runtime ?? ""
        zlib = said?.zlib ?? ""
        features = said?.features ?? []
        self.fault = fault
    }

    /// One line for people.
    public var description: String { fault ?? "\(implementation) \(version), \(runtime), zlib \(zlib)" }
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
