import Conformance
import Foundation
import TestSupport
import Testing

/// The table of partitions against the committed vectors.
struct PartitionTests {
    private struct Row {
        var operation: String
        var partition: String
        var patterns: [String]
    }

    /// VE-23
    @Test func everyPartitionHasAVectorAndEveryVectorAPartition() throws {
        let rows = try Self.rows()
        #expect(rows.count > 100)
        let vectors = try Repository.vectorFiles().flatMap(\.vectors)
        var placed: Set<String> = []
        for row in rows {
            let candidates = vectors.filter { $0.operation == row.operation }.map(\.id)
            #expect(!row.patterns.isEmpty, "\(row.partition) of \(row.operation) names no vector")
            for pattern in row.patterns {
                let found = candidates.filter { fnmatch(pattern, $0, 0) == 0 }
                #expect(!found.isEmpty, "\(row.partition) of \(row.operation): no vector \(pattern)")
                placed.formUnion(found)
            }
        }
        let missing = vectors.map(\.id).filter { !placed.contains($0) }
        #expect(missing == [], "vectors that no partition of Spec/partitions.md names")
    }

    private static func rows() throws -> [Row] {
        let text = try String(contentsOf: Repository.root.appending(path: "Spec/partitions.md"), encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return Row(
                operation: cells[0].trimmingCharacters(in: CharacterSet(charactersIn: "`")),
                partition: "\(cells[1]), \(cells[2])",
                patterns: cells[3].matches(of: /`([^`]+)`/).map { String($0.1) })
        }
    }
}
