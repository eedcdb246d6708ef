import Foundation
import TestSupport
import Testing

@testable import Conformance

/// The smoke checks against a small testee with one fault each: what fails is what is broken, and nothing else.
struct SmokeTests {
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("small_testee.py").path

    private static let names = [
        "hello", "answers", "unknown operation", "wrong inputs", "unknown members", "file in a request",
        "file in an answer", "end of input", "--once, ok", "--once, rejected", "--once, unsupported",
        "--once, no request",
    ]

    private static func checks(_ fault: String, timeoutSeconds: Int = 20) throws -> [Smoke.Check] {
        let checks = try Smoke([Tool.python3, "-I", "-S", script, fault], timeoutSeconds: timeoutSeconds).run()
        #expect(checks.map(\.name) == names, "\(fault)")
        return checks
    }

    private static func failures(_ checks: [Smoke.Check]) -> [String] {
        checks.filter { if case .failed = $0.outcome { true } else { false } }.map(\.line)
    }

    /// CL-20, TP-1 to TP-9, TP-29: each fault of a harness, and what must be said of it.
    @Test(arguments: [
        ("no-zlib", ["hello: FAILED: implementation: no string zlib"]),
        ("number-as-feature", ["hello: FAILED: features: not a list of strings"]),
        ("id-32-bit", ["answers: FAILED: the answer to request 4294967299 has the id 3"]),
        (
            "javascript",
            ["unknown operation: FAILED: rejected, INTERNAL: not a function for the operation \"toString\""]
        ),
        (
            "says-yes",
            ["unknown operation: FAILED: ok for", "--once, unsupported: FAILED: exited with 0; 127 expected"]
        ),
        ("wrong-class", ["wrong inputs: FAILED: canonicalize with no inputs: rejected, MALFORMED_JSON: wrong inputs;"]),
        (
            "crashes",
            [
                "wrong inputs: FAILED: canonicalize with no inputs: exited with 1; it said: KeyError: 'inputs'",
                "--once, rejected: FAILED: no answer",
            ]
        ),
        (
            "strict",
            ["unknown members: FAILED: canonicalize: rejected, INVALID_PARAMETER: wrong inputs; without them ok"]
        ),
        (
            "no-files",
            [
                "file in a request: FAILED: canonicalize with a file of 5 bytes: rejected, INVALID_PARAMETER",
                "file in an answer: FAILED: canonicalize: rejected, INVALID_PARAMETER",
            ]
        ),
        (
            "long-line",
            ["file in an answer: FAILED: canonicalize: 70000 bytes of canonical in the line instead of a file"]
        ),
        ("wrong-sha", ["file in an answer: FAILED: canonical: sha256 differs from the file's"]),
        ("ends-with-3", ["end of input: FAILED: exited with 3; 0 expected"]),
        (
            "once-is-0",
            [
                "--once, rejected: FAILED: exited with 0; 1 expected",
                "--once, unsupported: FAILED: exited with 0; 127 expected",
                "--once, no request: FAILED: exited with 0; 2 expected",
            ]
        ),
        (
            "no-once",
            [
                "--once, rejected: FAILED: exited with 0; 1 expected",
                "--once, unsupported: FAILED: exited with 0; 127 expected",
            ]
        ),
    ])
    func faultIsNamed(fault: String, expected: [String]) throws {
        let failures = Self.failures(try Self.checks(fault))
        #expect(failures.count == expected.count, "\(fault): \(failures)")
        for (line, start) in zip(failures, expected) { #expect(line.hasPrefix(start), "\(fault): \(line)") }
    }

    /// CL-20: a right harness, whatever its codec does.
    @Test(arguments: ["none", "wrong-codec", "broken-codec", "no-operations"])
    func codecIsNotBlamed(fault: String) throws {
        let checks = try Self.checks(fault)
        #expect(Self.failures(checks) == [])
        let skipped = checks.filter { if case .skipped = $0.outcome { true } else { false } }.map(\.name)
        let dependent = ["unknown members", "file in a request", "file in an answer", "--once, ok"]
        switch fault {
        case "broken-codec": #expect(skipped == dependent)
        case "no-operations": #expect(skipped == ["wrong inputs"] + dependent + ["--once, rejected"])
        default: #expect(skipped == [])
        }
    }

    /// TP-2, TP-3: a testee out of step is found at once, whatever fails after it.
    @Test(arguments: [
        ("id-0", ["answers: FAILED: the answer to request 7 has the id 0"]),
        // The line comes before the next request or after it.
        (
            "empty-lines",
            [
                "answers: FAILED: a line on stdout is no JSON object: it is empty",
                "answers: FAILED: said something that nobody had asked for: ",
            ]
        ),
    ])
    func lostStep(fault: String, expected: [String]) throws {
        let failure = try #require(Self.failures(try Self.checks(fault)).first)
        #expect(expected.contains(failure), "\(failure)")
    }

    /// TP-12: silence ends with the time limit.
    @Test func silence() throws {
        let slow = try Self.checks("slow", timeoutSeconds: 1)
        #expect(Self.failures(slow) == ["hello: FAILED: no answer in 1 s"])
        #expect(slow.dropFirst().allSatisfy { $0.outcome == .skipped("there was no answer to hello") })
        #expect(
            Self.failures(try Self.checks("stays", timeoutSeconds: 5)) == [
                "end of input: FAILED: did not end"
            ])
        let absent = try Smoke(["/nonexistent/testee"], timeoutSeconds: 1).run()
        #expect(Self.failures(absent).count == 1)
        #expect(Self.failures(absent)[0].hasPrefix("hello: FAILED: cannot start /nonexistent/testee"))
    }
}
