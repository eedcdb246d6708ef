import CanonicalJSON
import Foundation
import Testing

/// The worked examples of `Spec/canonical-json.md` are what the code does.
@Suite struct SpecificationTests {
    /// The `a => b` lines of the block `name`.
    private func pairs(_ name: String) throws -> [(String, String)] {
        let chapter = try String(contentsOf: Place.package.appending(path: "Spec/canonical-json.md"), encoding: .utf8)
        let block = try #require(
            chapter.components(separatedBy: "```pairs \(name)\n").dropFirst().first, "no block \(name)")
        return try block.components(separatedBy: "```")[0].split(separator: "\n").map { line in
            let sides = line.components(separatedBy: " => ")
            try #require(sides.count == 2, "\(line)")
            return (sides[0], sides[1])
        }
    }

    @Test func numbersAndDocuments() throws {
        for name in ["cj-numbers", "cj-strings"] {
            let pairs = try pairs(name)
            for (json, expected) in pairs { #expect(outcome(Array(json.utf8)) == expected, "\(json)") }
            #expect(!pairs.isEmpty)
        }
    }

    @Test func order() throws {
        let pairs = try pairs("cj-order")
        for (low, high) in pairs {
            let a = try #require(try JSONValue(parsing: Array(low.utf8)).stringValue)
            let b = try #require(try JSONValue(parsing: Array(high.utf8)).stringValue)
            #expect(a < b, "\(low) => \(high)")
            #expect(!(b < a), "\(low) => \(high)")
        }
        #expect(!pairs.isEmpty)
    }

    @Test func lint() throws {
        let pairs = try pairs("cj-lint")
        for (json, finding) in pairs {
            #expect(try CanonicalJSON.lint(Array(json.utf8)).map(\.description) == [finding], "\(json)")
        }
        #expect(!pairs.isEmpty)
    }
}
