import Conformance
import TestSupport
import Testing

/// What the vectors say that they prove.
struct VectorClauseTests {
    /// VE-6
    @Test func vectorsNameClausesThatExist() throws {
        let ids = Set(try Specification().clauses.map(\.id))
        for file in try Repository.vectorFiles() {
            for vector in file.vectors {
                #expect(!vector.clauses.isEmpty, "\(vector.id) names no clause")
                for clause in vector.clauses { #expect(ids.contains(clause), "\(vector.id): no clause \(clause)") }
            }
        }
    }
}
