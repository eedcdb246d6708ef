import CanonicalJSON

/// CT-1 and CT-3: every stack opens what every stack sealed, and their headers are the same bytes.
struct ExchangeCheck {
    private let runs: [VectorRun]
    private let isDetailed: Bool
    private let progress: ProgressCounter
    private let explanation: Explanation

    /// What one stack sealed for one vector.
    struct Sealed: Sendable {
        var vector: Vector
        var writer: String
        var archive: [UInt8]
        var intermediates: JSONObject
    }

    init(_ runs: [VectorRun], isDetailed: Bool, progress: ProgressCounter, explanation: Explanation) {
        self.explanation = explanation
        self.runs = runs
        self.isDetailed = isDetailed
        self.progress = progress
    }

    /// Takes the archives that the stacks sealed for the vectors of `files`; each reader has a thread of its own.
    func run(_ files: [VectorFile]) -> [TestResult] {
        let sealings = files.flatMap(\.vectors).filter(\.isExchanged).map(sealings).filter { !$0.isEmpty }
        let readers = runs.map(\.connection)
        let (isDetailed, progress, explanation) = (isDetailed, progress, explanation)
        // A transcript needs the conversation itself.
        let known = runs.map { isDetailed ? [:] : Self.openings(files, of: $0) }
        let openings = onThreads(readers.count) { index in
            Self.open(
                sealings, by: readers[index], known: known[index], isDetailed: isDetailed, progress: progress,
                explanation)
        }
        return sealings.flatMap(headers) + openings.flatMap { $0 }
    }

    /// What a stack answered when it opened an archive as a vector, where its key was derived: that takes too long to be
    /// done twice with the same bytes and the same secret (VR-19).
    private static func openings(_ files: [VectorFile], of run: VectorRun) -> [JSONObject: Answer] {
        var known: [JSONObject: Answer] = [:]
        for vector in files.flatMap(\.vectors) where vector.operation == "open" && vector.derivesKeys {
            guard case .valid = vector.expectation, case .ok? = run.answers[vector.id] else { continue }
            known[secretAndArchive(vector.inputs)] = run.answers[vector.id]
        }
        return known
    }

    private static func secretAndArchive(_ inputs: JSONObject) -> JSONObject {
        JSONObject(inputs.filter { ["archive", "passphrase"].contains($0.key) }).sortedByKey()
    }

    private func sealings(of vector: Vector) -> [Sealed] {
        runs.compactMap { run in
            guard case .ok(let outputs, let intermediates)? = run.answers[vector.id],
                let archive = outputs["archive"]?.bytes
            else { return nil }
            return Sealed(
                vector: vector, writer: run.connection.stack.name, archive: archive, intermediates: intermediates)
        }
    }

    private func headers(_ sealings: [Sealed]) -> [TestResult] {
        sealings.dropFirst().map { sealed in
            let fault = HeaderIdentity.fault(of: sealed.archive, expected: sealings[0].archive)
            return Self.result(
                "3 header and slots identical", "CT-3", sealed.vector, "\(sealings[0].writer)=\(sealed.writer)",
                fault.map { .failed(ExchangeBlame.explained($0, sealings[0], sealed)) } ?? .passed)
        }
    }

    private static func open(
        _ sealings: [[Sealed]], by reader: StackConnection, known: [JSONObject: Answer], isDetailed: Bool,
        progress: ProgressCounter, _ explanation: Explanation
    ) -> [TestResult] {
        var results: [TestResult] = []
        var explainedCount = 0
        for sealings in sealings {
            // Where two stacks seal to the same bytes, one opening says it all.
            var answers: [[UInt8]: (answer: Answer, exchange: Transcript.Exchange)] = [:]
            for sealed in sealings {
                let inputs = sealed.vector.openInputs(archive: sealed.archive)
                let said =
                    answers[sealed.archive]
                    ?? known[secretAndArchive(inputs)].map { ($0, reader.lastExchange) }
                    ?? (reader.ask("open", inputs: inputs), reader.lastExchange)
                answers[sealed.archive] = said
                let stacks = "\(sealed.writer)>\(reader.stack.name)"
                var outcome = outcome(said.answer, sealed, reader: reader.stack.name)
                if case .failed(var failure) = outcome, explainedCount < Explanation.failureLimit {
                    explainedCount += 1
                    failure.mutants = explanation.mutants(
                        giving: said.answer, opening: sealed.archive, of: sealed.vector
                    ).map(\.rawValue)
                    outcome = .failed(failure)
                }
                var result = result("1 opens", "CT-1", sealed.vector, stacks, outcome)
                if isDetailed {
                    let expected: JSONValue = ["plaintext": sealed.vector.inputs["plaintext"] ?? .null]
                    let text = (try? expected.canonicalBytes()).map { String(decoding: $0, as: UTF8.self) } ?? ""
                    result.transcript = Transcript(exchange: said.exchange, expected: text)
                }
                results.append(result)
                progress.step(reader.stack.name)
            }
        }
        return results
    }

    private static func outcome(_ answer: Answer, _ sealed: Sealed, reader: String) -> TestResult.Outcome {
        if let feature = answer.skippedFeature(of: sealed.vector) { return .skipped(feature) }
        if case .unsupported(feature: "op:open") = answer { return .skipped("op:open") }
        guard let fault = fault(of: answer, opening: sealed.vector) else { return .passed }
        return .failed(ExchangeBlame.explained(fault, answer, sealed, reader: reader))
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
    /// Whether what the stacks make of it goes from each to each.
    var isExchanged: Bool {
        guard case .valid = expectation else { return false }
        return operation == "seal"
    }

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
