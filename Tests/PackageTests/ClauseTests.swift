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

    /// Clauses that nothing here can prove, and why.
    private static let excluded = [
        "EN-65": "about what a reader does not do; nothing of it shows from outside",
        "EN-71": "about where a store keeps archives; no part of this package uploads anything yet",
        "EN-72": "about the metadata that a sync engine writes; there is none in this package yet",
        "EN-73": "about which slots a sync engine chooses; there is none in this package yet",
        "RW-6": "about the clock of an application; every operation here takes milliseconds",
    ]

    @Test func everyClauseIsProvenByAVectorOrATest() throws {
        var proven = Set(try Repository.vectorFiles().flatMap(\.vectors).flatMap(\.clauses))
        let tests =
            try Repository.files(in: "Tests", suffix: ".swift") + Repository.files(in: "Tests/Stacks", suffix: ".dart")
        for file in tests where file.lastPathComponent != "ClauseTests.swift" {
            for match in try String(contentsOf: file, encoding: .utf8).matches(of: /\b([A-Z]{2}-[0-9]+)\b/) {
                proven.insert(String(match.1))
            }
        }
        let unproven = try Specification().clauses.filter { clause in
            clause.text.contains("MUST") && !proven.contains(clause.id) && Self.excluded[clause.id] == nil
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
