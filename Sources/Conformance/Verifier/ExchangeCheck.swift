import CanonicalJSON

/// CT-1 and CT-3: every stack opens what every stack sealed, and their headers are the same bytes.
struct ExchangeCheck {
    private let runs: [VectorRun]
    private let explanation: Explanation

    /// What one stack sealed for one vector.
    private struct Sealed: Sendable {
        var vector: Vector
        var writer: String
        var archive: [UInt8]
    }

    init(_ runs: [VectorRun], explanation: Explanation) {
        self.runs = runs
        self.explanation = explanation
    }

    /// Takes the archives that the stacks sealed for the vectors of `files`; each reader has a thread of its own.
    func run(_ files: [VectorFile]) -> [TestResult] {
        let sealings = files.flatMap(\.vectors).filter { $0.operation == "seal" }.map(sealings).filter { !$0.isEmpty }
        let readers = runs.map(\.connection)
        let explanation = explanation
        let openings = onThreads(readers.count) { Self.open(sealings, by: readers[$0], explanation) }
        return sealings.flatMap(headers) + openings.flatMap { $0 }
    }

    private func sealings(of vector: Vector) -> [Sealed] {
        guard case .valid = vector.expectation else { return [] }
        return runs.compactMap { run in
            run.outputs[vector.id]?["archive"]?.bytes.map {
                Sealed(vector: vector, writer: run.connection.stack.name, archive: $0)
            }
        }
    }

    private func headers(_ sealings: [Sealed]) -> [TestResult] {
        sealings.dropFirst().map { sealed in
            let fault = HeaderIdentity.fault(of: sealed.archive, expected: sealings[0].archive)
            return Self.result(
                "3 header and slots identical", "CT-3", sealed.vector, "\(sealings[0].writer)=\(sealed.writer)",
                fault.map { .failed($0) } ?? .passed)
        }
    }

    private static func open(
        _ sealings: [[Sealed]], by reader: StackConnection, _ explanation: Explanation
    ) -> [TestResult] {
        var results: [TestResult] = []
        var explainedCount = 0
        for sealings in sealings {
            // Where two stacks seal to the same bytes, one opening says it all.
            var answers: [[UInt8]: Answer] = [:]
            for sealed in sealings {
                let inputs = sealed.vector.openInputs(archive: sealed.archive)
                let answer = answers[sealed.archive] ?? reader.ask("open", inputs: inputs)
                answers[sealed.archive] = answer
                let stacks = "\(sealed.writer)>\(reader.stack.name)"
                var outcome = outcome(answer, sealed.vector)
                if case .failed(var failure) = outcome, explainedCount < Explanation.failureLimit {
                    explainedCount += 1
                    failure.mutants = explanation.mutants(giving: answer, opening: sealed.archive, of: sealed.vector)
                        .map(\.rawValue)
                    outcome = .failed(failure)
                }
                results.append(result("1 opens", "CT-1", sealed.vector, stacks, outcome))
            }
        }
        return results
    }

    private static func outcome(_ answer: Answer, _ vector: Vector) -> TestResult.Outcome {
        if let feature = answer.skippedFeature(of: vector) { return .skipped(feature) }
        if case .unsupported(feature: "op:open") = answer { return .skipped("op:open") }
        return fault(of: answer, opening: vector).map { .failed($0) } ?? .passed
    }

    /// What is wrong with `answer` to an `open` of what was sealed for `vector`, or nil.
    static func fault(of answer: Answer, opening vector: Vector) -> Failure? {
        guard case .ok(let outputs, _) = answer else { return Failure(answer) }
        guard let plaintext = outputs["plaintext"] else { return Failure(.otherOutput, "no output plaintext") }
        let expected = vector.inputs["plaintext"] ?? .null
        return VectorBytes.fault(of: plaintext, expected: expected, at: "plaintext")
    }

    private static func result(
        _ name: String, _ clause: String, _ vector: Vector, _ stacks: String, _ outcome: TestResult.Outcome
    ) -> TestResult {
        TestResult(
            group: "contract", stack: stacks, name: "\(name): \(vector.id)", clauses: [clause], outcome: outcome,
            vector: vector.id)
    }
}

extension Vector {
    /// The inputs of `open` for what this `seal` made: the key of its first slot.
    func openInputs(archive: [UInt8]) -> JSONObject {
        let slot = inputs["slots"]?[0]
        var result: JSONObject = ["archive": .bytes(archive)]
        result["key"] = slot?["key"]
        result["passphrase"] = slot?["passphrase"]
        result["profile"] = inputs["contentType"] == 1 ? "snapshot" : "bytes"
        return result
    }
}
