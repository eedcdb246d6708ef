import CanonicalJSON

extension RunRecord {
    /// The run in SARIF 2.1.0: a rule for each clause, a result for each one that failed or was skipped.
    ///
    /// A result's rule is the first clause that the vector tests; the others are in its properties. Its place is the line
    /// of the vector in its file.
    func sarif(_ sources: ReportSources) throws(VectorError) -> JSONValue {
        var rules: [String: Int] = [:]
        var ruleList: [JSONValue] = []
        for clause in sources.specification.clauses {
            rules[clause.id] = ruleList.count
            ruleList.append(clause.rule(sources))
        }
        var results: [JSONValue] = []
        for result in verdict.results where result.outcome.reason != nil {
            results.append(try sarif(result, rules, sources))
        }
        let driver: JSONObject = [
            "name": "syncwire verify", "version": .text(tool), "semanticVersion": .text(tool),
            "rules": .array(ruleList),
        ]
        var invocation: JSONObject = ["executionSuccessful": true]
        invocation["endTimeUtc"] = timestamp.map { .text($0) }
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [
                [
                    "tool": ["driver": .object(driver)],
                    "invocations": [.object(invocation)],
                    "columnKind": "unicodeCodePoints",
                    "results": .array(results),
                    "properties": ["stacks": .array(verdict.stacks.map { .object($0.json) })],
                ]
            ],
        ]
    }

    private func sarif(_ result: TestResult, _ rules: [String: Int], _ sources: ReportSources) throws(VectorError)
        -> JSONValue
    {
        let reason = result.outcome.reason ?? ""
        var members: JSONObject = [:]
        let clause = result.clauses.first ?? "CT-1"
        members["ruleId"] = .text(clause)
        members["ruleIndex"] = rules[clause].map { .integer(Int64($0)) }
        members["kind"] = result.outcome.failure == nil ? "notApplicable" : "fail"
        members["level"] = result.outcome.isFailed ? "error" : result.outcome.known == nil ? "none" : "note"
        members["message"] = ["text": .text("\(result.stack): \(result.name): \(reason)".visible())]
        var location: JSONObject = [:]
        if let place = result.vector.flatMap(sources.place) {
            location["physicalLocation"] = [
                "artifactLocation": ["uri": .text(place.path)],
                "region": ["startLine": .integer(Int64(place.line))],
            ]
        }
        location["logicalLocations"] = [
            [
                "name": .text(result.vector ?? result.name), "fullyQualifiedName": .text(result.identity),
                "kind": "member",
            ]
        ]
        if let reason = result.outcome.known {
            members["suppressions"] = [["kind": "external", "justification": .text(reason.visible())]]
        }
        members["locations"] = [.object(location)]
        // Of what was tried, not of what came out: the same failure has the same print with another reason.
        members["partialFingerprints"] = [
            "result/v1": .text(try VectorBytes.digest(Array(result.identity.utf8)))
        ]
        var properties: JSONObject = [
            "stack": .text(result.stack), "clauses": .array(result.clauses.map { .text($0) }),
        ]
        properties["failure"] = result.outcome.failure.map { .object($0.json) }
        members["properties"] = .object(properties)
        return .object(members)
    }
}

extension Clause {
    fileprivate func rule(_ sources: ReportSources) -> JSONValue {
        // No `helpUri`: it has to be absolute, and the chapter lies beside the vectors.
        let chapter = sources.address(of: id) ?? chapter
        return [
            "id": .text(id),
            "shortDescription": ["text": .text("\(id) of \(chapter)")],
            "fullDescription": ["text": .text(text)],
            "help": [
                "text": .text("\(text) (\(chapter), line \(line))"),
                "markdown": .text("**\(id)** \(text) ([\(chapter)](\(chapter)), line \(line))"),
            ],
            "defaultConfiguration": ["level": "error"],
            "properties": ["chapter": .text(chapter), "line": .integer(Int64(line))],
        ]
    }
}
