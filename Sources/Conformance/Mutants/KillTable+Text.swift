extension KillTable {
    /// The table for people: each mutant with what catches it, then what is missing, then the covering set.
    public func table() -> String {
        let rows = mutants.map { mutant in
            let kills = kills(of: mutant)
            let first = kills.prefix(2).map(\.vector).joined(separator: ", ")
            return [
                mutant.rawValue, mutant.layer.rawValue, "\(kills.count)", "\(reasonCount(of: mutant))",
                first.isEmpty ? "SURVIVES" : first,
            ]
        }
        var text = Self.columns([["mutant", "layer", "vectors", "reasons", "caught by"]] + rows) { row in
            row == 0 ? nil : mutants[row - 1].mistake
        }
        text += "\n" + scoreLine + "\n"
        text += Self.section("Mutants that survive", survivors.map(\.rawValue))
        text += Self.section("What a check would not accept", faults)
        text += Self.section("Vectors without a reason to exist", idleVectors.map { "\($0.id): \($0.comment)" })
        return text + "\n" + minimalText()
    }

    /// The covering set for people: each vector with the mutants that it adds.
    public func minimalText() -> String {
        let set = coveringSet
        let caught = mutants.count - survivors.count
        return "\(set.count) vectors catch all \(caught) mutants that are caught:\n"
            + Self.columns(set.map { [$0.vector.id, $0.mutants.map(\.rawValue).joined(separator: ", ")] }) { _ in nil }
    }

    private var scoreLine: String {
        let caught = mutants.count - survivors.count
        let twice = mutants.count { reasonCount(of: $0) >= 2 }
        let controls = vectors.count { $0.isControl }
        return "\(caught) of \(mutants.count) mutants caught, \(twice) for two reasons or more; "
            + "\(vectors.count) vectors, of which \(controls) controls and \(idleVectors.count) catch nothing"
    }

    private static func section(_ title: String, _ lines: [String]) -> String {
        lines.isEmpty ? "" : "\n\(title): \(lines.count)\n" + lines.map { "  \($0)\n" }.joined()
    }

    /// Lines of columns, each as wide as its widest cell, with a further line below where `note` has one.
    private static func columns(_ rows: [[String]], note: (Int) -> String?) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.enumerated().map { index, row in
            let cells = zip(row, widths).dropLast().map { $0 + String(repeating: " ", count: $1 - $0.count + 2) }
            let line = cells.joined() + (row.last ?? "") + "\n"
            return line + (note(index).map { "    \($0)\n" } ?? "")
        }.joined()
    }
}
