import Foundation
import TestSupport
import Testing

@testable import Conformance

/// Lists of known failures: what they cover, and that a list which is not true fails.
struct KnownFailuresTests {
    private static func result(_ vector: String, _ outcome: TestResult.Outcome, stack: String = "dart") -> TestResult {
        TestResult(group: "codec", stack: stack, name: vector, clauses: ["AC-1"], outcome: outcome, vector: vector)
    }

    private static let limit = Failure(.rejected, "rejected: LIMIT: no", errorClass: "LIMIT")

    private static var results: [TestResult] {
        [
            result("a", .failed(limit)), result("b", .passed), result("c", .skipped("scrypt")),
            TestResult(
                group: "contract", stack: "dart>node", name: "1 opens: a", clauses: ["CT-1"],
                outcome: .failed(Failure(.otherOutput, "differs")), vector: "a"),
            result("a", .failed(limit), stack: "node"),
        ]
    }

    private static func list(_ entries: String) throws -> KnownFailures {
        try KnownFailures(parsing: Array(#"{"stack":"dart","failures":[\#(entries)]}"#.utf8), name: "known.json")
    }

    /// What the results become under one entry, and what is added to them.
    private static func apply(_ entry: String, stacks: Set<String> = ["dart", "node"]) throws -> [TestResult] {
        var results = results
        let list = try list(entry)
        list.apply(to: &results, vectors: ["a", "b", "c"], stacks: stacks)
        return results + list.strays(vectors: ["a", "b", "c", "d"])
    }

    private static func reason(_ outcome: TestResult.Outcome?) -> String {
        if case .failed(let failure)? = outcome { failure.reason } else { "not a failure" }
    }

    /// VR-3: bound to one result of one stack, and to the class.
    @Test func coversOneResult() throws {
        let results = try Self.apply(#"{"vector":"a","class":"LIMIT","reason":"why"}"#)
        #expect(results.count == 5)
        #expect(results[0].outcome == .known(Self.limit, reason: "why"))
        #expect(results[1...] == Self.results[1...])
        let pair = try Self.apply(
            #"{"vector":"a","condition":"1 opens","stacks":"dart>node","class":"other-output","reason":"why"}"#)
        #expect(pair[3].outcome == .known(Failure(.otherOutput, "differs"), reason: "why"))
        #expect(pair[0] == Self.results[0] && pair.count == 5)
    }

    /// VR-4: an entry that does not hold is a failure, whatever else its result is.
    @Test func untrueEntriesFail() throws {
        let other = try Self.apply(#"{"vector":"a","class":"TRUNCATED","reason":"why"}"#)
        #expect(Self.reason(other[0].outcome) == "known to fail as TRUNCATED, not as LIMIT: rejected: LIMIT: no")
        let passed = try Self.apply(#"{"vector":"b","class":"LIMIT","reason":"why"}"#)
        #expect(Self.reason(passed[1].outcome) == "passes, though listed as a known failure: why")
        let skipped = try Self.apply(#"{"vector":"c","class":"unsupported","reason":"why"}"#)
        #expect(Self.reason(skipped[2].outcome) == "skipped for want of scrypt, though listed as a known failure")
        let none = try Self.apply(#"{"vector":"b","condition":"1 opens","class":"LIMIT","reason":"why"}"#)
        #expect(Self.reason(none.last?.outcome) == "listed as a known failure, but there is no result 1 opens")
        let nobody = try Self.apply(#"{"vector":"zz","class":"LIMIT","reason":"why"}"#)
        #expect(Self.reason(nobody.last?.outcome) == "listed as a known failure, but no vector has this id")
        #expect(nobody.last?.group == "known-failures" && nobody.last?.stack == "dart")
        // Not run: nothing can be said.
        #expect(try Self.apply(#"{"vector":"d","class":"LIMIT","reason":"why"}"#) == Self.results)
        #expect(try Self.apply(#"{"vector":"b","class":"LIMIT","reason":"why"}"#, stacks: ["node"]) == Self.results)
    }

    /// VR-1, VR-2, VR-5: neither passed nor skipped; the class is the error class, else the kind.
    @Test func verdictCountsThemApart() throws {
        var verdict = Verdict()
        verdict.results = [Self.result("a", .known(Self.limit, reason: "why"))]
        #expect(!verdict.isConformant, "nothing passed")
        #expect(verdict.failures.isEmpty && verdict.knownFailures.count == 1)
        verdict.results.append(Self.result("b", .passed))
        #expect(verdict.isConformant)
        #expect(verdict.table().contains("known dart a: LIMIT: why\n1 passed, 0 failed, 0 skipped, 1 known\n"))
        #expect(verdict.tap().contains("not ok 1 - dart/codec a # TODO why\n"))
        verdict.results.append(Self.result("c", .failed(Failure(.accepted, "accepted"))))
        #expect(!verdict.isConformant)
        #expect(Self.limit.observedClass == "LIMIT" && Failure(.accepted, "").observedClass == "accepted")
    }

    /// VR-3: what is no list is refused, with its place.
    @Test(arguments: [
        ("[]", "not {stack, failures}"), (#"{"stack":"a","failures":[],"x":1}"#, "not {stack, failures}"),
        (#"{"stack":"a","failures":[{"vector":"v","class":"LIMIT"}]}"#, "failures[0]: not {vector, class, reason}"),
        (#"{"stack":"a","failures":[{"vector":"v","class":"LIMIT","reason":""}]}"#, "failures[0]: not"),
        (#"{"stack":"a","failures":[{"vector":"v","class":"LIMIT","reason":"r","why":"x"}]}"#, "failures[0]: not"),
        (
            #"{"stack":"a","failures":[{"vector":"v","class":"LIMIT","reason":"r","stacks":"b>c"}]}"#,
            "failures[0]: stacks: a is not one of them"
        ),
        (
            #"{"stack":"a","failures":[{"vector":"v","class":"LIMIT","reason":"r"},{"vector":"v","class":"X","reason":"r"}]}"#,
            "failures[1]: listed twice"
        ),
    ])
    func whatIsNoListIsRefused(text: String, reason: String) throws {
        #expect {
            try KnownFailures(parsing: Array(text.utf8), name: "known.json")
        } throws: { "\($0)".hasPrefix("known.json: \(reason)") }
    }

    /// VR-6: each result can be had again with one command, which a shell takes as it was meant.
    @Test func reproductionIsACommand() throws {
        let settings = RunSettings(options: ["--vectors", "my dir"], testees: ["mine": "node 'a b.js'"], seed: 7)
        let pair = TestResult(
            group: "contract", stack: "mine>dart", name: "1 opens: a", clauses: [], outcome: .passed, vector: "a")
        let command = pair.reproduction(settings)
        let words = try Tool.run(["sh", "-c", "for w in \(command); do echo \"$w\"; done"]).text
        #expect(
            words.split(separator: "\n") == [
                "syncwire", "verify", "--stacks", "dart", "--testee", "mine=node 'a b.js'", "--vector", "a",
                "--vectors", "my dir", "--seed", "7",
            ])
    }
}
