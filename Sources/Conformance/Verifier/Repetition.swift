import CanonicalJSON

/// Asks a stack for the same things again: in the same process in another order with other numbers, and in a new process in
/// other surroundings (CT-2, TP-10, VR-7, VR-8).
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

        /// Notes where `answers` to `vectors` differ from the `first` ones.
        ///
        /// - Parameter examine: says of a vector under which circumstances its answer differs.
        mutating func compare(
            _ first: [String: Answer], _ answers: [String: Answer], _ vectors: [Vector], _ examine: (Vector) -> String
        ) {
            var faults: [String: Failure] = [:]
            for vector in vectors {
                guard let answer = answers[vector.id],
                    var fault = Repetition.difference(answer, first[vector.id], vector)
                else { continue }
                if faults.count < Repetition.examinations { fault.reason += "; " + examine(vector) }
                faults[vector.id] = fault
            }
            written = vectors.filter { $0.writtenOutput != nil }.map { ($0, faults[$0.id]) }
            let different = vectors.filter { $0.writtenOutput == nil && faults[$0.id] != nil }
            if let first = different.first, var fault = faults[first.id] {
                fault.reason = "\(different.count) vectors, the first \(first.id): \(fault.reason)"
                others = .failed(fault)
            }
        }
    }

    /// What a new process in other surroundings answered, by vector id.
    typealias Elsewhere = Result<[String: Answer], VectorError>

    private let connection: StackConnection
    private let vectors: [Vector]
    private let seed: UInt64

    /// How many differences of one condition are looked into: each costs a process for each surrounding.
    private static let examinations = 3

    init(_ connection: StackConnection, vectors: [Vector], seed: UInt64) {
        self.connection = connection
        self.vectors = vectors
        self.seed = seed
    }

    /// The number of requests that are made for `vectors`.
    static func count(_ vectors: [Vector]) -> Int {
        vectors.count { isAskedAgain($0) } + vectors.count { isAskedElsewhere($0) }
    }

    /// Asks a new process in other surroundings, which may be done while the first one is on its first run.
    func askElsewhere(progress: ProgressCounter) -> Elsewhere {
        do throws(VectorError) {
            let other = try connection.another(in: Set(Surrounding.allCases))
            defer { other.close() }
            return .success(ask(vectors.filter(Self.isAskedElsewhere), other, Self.elsewhere, progress))
        } catch { return .failure(error) }
    }

    /// Asks the same process again, and holds both conditions against its `first` answers.
    func conditions(
        after first: [String: Answer], elsewhere: Elsewhere, progress: ProgressCounter
    ) -> [Condition] {
        connection.number(with: RunRandom(seed: seed, purpose: "numbers"))
        // What had no answer has nothing that could be the same.
        let answered = vectors.filter { vector in
            if case .broken = first[vector.id] ?? .broken(reason: "") { false } else { true }
        }
        let repeated = answered.filter(Self.isAskedAgain)
        var again = Condition(name: Self.again, otherName: "same-answers-again")
        again.compare(first, ask(repeated, connection, Self.again, progress), repeated) { vector in
            let alone = Self.difference(connection.ask(vector), first[vector.id], vector) != nil
            return alone ? "in the same process" : "only in another order"
        }
        var other = Condition(name: Self.elsewhere, otherName: "same-answers-elsewhere")
        switch elsewhere {
        case .success(let answers):
            other.compare(first, answers, answered.filter(Self.isAskedElsewhere)) { examine($0, first[$0.id]) }
        case .failure(let error): other.others = .failed(Failure(.testee, error.description))
        }
        return [again, other]
    }

    private static let again = "2 same bytes again"
    private static let elsewhere = "2 same bytes elsewhere"

    /// The answers to `vectors` in an order drawn for `condition`.
    private func ask(
        _ vectors: [Vector], _ connection: StackConnection, _ condition: String, _ progress: ProgressCounter
    ) -> [String: Answer] {
        var random = RunRandom(seed: seed, purpose: condition)
        var answers: [String: Answer] = [:]
        for vector in random.shuffled(vectors) {
            answers[vector.id] = connection.ask(vector)
            progress.step(connection.stack.name)
        }
        return answers
    }

    /// In which surroundings alone a new process answers otherwise.
    private func examine(_ vector: Vector, _ first: Answer?) -> String {
        func differs(_ surroundings: Set<Surrounding>) -> Bool {
            guard let other = try? connection.another(in: surroundings) else { return false }
            defer { other.close() }
            return Self.difference(other.ask(vector), first, vector) != nil
        }
        if differs([]) { return "in any new process" }
        let guilty = Surrounding.allCases.filter { differs([$0]) }
        return guilty.isEmpty
            ? "in none of the other surroundings alone" : "with " + guilty.map(\.rawValue).joined(separator: ", ")
    }

    /// What differs between `again` and the first answer, or nil.
    private static func difference(_ again: Answer, _ first: Answer?, _ vector: Vector) -> Failure? {
        switch (first, again) {
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
