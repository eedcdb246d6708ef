/// What is wrong with an output: the layer, the first difference, and the known mistakes that give exactly this.
public struct Diagnosis: Equatable, Sendable {
    /// What the two sides are, for people.
    public var subject: String
    /// What is wrong in one line; nil where nothing is.
    public var fault: String?
    /// The part of an implementation that is to blame, as far as that is known.
    public var layer: String?
    /// The first difference; nil where there are no two byte strings to compare.
    public var difference: Difference?
    /// Where the difference lies: a field of an archive, or a path, line and column of a JSON text.
    public var place: String?
    /// What else is known, a line each.
    public var notes: [String] = []
    /// The known mistakes that reproduce what was found, in the order of the catalogue.
    public var mutants: [Mutant] = []

    init(_ subject: String, fault: String? = nil) {
        self.subject = subject
        self.fault = fault
    }

    /// Whether there is nothing to explain.
    public var isEqual: Bool { fault == nil }

    /// All of it for people, each line with its newline.
    public func text() -> String {
        guard let fault else { return "\(subject): as expected\n" }
        var lines = ["\(subject): \(fault)"]
        if let layer { lines.append("layer: \(layer)") }
        if let difference { lines += Self.lines(difference, place) }
        lines += notes
        for mutant in mutants {
            lines += ["", "known mistake: \(mutant.rawValue)", "  \(mutant.mistake)", "  \(mutant.remedy)"]
        }
        if mutants.isEmpty { lines += ["", "no known mistake gives exactly this"] }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func lines(_ difference: Difference, _ place: String?) -> [String] {
        let lengths =
            difference.actualCount == difference.expectedCount
            ? "" : " (\(difference.actualCount) bytes; expected \(difference.expectedCount))"
        let field = place.map { ": \($0)" } ?? ""
        var lines = ["first difference: \(difference.place), byte \(difference.offset)\(field)\(lengths)"]
        for (side, window) in [("expected", difference.expected), ("actual", difference.actual)] {
            let rows = HexDump.lines(window, from: difference.windowOffset)
            lines.append("  \(side)\(rows.isEmpty ? ": ends before" : "")")
            lines += rows.map { "    \($0)" }
        }
        return lines
    }
}

extension Diagnosis {
    /// Compares two byte strings of one kind, and says where in them the first difference lies.
    mutating func compare(_ name: String, actual: [UInt8], expected: [UInt8]) {
        difference = Difference(at: name, actual: actual, expected: expected)
        guard let difference else { return }
        if let layout = ByteLayout(archive: expected) ?? ByteLayout(gzip: expected) {
            place = layout.place(of: difference.offset)
            if let other = ByteLayout(archive: actual) ?? ByteLayout(gzip: actual) {
                let names = ByteLayout.differing(layout, expected, other, actual)
                notes.append("fields that differ: \(names.joined(separator: "; "))")
            }
        } else {
            place = JSONPlace(of: difference.offset, in: expected)?.words
        }
    }
}
