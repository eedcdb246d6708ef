import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import Conformance

/// A run that has one of everything, for the tests of reports.
enum SampleRun {
    static let failure: Failure = {
        var failure = Failure(
            .otherOutput, "canonical: differs </script> & <b>\u{202E}", errorClass: "NO_MATCH",
            difference: Difference(at: "canonical", actual: Array("{\"a\":1}".utf8), expected: Array("{\"a\":2}!".utf8))
        )
        failure.layer = Difference(at: "kekCheck.0", actual: [1, 2], expected: [1, 3])
        failure.mutants = ["escape-slash"]
        return failure
    }()

    static func result(
        _ group: String, _ stack: String, _ name: String, _ clauses: [String], _ outcome: TestResult.Outcome
    ) -> TestResult {
        TestResult(
            group: group, stack: stack, name: name, clauses: clauses, outcome: outcome,
            vector: group == "start" ? nil : name.components(separatedBy: ": ").last)
    }

    static var verdict: Verdict {
        var verdict = Verdict()
        verdict.stacks = ["swift", "dart", "gone"].map { name in
            var facts = StackFacts(name: name)
            facts.implementation = "syncwire \(name)"
            facts.zlib = "1.2.13"
            return facts
        }
        verdict.stacks[2].fault = "cannot start"
        verdict.results = [
            result("canonical-json", "swift", "cj-top-null", ["CJ-21"], .passed),
            result("canonical-json", "dart", "cj-top-null", ["CJ-21"], .failed(failure)),
            result("envelope", "dart", "en-seal-scrypt", ["EN-13", "EN-14"], .skipped("scrypt")),
            result("contract", "swift>dart", "1 opens: en-seal-gzip", ["CT-1"], .passed),
            result("contract", "swift=dart", "3 header and slots identical: en-seal-gzip", ["CT-3"], .passed),
            result("codec", "swift", "codec-read-not-crc-first", ["AC-14"], .passed),
            result("envelope", "swift", "en-seal-gzip", ["EN-2"], .known(Failure(.broken, "slow"), reason: "issue 7")),
            result("start", "gone", "hello", ["TP-6"], .skipped("missing: cannot start")),
        ]
        verdict.outputs = [
            StackOutput(
                vector: "codec-write-gzip-fox", stack: "swift", name: "compressed", length: 5,
                sha256: String(repeating: "a", count: 64))
        ]
        verdict.suspects = [Suspect(stack: "dart", mutant: .escapeSlash, explained: 1, failures: 1)]
        verdict.settings = RunSettings(options: ["--vectors", "v w"], testees: ["dart": "dart 'x'"], seed: .max)
        return verdict
    }

    static func record(timestamp: String? = nil) throws -> RunRecord {
        try RunRecord(
            verdict, files: [VectorFile(kind: "codec", vectors: [])], timestamp: timestamp)
    }
}

