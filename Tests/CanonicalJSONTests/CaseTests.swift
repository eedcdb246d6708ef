import CanonicalJSON
import Foundation
import TestSupport
import Testing

private let collectedCases = Repository.shared.appending(path: "cases/cases.json")

/// The collected cases of real incidents that concern canonical JSON, lint and order.
@Suite(.enabled(if: collectedCases.exists, "no ../shared/cases beside the package"))
struct CaseTests {
    private func cases(_ areas: Set<String>) throws -> [(id: String, input: JSONValue, expect: JSONValue)] {
        let all = try #require(try JSONValue(parsing: collectedCases.bytes()).arrayValue)
        return try all.filter { areas.contains($0["area"]?.stringValue?.string ?? "") }.map { item in
            (
                item["id"]?.stringValue?.string ?? "", try #require(item["input"]), try #require(item["expect"])
            )
        }
    }

    /// The strings of a string or of an array of strings.
    private func strings(_ value: JSONValue?) -> [String]? {
        guard let value else { return nil }
        return (value.arrayValue ?? [value]).compactMap { $0.stringValue?.string }
    }

    @Test func canonicalFormsAndFindings() throws {
        let cases = try cases(["canonical-json", "lint"])
        for (id, input, expect) in cases {
            let sources = try #require(strings(input["json"]), "\(id)").map { Array($0.utf8) }
            let outputs = sources.map { outcome($0) }
            if let canonical = strings(expect["canonical"]) { #expect(outputs == canonical, "\(id)") }
            if let digits = strings(expect["canonicalHex"]) {
                #expect(outputs.map { hex($0.utf8) } == digits, "\(id)")
            }
            if let findings = strings(expect["lint"]) {
                let found = try sources.flatMap { try CanonicalJSON.lint($0) }
                #expect(found.map(\.description) == findings, "\(id)")
            }
        }
        #expect(cases.count >= 6)
    }

    @Test func order() throws {
        let cases = try cases(["order"])
        for (id, input, expect) in cases {
            let keys = try #require(input["keys"]?.arrayValue, "\(id)").compactMap { $0.stringValue }
            let order = try #require(expect["order"]?.arrayValue, "\(id)").compactMap { $0.stringValue }
            #expect(keys.sorted() == order, "\(id)")
        }
        #expect(!cases.isEmpty)
    }
}
