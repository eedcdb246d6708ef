import CanonicalJSON

/// CT-1 and CT-3: every stack opens what every stack sealed, and their headers are the same bytes.
struct ExchangeCheck {
    private let runs: [VectorRun]
    private var results: [TestResult] = []
    /// Answers of `open` by reader and archive: where two stacks seal to the same bytes, one opening says it all.
    private var openings: [Opening: Answer] = [:]

    private struct Opening: Hashable {
        var reader: String
        var archive: [UInt8]
    }

    init(_ runs: [VectorRun]) {
        self.runs = runs
    }

    /// Takes the archives that the stacks sealed for the vectors of `files`.
    mutating func run(_ files: [VectorFile]) -> [TestResult] {
        for vector in files.flatMap(\.vectors) where vector.operation == "seal" {
            guard case .valid = vector.expectation else { continue }
            openings = [:]
            let archives = runs.compactMap { run in
                run.outputs[vector.id]?["archive"]?.bytes.map { (writer: run.connection.stack.name, archive: $0) }
            }
            guard let first = archives.first else { continue }
            for (writer, archive) in archives.dropFirst() {
                let fault = HeaderIdentity.fault(of: archive, expected: first.archive)
                record(
                    "3 header and slots identical", "CT-3", vector, "\(first.writer)=\(writer)",
                    fault.map { .failed($0) } ?? .passed)
            }
            for (writer, archive) in archives {
                for run in runs {
                    let outcome = open(vector, archive: archive, reader: run.connection)
                    record("1 opens", "CT-1", vector, "\(writer)>\(run.connection.stack.name)", outcome)
                }
            }
        }
        return results
    }

    private mutating func open(_ vector: Vector, archive: [UInt8], reader: StackConnection) -> TestResult.Outcome {
        let key = Opening(reader: reader.stack.name, archive: archive)
        let answer = openings[key] ?? reader.ask("open", inputs: vector.openInputs(archive: archive))
        openings[key] = answer
        if let feature = answer.skippedFeature(of: vector) { return .skipped(feature) }
        switch answer {
        case .unsupported(feature: "op:open"): return .skipped("op:open")
        case .ok(let outputs, _):
            guard let plaintext = outputs["plaintext"] else { return .failed("no output plaintext") }
            let expected = vector.inputs["plaintext"] ?? .null
            return VectorBytes.fault(of: plaintext, expected: expected).map { .failed("plaintext: \($0)") } ?? .passed
        default: return .failed("\(answer)")
        }
    }

    private mutating func record(
        _ name: String, _ clause: String, _ vector: Vector, _ stacks: String, _ outcome: TestResult.Outcome
    ) {
        results.append(
            TestResult(
                group: "contract", stack: stacks, name: "\(name): \(vector.id)", clauses: [clause], outcome: outcome)
        )
    }
}

extension Vector {
    /// The inputs of `open` for what this `seal` made: the key of its first slot.
    fileprivate func openInputs(archive: [UInt8]) -> JSONObject {
        let slot = inputs["slots"]?[0]
        var result: JSONObject = ["archive": .bytes(archive)]
        result["key"] = slot?["key"]
        result["passphrase"] = slot?["passphrase"]
        result["profile"] = inputs["contentType"] == 1 ? "snapshot" : "bytes"
        return result
    }
}
