import Foundation
import Testing

@testable import Conformance

/// The verdict in the formats of other tools, read back by Python.
struct ReportTests {
    private static func result(_ group: String, _ stack: String, _ name: String, _ outcome: TestResult.Outcome)
        -> TestResult
    {
        TestResult(group: group, stack: stack, name: name, clauses: ["CJ-1", "EN-2"], outcome: outcome)
    }

    private static let nasty = "a <b> & \"c\" 'd' ]]> # e\\ \n\tf\r\u{0}\u{1B}[2J\u{85}\u{202E}\u{FFFE}\u{2028}ü😀"
    private static let visible = #"a <b> & "c" 'd' ]]> # e\ %f\u000d\u0000\u001b[2J\u0085\u202e\ufffe\u2028ü😀"#

    /// What `visible` is with the line feed and tab given in some form.
    private static func visible(_ lineAndTab: String) -> String {
        visible.replacingOccurrences(of: "%", with: lineAndTab)
    }

    private static var verdict: Verdict {
        var verdict = Verdict()
        verdict.results = [
            result("codec", "swift", "c-1", .passed),
            result("codec", "dart", "c-1", .failed(Failure(.broken, nasty))),
            result("codec", "swift", "c-2 # SKIP \\ not really", .skipped("op:seal # TODO")),
            result("contract", "swift>dart", "1 opens: x", .passed),
            result("codec", "swift", "c-3", .failed(Failure(.broken, "2 < 3"))),
        ]
        return verdict
    }

    /// Runs a Python script with `text` as its standard input, in `t`, and returns what it prints, read as JSON.
    private static func python(_ text: String, _ script: String) throws -> NSObject {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", "import json, sys\nt = sys.stdin.buffer.read().decode()\n" + script]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return try #require(JSONSerialization.jsonObject(with: printed) as? NSObject)
    }

    /// CL-21: well-formed whatever the reasons hold; names, counts and messages as they were given.
    @Test func junitIsReadByPython() throws {
        let read = try Self.python(
            Self.verdict.junit(),
            """
            import xml.etree.ElementTree as tree
            def facts(e): return [e.tag, e.attrib, (e.text or "").strip()] + [facts(x) for x in e]
            print(json.dumps(facts(tree.fromstring(t.encode()))))
            """)
        func counts(_ name: String, _ tests: Int, _ failures: Int, _ skipped: Int) -> [String: String] {
            ["name": name, "tests": "\(tests)", "failures": "\(failures)", "errors": "0", "skipped": "\(skipped)"]
        }
        func testCase(_ suite: String, _ name: String, _ child: [Any]? = nil) -> [Any] {
            ["testcase", ["classname": suite, "name": name], ""] + (child.map { [$0] } ?? [])
        }
        let clauses = "clauses: CJ-1 EN-2"
        let expected: [Any] = [
            "testsuites", counts("syncwire verify", 5, 2, 1), "",
            [
                "testsuite", counts("swift/codec", 3, 1, 1), "", testCase("swift/codec", "c-1"),
                testCase("swift/codec", "c-2 # SKIP \\ not really", ["skipped", ["message": "op:seal # TODO"], ""]),
                testCase("swift/codec", "c-3", ["failure", ["message": "2 < 3"], clauses]),
            ] as [Any],
            [
                "testsuite", counts("dart/codec", 1, 1, 0), "",
                testCase("dart/codec", "c-1", ["failure", ["message": Self.visible("\n\t")], clauses]),
            ] as [Any],
            [
                "testsuite", counts("swift>dart/contract", 1, 0, 0), "",
                testCase("swift>dart/contract", "1 opens: x"),
            ] as [Any],
        ]
        #expect(read == expected as NSArray)
    }

    /// CL-22: the plan fits, one line a test point, and what looks like a directive is one only where it is meant.
    @Test func tapIsReadByPython() throws {
        let text = Self.verdict.tap()
        #expect(text.hasPrefix("TAP version 14\n1..5\nok 1 - swift/codec c-1\nnot ok 2 - dart/codec c-1\n  ---\n"))
        // Read by the grammar of TAP 14; the YAML of a scalar is that of JSON.
        let read = try Self.python(
            text,
            #"""
            import re
            points, block = [], None
            lines = t.split("\n")
            assert lines[:2] == ["TAP version 14", "1..5"] and lines[-1] == "", lines
            for line in lines[2:-1]:
                if block is not None:
                    if line == "  ...": block = None
                    else:
                        key, value = re.fullmatch(r"  ([a-z]+): (.*)", line).groups()
                        block[key] = json.loads(value)
                elif line == "  ---":
                    block = points[-1][4]
                else:
                    m = re.fullmatch(r"(ok|not ok) ([0-9]+) - ((?:[^#\\]|\\.)*?)(?: # (SKIP|TODO) (.*))?", line)
                    clear = lambda s: s and re.sub(r"\\(.)", r"\1", s)
                    points.append([m[1], int(m[2]), clear(m[3]), [m[4], clear(m[5])] if m[4] else [], {}])
            print(json.dumps(points))
            """#)
        let clauses = ["CJ-1", "EN-2"]
        let expected: [[Any]] = [
            ["ok", 1, "swift/codec c-1", [Any](), [String: Any]()],
            [
                "not ok", 2, "dart/codec c-1", [Any](),
                ["message": Self.visible(#"\u000a\u0009"#), "stack": "dart", "clauses": clauses] as [String: Any],
            ],
            ["ok", 3, "swift/codec c-2 # SKIP \\ not really", ["SKIP", "op:seal # TODO"], [String: Any]()],
            ["ok", 4, "swift>dart/contract 1 opens: x", [Any](), [String: Any]()],
            [
                "not ok", 5, "swift/codec c-3", [Any](),
                ["message": "2 < 3", "stack": "swift", "clauses": clauses] as [String: Any],
            ],
        ]
        #expect(read == expected as NSArray)
    }

    /// No result at all is still a whole document.
    @Test func nothing() {
        #expect(Verdict().tap() == "TAP version 14\n1..0\n")
        let counts = #"tests="0" failures="0" errors="0" skipped="0""#
        #expect(
            Verdict().junit() == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="syncwire verify" \(counts)>
                </testsuites>

                """)
    }
}
