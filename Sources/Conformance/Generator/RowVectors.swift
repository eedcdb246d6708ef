import CanonicalJSON

/// The vectors of rows by themselves: what `contentHash`, `encodeRecord` and `decodeRecord` make of the row around the
/// fields. The hashes come from an implementation of FNV-1a on unbounded integers.
enum RowVectors {
    static func make() -> [Vector] { hashes() + rejectedHashes() + decoded() + rejectedRows() + rejectedRecords() }

    private static let data = RecordTables.records[1].data
    private static let fields = String(data.dropFirst())

    private static func hashes() -> [Vector] {
        let cases: [(name: String, clause: String, data: String, hash: String, comment: String)] = [
            ("integral-double", "RW-11", #"{"a":1.0}"#, "a82f012f1f88b4ef", "1.0 is hashed as 1.0"),
            ("integer", "RW-11", #"{"a":1}"#, "9c3e82dd6fcae8b1", "1 is hashed as 1"),
            ("exponent", "RW-11", #"{"a":1E21}"#, "751117602f107e3e", "the canonical text of a double"),
            ("minus-zero", "RW-11", #"{"a":-0e0}"#, "af5d32db89d7dd37", "minus zero keeps its sign"),
            ("lone-surrogate", "RW-11", #"{"s":"\uD800"}"#, "178f2950c2289fcf", "an unpaired surrogate"),
            ("astral", "RW-11", #"{"s":"\ud83d\ude00"}"#, "87679f663236c7f5", "a pair is four bytes"),
            ("nfc", "RW-11", #"{"s":"\u00e9"}"#, "9e79b1116338b870", "not normalised: composed"),
            ("nfd", "RW-11", #"{"s":"e\u0301"}"#, "6a1cb7b731bd2e5a", "not normalised: decomposed"),
            (
                "nested", "RW-14", #"{"b":{"z":1,"a":[1,2.50,"\/"]},"a":null}"#, "dc0e7c8ac2f76a76",
                "nothing inside of data is sorted"
            ),
            ("duplicate-key", "RW-11", #"{"a":1,"a":2}"#, "9c3b82dd6fc8b2da", "of a repeated key the last value"),
            ("unescaped", "RW-11", #"{"s":"\/<\u007f\u2028"}"#, "a9b71d104d9d3f4e", "characters that others escape"),
            ("int64-max", "RW-11", #"{"n":9223372036854775807}"#, "4f9ae193a86441ad", "the largest integer"),
            ("int53", "RW-11", #"{"n":9007199254740993}"#, "039a53947e3e1971", "an integer that a double cannot hold"),
            ("text-of-list", "RW-11", #"{"t":"[\"a\"]"}"#, "7a3f210139ff59c0", "JSON in a string is a string"),
            ("list", "RW-11", #"{"l":["a"]}"#, "b4c8ae2b6ab9183c", "a list is a list"),
            ("empty-key", "RW-11", #"{"":""}"#, "869317f36b8a733f", "an empty key and value"),
            ("controls", "RW-11", #"{"a":"\u000a\u0000"}"#, "081727a74864ef1b", "short and long escapes"),
            ("booleans", "RW-11", #"{"a":true,"b":false}"#, "bc03d51e8bb2675b", "true and false"),
        ]
        let ofData = cases.map {
            hash($0.name, [$0.clause], #"{"data":\#($0.data),"id":"a","updatedAt":1}"#, $0.hash, $0.comment)
        }
        return ofData + [
            hash(
                "row-order", ["RW-10", "RW-11"], #"{"updatedAt":1,"id":"c","data":{"v": 1}}"#, "9d243d6e1e08f168",
                "the row's own keys in another order"),
            hash(
                "unknown-row-key", ["RW-8", "RW-11"], #"{"data":{"v":1 },"id":"d","new":[],"updatedAt":1}"#,
                "9d243d6e1e08f168", "an unknown key of the row plays no part"),
            hash(
                "tombstone-unknown-key", ["RW-8", "RW-12"], #"{"deletedAt":0,"id":"a","later":{"v":1},"updatedAt":0}"#,
                "cbf29ce484222325", "a tombstone has nothing to hash, whatever stands beside it"),
        ]
    }

    /// What is wrong with a row, whichever operation reads it.
    private static let faults: [(name: String, clause: String, row: String, comment: String)] = [
        ("data-string", "RW-3", #"{"data":"{}","id":"g1","updatedAt":1}"#, "data is the text of an object"),
        ("data-number", "RW-3", #"{"data":0,"id":"g1","updatedAt":1}"#, "data is a number"),
        ("data-false", "RW-3", #"{"data":false,"id":"g1","updatedAt":1}"#, "data is false"),
        ("id-null", "RW-4", #"{"data":{},"id":null,"updatedAt":1}"#, "id is null"),
        ("id-list", "RW-4", #"{"data":{},"id":["g1"],"updatedAt":1}"#, "id is a list"),
        (
            "id-astral-256", "RW-4",
            #"{"data":{},"id":"\#(String(repeating: "\u{1F600}", count: 128))","updatedAt":1}"#,
            "an id of 128 characters, which are 256 units"
        ),
        ("id-low-surrogate", "RW-4", #"{"data":{},"id":"a\udc00","updatedAt":1}"#, "an unpaired low surrogate"),
        (
            "id-reversed-pair", "RW-4", #"{"data":{},"id":"\ude00\ud83d","updatedAt":1}"#,
            "a surrogate pair the wrong way round"
        ),
        ("time-null", "RW-5", #"{"data":{},"id":"g1","updatedAt":null}"#, "updatedAt is null"),
        ("time-true", "RW-5", #"{"data":{},"id":"g1","updatedAt":true}"#, "updatedAt is true"),
        ("time-exponent", "RW-5", #"{"data":{},"id":"g1","updatedAt":1e3}"#, "an exponent makes a double"),
        ("time-int64", "RW-5", #"{"data":{},"id":"g1","updatedAt":9223372036854775807}"#, "the largest integer"),
        ("time-huge", "RW-5", #"{"data":{},"id":"g1","updatedAt":9223372036854775808}"#, "a double beyond integers"),
        ("deleted-negative", "RW-5", #"{"deletedAt":-1,"id":"g1","updatedAt":-1}"#, "deleted before 1970"),
        ("deleted-double", "RW-5", #"{"deletedAt":1.0,"id":"g1","updatedAt":1}"#, "deleted at a double"),
        ("deleted-string", "RW-5", #"{"deletedAt":"1","id":"g1","updatedAt":1}"#, "deleted at a string"),
        ("deleted-only", "RW-1", #"{"deletedAt":1,"id":"g1"}"#, "a tombstone without updatedAt"),
        ("deleted-later", "RW-7", #"{"deletedAt":2,"id":"g1","updatedAt":1}"#, "deleted after the last update"),
        ("string", "RW-1", #""{}""#, "the text of an object"), ("null", "RW-1", "null", "null"),
        ("number", "RW-1", "1", "a number"),
        ("key-case", "RW-1", #"{"Data":{},"ID":"g1","UpdatedAt":1}"#, "keys are not compared without case"),
    ]

    private static func rejectedHashes() -> [Vector] {
        func reject(
            _ name: String, _ clauses: [String], _ row: String, _ errorClass: String, _ comment: String
        ) -> Vector {
            Vector(
                id: "hash-not-" + name, clauses: clauses, operation: "contentHash", comment: comment,
                inputs: ["row": .bytes(Array(row.utf8))], expectation: .invalid(errorClass: errorClass),
                parent: "hash-one-field")
        }
        return faults.map { reject($0.name, [$0.clause, "TP-15"], $0.row, "MALFORMED_ROW", $0.comment) } + [
            reject("json-empty", ["RW-9", "TP-15"], "", "MALFORMED_JSON", "nothing"),
            reject(
                "json-cut", ["RW-9"], #"{"data":{"v":1},"id":"a","updatedAt":1"#, "MALFORMED_JSON", "a row that is cut"),
            reject(
                "json-trailing", ["RW-9"], #"{"data":{"v":1},"id":"a","updatedAt":1}}"#, "MALFORMED_JSON",
                "a bracket too many"),
            reject(
                "json-before-row", ["ER-6", "RW-9"], #"{"data":[],"id":"","updatedAt":01}"#, "MALFORMED_JSON",
                "neither JSON nor a row: JSON comes first"),
        ]
    }

    private static func decoded() -> [Vector] {
        func decode(
            _ name: String, _ clauses: [String], _ row: String, _ record: String, _ comment: String
        ) -> Vector {
            Vector(
                id: "record-decode-row-" + name, clauses: clauses, operation: "decodeRecord", comment: comment,
                inputs: ["collection": "group", "row": .bytes(Array(row.utf8))],
                expectation: .valid(outputs: ["record": .bytes(Array(record.utf8))]))
        }
        let units255 = String(repeating: "\u{1F600}", count: 127) + "x"
        return [
            decode(
                "order", ["RW-10"], #"{"updatedAt":1,"id":"g1","data":\#(data)}"#,
                #"{"id":"g1","updatedAt":1,\#(fields)"#,
                "the row's own keys in another order"),
            decode(
                "unknown-key", ["RW-8", "RC-19"], #"{"data":\#(data),"extra":{"b":1,"a":2},"id":"g1","updatedAt":1}"#,
                #"{"id":"g1","updatedAt":1,\#(fields)"#, "an unknown key of the row has no place in the record"),
            decode(
                "time-zero", ["RW-5"], #"{"data":\#(data),"id":"g1","updatedAt":0}"#,
                #"{"id":"g1","updatedAt":0,\#(fields)"#, "1970"),
            decode(
                "time-minus-zero", ["RW-5", "CJ-12"], #"{"data":\#(data),"id":"g1","updatedAt":-0}"#,
                #"{"id":"g1","updatedAt":0,\#(fields)"#, "minus zero is the integer 0"),
            decode(
                "time-max", ["RW-5"], #"{"data":\#(data),"id":"g1","updatedAt":9007199254740991}"#,
                #"{"id":"g1","updatedAt":9007199254740991,\#(fields)"#, "the last time there is"),
            decode(
                "id-astral-255", ["RW-4"], #"{"data":\#(data),"id":"\#(units255)","updatedAt":1}"#,
                #"{"id":"\#(units255)","updatedAt":1,\#(fields)"#, "an id of 255 units in 128 characters"),
            decode(
                "id-nul", ["RW-4"], #"{"data":\#(data),"id":"\u0000","updatedAt":1}"#,
                #"{"id":"\u0000","updatedAt":1,\#(fields)"#, "U+0000 is a character like any other"),
            decode(
                "id-escaped-pair", ["RW-4"], #"{"data":\#(data),"id":"\ud83d\ude00","updatedAt":1}"#,
                "{\"id\":\"\u{1F600}\",\"updatedAt\":1,\(fields)", "an escaped surrogate pair is no unpaired surrogate"),
            decode(
                "repeated-id", ["RW-4", "CJ-18"], #"{"data":\#(data),"id":"","id":"g2","updatedAt":1}"#,
                #"{"id":"g2","updatedAt":1,\#(fields)"#, "of a repeated key the last value"),
            decode(
                "tombstone-order", ["RW-10", "RW-7"], #"{"updatedAt":3,"id":"g1","deletedAt":3}"#,
                #"{"id":"g1","updatedAt":3,"deletedAt":3}"#, "a tombstone in another order"),
            decode(
                "tombstone-zero", ["RW-7"], #"{"deletedAt":0,"id":"g1","updatedAt":0}"#,
                #"{"id":"g1","updatedAt":0,"deletedAt":0}"#, "a tombstone of 1970"),
        ]
    }

    private static func rejectedRows() -> [Vector] {
        let late = #"{"updatedAt":1,"id":"","data":\#(data)}"#
        return [
            Vector(
                id: "record-decode-row-not-order-id-empty", clauses: ["RW-10", "RW-4"], operation: "decodeRecord",
                comment: "in another order as well, an id may not be empty",
                inputs: ["collection": "group", "row": .bytes(Array(late.utf8))],
                expectation: .invalid(errorClass: "MALFORMED_ROW"), parent: "record-decode-row-order")
        ]
            + faults.map { fault in
                Vector(
                    id: "record-decode-row-not-" + fault.name, clauses: [fault.clause], operation: "decodeRecord",
                    comment: fault.comment,
                    inputs: ["collection": "group", "row": .bytes(Array(fault.row.utf8))],
                    expectation: .invalid(errorClass: "MALFORMED_ROW"), parent: "record-decode-group")
            }
    }

    /// What no row may have, from the side of the record.
    private static func rejectedRecords() -> [Vector] {
        let long = String(repeating: "x", count: 256)
        let cases: [(name: String, clause: String, record: String, comment: String)] = [
            ("id-empty", "RW-4", #"{"id":"","updatedAt":1,\#(fields)"#, "an empty id"),
            ("id-long", "RW-4", #"{"id":"\#(long)","updatedAt":1,\#(fields)"#, "an id of 256 units"),
            ("id-number", "RW-4", #"{"id":1,"updatedAt":1,\#(fields)"#, "a number as id"),
            ("id-lone-surrogate", "RW-4", #"{"id":"\udfff","updatedAt":1,\#(fields)"#, "an unpaired surrogate"),
            ("no-id", "RW-1", #"{"updatedAt":1,\#(fields)"#, "no id"),
            ("no-time", "RW-1", #"{"id":"g1",\#(fields)"#, "no updatedAt"),
            ("time-double", "RW-5", #"{"id":"g1","updatedAt":1.0,\#(fields)"#, "a double as time"),
            ("time-negative", "RW-5", #"{"id":"g1","updatedAt":-1,\#(fields)"#, "a time before 1970"),
            ("time-large", "RW-5", #"{"id":"g1","updatedAt":9007199254740992,\#(fields)"#, "a time beyond 2^53-1"),
            ("time-string", "RW-5", #"{"id":"g1","updatedAt":"1",\#(fields)"#, "a string as time"),
            ("tombstone-times", "RW-7", #"{"id":"g1","updatedAt":1,"deletedAt":2}"#, "a tombstone with two times"),
            ("tombstone-null", "RW-5", #"{"id":"g1","updatedAt":1,"deletedAt":null}"#, "deletedAt is null"),
            ("tombstone-id", "RW-4", #"{"id":"","updatedAt":1,"deletedAt":1}"#, "a tombstone with an empty id"),
        ]
        return cases.map { fault in
            Vector(
                id: "record-encode-row-not-" + fault.name, clauses: [fault.clause, "RC-19"], operation: "encodeRecord",
                comment: fault.comment,
                inputs: ["collection": "group", "record": .bytes(Array(fault.record.utf8))],
                expectation: .invalid(errorClass: "MALFORMED_ROW"), parent: "record-encode-group")
        }
    }

    private static func hash(
        _ name: String, _ clauses: [String], _ row: String, _ hash: String, _ comment: String
    ) -> Vector {
        Vector(
            id: "hash-" + name, clauses: clauses, operation: "contentHash", comment: comment,
            inputs: ["row": .bytes(Array(row.utf8))], expectation: .valid(outputs: ["hash": .text(hash)]))
    }
}
