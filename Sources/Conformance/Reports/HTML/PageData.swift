import CanonicalJSON

/// What the page's script is given: the run with the vectors and clauses that it names, each text once.
struct PageData {
    private let record: RunRecord
    private let sources: ReportSources
    private let coverage: ClauseCoverage

    /// How many characters of an input or output are shown.
    private static let limit = 4096

    init(_ record: RunRecord, _ sources: ReportSources) {
        self.record = record
        self.sources = sources
        coverage = ClauseCoverage(record.verdict, sources)
    }

    var json: JSONValue {
        var members: JSONObject = [
            "tool": .text(record.tool), "specVersion": .integer(VectorFile.specVersion),
            "suites": .array(
                record.suites.map {
                    ["kind": .text($0.kind), "vectors": .integer(Int64($0.vectors)), "sha256": .text($0.sha256)]
                }),
            "stacks": .array(record.verdict.stacks.map { .object($0.json) }),
            "summary": .object(record.summary),
        ]
        members["vectorsVersion"] = record.vectorsVersion.map { .text($0) }
        members["timestamp"] = record.timestamp.map { .text($0) }
        results(into: &members)
        members["vectors"] = .array(vectors)
        members["clauses"] = .array(
            sources.specification.clauses.map {
                [
                    .text($0.id), .text("\(sources.specificationFolder)/\($0.chapter)"), .integer(Int64($0.line)),
                    .text($0.text),
                ]
            })
        members["outputs"] = .array(record.verdict.outputs.map { .object($0.json) })
        members["thirdParty"] = .array(record.verdict.thirdParty.map { .object($0.json) })
        members["coverage"] = coverage.json
        members["suspects"] = .array(record.verdict.suspects.map { .object($0.json) })
        members["mistakes"] = .object(mistakes)
        members["mutants"] = sources.mutants
        return .object(members)
    }

    /// The results as rows of numbers that point into lists of texts.
    private func results(into members: inout JSONObject) {
        var groups = IndexedTexts()
        var pairs = IndexedTexts()
        var names = IndexedTexts()
        var conditions = IndexedTexts()
        var commands: [String] = []
        var details: [JSONValue] = []
        var rows: [JSONValue] = []
        for result in record.verdict.results {
            let pair = pairs.index(of: result.stack)
            if pair == commands.count { commands.append(command(of: result)) }
            var row: [JSONValue] = [
                .integer(Int64(groups.index(of: result.group))), .integer(Int64(pair)),
                .integer(Int64(names.index(of: result.vector ?? result.name))),
                .integer(Int64(conditions.index(of: result.condition ?? ""))),
                .text(String(result.outcome.word.prefix(1))),
            ]
            if result.outcome != .passed || result.reading != nil {
                row.append(.integer(Int64(details.count)))
                details.append(detail(result))
            }
            rows.append(.array(row))
        }
        members["groups"] = groups.json
        members["pairs"] = pairs.json
        members["names"] = names.json
        members["conditions"] = conditions.json
        members["commands"] = .array(commands.map { .text($0) })
        members["results"] = .array(rows)
        members["details"] = .array(details)
    }

    /// The command that repeats a result of these stacks, with a word to be replaced by the vector's id.
    private func command(of result: TestResult) -> String {
        var result = result
        result.vector = "VECTOR-ID"
        return record.verdict.reproduction(of: result)
    }

    private func detail(_ result: TestResult) -> JSONValue {
        var members: JSONObject = ["clauses": .array(result.clauses.map { .text($0) })]
        members["reading"] = result.reading.map { .integer(Int64($0)) }
        members["skipped"] = result.outcome.skipped.map { .text($0) }
        members["known"] = result.outcome.known.map { .text($0) }
        members["failure"] = result.outcome.failure.map { .object($0.json) }
        return .object(members)
    }

    private var vectors: [JSONValue] {
        let named = Set(record.verdict.results.compactMap(\.vector))
        return sources.ids.filter(named.contains).compactMap { sources.vectors[$0] }.map { vector in
            var outputs: JSONObject = [:]
            if case .valid(let given) = vector.expectation { outputs = given }
            let readings = vector.json["readings"]
            var members: JSONObject = [
                "id": .text(vector.id), "operation": .text(vector.operation), "comment": .text(vector.comment),
                "clauses": .array(vector.clauses.map { .text($0) }), "expected": .text(vector.expectedResult),
                "determinism": .text(vector.determinism.rawValue),
                "inputs": Self.short(.object(vector.inputs)), "outputs": Self.short(.object(outputs)),
            ]
            if let readings {
                members["readings"] = Self.short(readings)
                members["flag"] = vector.json["flag"]
            }
            if !vector.entropy.isEmpty { members["entropy"] = Vector.json(vector.entropy) }
            members["parent"] = vector.parent.map { .text($0) }
            members["mutation"] = vector.mutation.map { .text(Mutation.words($0)) }
            members["place"] = sources.place(of: vector.id).map { .text("\($0.path):\($0.line)") }
            return .object(members)
        }
    }

    /// Long strings cut, with their lengths.
    private static func short(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(JSONObject(members.map { (key: $0.key, value: short($0.value)) }))
        case .array(let elements): .array(elements.map(short))
        case .string(let text) where text.utf16Count > limit:
            ["cut": .string(JSONString(utf16: text.utf16.prefix(limit))), "length": .integer(Int64(text.utf16Count))]
        default: value
        }
    }

    /// What the known mistakes are that failures behave like.
    private var mistakes: JSONObject {
        var names = Set(record.verdict.results.compactMap(\.outcome.failure).flatMap(\.mutants))
        names.formUnion(record.verdict.suspects.map(\.mutant.rawValue))
        return JSONObject(
            Mutant.allCases.filter { names.contains($0.rawValue) }.map { mutant in
                (
                    key: JSONString(mutant.rawValue),
                    value: ["mistake": .text(mutant.mistake), "remedy": .text(mutant.remedy)]
                )
            })
    }
}

/// Different texts in the order in which they first came.
private struct IndexedTexts {
    private var texts: [String] = []
    private var places: [String: Int] = [:]

    mutating func index(of text: String) -> Int {
        if let place = places[text] { return place }
        places[text] = texts.count
        texts.append(text)
        return texts.count - 1
    }

    var json: JSONValue { .array(texts.map { .text($0) }) }
}
