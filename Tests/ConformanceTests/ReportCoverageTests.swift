import CanonicalJSON
import Foundation
import TestSupport
import Testing

@testable import Conformance

/// What a run proves of the clauses.
struct ReportCoverageTests {
    /// RP-11, RP-12: with every vector passed, each clause is covered on both sides or excluded with a reason.
    ///
    /// That the vectors pass is what `verify` says, in the main job; here the plan is held to be complete.
    @Test func everyClauseIsCoveredOrExcluded() throws {
        let sources = try ReportFormatTests.sources()
        var verdict = Verdict()
        verdict.stacks = [StackFacts(name: "swift")]
        verdict.results = sources.ids.compactMap { sources.vectors[$0] }.map {
            SampleRun.result("any", "swift", $0.id, $0.clauses, .passed)
        }
        let coverage = ClauseCoverage(verdict, sources)
        #expect(coverage.entries.count > 200)
        #expect(coverage.gaps.map(\.clause.id) == [])
        // The same without a single result is no proof of anything that vectors have to prove.
        #expect(ClauseCoverage(Verdict(), sources).gaps.count > 50)
    }

    /// RP-12: what is excluded exists, and the tests that are named instead name the clause.
    @Test func exclusionsAreTrue() throws {
        let sources = try ReportFormatTests.sources()
        let clauses = Set(sources.specification.clauses.map(\.id))
        for exclusion in sources.plan.exclusions {
            #expect(exclusion.reason.count > 20, "\(exclusion.clauses)")
            for clause in exclusion.clauses { #expect(clauses.contains(clause), "no clause \(clause)") }
            for test in exclusion.tests {
                let file = try String(contentsOf: Repository.root.appending(path: test), encoding: .utf8)
                for clause in exclusion.clauses {
                    #expect(file.contains(try Regex("\\b\(clause)\\b")), "\(test) does not name \(clause)")
                }
            }
        }
        func reason(_ json: String) -> String {
            do {
                _ = try CoveragePlan(parsing: Array(json.utf8), name: "c")
                return "read"
            } catch { return error.description }
        }
        let twice = #"{"clauses":["CJ-1"],"sides":["positive"],"reason":"why","tests":[]}"#
        #expect(reason(#"{"excluded":[\#(twice)]}"#) == "read")
        #expect(reason(#"{"excluded":[\#(twice),\#(twice)]}"#) == "c: CJ-1 is excluded twice (positive)")
        #expect(
            reason(#"{"excluded":[{"clauses":["CJ-1"],"sides":["positive"],"reason":"","tests":[]}]}"#)
                == "c: an exclusion without clauses, sides or reason")
        #expect(
            reason(#"{"excluded":[\#(twice.replacingOccurrences(of: "positive", with: "both"))]}"#)
                == "c: sides: unknown side both")
    }

    /// RP-11: a vector that failed or did not run proves nothing.
    @Test func onlyWhatPassedCounts() throws {
        let chapter =
            "**CJ-20** Members MUST stay.\n\n**CJ-3** It MUST be\nrejected.\n\n**CJ-4** It may.\n\n**CJ-5** Withdrawn: MUST.\n"
        var sources = ReportSources(
            specification: try SpecificationText(chapters: [("c.md", Array(chapter.utf8))]), plan: CoveragePlan())
        func vector(_ id: String, _ clause: String, _ expectation: Vector.Expectation) -> Vector {
            Vector(
                id: id, clauses: [clause], operation: "canonicalize", comment: "c",
                inputs: ["json": .text(id)], expectation: expectation)
        }
        let file = VectorFile(
            kind: "canonical-json",
            vectors: [
                vector("good", "CJ-20", .valid(outputs: [:])), vector("other", "CJ-20", .valid(outputs: [:])),
                vector("bad", "CJ-20", .invalid(errorClass: "LIMIT")),
                vector("no", "CJ-3", .invalid(errorClass: "LIMIT")),
            ])
        try sources.addVectors(file.bytes(), path: "v/canonical-json.json")
        #expect(sources.place(of: "bad")?.line == 4)
        var verdict = Verdict()
        verdict.stacks = ["a", "b"].map { StackFacts(name: $0) }
        verdict.results = [
            SampleRun.result("canonical-json", "a", "good", ["CJ-20"], .passed),
            SampleRun.result("canonical-json", "b", "good", ["CJ-20"], .skipped("x")),
            SampleRun.result("canonical-json", "a", "other", ["CJ-20"], .passed),
            SampleRun.result("canonical-json", "b", "other", ["CJ-20"], .failed(SampleRun.failure)),
            SampleRun.result("canonical-json", "a", "bad", ["CJ-20"], .passed),
            SampleRun.result("canonical-json", "a", "no", ["CJ-3"], .failed(SampleRun.failure)),
        ]
        let coverage = ClauseCoverage(verdict, sources)
        #expect(coverage.entries.map(\.clause.id) == ["CJ-20", "CJ-3"])
        #expect(coverage.entries[1].clause.text == "It MUST be rejected.")
        let entry = coverage.entries[0]
        #expect(entry.positive.vectors == ["good"] && entry.negative.vectors == ["bad"] && entry.failed == ["other"])
        #expect(entry.positive.passed.map(\.vectors) == [2, 0])
        #expect(coverage.gaps.map(\.clause.id) == ["CJ-3"])
        #expect(
            coverage.text == """
                clause   positive  negative
                CJ-20    1         1         FAILED other
                CJ-3     MISSING   MISSING   FAILED no
                MISSING CJ-3: no positive and no negative vector passed
                2 clauses with MUST, 1 not covered

                """)
        let json = text(try coverage.json.canonicalBytes())
        #expect(
            json.hasSuffix(#""gaps":["CJ-3"]}"#)
                && json.contains(#"{"clause":"CJ-20","chapter":"c.md","positive":{"vectors":["good"],"#))
    }
}
