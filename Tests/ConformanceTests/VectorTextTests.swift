import CanonicalJSON
import Testing

@testable import Conformance

/// What `vectors show` says below the JSON of a vector.
struct VectorTextTests {
    private static func vector(_ inputs: JSONObject, mutation: JSONObject? = nil) -> Vector {
        Vector(
            id: "x", clauses: ["CJ-1"], operation: "canonicalize", comment: "", inputs: inputs,
            expectation: .valid(outputs: [:]), mutation: mutation)
    }

    /// VE-11: each kind of change in words.
    @Test func mutationsInWords() {
        let words: [(JSONObject, String)] = [
            (["op": "flip", "field": "a", "offset": 3, "value": "01"], "a: the bits 01 are flipped at byte 3"),
            (["op": "set", "field": "a", "offset": 3, "value": "0203"], "a: the bytes from 3 are set to 0203"),
            (["op": "cut", "field": "a", "offset": 3], "a: ends at byte 3"),
            (["op": "append", "field": "a", "value": "00"], "a: the bytes 00 are added at the end"),
            (["op": "insert", "field": "a", "offset": 3, "value": "00"], "a: the bytes 00 are inserted at byte 3"),
            (["op": "delete", "field": "a", "offset": 3, "count": 2], "a: 2 bytes are left out from byte 3 on"),
            (["op": "replace", "field": "a"], "a: all of it is replaced"),
            (
                ["op": "replace", "field": "a", "offset": 3, "value": "00", "count": 2],
                "a: 2 bytes from byte 3 on are replaced by 00"
            ),
            (
                ["op": "cut", "field": "a", "part": "inner", "offset": 3],
                "a, inner, and sealed again: ends at byte 3"
            ),
            (
                [
                    "op": "several",
                    "changes": [["op": "cut", "field": "a", "offset": 3], ["op": "field", "field": "b"]],
                ],
                "a: ends at byte 3; b: has another value"
            ),
            (["op": "field", "field": "key"], "key: has another value"),
        ]
        for (mutation, expected) in words {
            #expect(Self.vector([:], mutation: mutation).explanation() == "mutation: \(expected)\n")
        }
    }

    /// VE-8, CL-19: every form of bytes; what a terminal would obey or not show is in hex; long ones are cut at a character.
    @Test func bytesAreDecoded() {
        let cases: [(JSONValue, String)] = [
            (.bytes(Array("a\nü".utf8)), "4 bytes of UTF-8\n  a\n  ü\n"),
            (.bytes([0x1B, 0x5B]), "2 bytes\n  000000  1b 5b\(String(repeating: " ", count: 43)) .[\n"),
            (.bytes(Array("\u{202E}".utf8)), "3 bytes\n  000000  e2 80 ae\(String(repeating: " ", count: 40)) ...\n"),
            (.bytes(Array("aaaaaü".utf8)), "7 bytes of UTF-8\n  aaaaa\n  ... 2 more bytes\n"),
            (["repeat": .bytes([0x62]), "length": 8], "8 bytes of UTF-8\n  bbbbbb\n  ... 2 more bytes\n"),
            (["sha256": "00ff", "length": 70000], "70000 bytes\n  SHA-256 00ff\n"),
        ]
        for (value, expected) in cases {
            #expect(Self.vector(["json": value]).explanation(limit: 6) == "\ninputs.json: " + expected)
        }
        // Not base64, or no byte string by its name: there is nothing to decode.
        #expect(Self.vector(["json": "?", "mode": "abcd"]).explanation() == "")
    }
}
