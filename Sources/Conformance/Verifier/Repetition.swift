import CanonicalJSON

/// Asks a stack for the same things again: in the same process in another order with other numbers, and at the same time in a
/// new process in other surroundings (CT-2, TP-10, VR-7, VR-8).
struct Repetition: Sendable {
    /// One way of asking again, and what came of it.
    struct Condition: Sendable {
        /// The name of results about what a stack writes.
        var name: String
        /// The name of the result about all else.
        var otherName: String
        /// The vectors that make the stack write something, each with what differs from the first time.
        var written: [(vector: Vector, fault: Failure?)] = []
        /// Whether everything else was answered as the first time.
        var others = TestResult.Outcome.passed
    }

    private let connection: StackConnection
    private let vectors: [Vector]
    private let answers: [String: Answer]
    private let seed: UInt64

    /// How many differences of one condition are looked into: each costs a process for each surrounding.
    private static let examinations = 3

    init(_ connection: StackConnection, vectors: [Vector], answers: [String: Answer], seed: UInt64) {
        self.connection = connection
        self.answers = answers
        self.seed = seed
        // What had no answer has nothing that could be the same.
        self.vectors = vectors.filter { vector in
            if case .broken = answers[vector.id] ?? .broken(reason: "") { false } else { true }
        }
    }

    /// The number of requests that `run` makes for `vectors`.
    static func count(_ vectors: [Vector]) -> Int {
        vectors.count { isAskedAgain($0) } + vectors.count { isAskedElsewhere($0) }
    }

    /// Asks in both conditions at the same time.
    func run(progress: ProgressCounter) -> [Condition] {
        onThreads(2) { $0 == 0 ? again(progress) : elsewhere(progress) }
    }

    private func again(_ progress: ProgressCounter) -> Condition {
        connection.number(with: RunRandom(seed: seed, purpose: "numbers"))
        return compare(
            Condition(name: "2 same bytes again", otherName: "same-answers-again"), with: connection,
            vectors.filter(Self.isAskedAgain), progress
        ) { vector in
            let alone = difference(connection.ask(vector), vector) != nil
            return alone ? "in the same process" : "only in another order, or beside another process"
        }
    }

    private func elsewhere(_ progress: ProgressCounter) -> Condition {
        var condition = Condition(name: "2 same bytes elsewhere", otherName: "same-answers-elsewhere")
        do throws(VectorError) {
            let other = try connection.another(in: Set(Surrounding.allCases))
            defer { other.close() }
            condition = compare(condition, with: other, vectors.filter(Self.isAskedElsewhere), progress, examine)
        } catch { condition.others = .failed(Failure(.testee, error.description)) }
        return condition
    }

    private func compare(
        _ condition: Condition, with connection: StackConnection, _ vectors: [Vector], _ progress: ProgressCounter,
        _ examine: (Vector) -> String
    ) -> Condition {
        var condition = condition
        var random = RunRandom(seed: seed, purpose: condition.name)
        var faults: [String: Failure] = [:]
        var different: [Vector] = []
        for vector in random.shuffled(vectors) {
            guard let fault = difference(connection.ask(vector), vector) else {
                progress.step(connection.stack.name)
                continue
            }
            faults[vector.id] = fault
            different.append(vector)
            progress.step(connection.stack.name)
        }
        for vector in different.prefix(Self.examinations) { faults[vector.id]?.reason += "; " + examine(vector) }
        condition.written = vectors.filter { $0.writtenOutput != nil }.map { ($0, faults[$0.id]) }
        let others = vectors.filter { $0.writtenOutput == nil && faults[$0.id] != nil }
        if let first = others.first, var fault = faults[first.id] {
            fault.reason = "\(others.count) vectors, the first \(first.id): \(fault.reason)"
            condition.others = .failed(fault)
        }
        return condition
    }

    /// In which surroundings alone a new process answers otherwise.
    private func examine(_ vector: Vector) -> String {
        func differs(_ surroundings: Set<Surrounding>) -> Bool {
            guard let other = try? connection.another(in: surroundings) else { return false }
            defer { other.close() }
            return difference(other.ask(vector), vector) != nil
        }
        if differs([]) { return "in any new process" }
        let guilty = Surrounding.allCases.filter { differs([$0]) }
        return guilty.isEmpty
            ? "in none of the other surroundings alone" : "with " + guilty.map(\.rawValue).joined(separator: ", ")
    }

    /// What differs between `again` and the first answer, or nil.
    private func difference(_ again: Answer, _ vector: Vector) -> Failure? {
        switch (answers[vector.id], again) {
        case (.ok(let first, _)?, .ok(let again, _)):
            for (name, value) in first {
                guard let other = again[name] else { return Failure(.otherOutput, "no output \(name)") }
                if other != value, let fault = VectorBytes.fault(of: other, expected: value, at: name.description) {
                    return fault
                }
            }
            return nil
        case (.rejected(let first, _)?, .rejected(let again, _)) where first == again: return nil
        case (.unsupported(let first)?, .unsupported(let again)) where first == again: return nil
        default: return Failure(again)
        }
    }

    /// Deriving keys from passphrases takes most of a run's time, and was compared with an expected value the first time.
    private static func isAskedAgain(_ vector: Vector) -> Bool {
        !vector.derivesKeys || (vector.writtenOutput != nil && vector.determinism == .perImplementation)
    }

    private static func isAskedElsewhere(_ vector: Vector) -> Bool {
        !vector.derivesKeys || vector.writtenOutput != nil
    }
}

extension Vector {
    /// The output that holds bytes which others read, where this vector makes a stack write any.
    var writtenOutput: JSONString? {
        guard case .valid = expectation else { return nil }
        switch operation {
        case "canonicalize", "contentHash", "encodeRecord", "decodeRecord", "compress", "seal", "rewrap":
            return soleOutput
        default: return nil
        }
    }

    /// Whether it makes a stack derive keys from passphrases.
    var derivesKeys: Bool {
        inputs["passphrase"] != nil
            || inputs["slots"]?.arrayValue?.contains { $0["passphrase"] != nil } ?? false
    }
}
