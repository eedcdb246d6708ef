import CanonicalJSON

/// Runs stacks over vectors and over one another's archives.
public struct Verifier {
    let stacks: [Stack]
    let files: [VectorFile]
    /// A user's own plaintext that goes through every ordered pair of stacks too.
    let payload: [UInt8]?

    /// - Parameters:
    ///   - stacks: the implementations; a name may occur once.
    ///   - files: the vectors.
    ///   - payload: a canonical payload of the user's own, sealed and opened by every ordered pair too.
    public init(stacks: [Stack], files: [VectorFile], payload: [UInt8]? = nil) {
        self.stacks = stacks
        self.files = files
        self.payload = payload
    }

    /// Runs everything.
    ///
    /// - Parameter progress: told the name of each part as it starts.
    /// - Throws: `VectorError` when the scratch folder can't be made.
    public func run(progress: (String) -> Void = { _ in }) throws(VectorError) -> Verdict {
        let scratch: ScratchFolder
        do { scratch = try ScratchFolder.make() } catch {
            throw VectorError(place: "scratch folder", reason: error.reason)
        }
        defer { scratch.remove() }
        let connections = stacks.map { StackConnection($0, scratch: scratch) }
        defer { for connection in connections { connection.finish() } }

        var verdict = Verdict()
        for connection in connections {
            progress("vectors: \(connection.stack.name)")
            let fault = connection.start()
            verdict.stacks.append(StackFacts(connection, fault: fault))
            verdict.results += probe(connection)
            for file in files {
                for vector in file.vectors { verdict.results.append(result(of: vector, in: file, by: connection)) }
            }
        }
        progress("archives between stacks")
        var contract = ContractCheck(connections: connections, scratch: scratch)
        verdict.results += contract.run(cases: ContractCase.all(from: files, payload: payload))
        return verdict
    }

    private func result(of vector: Vector, in file: VectorFile, by connection: StackConnection) -> TestResult {
        let answer = connection.ask(
            vector.operation, inputs: VectorBytes.expanded(vector.inputs), entropy: vector.entropy)
        let outcome: TestResult.Outcome
        switch answer {
        case .unsupported(let feature) where feature == "op:" + vector.operation || vector.features.contains(feature):
            outcome = .skipped(feature)
        default:
            outcome = Judge.fault(of: answer, for: vector).map { .failed($0) } ?? .passed
        }
        return TestResult(group: file.kind, stack: connection.stack.name, name: vector.id, clauses: vector.clauses, outcome: outcome)
    }

    /// An operation that nobody has must be answered as unsupported: a testee that says yes to anything proves nothing.
    private func probe(_ connection: StackConnection) -> [TestResult] {
        let operation = "probe-of-an-unknown-operation"
        let answer = connection.ask(operation, inputs: [:])
        let outcome: TestResult.Outcome =
            answer == .unsupported(feature: "op:" + operation)
            ? .passed : .failed("answered an unknown operation with \(answer)")
        return [TestResult(group: "honesty", stack: connection.stack.name, name: "unknown-operation", clauses: ["TP-9"], outcome: outcome)]
    }
}
