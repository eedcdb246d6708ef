import CanonicalJSON

/// Texts of JSON inside of a row: what a stack's parser and writer do when it is not `canonicalize` that asks.
///
/// Stacks that pick another parser for rows than for canonical texts exist; `canonicalize` says nothing about them.
enum EmbeddedJSONVectors {
    static func make() -> [Vector] { hashed() + rejected() }

    /// The hashes come from an implementation of FNV-1a on unbounded integers.
    private static func hashed() -> [Vector] {
        let deep = String(repeating: "[", count: 510) + String(repeating: "]", count: 510)
        let cases: [(name: String, clause: String, data: String, hash: String, comment: String)] = [
            ("rare-escapes", "CJ-28", #"{"a":"\u0008\u000c"}"#, "80d93eec2231c82e", "backspace and form feed in a row"),
            ("index-keys", "CJ-20", #"{"b":0,"10":1,"9":2}"#, "292acec8169a01c0", "keys like array indexes in a row"),
            ("short-exponent", "CJ-25", #"{"a":1e-7}"#, "7b4a03d2f1151b54", "an exponent of one digit in a row"),
            ("underflow", "CJ-13", #"{"a":1e-400}"#, "24a9b7376164c216", "a number too small for a double in a row"),
            (
                "duplicate-place", "CJ-18", #"{"a":1,"b":2,"a":3}"#, "bd525b6b366106fd",
                "a repeated key keeps its first place in a row"
            ),
            (
                "equivalent-keys", "CJ-17", #"{"e\u0301":1,"\u00e9":2}"#, "915e6c739213c098",
                "canonically equivalent keys in a row"
            ),
            ("depth-512", "CJ-6", #"{"a":\#(deep)}"#, "c490bb8544c26e8a", "512 levels, two of them the row's own"),
        ]
        let latin = String(repeating: "\u{E9}", count: 255)
        return cases.map {
            hash($0.name, [$0.clause, "RW-11"], row($0.data), .valid(outputs: ["hash": .text($0.hash)]), $0.comment)
        } + [
            hash(
                "id-255-latin", ["RW-4"], #"{"data":{"v":1},"id":"\#(latin)","updatedAt":1}"#,
                .valid(outputs: ["hash": "9d243d6e1e08f168"]), "an id of 255 units in 510 bytes")
        ]
    }

    private static func rejected() -> [Vector] {
        let deep = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
        let cases: [(name: String, clause: String, data: String, comment: String)] = [
            ("comment", "CJ-3", #"{"v":1/**/}"#, "a comment in a row"),
            ("trailing-comma", "CJ-3", #"{"v":1,}"#, "a trailing comma in a row"),
            ("control", "CJ-3", "{\"v\":\"\t\"}", "a raw tab in a row"),
            ("escape", "CJ-3", #"{"v":"\'"}"#, "an unknown escape in a row"),
            ("single-quotes", "CJ-3", "{\"v\":'1'}", "single quotes in a row"),
            ("plus", "CJ-3", #"{"v":+1}"#, "a plus sign in a row"),
            ("bare-point", "CJ-3", #"{"v":.5}"#, "a number without integer digits in a row"),
            ("nan", "CJ-3", #"{"v":NaN}"#, "NaN in a row"),
            ("overflow", "CJ-14", #"{"v":1e400}"#, "a number too large for a double in a row"),
            ("depth-513", "CJ-6", #"{"v":\#(deep)}"#, "513 levels, two of them the row's own"),
        ]
        let overlong = Array(#"{"data":{"v":""#.utf8) + [0xC0, 0xAF] + Array(#""},"id":"a","updatedAt":1}"#.utf8)
        let reject = Vector.Expectation.invalid(errorClass: "MALFORMED_JSON")
        return cases.map { hash("not-json-" + $0.name, [$0.clause], row($0.data), reject, $0.comment) } + [
            hash("not-json-overlong", ["CJ-1"], overlong, reject, "an overlong solidus in a row")
        ]
    }

    private static func row(_ data: String) -> String { #"{"data":\#(data),"id":"a","updatedAt":1}"# }

    private static func hash(
        _ name: String, _ clauses: [String], _ row: String, _ expectation: Vector.Expectation, _ comment: String
    ) -> Vector { hash(name, clauses, Array(row.utf8), expectation, comment) }

    private static func hash(
        _ name: String, _ clauses: [String], _ row: [UInt8], _ expectation: Vector.Expectation, _ comment: String
    ) -> Vector {
        var vector = Vector(
            id: "hash-" + name, clauses: clauses, operation: "contentHash", comment: comment,
            inputs: ["row": .bytes(row)], expectation: expectation)
        if case .invalid = expectation { vector.parent = "hash-one-field" }
        return vector
    }
}
