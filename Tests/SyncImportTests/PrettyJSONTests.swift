import CanonicalJSON
import SyncImport
import TestSupport
import Testing

/// JSON for people.
@Suite struct PrettyJSONTests {
    /// The layout of Python's `json.dumps(indent=2, ensure_ascii=False)` and of `jq`.
    @Test func layout() throws {
        let given = #"{"a":[],"b":{},"c":[1,-0.5,{"d":"x,{}[]:\"\\","é":null}],"e":[[true]]}"#
        let expected = """
            {
              "a": [],
              "b": {},
              "c": [
                1,
                -0.5,
                {
                  "d": "x,{}[]:\\"\\\\",
                  "é": null
                }
              ],
              "e": [
                [
                  true
                ]
              ]
            }

            """
        #expect(text(try PrettyJSON.format(Array(given.utf8))) == expected)
        #expect(text(try PrettyJSON.format(Array(" 1 ".utf8))) == "1\n")
        #expect(throws: JSONError.self) { try PrettyJSON.format(Array("[".utf8)) }
    }

    @Test func saysTheSame() throws {
        let source = try fixture("records/expected.json").bytes
        let pretty = try PrettyJSON.format(source)
        #expect(try CanonicalJSON.canonicalize(pretty) == CanonicalJSON.canonicalize(source))
    }

    @Test(.enabled(if: Tool.isInstalled("python3"), "needs python3")) func agreesWithPython() throws {
        let program = "import json,sys; print(json.dumps(json.load(sys.stdin),indent=2,ensure_ascii=False))"
        let python = try Tool.run(["python3", "-c", program], input: Array(#"{"a":[],"b":[{"c":{}}]}"#.utf8))
        #expect(python.status == 0)
        #expect(text(try PrettyJSON.format(python.output)) == python.text)
    }
}
