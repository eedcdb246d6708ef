import CanonicalJSON
import SyncBridge
import SyncMerge

/// Texts that are no JSON, in every input that takes JSON: a stack may read each with a parser of its own.
enum GarbledVectors {
    static func make() throws(VectorError) -> [Vector] {
        var vectors = records() + compared() + parameters()
        for merge in try merged() { vectors.append(try merge.vector()) }
        return vectors
    }

    /// What a text of JSON that begins with `{` becomes; each is one change.
    private static let changes:
        [(name: String, clause: String, comment: String, make: @Sendable ([UInt8]) -> [UInt8])] = [
            ("cut", "CJ-3", "cut before its last byte", { Array($0.dropLast()) }),
            ("empty", "CJ-5", "nothing", { _ in [] }),
            ("bom", "CJ-2", "a byte order mark first", { [0xEF, 0xBB, 0xBF] + $0 }),
            ("trailing-comma", "CJ-3", "a comma before the last brace", { Array($0.dropLast()) + [0x2C, 0x7D] }),
            ("trailing", "CJ-5", "a letter behind it", { $0 + [0x78] }),
            ("nul", "CJ-4", "a NUL behind it", { $0 + [0x00] }),
            (
                "utf8", "CJ-1", "a byte that UTF-8 never has",
                { [$0[0], 0x22, 0xFF, 0x22, 0x3A, 0x30, 0x2C] + $0.dropFirst() }
            ),
            (
                "surrogate", "CJ-1", "an encoded surrogate",
                { [$0[0], 0x22, 0xED, 0xA0, 0x80, 0x22, 0x3A, 0x30, 0x2C] + $0.dropFirst() }
            ),
            ("comment", "CJ-3", "a comment", { [$0[0]] + Array("/**/".utf8) + $0.dropFirst() }),
            ("overflow", "CJ-14", "a number beyond doubles", { [$0[0]] + Array(#""x":1e999,"#.utf8) + $0.dropFirst() }),
            (
                "depth-513", "CJ-6", "513 levels",
                { [$0[0]] + Array((#""x":"# + nested(512) + ",").utf8) + $0.dropFirst() }
            ),
            (
                "depth-20000", "CJ-8", "20 000 levels, which are never closed",
                { [$0[0]] + Array((#""x":"# + String(repeating: "[", count: 20_000)).utf8) + $0.dropFirst() }
            ),
        ]

    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    private static func records() -> [Vector] {
        let data = RecordTables.records[1].data
        let row = Array(RecordVectors.rowText(id: "g1", data: data).utf8)
        let record = Array(RecordVectors.recordText(id: "g1", data: data).utf8)
        return [
            ("decode", "decodeRecord", "row", row), ("encode", "encodeRecord", "record", record),
        ].flatMap { (name: String, operation: String, field: JSONString, text: [UInt8]) in
            changes.map { change in
                var inputs: JSONObject = ["collection": "group"]
                inputs[field] = .bytes(change.make(text))
                return Vector(
                    id: "record-\(name)-group-not-json-\(change.name)", clauses: [change.clause, "ER-6"],
                    operation: operation, comment: "\(field): \(change.comment)", inputs: inputs,
                    expectation: .invalid(errorClass: "MALFORMED_JSON"), parent: "record-\(name)-group")
            }
        }
    }

    private static func compared() -> [Vector] {
        [
            ("not-json-cut", "CJ-3", #""a"#, "a string that is not closed"),
            ("not-json-empty", "CJ-5", "", "nothing"), ("not-json-bare", "CJ-3", "a", "a letter without quotes"),
            ("not-json-single-quotes", "CJ-3", "'a'", "single quotes"),
            ("not-json-control", "CJ-3", "\"\t\"", "a raw tab"), ("not-json-two", "CJ-5", #""a""a""#, "two strings"),
        ].map { name, clause, text, comment in
            Vector(
                id: "order-" + name, clauses: [clause, "TP-14"], operation: "compareUTF16", comment: comment,
                inputs: ["a": .bytes(Array(text.utf8)), "b": .bytes(Array(#""x""#.utf8))],
                expectation: .invalid(errorClass: "MALFORMED_JSON"), parent: "order-letters")
        }
            + [("null", "null"), ("true", "true"), ("list", #"["a"]"#), ("object", #"{"a":1}"#)].map { name, text in
                Vector(
                    id: "order-not-" + name, clauses: ["TP-14"], operation: "compareUTF16",
                    comment: "\(name): JSON, and no string",
                    inputs: ["a": .bytes(Array(text.utf8)), "b": .bytes(Array(#""x""#.utf8))],
                    expectation: .invalid(errorClass: "INVALID_PARAMETER"), parent: "order-letters")
            }
    }

    /// Collections that nobody declared, though they look like one that is.
    private static func parameters() -> [Vector] {
        let data = RecordTables.records[1].data
        let row = RecordVectors.rowText(id: "g1", data: data)
        let record = RecordVectors.recordText(id: "g1", data: data)
        return [("empty", ""), ("case", "Group"), ("plural", "groups"), ("space", "group "), ("proto", "__proto__")]
            .flatMap { name, collection in
                [
                    RecordVectors.decode(
                        "collection-not-" + name, collection, row, .invalid(errorClass: "INVALID_PARAMETER"), ["RC-11"],
                        "a collection that is not declared: \(name)", parent: "record-decode-group"),
                    RecordVectors.encode(
                        "collection-not-" + name, collection, record, .invalid(errorClass: "INVALID_PARAMETER"),
                        ["RC-11"], "a collection that is not declared: \(name)", parent: "record-encode-group"),
                ]
            }
    }

    /// The operations on payloads, of which each takes several texts.
    private static func merged() throws(VectorError) -> [MergeCase] {
        let row = MergeText.live("{}", 7, id: "a")
        let metadata = Array(
            #"{"host":{"a":{"version":1000,"contentHash":"08f44b07b5901a25","deleted":false,"deletedAt":null}}}"#.utf8)
        let question = Array(
            DecisionVectors.push(DecisionVectors.event("active 2026-01-05 3 10"), over: "null").utf8)
        let chosen: Set<String> = ["cut", "empty", "bom", "trailing", "utf8", "depth-513"]
        var cases: [MergeCase] = []
        for change in changes where chosen.contains(change.name) {
            cases.append(
                try MergeCase(
                    "mg-not-json-" + change.name, [change.clause, "TP-33"], "merge", .blobCASLWW,
                    [
                        "payloads": [
                            .bytes(
                                change.make(Array(#"{"rows":{"item":[\#(MergeText.live("{}", 1))]},"schema":1}"#.utf8)))
                        ]
                    ], "a payload: " + change.comment
                ).rejected("MALFORMED_JSON", from: "mg-profile"))
            cases.append(
                try MergeCase(
                    "re-not-metadata-json-" + change.name, [change.clause, "TP-34"], "reconcile", .blobCASLWW,
                    [
                        "domain": MergeText.payload([row], in: "host"), "metadata": .bytes(change.make(metadata)),
                        "now": 2000, "remote": [],
                    ], "metadata: " + change.comment
                ).rejected("MALFORMED_JSON", from: "re-unchanged"))
            cases.append(
                try MergeCase(
                    "de-not-json-" + change.name, [change.clause, "TP-36"], "decide", .serverAccept,
                    ["question": .bytes(change.make(question))], "a question: " + change.comment
                ).rejected("MALFORMED_JSON", from: "de-event-created"))
        }
        return cases
    }
}
