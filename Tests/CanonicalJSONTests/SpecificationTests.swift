import CanonicalJSON
import TestSupport
import Testing

/// The worked examples of `Spec/canonical-json.md` are what the code does.
@Suite struct SpecificationTests {
    private let specification = Result { try Specification() }

    @Test func numbersAndDocuments() throws {
        for name in ["cj-numbers", "cj-strings"] {
            let pairs = try specification.get().pairs(name)
            for (json, expected) in pairs { #expect(outcome(Array(json.utf8)) == expected, "\(json)") }
            #expect(!pairs.isEmpty)
        }
    }

    @Test func order() throws {
        let pairs = try specification.get().pairs("cj-order")
        for (low, high) in pairs {
            let a = try #require(try JSONValue(parsing: Array(low.utf8)).stringValue)
            let b = try #require(try JSONValue(parsing: Array(high.utf8)).stringValue)
            #expect(a < b, "\(low) => \(high)")
            #expect(!(b < a), "\(low) => \(high)")
        }
        #expect(!pairs.isEmpty)
    }

    @Test func lint() throws {
        let pairs = try specification.get().pairs("cj-lint")
        for (json, finding) in pairs {
            #expect(try CanonicalJSON.lint(Array(json.utf8)).map(\.description) == [finding], "\(json)")
        }
        #expect(!pairs.isEmpty)
    }
}
