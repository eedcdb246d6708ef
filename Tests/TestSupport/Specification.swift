import Foundation

/// The clauses and worked examples of `Spec/`, as its README says they are to be read.
package struct Specification: Sendable {
    package struct Clause: Sendable {
        package var id: String
        package var chapter: String
        package var text: String
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private struct Example {
        var form: String
        var name: String
        var lines: [String]
    }

    package private(set) var clauses: [Clause] = []
    private var examples: [String: Example] = [:]

    private static let whole = Result {
        var specification = Specification(clauses: [])
        for file in try Repository.files(in: "Spec", suffix: ".md") { try specification.read(file) }
        return specification
    }

    /// All chapters, which are read once.
    package init() throws {
        self = try Self.whole.get()
    }

    private init(clauses: [Clause]) {
        self.clauses = clauses
    }

    private mutating func read(_ file: URL) throws {
        var open: Example?
        for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") {
            if let example = open {
                if line == "```" {
                    try require(examples[example.name] == nil, "two examples are called \(example.name)")
                    examples[example.name] = example
                    open = nil
                } else {
                    open?.lines.append(line)
                }
            } else if line.hasPrefix("```") {
                let words = line.dropFirst(3).split(separator: " ").map(String.init)
                open = Example(
                    form: words.first ?? "", name: words.count == 2 ? words[1] : UUID().uuidString, lines: [])
            } else if let match = line.wholeMatch(of: /\*\*([A-Z]{2}-[0-9]+)\*\*(.*)/) {
                clauses.append(Clause(id: String(match.1), chapter: file.lastPathComponent, text: String(match.2)))
            } else if !line.isEmpty, let last = clauses.indices.last,
                clauses[last].chapter == file.lastPathComponent,
                !line.hasPrefix("|"), !line.hasPrefix("#")
            {
                clauses[last].text += " " + line
            }
        }
        try require(open == nil, "\(file.lastPathComponent): a code block is not closed")
    }
}

extension Specification {
    /// The bytes of a `hex` example, after checking the offsets that it claims.
    package func hex(_ name: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        for line in try lines(name, form: "hex") {
            var text = line.prefix { $0 != "#" }
            if let match = text.prefixMatch(of: /([0-9a-f]{4,}):/) {
                try require(Int(match.1, radix: 16) == bytes.count, "\(name): offset \(match.1)")
                text = text[match.range.upperBound...]
            }
            guard let some = [UInt8](hex: text.filter { !$0.isWhitespace }) else {
                throw Failure(description: "\(name): \(line)")
            }
            bytes += some
        }
        return bytes
    }

    /// The `left => right` lines of a `pairs` example, of which there is at least one.
    package func pairs(_ name: String) throws -> [(left: String, right: String)] {
        let pairs = try sides(name, form: "pairs", separator: " => ")
        try require(!pairs.isEmpty, "\(name) is empty")
        return pairs
    }

    /// The bytes of a `json` example.
    package func json(_ name: String) throws -> [UInt8] {
        Array(try lines(name, form: "json").joined(separator: "\n").utf8)
    }

    /// The statements of a `sql` example.
    package func sql(_ name: String) throws -> String {
        try lines(name, form: "sql").joined(separator: "\n")
    }

    /// The `name = value` lines of a `values` example.
    package func values(_ name: String) throws -> [String: String] {
        let pairs = try sides(name, form: "values", separator: " = ")
        let values = Dictionary(pairs.map { ($0.left, $0.right) }) { first, _ in first }
        try require(values.count == pairs.count, "\(name) gives a value twice")
        return values
    }

    private func sides(_ name: String, form: String, separator: String) throws -> [(left: String, right: String)] {
        try lines(name, form: form).map { line in
            let sides = line.components(separatedBy: separator)
            try require(sides.count == 2, "\(name): \(line)")
            return (sides[0].trimmingCharacters(in: .whitespaces), sides[1].trimmingCharacters(in: .whitespaces))
        }
    }

    private func lines(_ name: String, form: String) throws -> [String] {
        guard let example = examples[name] else { throw Failure(description: "Spec/ has no example \(name)") }
        try require(example.form == form, "\(name) is \(example.form), not \(form)")
        return example.lines
    }

    private func require(_ condition: Bool, _ reason: @autoclosure () -> String) throws {
        if !condition { throw Failure(description: reason()) }
    }
}
