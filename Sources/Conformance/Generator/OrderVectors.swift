import CanonicalJSON

/// The vectors of `compareUTF16` and `contentHash`.
enum OrderVectors {
    /// Strings in ascending order, as JSON texts: each one is compared with its neighbours both ways.
    private static let ascending = [
        #""""#, #""\u0000""#, #""10""#, #""9""#, #""B""#, #""a""#, #""a\u0000""#, #""aa""#, #""b""#, #""e\u0301""#,
        #""\u007f""#,
        #""\u00e9""#, #""\u1100\u1161""#, #""\u4e00""#, #""\u8c48""#, #""\uac00""#, #""\ud7ff""#, #""\ud800""#,
        #""\ud800\ud800""#,
        #""\ud800\udc00""#, #""\ud83d""#, #""\ud83d\ude00""#, #""\ud83d\ude01""#, #""\udbff\udfff""#, #""\udc00""#,
        #""\udfff""#,
        #""\ue000""#, #""\uf900""#, #""\ufb01""#, #""\uff5e""#, #""\uffff""#,
    ]

    /// Pairs further apart, where a wrong order shows.
    private static let pairs: [(name: String, less: String, greater: String, comment: String)] = [
        ("astral-private", #""\ud83d\ude00""#, #""\ue000""#, "UTF-8 and code points have it the other way round"),
        ("astral-fullwidth", #""\ud83d\ude00""#, #""\uff5e""#, "U+1F600 against U+FF5E"),
        ("astral-fullwidth-after-prefix", #""key\ud83d\ude00""#, #""key\uff5e""#, "after a common prefix"),
        ("ideograph-compatibility", #""\u8c48""#, #""\uf900""#, "canonically equivalent, and different"),
        ("nfd-nfc", #""e\u0301""#, #""\u00e9""#, "canonically equivalent, and different"),
        ("jamo-syllable", #""\u1100\u1161""#, #""\uac00""#, "canonically equivalent, and different"),
        ("chinese", #""\u4e2d\u6587""#, #""\u4e2d\u6587\u5b57""#, "a control: every order agrees here"),
        ("case", #""Z""#, #""a""#, "capitals first"),
        (
            "long-prefix", #""aaaaaaaaaaaaaaaa\ud83d\ude00""#, #""aaaaaaaaaaaaaaaa\ufffd""#,
            "a difference behind 16 bytes"
        ),
    ]

    static func comparisons() -> [Vector] {
        var vectors: [Vector] = []
        for index in 1..<ascending.count {
            let (less, greater) = (ascending[index - 1], ascending[index])
            vectors.append(compare("step-\(index)", less, greater, -1, "neighbours in a sorted list"))
            vectors.append(compare("step-\(index)-back", greater, less, 1, "the same the other way round"))
        }
        for pair in pairs { vectors.append(compare(pair.name, pair.less, pair.greater, -1, pair.comment)) }
        for (name, a, b) in [
            ("digit-letter", #""1""#, #""a""#), ("letters", #""a""#, #""x""#), ("digit-later-letter", #""1""#, #""x""#),
        ] { vectors.append(compare(name, a, b, -1, "a control: every order agrees here")) }
        vectors.append(compare("equal", #""\u00e9a""#, "\"\u{E9}a\"", 0, "equal after unescaping"))
        vectors.append(compare("equal-lone", #""\uD800""#, #""\ud800""#, 0, "equal unpaired surrogates"))
        for (name, parent, a, b, errorClass, clauses, comment) in [
            ("number", "digit-letter", "1", #""a""#, "INVALID_PARAMETER", ["TP-14"], "a number is no string"),
            ("json", "letters", #""a""#, "x", "MALFORMED_JSON", ["TP-14"], "no JSON"),
            (
                "json-beside-number", "digit-later-letter", "1", "x", "MALFORMED_JSON", ["TP-14", "ER-6"],
                "a number, and no JSON, which comes first"
            ),
        ] {
            vectors.append(
                Vector(
                    id: "order-not-" + name, clauses: clauses, operation: "compareUTF16", comment: comment,
                    inputs: ["a": .bytes(Array(a.utf8)), "b": .bytes(Array(b.utf8))],
                    expectation: .invalid(errorClass: errorClass), parent: "order-" + parent))
        }
        return vectors
    }

    private static func compare(_ name: String, _ a: String, _ b: String, _ order: Int64, _ comment: String) -> Vector {
        Vector(
            id: "order-" + name,
            clauses: ["CJ-33"] + (name == "equal" ? ["TP-14"] : []),
            operation: "compareUTF16",
            comment: comment,
            inputs: ["a": .bytes(Array(a.utf8)), "b": .bytes(Array(b.utf8))],
            expectation: .valid(outputs: ["order": .integer(order)])
        )
    }

    /// Hashes from an implementation of FNV-1a on unbounded integers.
    static func hashes() -> [Vector] {
        let rows: [(name: String, clause: String, row: String, hash: String, comment: String)] = [
            (
                "empty-object", "RW-13", #"{"data":{},"id":"a","updatedAt":1}"#, "08f44b07b5901a25",
                "the text has a leading zero"
            ),
            (
                "tombstone", "RW-12 RW-1", #"{"deletedAt":1,"id":"a","updatedAt":1}"#, "cbf29ce484222325",
                "no data: the hash of nothing"
            ),
            (
                "one-field", "RW-11 TP-15 RW-1", #"{"data":{"v":1},"id":"a","updatedAt":1}"#, "9d243d6e1e08f168",
                "one field"
            ),
            (
                "volatile-field", "RW-11 RC-18",
                #"{"data":{"name":"x","lastConnectedAt":1690000000000},"id":"a","updatedAt":1}"#, "b29f639ad1fe184e",
                "a field that a record marks as volatile is hashed like the others"
            ),
            (
                "id-and-time", "RW-11", #"{"data":{"v":1},"id":"b","updatedAt":2}"#, "9d243d6e1e08f168",
                "id and time play no part"
            ),
            (
                "umlaut-and-json", "RW-11",
                #"{"data":{"name":"B\u00fcro","tags":"[\"a\",\"b\"]"},"id":"h1","updatedAt":1700000000999}"#,
                "e78ba9365007f58a", "the canonical bytes are hashed, not the bytes received"
            ),
            (
                "order-matters", "RW-14", #"{"data":{"a":1.0,"new":1,"v":2},"id":"a","updatedAt":1}"#,
                "e31b14a7290e60fc", "an unknown field stays where it was"
            ),
            (
                "leading-zeros", "RW-13", #"{"data":{"v":2390},"id":"a","updatedAt":1}"#, "000f64875656f2fb",
                "the text has three leading zeros"
            ),
            (
                "white-space", "RW-11", #"{"data":{ "a" : [ 1, 2 ] },"id":"a","updatedAt":1}"#, "4ab48197316c446f",
                "white space is not hashed"
            ),
        ]
        return rows.map { hash($0.name, $0.clause, $0.row, .valid(outputs: ["hash": .text($0.hash)]), $0.comment) }
            + hashFaults()
    }

    private static func hashFaults() -> [Vector] {
        let rows: [(name: String, clause: String, row: String, errorClass: String, comment: String)] = [
            (
                "bom", "CJ-2", "\u{FEFF}" + #"{"data":{},"id":"a","updatedAt":1}"#, "MALFORMED_JSON",
                "a byte order mark before a row"
            ),
            (
                "both", "RW-1", #"{"data":{},"deletedAt":1,"id":"a","updatedAt":1}"#, "MALFORMED_ROW",
                "data and deletedAt, of one time"
            ),
            ("id-missing", "RW-1", #"{"data":{},"updatedAt":1}"#, "MALFORMED_ROW", "no id"),
        ]
        return rows.map {
            var vector = hash("not-" + $0.name, $0.clause, $0.row, .invalid(errorClass: $0.errorClass), $0.comment)
            vector.parent = "hash-empty-object"
            return vector
        }
    }

    private static func hash(
        _ name: String, _ clause: String, _ row: String, _ expectation: Vector.Expectation, _ comment: String
    ) -> Vector {
        Vector(
            id: "hash-" + name,
            clauses: clause.split(separator: " ").map(String.init),
            operation: "contentHash",
            comment: comment,
            inputs: ["row": .bytes(Array(row.utf8))],
            expectation: expectation
        )
    }
}
