import CanonicalJSON

/// One stack's way through all vectors.
struct VectorRun: Sendable {
    let connection: StackConnection
    private(set) var results: [TestResult] = []
    /// What the stack answered to valid vectors, by vector id.
    private(set) var outputs: [String: JSONObject] = [:]

    /// A process environment in which code that formats by locale or time zone gives itself away.
    static let foreignEnvironment = ["LANG=tr_TR.UTF-8", "LC_ALL=tr_TR.UTF-8", "TZ=Asia/Kathmandu"]

    /// The group of what concerns the testee and not the codec behind it.
    private static let honesty = "honesty"

    /// What the stack says of itself.
    private(set) var facts: StackFacts

    private let explanation: Explanation
    /// How many failures were looked into.
    private var explainedCount = 0

    init(_ connection: StackConnection, explanation: Explanation) {
        self.connection = connection
        self.explanation = explanation
        facts = StackFacts(connection, fault: nil)
    }

    /// Starts the stack; where that fails it is the one result.
    mutating func start() -> Bool {
        let fault = connection.start()
        facts = StackFacts(connection, fault: fault)
        if let fault { results.append(.missing(connection.stack, fault: fault)) }
        return fault == nil
    }

    /// Asks for every vector and judges the answers.
    mutating func run(_ files: [VectorFile]) {
        probe()
        for file in files {
            for vector in file.vectors {
                let answer = ask(vector, connection)
                if case .ok(let given, _) = answer { outputs[vector.id] = given }
                record(file.kind, vector.id, vector.clauses, outcome(of: answer, for: vector), vector: vector.id)
                results[results.count - 1].reading = Judge.reading(of: answer, for: vector)
            }
        }
        if results.allSatisfy({ if case .skipped = $0.outcome { true } else { $0.group == Self.honesty } }) {
            record(
                Self.honesty, "declines-everything", ["VE-12"],
                .failed(Failure(.testee, "unsupported for every vector")))
        }
    }

    /// CT-2: asks again for what the stack's own compressor decides, and in a new process, elsewhere in the
    /// world, for everything that a stack writes.
    mutating func repeatInOtherConditions(_ files: [VectorFile]) {
        let elsewhere = connection.another(environment: Self.foreignEnvironment)
        defer { elsewhere.finish() }
        for vector in files.flatMap(\.vectors) {
            guard let output = vector.writtenOutput, let first = outputs[vector.id]?[output] else { continue }
            var conditions = [("2 same bytes elsewhere", elsewhere)]
            // The other vectors have an expected value, which the first answer was compared with.
            if vector.determinism == .perImplementation { conditions.append(("2 same bytes again", connection)) }
            for (name, connection) in conditions {
                let fault: Failure?
                switch ask(vector, connection) {
                case .ok(let again, _) where again[output] == first: fault = nil
                case .ok(let again, _):
                    fault = .difference(at: output.description, actual: again[output] ?? .null, expected: first)
                case let answer: fault = Failure(answer)
                }
                record(
                    "contract", "\(name): \(vector.id)", ["CT-2"], fault.map { .failed($0) } ?? .passed,
                    vector: vector.id)
            }
        }
    }

    /// An operation that nobody has must be answered as unsupported: a testee that says yes to anything proves nothing.
    private mutating func probe() {
        let operation = "probe-of-an-unknown-operation"
        let answer = connection.ask(operation, inputs: [:])
        let isHonest = answer == .unsupported(feature: "op:" + operation)
        record(
            Self.honesty,
            "unknown-operation",
            ["TP-9"],
            isHonest ? .passed : .failed(Failure(.testee, "answered an unknown operation with \(answer)"))
        )
    }

    private func ask(_ vector: Vector, _ connection: StackConnection) -> Answer {
        connection.ask(vector.operation, inputs: VectorBytes.expanded(vector.inputs), entropy: vector.entropy)
    }

    private mutating func outcome(of answer: Answer, for vector: Vector) -> TestResult.Outcome {
        if let feature = answer.skippedFeature(of: vector) { return .skipped(feature) }
        guard var fault = Judge.fault(of: answer, for: vector) else { return .passed }
        fault.layer = Blame.layer(of: answer, for: vector)
        if explainedCount < Explanation.failureLimit {
            explainedCount += 1
            fault.mutants = explanation.mutants(giving: answer, to: vector).map(\.rawValue)
        }
        return .failed(fault)
    }

    private mutating func record(
        _ group: String, _ name: String, _ clauses: [String], _ outcome: TestResult.Outcome, vector: String? = nil
    ) {
        results.append(
            TestResult(
                group: group, stack: connection.stack.name, name: name, clauses: clauses, outcome: outcome,
                vector: vector))
    }
}

extension Vector {
    /// The output that holds bytes which others read, where this vector makes a stack write any.
    var writtenOutput: JSONString? {
        guard case .valid = expectation else { return nil }
        switch operation {
        case "canonicalize", "contentHash", "encodeRecord", "decodeRecord", "compress", "seal": return soleOutput
        default: return nil
        }
    }
}

extension Answer {
    /// The feature for want of which `vector` is skipped: one that the vector names, or the operation itself.
    func skippedFeature(of vector: Vector) -> String? {
        guard case .unsupported(let feature) = self,
            feature == "op:" + vector.operation || vector.features.contains(feature)
        else { return nil }
        return feature
    }
}
