import CanonicalJSON

extension Verdict {
    /// The verdict for programs, in canonical form, with the members of CL-14.
    public func json() throws(VectorError) -> [UInt8] {
        let contract = results.filter { $0.group == "contract" }
        let document: JSONObject = [
            "specVersion": .integer(VectorFile.specVersion),
            "stacks": .array(stacks.map { .object($0.json) }),
            "vectors": .array(
                stacks.map { stack in
                    tally(
                        results.filter { $0.group != "contract" && $0.stack == stack.name },
                        ["stack": .text(stack.name)])
                }
            ),
            "matrix": .array(matrix(contract)),
            "contract": .object(
                JSONObject(
                    [("CT-1", "1"), ("CT-2", "2"), ("CT-3", "3")].map { clause, prefix in
                        let part = contract.filter { $0.name.hasPrefix(prefix) }
                        let holds = part.allSatisfy { if case .failed = $0.outcome { false } else { true } }
                        return (key: JSONString(clause), value: .bool(holds))
                    }
                )
            ),
            "failures": .array(failures.map(failure)),
            "suspects": .array(suspects.map { .object($0.json) }),
        ]
        do { return try JSONValue.object(document).canonicalBytes() } catch {
            throw VectorError(place: "verdict", reason: "\(error)")
        }
    }

    private func matrix(_ contract: [TestResult]) -> [JSONValue] {
        stacks.flatMap { writer in
            stacks.map { reader in
                let part = contract.filter { $0.stack == "\(writer.name)>\(reader.name)" }
                return [
                    "sealedBy": .text(writer.name), "openedBy": .text(reader.name),
                    "archives": .integer(Int64(part.count)),
                    "opened": .integer(Int64(part.count { $0.outcome == .passed })),
                ]
            }
        }
    }

    private func tally(_ results: [TestResult], _ head: JSONObject) -> JSONValue {
        var members = head
        let passed = results.count { $0.outcome == .passed }
        let failed = results.count { if case .failed = $0.outcome { true } else { false } }
        members["passed"] = .integer(Int64(passed))
        members["failed"] = .integer(Int64(failed))
        let skipped = results.count { if case .skipped = $0.outcome { true } else { false } }
        members["skipped"] = .integer(Int64(skipped))
        members["known"] = .integer(Int64(results.count - passed - failed - skipped))
        return .object(members)
    }

    private func failure(_ result: TestResult) -> JSONValue {
        guard case .failed(let failure) = result.outcome else { return .null }
        return [
            "vector": .text(result.name), "stack": .text(result.stack),
            "clauses": .array(result.clauses.map { .text($0) }), "observed": .text(failure.summary),
            "mutants": .array(failure.mutants.map { .text($0) }),
        ]
    }
}

extension StackFacts {
    fileprivate var json: JSONObject {
        [
            "name": .text(name), "implementation": .text(implementation), "version": .text(version),
            "language": .text(language), "runtime": .text(runtime), "zlib": .text(zlib),
            "features": .array(features.map { .text($0) }),
        ]
    }
}

extension Suspect {
    fileprivate var json: JSONObject {
        [
            "stack": .text(stack), "mutant": .text(mutant.rawValue), "explained": .integer(Int64(explained)),
            "failures": .integer(Int64(failures)), "mistake": .text(mutant.mistake), "remedy": .text(mutant.remedy),
        ]
    }
}
