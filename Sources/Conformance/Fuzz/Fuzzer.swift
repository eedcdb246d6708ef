import CanonicalJSON

/// Compares stacks on random requests: where two differ, the smallest request that shows it.
public struct Fuzzer {
    /// What to try, and how much of it.
    public struct Plan: Sendable {
        /// The start of all random choices.
        public var seed: UInt64
        /// The operations to try.
        public var operations: [String]
        /// The first request of the sequence.
        public var first = 0
        /// How many requests to make.
        public var count: Int
        /// When to stop early: asked before each batch.
        public var shouldStop: @Sendable () -> Bool = { false }

        /// A plan for `count` requests; by default of all operations.
        public init(seed: UInt64, count: Int, operations: [String] = Fuzzer.operations) {
            self.seed = seed
            self.count = count
            self.operations = operations
        }
    }

    /// The operations that there are random requests of.
    public static let operations = RandomRequest.operations

    /// Stacks that differ, on the smallest request that was found.
    public struct Divergence: Sendable {
        /// The number of the request in the sequence of the seed.
        public var number: Int
        /// Each stack's answer: `ok` with its outputs, or the error class.
        public var answers: [(stack: String, text: String)]
        /// A vector with the answer of the first stack as the expected one, for people to judge.
        public var candidate: Vector
        /// How many more requests differ in the same way.
        public var repetitions = 0

        /// The candidate and where it comes from, in canonical form.
        public func json(seed: UInt64) throws(VectorError) -> [UInt8] {
            let document: JSONObject = [
                "candidate": candidate.json,
                "provenance": [
                    "seed": .text("\(seed)"), "number": .integer(Int64(number)),
                    "repetitions": .integer(Int64(repetitions)),
                    "answers": .array(
                        answers.map { .object(["stack": .text($0.stack), "answer": .text($0.text)]) }),
                ],
            ]
            do { return try JSONValue.object(document).canonicalBytes() } catch {
                throw VectorError(place: candidate.id, reason: "\(error)")
            }
        }
    }

    /// What a run tells while it goes on.
    public enum Event: Sendable {
        /// So many requests are made: told after each batch.
        case progress(requests: Int)
        /// Stacks differ in a new way: told once the request is small, without repetitions.
        case found(Divergence)
    }

    /// What a run found.
    public struct Outcome: Sendable {
        /// The requests that were made, without those to open what was sealed.
        public var requests = 0
        /// How many of all the first stack answered with outputs.
        public var accepted = 0
        /// Divergences, one of each kind.
        public var divergences: [Divergence] = []
    }

    private static let batch = 64
    /// How long one divergence may be made smaller: derivations from passphrases are slow.
    private static let shrinkingTime = Duration.seconds(60)

    private let connections: [StackConnection]

    /// Starts `stacks`, two or more.
    ///
    /// - Throws: `VectorError` when one can't be started.
    public init(stacks: [Stack], timeoutMilliseconds: Int = 300_000) throws(VectorError) {
        var started: [StackConnection] = []
        for stack in stacks {
            let connection = try StackConnection(stack, timeoutMilliseconds: timeoutMilliseconds)
            started.append(connection)
            if let fault = connection.start() {
                for connection in started { connection.close() }
                throw VectorError(place: stack.name, reason: fault)
            }
        }
        connections = started
    }

    /// Ends the stacks.
    public func close() {
        for connection in connections { connection.close() }
    }

    /// Makes the requests of `plan`.
    ///
    /// - Parameter told: told each event when it happens; what it throws ends the run.
    public func run(_ plan: Plan, told: (Event) throws -> Void = { _ in }) rethrows -> Outcome {
        var outcome = Outcome()
        var places: [String: Int] = [:]
        var number = plan.first
        while number < plan.first + plan.count, !plan.shouldStop() {
            let numbers = Array(number..<min(number + Self.batch, plan.first + plan.count))
            let requests = numbers.map {
                RandomRequest(seed: plan.seed, number: $0, operations: plan.operations)
            }
            let answers = ask(requests)
            try compare(requests, answers, numbers, &outcome, &places, told)
            outcome.requests += requests.count
            let (openings, sources) = openings(requests, answers, numbers)
            try compare(openings, ask(openings), sources, &outcome, &places, told)
            number += numbers.count
            try told(.progress(requests: outcome.requests))
        }
        return outcome
    }

