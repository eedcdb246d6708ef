public import CanonicalJSON

/// One test of one operation: what a stack is given and what it must answer (VE).
public struct Vector: Equatable, Sendable {
    /// What the vector demands of the answer.
    public indirect enum Expectation: Equatable, Sendable {
        /// The operation succeeds; each named output is equal, as far as `determinism` promises it.
        case valid(outputs: JSONObject)
        /// The operation is rejected with this error class.
        case invalid(errorClass: String)
        /// The specification leaves it to the stack: each reading, valid or invalid, is right. `flag` says what is left.
        case acceptable(flag: String, readings: [Expectation])
    }

    /// How far outputs are equal across stacks.
    public enum Determinism: String, Sendable, CaseIterable {
        /// The same bytes on every stack.
        case exact
        /// Compressed by the stack's own deflate: the content is the same, the bytes need not be.
        case perImplementation = "per-implementation"
    }

    /// A label and the bytes that an operation draws under it, as lower-case hex.
    public struct Entropy: Equatable, Sendable {
        /// The label, such as `cek` or `slotSalt.0`.
        public var label: String
        /// The bytes, as lower-case hex.
        public var hex: String

        /// Names the bytes in `hex` with `label`.
        public init(label: String, hex: String) {
            self.label = label
            self.hex = hex
        }
    }

    /// Never changes its meaning; unique over all files.
    public var id: String
    /// The ids of the clauses of `Spec/` that it tests.
    public var clauses: [String]
    /// The operation of the testee protocol.
    public var operation: String
    /// What it is about, in one sentence.
    public var comment: String
    /// Properties to choose vectors by, such as `feature:scrypt`.
    public var flags: [String] = []
    /// The operation's inputs.
    public var inputs: JSONObject
    /// The randomness that the operation must use, all of it.
    public var entropy: [Entropy] = []
    /// What the answer must be.
    public var expectation: Expectation
    /// How far outputs are equal across stacks.
    public var determinism: Determinism = .exact
    /// For an invalid vector: the valid vector that it was made from.
    public var parent: String?
    /// For an invalid vector with a parent: the one change that breaks it.
    public var mutation: JSONObject?
    /// What runs and reviews have found out about it.
    public var annotations = Annotations()

    /// A flag that names a feature which a stack may not have.
    static func feature(_ name: String) -> String { "feature:" + name }

    /// The features that a stack must have to be tried.
    var features: [String] {
        flags.filter { $0.hasPrefix("feature:") }.map { String($0.dropFirst("feature:".count)) }
    }
}