/// The saved run: what is written is read, and nothing else.
struct ReportRecordTests {
    /// RP-1, RP-2, RP-3, RP-4, RP-5, RP-6, RP-15: every member survives, each line fits its schema, and the order is kept.
    @Test func whatIsWrittenIsRead() throws {
        let record = try SampleRun.record(timestamp: "2026-01-31T12:00:00Z")
        let lines = try record.jsonLines()
        #expect(try RunRecord(parsing: lines, name: "run") == record)
        let types = text(lines).split(separator: "\n").map { $0.dropFirst(9).prefix { $0 != "\"" } }
        #expect(types == ["run"] + Array(repeating: "result", count: 8) + ["output", "suspect", "summary"])
        #expect(text(lines).contains(#""timestamp":"2026-01-31T12:00:00Z","#))
        #expect(
            text(lines).hasSuffix(
                #"{"type":"summary","passed":4,"failed":1,"skipped":2,"known":1,"contract":{"CT-1":true,"CT-2":true,"CT-3":true},"#
                    + #""isConformant":false}"# + "\n"))
        let commands = text(lines).split(separator: "\n").filter {
            $0.contains(#""reproduction":"syncwire verify --stacks "#)
        }
        #expect(commands.count == 2 && commands.allSatisfy { $0.contains(" --seed 18446744073709551615") })
        #expect(!text(try SampleRun.record().jsonLines()).contains("timestamp"))
        let checked = try Tool.run(
            [
                "python3", "-c",
                """
                import json, sys, jsonschema
                check = jsonschema.Draft202012Validator(json.load(open(sys.argv[1])))
                lines = sys.stdin.buffer.read().decode().split("\\n")[:-1]
                for line in lines: check.validate(json.loads(line))
                wrong = [l.replace('"failed"', '"felled"') for l in lines] + ["{}", "[]"]
                print(len(lines), sum(not check.is_valid(json.loads(l)) for l in wrong))
                """,
                Repository.root.appending(path: "Spec/schemas/run.schema.json").path,
            ], input: lines)
        // Of those made wrong: the failed result, the summary, and the two that have no type.
        #expect(checked.text == "12 4\n", "\(checked.errorText)")
    }

    /// RP-1, RP-2, RP-6: a cut, a changed and a foreign record are refused, with the line.
    @Test func whatIsNoRecordIsRefused() throws {
        let lines = text(try SampleRun.record().jsonLines()).split(separator: "\n").map(String.init)
        func reason(_ lines: [String]) -> String {
            do {
                _ = try RunRecord(parsing: Array(lines.joined(separator: "\n").utf8), name: "r")
                return "read"
            } catch { return error.description }
        }
        #expect(reason(lines) == "read")
        #expect(reason([]) == "r: not a saved run: the first line has not the type run")
        #expect(reason(lines.dropLast()) == "r: the record has no summary: it was cut")
        #expect(reason(lines + [lines[1]]) == "r: line 13: a line after the summary")
        #expect(reason(lines.filter { $0 != lines[1] }) == "r: line 11: passed is not that of the lines before")
        #expect(
            reason([lines[0].replacingOccurrences(of: #""format":1"#, with: #""format":2"#)] + lines.dropFirst())
                == "r: line 1: another format of record")
        #expect(reason(["x"] + lines).hasPrefix("r: line 1: "))
        #expect(
            reason(lines.map { $0.replacingOccurrences(of: #""outcome":"passed""#, with: #""outcome":"went well""#) })
                == "r: line 2: unknown outcome went well")
        // Members of a later version are no fault.
        #expect(reason(lines.map { $0.dropLast() + #","later":{}}"# }) == "read")
    }

    /// RP-13, RP-14: each kind of change, and what is worse.
    @Test func differences() throws {
        let before = try SampleRun.record()
        #expect(RunDiff(from: before, to: before).changes.isEmpty)
        #expect(!RunDiff(from: before, to: before).isWorse)
        var after = before
        after.verdict.stacks[0].zlib = "1.3"
        var other = SampleRun.failure
        other.mutants = []
        after.verdict.results[0].outcome = .failed(other)
        after.verdict.results[1].outcome = .passed
        after.verdict.results[5].outcome = .skipped("codec")
        after.verdict.results[7].name = "hello again"
        let diff = RunDiff(from: before, to: after)
        #expect(diff.isWorse)
        #expect(
            diff.changes.map { "\($0.kind.rawValue) \($0.result)" } == [
                "newly-failing swift/canonical-json/cj-top-null",
                "no-longer-passing swift/codec/codec-read-not-crc-first",
                "newly-passing dart/canonical-json/cj-top-null",
                "added gone/start/hello again", "removed gone/start/hello",
            ])
        #expect(diff.facts.map(\.name) == ["stack swift"])
        #expect(
            diff.text.hasPrefix("changed stack swift: syncwire swift , , zlib 1.2.13 -> syncwire swift , , zlib 1.3\n"))
        let json = text(try diff.json.canonicalBytes())
        #expect(json.hasPrefix(#"{"isWorse":true,"facts":[{"name":"stack swift","before":"#))
        #expect(
            json.contains(
                #"{"kind":"added","result":"gone/start/hello again","after":"skipped: missing: cannot start"}"#))
        // The other way round it got better and worse: what passed before is a failure.
        #expect(RunDiff(from: after, to: before).isWorse)
        var better = before
        better.verdict.results[1].outcome = .passed
        #expect(!RunDiff(from: before, to: better).isWorse)
        var reason = before
        reason.verdict.results[1].outcome = .failed(other)
        #expect(RunDiff(from: before, to: reason).changes.map(\.kind) == [.changedReason])
        #expect(!RunDiff(from: before, to: reason).isWorse)
        var gone = before
        gone.verdict.results.remove(at: 0)
        #expect(RunDiff(from: before, to: gone).isWorse)
    }
}
