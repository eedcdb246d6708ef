import CanonicalJSON
import SyncBridge

/// The vectors of `canonicalize`: every expected text is written by hand, none is computed.
enum CanonicalJSONVectors {
    static func make() -> [Vector] {
        let accepted = (CanonicalJSONTables.accepted + CanonicalJSONTables.reported).flatMap { topic in
            topic.cases.map { accept("\(topic.name)-\($0.name)", topic.clauses, $0.json, $0.canonical, $0.comment) }
        }
        let rejected = CanonicalJSONTables.rejected.flatMap { topic in
            topic.cases.map {
                reject("not-\(topic.name)-\($0.name)", topic.clauses, $0.json, $0.comment, parent: $0.parent)
            }
        }
        return accepted + escapes() + rejected + depth() + [surplusEntropy()]
    }

    /// One vector for each code unit below U+0080, alone in a string and given as an escape.
    private static func escapes() -> [Vector] {
        let short: [UInt8: String] = [
            0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f", 0x0D: "\\r", 0x22: "\\\"", 0x5C: "\\\\",
        ]
        return (0..<0x80).map { (unit: UInt8) in
            let hex = Hex.encode([unit])
            let clause = short[unit] != nil ? "CJ-28" : unit < 0x20 ? "CJ-29" : "CJ-31"
            let text = short[unit] ?? (unit < 0x20 ? "\\u00" + hex : String(UnicodeScalar(unit)))
            return accept(
                "escape-\(hex)",
                [clause],
                "\"\\u00\(hex.uppercased())\"",
                "\"\(text)\"",
                "U+00\(hex.uppercased()), given as an escape"
            )
        }
    }

    /// Most operations draw no randomness; what they are given all the same is not used.
    private static func surplusEntropy() -> Vector {
        Vector(
            id: "cj-not-entropy",
            clauses: ["TP-11"],
            operation: "canonicalize",
            comment: "an operation that draws nothing is given entropy",
            inputs: ["json": .bytes(Array("null".utf8))],
            entropy: [.init(label: "cek", hex: "00")],
            expectation: .invalid(errorClass: "INVALID_PARAMETER"),
            parent: "cj-top-null"
        )
    }

    private static func depth() -> [Vector] {
        func nested(_ open: String, _ close: String, _ count: Int, inner: String = "") -> String {
            String(repeating: open, count: count) + inner + String(repeating: close, count: count)
        }
        func objects(_ count: Int) -> String { nested(#"{"a":"#, "}", count, inner: "1") }
        func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
        let arrays = nested("[", "]", 512)
        let list = "[" + String(repeating: "0,", count: 9_999) + "0]"
        return [
            accept("length-list", ["CJ-8"], list, list, "ten thousand elements"),
            accept("depth-arrays-512", ["CJ-6"], arrays, arrays, "the deepest nesting of arrays"),
            accept("depth-objects-512", ["CJ-6"], objects(512), objects(512), "the deepest nesting of objects"),
            reject(
                "depth-arrays-513", ["CJ-6"], bytes(nested("[", "]", 513)), "one array too deep",
                parent: "depth-arrays-512"),
            reject(
                "depth-objects-513", ["CJ-6"], bytes(objects(513)), "one object too deep", parent: "depth-objects-512"),
            reject(
                "depth-20000", ["CJ-8"], bytes(nested("[", "]", 20000)), "overflows the stack of a recursive parser",
                parent: "depth-arrays-512"),
            reject(
                "depth-unclosed", ["CJ-8"], bytes(nested("[", "", 20000)), "deep and never closed",
                parent: "depth-arrays-512"),
        ]
    }

    private static func accept(
        _ name: String,
        _ clauses: [String],
        _ json: String,
        _ canonical: String,
        _ comment: String
    ) -> Vector {
        Vector(
            id: "cj-" + name,
            clauses: clauses,
            operation: "canonicalize",
            comment: comment,
            inputs: ["json": .bytes(Array(json.utf8))],
            expectation: .valid(outputs: ["canonical": .bytes(Array(canonical.utf8))])
        )
    }

    private static func reject(
        _ name: String, _ clauses: [String], _ json: [UInt8], _ comment: String, parent: String
    ) -> Vector {
        Vector(
            id: "cj-" + name,
            clauses: clauses,
            operation: "canonicalize",
            comment: comment,
            inputs: ["json": .bytes(json)],
            expectation: .invalid(errorClass: "MALFORMED_JSON"),
            parent: "cj-" + parent
        )
    }
}
