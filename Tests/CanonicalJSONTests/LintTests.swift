import CanonicalJSON
import Foundation
import Testing

/// CJ-35, CJ-36: lint names what some stack would change, where, and nothing else.
@Suite struct LintTests {
    private func findings(_ json: String) throws -> [String] {
        try CanonicalJSON.lint(Array(json.utf8)).map { "\($0)@\($0.offset)" }
    }

    @Test func findingsHavePathAndOffset() throws {
        let deep = String(repeating: "[", count: 64)
        let cases: [(String, [String])] = [
            ("{\"x\":1.0}", ["integralDouble /x@5"]),
            ("1e0", ["integralDouble@0"]),
            (
                "[0.0, -0.0, 1e20, 1e21, 1.5, 1e300, 12345678901234567e1]",
                [
                    "integralDouble /0@1", "integralDouble /1@6", "integralDouble /2@12", "integralDouble /6@36",
                ]
            ),
            ("[0,-0,1e-400,-1e-400]", ["negativeZero /1@3", "integralDouble /2@6", "integralDouble /3@13"]),
            (
                "[9007199254740991,9007199254740992,-9007199254740992,-9007199254740991]",
                [
                    "integerBeyond53 /1@18", "integerBeyond53 /2@35",
                ]
            ),
            (
                "[9223372036854775807,9223372036854775808,-9223372036854775809]",
                [
                    "integerBeyond53 /0@1", "integerBeyond64 /1@21", "integerBeyond64 /2@41",
                ]
            ),
            (
                "{\"k\":\"\\ud800\",\"l\":\"\\udc00\\ud800\",\"m\":\"\\ud83d\\ude00\"}",
                [
                    "loneSurrogate /k@5", "loneSurrogate /l@18",
                ]
            ),
            ("{\"a\":{\"\\uDFAA~/\":1}}", ["loneSurrogate /a/\\udfaa~0~1@6"]),
            ("{\"a\":1,\"a\":2}", ["duplicateKey /a@7"]),
            ("{\"b\":{\"a\":1,\"\\u0061\":2,\"a\":3}}", ["duplicateKey /b/a@12", "duplicateKey /b/a@23"]),
            ("{\"\\u00e9\":1,\"e\\u0301\":2}", ["keysEqualUnderNFC@12"]),
            (
                "{\"o\":[{\"K\":1,\"\\u212a\":{\"x\":1.0}}]}",
                [
                    "keysEqualUnderNFC /o/0@13", "integralDouble /o/0/\u{212A}/x@27",
                ]
            ),
            ("{\"é\":1,\"e\\u0301\":2,\"é\":3,\"f\":4}", ["keysEqualUnderNFC@8", "duplicateKey /é@20"]),
            (
                "{\"e\\ud800\\u0301\":1,\"\\u00e9\\ud800\":2,\"e\\u0301\\ud800\":3}",
                [
                    "loneSurrogate /e\\ud800\u{301}@1", "loneSurrogate /é\\ud800@19", "keysEqualUnderNFC@36",
                    "loneSurrogate /e\u{301}\\ud800@36",
                ]
            ),
            ("{\"a/b\":[\"\\ufeff\"],\"\u{FEFF}\":0}", ["byteOrderMark /a~1b/0@8", "byteOrderMark /\u{FEFF}@18"]),
            (deep + String(repeating: "]", count: 64), []),
            (
                deep + "[[1],[]]" + String(repeating: "]", count: 64),
                [
                    "depth " + String(repeating: "/0", count: 64) + "@64"
                ]
            ),
            ("{\"rows\":{\"host\":[{\"a\":true},{\"a\":null,\"b\":\"é\\n\",\"\":[1,-7,0.5]}]}}", []),
        ]
        for (json, expected) in cases {
            #expect(try findings(json) == expected, "\(json)")
        }
    }

    @Test func faultsAreThrownAndNotFound() {
        #expect(throws: JSONError.self) { try CanonicalJSON.lint(Array("[1,]".utf8)) }
    }

    /// Every kind is found at least once, where it was put, in documents of otherwise portable values.
    @Test func eachKindIsFoundInDepth() throws {
        let values: [(LintFinding.Kind, String)] = [
            (.loneSurrogate, "\"a\\udc00\""), (.integerBeyond53, "9007199254740993"),
            (.integerBeyond64, "-9223372036854775809"),
            (.integralDouble, "2.50e1"), (.negativeZero, "-0"), (.byteOrderMark, "\"a\u{FEFF}\""),
        ]
        for (kind, value) in values {
            let json = "{ \"p\": [true, {\"q\": [1, \"x\", \(value)], \"r\": 2}] }"
            let offset = json.utf8.count - value.utf8.count - 13
            #expect(
                try CanonicalJSON.lint(Array(json.utf8)) == [LintFinding(kind: kind, path: "/p/1/q/2", offset: offset)]
            )
        }
    }

    /// CJ-36: a key that fills the path of all findings below it is cut in each.
    @Test func longPathsAreCut() throws {
        let key = String(repeating: "k", count: 300)
        let found = try CanonicalJSON.lint(Array(#"{"a":[{"\#(key)":[1.0,2.0]},3.0]}"#.utf8)).map(\.path)
        let cut = "/a/0/" + key.prefix(LintFinding.longestPath - 5) + "\u{2026}"
        #expect(found == [cut, cut, "/a/1"])
        let exact = String(key.prefix(LintFinding.longestPath - 1))
        #expect(try CanonicalJSON.lint(Array(#"{"\#(exact)":1.0}"#.utf8)).map(\.path) == ["/" + exact])
        let deep = HostileTexts.nest(200, #"{"k~":"#, "}", "1.0")
        #expect(try CanonicalJSON.lint(Array(deep.utf8)).last?.path.hasSuffix("/k~0/k~0\u{2026}") == true)
    }
}
