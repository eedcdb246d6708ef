import CanonicalJSON

extension RunRecord {
    /// The run in W3C's Evaluation and Report Language 1.0, as JSON-LD: an assertion for each result.
    ///
    /// A subject of `contract` results is the pair of stacks. Nothing is fetched: the context is in the document.
    func earl() -> JSONValue {
        var subjects = verdict.stacks.map(\.subject)
        var known = Set(verdict.stacks.map(\.name))
        for result in verdict.results where known.insert(result.stack).inserted {
            subjects.append([
                "@id": .text(Self.address("stack", result.stack)), "@type": "earl:TestSubject",
                "dct:title": .text(result.stack),
                "dct:hasPart": .array(result.stacks.map { ["@id": .text(Self.address("stack", $0))] }),
            ])
        }
        var document: JSONObject = [
            "@context": Self.context, "@graph": .array([assertor] + subjects + verdict.results.map(assertion)),
        ]
        if verdict.results.isEmpty { document["@graph"] = .array([assertor] + subjects) }
        return .object(document)
    }

    private static let assertorAddress = "urn:syncwire:verify"

    private static let context: JSONValue = [
        "earl": "http://www.w3.org/ns/earl#", "dct": "http://purl.org/dc/terms/",
        "doap": "http://usefulinc.com/ns/doap#", "xsd": "http://www.w3.org/2001/XMLSchema#",
        "dct:date": ["@type": "xsd:dateTime"],
    ]

    private var assertor: JSONValue {
        [
            "@id": .text(Self.assertorAddress), "@type": ["earl:Assertor", "earl:Software"],
            "dct:title": "syncwire verify", "dct:hasVersion": .text(tool),
        ]
    }

    private func assertion(_ result: TestResult) -> JSONValue {
        var outcome: JSONObject = ["@type": "earl:TestResult", "earl:outcome": ["@id": .text(result.outcome.earl)]]
        outcome["dct:description"] = result.outcome.reason.map { .text($0) }
        outcome["dct:date"] = timestamp.map { .text($0) }
        return [
            "@type": "earl:Assertion",
            "earl:assertedBy": ["@id": .text(Self.assertorAddress)],
            "earl:mode": ["@id": "earl:automatic"],
            "earl:subject": ["@id": .text(Self.address("stack", result.stack))],
            "earl:test": [
                "@id": .text(Self.address("test", "\(result.group)/\(result.name)")), "@type": "earl:TestCase",
                "dct:title": .text(result.name),
                "dct:isPartOf": .array(result.clauses.map { ["@id": .text(Self.address("clause", $0))] }),
            ],
            "earl:result": .object(outcome),
        ]
    }

    /// A URN of this project's own kind; what a URN can't hold is percent-encoded.
    fileprivate static func address(_ kind: String, _ name: String) -> String {
        "urn:syncwire:\(kind):"
            + name.utf8.map { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F: String(UnicodeScalar(byte))
                default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
                }
            }.joined()
    }
}

extension StackFacts {
    fileprivate var subject: JSONValue {
        [
            "@id": .text(RunRecord.address("stack", name)), "@type": ["earl:TestSubject", "earl:Software"],
            "dct:title": .text(name), "dct:hasVersion": .text(version), "dct:description": .text(description),
            "doap:programming-language": .text(language),
        ]
    }
}

extension TestResult.Outcome {
    fileprivate var earl: String {
        switch self {
        case .passed: "earl:passed"
        case .failed, .known: "earl:failed"
        // EARL's word for what was not tried; `inapplicable` would say that the test doesn't concern the subject.
        case .skipped: "earl:untested"
        }
    }
}
