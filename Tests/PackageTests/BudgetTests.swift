import Foundation
import TestSupport
import Testing

/// The check of what operations cost, given counts instead of counting.
struct BudgetTests {
    private static let budgets = "Tests/Benchmarks/budgets"

    /// Runs the check on counts that are the budgets times `factor`.
    private func check(times factor: Double, only name: String? = nil) throws -> Tool {
        let file = try Data(contentsOf: Repository.root.appendingPathComponent("\(Self.budgets).json"))
        let budgets = try JSONDecoder().decode(Budgets.self, from: file)
        try #require(!budgets.operations.isEmpty)
        var counts: [String: [String: Int]] = [:]
        for operation in budgets.operations {
            let isChanged = name == nil || name == operation.name
            counts[operation.name] = operation.counts.mapValues { isChanged ? Int(Double($0) * factor) : $0 }
        }
        return try withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("counts.json")
            try JSONEncoder().encode(counts).write(to: path)
            return try Tool.run(
                [Tool.python3, Self.budgets, "check", "--counted", path.path], in: Repository.root)
        }
    }

    private struct Budgets: Decodable {
        struct Operation: Decodable {
            var name: String
            var counts: [String: Int]
        }
        var operations: [Operation]
    }

    @Test func whatCostsItsBudgetPasses() throws {
        let result = try check(times: 1)
        #expect(result.status == 0, "\(result.errorText)")
        #expect(result.text.contains(" 0 counts above"))
    }

    @Test func twoPercentMorePass() throws {
        #expect(try check(times: 1.02, only: "parse").status == 0)
    }

    @Test func fourPercentMoreFailAndAreNamed() throws {
        let result = try check(times: 1.04, only: "parse")
        #expect(result.status == 1)
        let lines = result.errorText.split(separator: "\n").filter { $0.contains("the budget is") }
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("budgets: parse: ") })
        #expect(lines.contains { $0.contains(" instructions, the budget is ") })
    }

    @Test func cheaperIsMentioned() throws {
        let result = try check(times: 0.9, only: "parse")
        #expect(result.status == 0)
        #expect(result.text.contains("budgets: parse: "))
    }
}
