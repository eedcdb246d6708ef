import CanonicalJSON
import SyncBridge

extension RunRecord {
    /// The record as JSON lines: the facts, the results, the outputs that are the stacks' own, the summary (RP-1).
    public func jsonLines() throws(VectorError) -> [UInt8] {
        var lines: [UInt8] = []
        do {
            for line in [facts] + verdict.results.map(json) + verdict.outputs.map(\.json)
                + verdict.thirdParty.map(\.json) + verdict.suspects.map(\.json) + [summary]
            {
                try JSONValue.object(line).appendCanonical(to: &lines)
                lines.append(0x0A)
            }
        } catch { throw VectorError(place: "run", reason: "\(error)") }
        return lines
    }

    private var facts: JSONObject {
        var members: JSONObject = [
            "type": "run", "format": .integer(Self.format), "tool": .text(tool),
            "specVersion": .integer(VectorFile.specVersion),
        ]
        members["timestamp"] = timestamp.map { .text($0) }
        members["vectorsVersion"] = vectorsVersion.map { .text($0) }
        members["suites"] = .array(
            suites.map {
                ["kind": .text($0.kind), "vectors": .integer(Int64($0.vectors)), "sha256": .text($0.sha256)]
            })
        members["stacks"] = .array(verdict.stacks.map { .object($0.json) })
        members["settings"] = .object(verdict.settings.json)
        return members
    }

    private func json(_ result: TestResult) -> JSONObject {
        var members = result.json
        if result.outcome.failure != nil { members["reproduction"] = .text(verdict.reproduction(of: result)) }
        return members
    }

    /// The last line; a record that was cut has none.
    var summary: JSONObject {
        let tally = Tally(verdict.results)
        return [
            "type": "summary", "passed": .integer(Int64(tally.passed)), "failed": .integer(Int64(tally.failed)),
            "skipped": .integer(Int64(tally.skipped)), "known": .integer(Int64(tally.known)),
            "contract": .object(
                JSONObject(verdict.contract.map { (key: JSONString($0.clause), value: .bool($0.holds)) })),
            "isConformant": .bool(verdict.isConformant),
        ]
    }
}

extension StackFacts {
    var json: JSONObject {
        var members: JSONObject = [
            "name": .text(name), "implementation": .text(implementation), "version": .text(version),
            "language": .text(language), "runtime": .text(runtime), "zlib": .text(zlib),
            "features": .array(features.map { .text($0) }),
        ]
        members["fault"] = fault.map { .text($0) }
        return members
    }
}

extension TestResult {
    var json: JSONObject {
        var members: JSONObject = [
            "type": "result", "group": .text(group), "stack": .text(stack), "name": .text(name),
            "clauses": .array(clauses.map { .text($0) }), "outcome": .text(outcome.word),
        ]
        members["vector"] = vector.map { .text($0) }
        members["reading"] = reading.map { .integer(Int64($0 + 1)) }
        members["skipped"] = outcome.skipped.map { .text($0) }
        members["known"] = outcome.known.map { .text($0) }
        members["failure"] = outcome.failure.map { .object($0.json) }
        return members
    }
}

extension RunSettings {
    var json: JSONObject {
        [
            "options": .array(options.map { .text($0) }),
            "testees": .object(
                JSONObject(
                    testees.sorted { $0.key < $1.key }.map { (key: JSONString($0.key), value: .text($0.value)) })),
            "seed": .text("\(seed)"),
        ]
    }
}

extension Failure {
    var json: JSONObject {
        var members: JSONObject = ["kind": .text(kind.rawValue), "reason": .text(reason)]
        members["errorClass"] = errorClass.map { .text($0) }
        members["difference"] = difference.map { .object($0.json) }
        members["layer"] = layer.map { .object($0.json) }
        members["culprit"] = culprit.map { .text($0) }
        members["mutants"] = .array(mutants.map { .text($0) })
        return members
    }
}

extension Difference {
    var json: JSONObject {
        var members: JSONObject = [
            "place": .text(place), "offset": .integer(Int64(offset)), "windowOffset": .integer(Int64(windowOffset)),
            "actual": .hex(actual), "expected": .hex(expected),
            "actualCount": .integer(Int64(actualCount)), "expectedCount": .integer(Int64(expectedCount)),
        ]
        members["part"] = part.map { .text($0) }
        return members
    }
}

extension Suspect {
    var json: JSONObject {
        [
            "type": "suspect", "stack": .text(stack), "mutant": .text(mutant.rawValue),
            "explained": .integer(Int64(explained)), "failures": .integer(Int64(failures)),
        ]
    }
}

extension StackOutput {
    var json: JSONObject {
        [
            "type": "output", "vector": .text(vector), "stack": .text(stack), "name": .text(name),
            "length": .integer(Int64(length)), "sha256": .text(sha256),
        ]
    }
}