    /// Compares `answers`, one list for each stack, to `requests`, and notes what differs in a new way.
    private func compare(
        _ requests: [RandomRequest], _ answers: [[Answer]], _ numbers: [Int], _ outcome: inout Outcome,
        _ places: inout [String: Int], _ told: (Event) throws -> Void
    ) rethrows {
        for index in requests.indices {
            let comparison = Comparison(requests[index], stacked(answers.map { $0[index] }))
            if comparison.answers.first?.text.hasPrefix("ok") ?? false { outcome.accepted += 1 }
            guard comparison.isDivergent else { continue }
            let kind = requests[index].operation + " " + comparison.signature
            if let place = places[kind] {
                outcome.divergences[place].repetitions += 1
            } else {
                var found = divergence(requests[index], answers.map { $0[index] }, number: numbers[index])
                // One sealed archive of a request may be opened in one wrong way, the next one in another.
                let others = outcome.divergences.count {
                    $0.number == found.number && $0.candidate.operation == found.candidate.operation
                }
                if others > 0 { found.candidate.id += "-\(others + 1)" }
                places[kind] = outcome.divergences.count
                outcome.divergences.append(found)
                try told(.found(found))
            }
        }
    }

    /// Requests to open each archive that a stack sealed, and the numbers of the requests that they come from.
    private func openings(
        _ requests: [RandomRequest], _ answers: [[Answer]], _ numbers: [Int]
    ) -> (requests: [RandomRequest], numbers: [Int]) {
        var openings: [RandomRequest] = []
        var sources: [Int] = []
        for (index, request) in requests.enumerated() where request.operation == "seal" {
            var archives: [JSONValue] = []
            for answers in answers {
                guard case .ok(let outputs, _) = answers[index], let archive = outputs["archive"],
                    !archives.contains(archive)
                else { continue }
                archives.append(archive)
                var opening = RandomRequest(operation: "open", inputs: ["archive": archive])
                opening.inputs["key"] = request.inputs["slots"]?[0]?["key"]
                opening.inputs["passphrase"] = request.inputs["slots"]?[0]?["passphrase"]
                openings.append(opening)
                sources.append(numbers[index])
            }
        }
        return (openings, sources)
    }

    private func stacked(_ answers: [Answer]) -> [(stack: String, answer: Answer)] {
        zip(connections, answers).map { ($0.stack.name, $1) }
    }

    /// The answers of each stack, which has a thread of its own, to `requests`.
    private func ask(_ requests: [RandomRequest]) -> [[Answer]] {
        let connections = connections
        return onThreads(connections.count) { index in
            requests.map { connections[index].ask($0.operation, inputs: $0.inputs, entropy: $0.entropy) }
        }
    }

    /// What differs, on the smallest request; on the one that was made where a second try gives no difference.
    private func divergence(_ request: RandomRequest, _ answers: [Answer], number: Int) -> Divergence {
        let partition = Comparison(request, stacked(answers)).partition
        let end = ContinuousClock.now + Self.shrinkingTime
        var last = answers
        var shrinker = Shrinker(trials: 2000) { candidate in
            guard ContinuousClock.now < end else { return false }
            let answers = ask([candidate]).map { $0[0] }
            let comparison = Comparison(candidate, stacked(answers))
            guard comparison.isDivergent && comparison.partition == partition else { return false }
            last = answers
            return true
        }
        let smallest = shrinker.shrink(request)
        return Divergence(
            number: number, answers: Comparison(smallest, stacked(last)).answers,
            candidate: Self.candidate(smallest, stacked(last), number: number))
    }

    private static func candidate(
        _ request: RandomRequest, _ answers: [(stack: String, answer: Answer)], number: Int
    ) -> Vector {
        var expectation = Vector.Expectation.valid(outputs: [:])
        for (_, answer) in answers {
            if case .ok(let outputs, _) = answer {
                expectation = .valid(outputs: outputs)
            } else if case .rejected(let errorClass, _) = answer {
                expectation = .invalid(errorClass: errorClass)
            } else {
                continue
            }
            break
        }
        return Vector(
            id: "candidate-\(request.operation)-\(number)", clauses: [], operation: request.operation,
            comment: "found by comparing stacks; to be judged by the specification", inputs: request.inputs,
            entropy: request.entropy, expectation: expectation)
    }
}
