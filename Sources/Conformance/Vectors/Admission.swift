/// Asks independent stacks about vectors before they join the suite (VE-16).
///
/// The Swift stack is not asked: the expectation may come from it.
public struct Admission {
    /// How many stacks have to agree.
    public static let quorum = 2

    /// What the stacks said about one vector.
    public struct Opinion: Equatable, Sendable {
        /// The vector's id.
        public var id: String
        /// The stacks that answered as the vector demands, sorted.
        public var agreeing: [String] = []
        /// The others, each with what it answered instead.
        public var dissenting: [Dissent] = []

        /// Whether enough stacks agree.
        public var isAdmitted: Bool { agreeing.count >= Admission.quorum }
    }

    /// A stack that did not answer as demanded, and why.
    public struct Dissent: Equatable, Sendable {
        /// The stack's name.
        public var stack: String
        /// What it answered, in words.
        public var reason: String
        /// Whether it is for want of a feature, or of the stack itself, and so says nothing about the vector.
        public var isAbstention: Bool
    }

    private let stacks: [Stack]
    private let timeoutMilliseconds: Int

    /// Asks `stacks`; an answer may take as long as in a verification.
    public init(stacks: [Stack], timeoutMilliseconds: Int = 60_000) {
        self.stacks = stacks.filter { $0.name != "swift" }
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// What all stacks say to each vector, in the order of the vectors.
    ///
    /// - Throws: `VectorError` when a scratch folder can't be made.
    public func opinions(on vectors: [Vector]) throws(VectorError) -> [Opinion] {
        var connections: [StackConnection] = []
        defer { for connection in connections { connection.close() } }
        for stack in stacks { connections.append(try StackConnection(stack, timeoutMilliseconds: timeoutMilliseconds)) }
        let asked = connections
        let answers = onThreads(asked.count) { Self.dissents(of: asked[$0], from: vectors) }
        return vectors.indices.map { index in
            var opinion = Opinion(id: vectors[index].id)
            for (stack, answers) in zip(stacks, answers) {
                if let dissent = answers[index] {
                    opinion.dissenting.append(dissent)
                } else {
                    opinion.agreeing.append(stack.name)
                }
            }
            opinion.agreeing.sort()
            return opinion
        }
    }

    private static func dissents(of connection: StackConnection, from vectors: [Vector]) -> [Dissent?] {
        let name = connection.stack.name
        if let fault = connection.start() {
            return vectors.map { _ in Dissent(stack: name, reason: fault, isAbstention: true) }
        }
        return vectors.map { vector in
            let answer = connection.ask(vector)
            if let feature = answer.skippedFeature(of: vector) {
                return Dissent(stack: name, reason: "has no \(feature)", isAbstention: true)
            }
            return Judge.fault(of: answer, for: vector).map {
                Dissent(stack: name, reason: $0.reason, isAbstention: false)
            }
        }
    }
}

extension StackConnection {
    /// Asks what `vector` asks, with its short forms of bytes written out.
    func ask(_ vector: Vector) -> Answer {
        ask(vector.operation, inputs: VectorBytes.expanded(vector.inputs), entropy: vector.entropy)
    }
}
