import CanonicalJSON

/// One stack's way through all vectors.
struct VectorRun: Sendable {
    let connection: StackConnection
    private(set) var results: [TestResult] = []
    /// What the stack answered, by vector id.
    private(set) var answers: [String: Answer] = [:]
    private let settings: RunSettings
    /// Whether each result gets its transcript.
    private let isDetailed: Bool
    private let progress: ProgressCounter
    private let explanation: Explanation
    /// How many failures were looked into.
    private var explainedCount = 0

    /// The group of what concerns the testee and not the codec behind it.
    private static let honesty = "honesty"

    /// What the stack says of itself.
    private(set) var facts: StackFacts

    init(
        _ connection: StackConnection, settings: RunSettings, isDetailed: Bool, progress: ProgressCounter,
        explanation: Explanation
    ) {
        self.explanation = explanation
        self.connection = connection
        self.settings = settings
        self.isDetailed = isDetailed
        self.progress = progress
        facts = StackFacts(connection, fault: nil)
    }

    /// What the stack answered to a valid vector with `ok`.
    func outputs(of vector: Vector) -> JSONObject? {
        guard case .ok(let outputs, _)? = answers[vector.id] else { return nil }
        return outputs
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
        var judged: [(vector: Vector, answer: Answer)] = []
        for file in files {
            for vector in file.vectors {
                let answer = connection.ask(vector)
                answers[vector.id] = answer
                let outcome = outcome(of: answer, for: vector)
                if outcome == .passed { judged.append((vector, answer)) }
                record(file.kind, vector.id, vector.clauses, outcome, vector: vector)
                results[results.count - 1].reading = Judge.reading(of: answer, for: vector)
                progress.step(connection.stack.name)
            }
        }
        let isDecliner = results.allSatisfy {
            if case .skipped = $0.outcome { true } else { $0.group == Self.honesty }
        }
        if isDecliner && !files.allSatisfy(\.vectors.isEmpty) {
            record(
                Self.honesty, "declines-everything", ["VE-12"],
                .failed(Failure(.testee, "unsupported for every vector")))
        }
        record("verifier", "spoiled-expectations", ["VR-10"], SelfCheck.outcome(judged, seed: settings.seed))
    }

    /// CT-2 and TP-10: asks for every vector, and for `repeated` once more in other conditions, one of them meanwhile.
    mutating func run(_ files: [VectorFile], repeating repeated: [VectorFile]) {
        let repetition = Repetition(connection, vectors: repeated.flatMap(\.vectors), seed: settings.seed)
        let (begun, progress) = (self, progress)
        let halves: [Half] = onThreads(2) { index in
            guard index == 0 else { return .elsewhere(repetition.askElsewhere(progress: progress)) }
            var run = begun
            run.run(files)
            return .run(run)
        }
        var elsewhere = Repetition.Elsewhere.success([:])
        for half in halves {
            switch half {
            case .run(let run): self = run
            case .elsewhere(let answers): elsewhere = answers
            }
        }
        for condition in repetition.conditions(after: answers, elsewhere: elsewhere, progress: progress) {
            for (vector, fault) in condition.written {
                record(
                    "contract", "\(condition.name): \(vector.id)", ["CT-2"], fault.map { .failed($0) } ?? .passed,
                    vector: vector)
            }
            record(Self.honesty, condition.otherName, ["TP-10", "VR-8"], condition.others)
        }
    }

    /// What two processes of the stack do at the same time.
    private enum Half: Sendable {
        case run(VectorRun)
        case elsewhere(Repetition.Elsewhere)
    }

    /// TP-1: how the process ends when nothing is asked any more.
    mutating func end() {
        let fault = connection.close()
        guard facts.fault == nil else { return }
        record(Self.honesty, "end-of-input", ["TP-1"], fault.map { .failed(Failure(.testee, $0)) } ?? .passed)
    }

    /// An operation that nobody has must be answered as unsupported: a testee that says yes to anything proves nothing.
    private mutating func probe() {
        var random = RunRandom(seed: settings.seed, purpose: "probe")
        // Another name in each run, so that none can be known beforehand.
        let operation = "probe-" + random.word(count: 12)
        let answer = connection.ask(operation, inputs: [:])
        let isHonest = answer == .unsupported(feature: "op:" + operation)
        let fault = Failure(.testee, "answered the unknown operation \(operation) with \(answer)")
        record(Self.honesty, "unknown-operation", ["TP-9"], isHonest ? .passed : .failed(fault))
    }

    private mutating func outcome(of answer: Answer, for vector: Vector) -> TestResult.Outcome {
        if let feature = answer.skippedFeature(of: vector) { return .skipped(feature) }
        guard var fault = Judge.fault(of: answer, for: vector)?.explained(answer, for: vector) else { return .passed }
        if explainedCount < Explanation.failureLimit {
            explainedCount += 1
            fault.mutants = explanation.mutants(giving: answer, to: vector).map(\.rawValue)
        }
        return .failed(fault)
    }

    private mutating func record(
        _ group: String, _ name: String, _ clauses: [String], _ outcome: TestResult.Outcome, vector: Vector? = nil
    ) {
        var result = TestResult(
            group: group, stack: connection.stack.name, name: name, clauses: clauses, outcome: outcome,
            vector: vector?.id)
        if isDetailed, let vector, vector.id == name {
            result.transcript = Transcript(exchange: connection.lastExchange, expected: vector.expectedText)
        }
        results.append(result)
    }
}

extension Vector {
    /// What a right stack answers, as JSON.
    var expectedText: String {
        let expected: JSONValue =
            switch expectation {
            case .valid(let outputs): ["outputs": .object(outputs), "determinism": .text(determinism.rawValue)]
            case .invalid(let errorClass): ["class": .text(errorClass)]
            case .acceptable: self.json["readings"] ?? .null
            }
        return (try? expected.canonicalBytes()).map { String(decoding: $0, as: UTF8.self) } ?? ""
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
