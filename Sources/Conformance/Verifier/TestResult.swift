/// What one stack made of one vector or one clause of the contract.
public struct TestResult: Equatable, Sendable {
    /// How it went.
    public enum Outcome: Equatable, Sendable {
        /// As it has to be.
        case passed
        /// Not as it has to be.
        case failed(Failure)
        /// Not tried, for want of what the text names.
        case skipped(String)
        /// Failed in the way that a list of known failures says.
        case known(Failure, reason: String)
    }

    /// The vectors' kind, or `start`, `honesty`, `verifier`, `contract`, `known-failures`.
    public var group: String
    /// The stack's name; for a pair `writer>reader`.
    public var stack: String
    /// The vector's id, or the contract's clause and case.
    public var name: String
    /// The clauses that it is about.
    public var clauses: [String]
    /// How it went.
    public var outcome: Outcome
    /// The id of the vector, where it is about one.
    public var vector: String?
    /// Of a vector that leaves it to the stack: which of its readings the stack took, counted from 0 (VE-20).
    public var reading: Int?
    /// What was said, in a run over chosen vectors.
    public var transcript: Transcript?

    /// Names a result.
    public init(
        group: String, stack: String, name: String, clauses: [String], outcome: Outcome, vector: String? = nil
    ) {
        self.group = group
        self.stack = stack
        self.name = name
        self.clauses = clauses
        self.outcome = outcome
        self.vector = vector
    }

    /// The condition of a result of the contract, such as `1 opens`: its name without the vector.
    public var condition: String? {
        guard let vector, name.hasSuffix(": " + vector) else { return nil }
        return String(name.dropLast(vector.count + 2))
    }

    /// The stack, or the two of a pair.
    public var stacks: [String] { Self.stacks(stack) }

    /// The stacks that `text` names: one, or two as `writer>reader` or `one=other`.
    static func stacks(_ text: String) -> [String] { text.split { $0 == ">" || $0 == "=" }.map(String.init) }

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
