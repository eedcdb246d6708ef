import CanonicalJSON
import SyncEnvelope

/// Checks the three clauses of the contract between stacks on archives that they make now.
struct ContractCheck {
    /// A process environment in which code that formats by locale or time zone gives itself away.
    static let foreignEnvironment = ["LANG=tr_TR.UTF-8", "LC_ALL=tr_TR.UTF-8", "TZ=Asia/Kathmandu"]

    let connections: [StackConnection]
    let scratch: ScratchFolder
    private var results: [TestResult] = []

    init(connections: [StackConnection], scratch: ScratchFolder) {
        self.connections = connections
        self.scratch = scratch
    }

    /// Seals each case on every stack and compares: with itself, with the others, and through the others' readers.
    mutating func run(cases: [ContractCase]) -> [TestResult] {
        let fresh = connections.map {
            StackConnection($0.stack, scratch: scratch, environment: Self.foreignEnvironment)
        }
        defer { for connection in fresh { connection.finish() } }
        for contractCase in cases {
            var archives: [(writer: StackConnection, archive: [UInt8])] = []
            for (writer, other) in zip(connections, fresh) {
                guard let archive = seal(contractCase, by: writer) else { continue }
                archives.append((writer, archive))
                checkDeterminism(contractCase, archive: archive, writer: writer, fresh: other)
            }
            guard let first = archives.first else { continue }
            for (writer, archive) in archives.dropFirst() {
                record(
                    "3 header and slots identical",
                    contractCase,
                    "\(first.writer.stack.name)=\(writer.stack.name)",
                    HeaderIdentity.fault(of: archive, expected: first.archive)
                )
            }
            for (writer, archive) in archives {
                for reader in connections {
                    checkReader(contractCase, archive: archive, writer: writer, reader: reader)
                }
            }
        }
        return results
    }

    private mutating func seal(_ contractCase: ContractCase, by writer: StackConnection) -> [UInt8]? {
        let answer = writer.ask("seal", inputs: contractCase.inputs, entropy: contractCase.entropy)
        switch answer {
        case .ok(let outputs, _):
            guard let archive = outputs["archive"]?.bytes else {
                record("0 seals", contractCase, writer.stack.name, "no output archive")
                return nil
            }
            return archive
        case .unsupported(let feature) where contractCase.features.contains(feature) || feature == "op:seal":
            results.append(
                TestResult(
                    group: "contract",
                    stack: writer.stack.name,
                    name: "0 seals: \(contractCase.name)",
                    clauses: ["CT-1"],
                    outcome: .skipped(feature)
                )
            )
        default:
            record("0 seals", contractCase, writer.stack.name, "\(answer)")
        }
        return nil
    }

    private mutating func checkDeterminism(
        _ contractCase: ContractCase,
        archive: [UInt8],
        writer: StackConnection,
        fresh: StackConnection
    ) {
        for (name, connection) in [("2 same bytes again", writer), ("2 same bytes elsewhere", fresh)] {
            let answer = connection.ask("seal", inputs: contractCase.inputs, entropy: contractCase.entropy)
            guard case .ok(let outputs, _) = answer,
                let again = outputs["archive"]?.bytes
            else {
                record(name, contractCase, writer.stack.name, "\(answer)")
                continue
            }
            let fault = again == archive ? nil : Judge.difference(actual: again, expected: archive)
            record(name, contractCase, writer.stack.name, fault)
        }
    }

    private mutating func checkReader(
        _ contractCase: ContractCase,
        archive: [UInt8],
        writer: StackConnection,
        reader: StackConnection
    ) {
        let sealed = JSONValue.bytes(archive)
        let answer = reader.ask("open", inputs: contractCase.openInputs(archive: sealed))
        let pair = "\(writer.stack.name)>\(reader.stack.name)"
        switch answer {
        case .ok(let outputs, _):
            let expected = contractCase.inputs["plaintext"] ?? .null
            let fault = outputs["plaintext"].map {
                $0 == expected ? nil : Judge.difference(actual: $0, expected: expected)
            }
            record("1 opens", contractCase, pair, fault ?? "no output plaintext")
        case .unsupported(let feature) where contractCase.features.contains(feature) || feature == "op:open":
            results.append(
                TestResult(
                    group: "contract",
                    stack: pair,
                    name: "1 opens: \(contractCase.name)",
                    clauses: ["CT-1"],
                    outcome: .skipped(feature)
                )
            )
        default:
            record("1 opens", contractCase, pair, "\(answer)")
        }
    }

    private mutating func record(_ clause: String, _ contractCase: ContractCase, _ stack: String, _ fault: String?) {
        results.append(
            TestResult(
                group: "contract",
                stack: stack,
                name: "\(clause): \(contractCase.name)",
                clauses: [clause.hasPrefix("2") ? "CT-2" : clause.hasPrefix("3") ? "CT-3" : "CT-1"],
                outcome: fault.map { .failed($0) } ?? .passed
            )
        )
    }
}
