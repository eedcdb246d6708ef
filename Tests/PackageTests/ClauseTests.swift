import CanonicalJSON
import Conformance
import Foundation
import TestSupport
import Testing

/// The specification's clauses: named once, and each followed by a vector or a test that proves it.
struct ClauseTests {
    @Test func clauseIdsAreUniqueAndNumbered() throws {
        let clauses = try Specification().clauses
        #expect(clauses.count > 150)
        #expect(Set(clauses.map(\.id)).count == clauses.count, "a clause id occurs twice")
        for clause in clauses { #expect(!clause.text.isEmpty, "\(clause.id) says nothing") }
    }

    @Test func everyClauseIsProvenByAVectorOrATest() throws {
        var proven = Set(try Repository.vectorFiles().flatMap(\.vectors).flatMap(\.clauses))
        let tests =
            try Repository.files(in: "Tests", suffix: ".swift") + Repository.files(in: "Tests/Stacks", suffix: ".dart")
        for file in tests where file.lastPathComponent != "ClauseTests.swift" {
            for match in try String(contentsOf: file, encoding: .utf8).matches(of: /\b([A-Z]{2}-[0-9]+)\b/) {
                proven.insert(String(match.1))
            }
        }
        let plan = try CoveragePlan(
            parsing: Repository.root.appending(path: "Spec/coverage.json").bytes(), name: "coverage.json")
        let unproven = try Specification().clauses.filter { clause in
            let isExcluded = plan.exclusion(of: clause.id, .positive)?.tests.isEmpty ?? false
            return clause.text.contains("MUST") && !proven.contains(clause.id) && !isExcluded
        }
        #expect(unproven.map(\.id) == [], "clauses with MUST that no vector and no test names")
    }

    @Test func testsNameClausesThatExist() throws {
        let ids = Set(try Specification().clauses.map(\.id))
        let prefixes = Set(ids.map { $0.prefix(2) })
        for file in try Repository.files(in: "Tests", suffix: ".swift")
            + Repository.files(in: "Sources", suffix: ".swift")
        {
            for match in try String(contentsOf: file, encoding: .utf8).matches(of: /\b([A-Z]{2}-[0-9]+)\b/)
            where prefixes.contains(match.1.prefix(2)) {
                #expect(ids.contains(String(match.1)), "\(file.lastPathComponent): no clause \(match.1)")
            }
        }
    }
}
