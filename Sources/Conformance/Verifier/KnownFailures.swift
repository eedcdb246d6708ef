import CanonicalJSON

/// What is known to go wrong with one stack: each entry is bound to one result and the class of its failure (VR).
public struct KnownFailures: Equatable, Sendable {
    /// One result that is known to fail.
    public struct Entry: Equatable, Sendable {
        /// The vector's id.
        public var vector: String
        /// The condition of a result of the contract, such as `1 opens`; nil for the vector itself.
        public var condition: String?
        /// The pair in a result of two stacks, as `writer>reader`; nil for the stack alone.
        public var pair: String?
        /// The failure's ``Failure/observedClass``.
        public var observedClass: String
        /// Why it fails, for people.
        public var reason: String
    }

    /// The stack's name.
    public var stack: String
    /// The entries in the order of the file.
    public var entries: [Entry]

    /// Reads a list: `stack` and `failures`.
    ///
    /// - Parameter name: the file's name, for messages.
    /// - Throws: `VectorError` for anything else, and for two entries about the same result.
    public init(parsing bytes: [UInt8], name: String) throws(VectorError) {
        func fail(_ reason: String) -> VectorError { VectorError(place: name, reason: reason) }
        let document = try JSONValue(parsing: bytes, place: name)
        guard let stack = document["stack"]?.text, let elements = document["failures"]?.arrayValue,
            document.objectValue?.count == 2
        else { throw fail("not {stack, failures}") }
        self.stack = stack
        entries = []
        for (index, element) in elements.enumerated() {
            let place = "failures[\(index)]"
            guard let members = element.objectValue,
                members.allSatisfy({ Self.members.contains($0.key) && !($0.value.text ?? "").isEmpty }),
                let vector = element["vector"]?.text, let observed = element["class"]?.text,
                let reason = element["reason"]?.text
            else { throw fail("\(place): not {vector, class, reason} with or without condition and stacks") }
            let entry = Entry(
                vector: vector, condition: element["condition"]?.text, pair: element["stacks"]?.text,
                observedClass: observed, reason: reason)
            if let pair = entry.pair {
                guard TestResult.stacks(pair).contains(stack) else {
                    throw fail("\(place): stacks: \(stack) is not one of them")
                }
            }
            if entries.contains(where: { $0.isAbout(sameAs: entry) }) { throw fail("\(place): listed twice") }
            entries.append(entry)
        }
    }

    private static let members: Set<JSONString> = ["vector", "condition", "stacks", "class", "reason"]
}

extension KnownFailures.Entry {
    fileprivate func isAbout(sameAs other: Self) -> Bool {
        vector == other.vector && condition == other.condition && pair == other.pair
    }

    /// The stacks whose result it is.
    fileprivate func stacks(_ stack: String) -> [String] { TestResult.stacks(pair ?? stack) }

    fileprivate func isAbout(_ result: TestResult, of stack: String) -> Bool {
        result.vector == vector && result.condition == condition && result.stack == pair ?? stack
    }
}

extension KnownFailures {
    /// Marks what is listed as known, and makes a failure of each entry that does not hold.
    ///
    /// - Parameters:
    ///   - results: of a run.
    ///   - vectors: the ids that the run was about; entries about others are left aside.
    ///   - stacks: the stacks that answered; entries about others are left aside.
    func apply(to results: inout [TestResult], vectors: Set<String>, stacks: Set<String>) {
        for entry in entries where vectors.contains(entry.vector) {
            guard entry.stacks(stack).allSatisfy(stacks.contains) else { continue }
            if let index = results.firstIndex(where: { entry.isAbout($0, of: stack) }) {
                results[index].outcome = entry.outcome(results[index].outcome)
            } else {
                results.append(stray(entry, "there is no result \(entry.condition ?? "of the vector")"))
            }
        }
    }

    /// A failure for each entry whose vector does not exist.
    ///
    /// - Parameter vectors: the ids of all vectors there are.
    func strays(vectors: Set<String>) -> [TestResult] {
        entries.filter { !vectors.contains($0.vector) }.map { stray($0, "no vector has this id") }
    }

    private func stray(_ entry: Entry, _ fault: String) -> TestResult {
        TestResult(
            group: "known-failures", stack: stack, name: entry.vector, clauses: ["VR-3"],
            outcome: .failed(Failure(.unlisted, "listed as a known failure, but \(fault)")))
    }
}

extension KnownFailures.Entry {
    fileprivate func outcome(_ outcome: TestResult.Outcome) -> TestResult.Outcome {
        switch outcome {
        case .failed(let failure) where failure.observedClass == observedClass:
            return .known(failure, reason: reason)
        case .failed(var failure):
            failure.reason = "known to fail as \(observedClass), not as \(failure.observedClass): \(failure.reason)"
            return .failed(failure)
        case .passed: return .failed(Failure(.unlisted, "passes, though listed as a known failure: \(reason)"))
        case .skipped(let feature):
            return .failed(Failure(.unlisted, "skipped for want of \(feature), though listed as a known failure"))
        case .known: return outcome
        }
    }
}
