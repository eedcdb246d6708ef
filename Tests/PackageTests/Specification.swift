import Foundation
import Testing

/// The clauses and worked examples of `Spec/`, as its README says they are to be read.
struct Specification {
    struct Clause {
        var id: String
        var chapter: String
        var text: String
    }

    struct Example {
        var form: String
        var name: String
        var lines: [String]
    }

    var clauses: [Clause] = []
    var examples: [String: Example] = [:]

    init() throws {
        for file in try Repository.files(in: "Spec", suffix: ".md") {
            let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
            var open: Example?
            for line in lines {
                if let example = open {
                    if line == "```" {
                        try #require(examples[example.name] == nil, "two examples are called \(example.name)")
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
            try #require(open == nil, "\(file.lastPathComponent): a code block is not closed")
        }
    }

    /// The bytes of a `hex` example, after checking the offsets that it claims.
    func hex(_ name: String) throws -> [UInt8] {
        let example = try example(name, form: "hex")
        var bytes: [UInt8] = []
        for line in example.lines {
            var text = line.prefix { $0 != "#" }
            if let match = text.prefixMatch(of: /([0-9a-f]{4,}):/) {
                #expect(Int(match.1, radix: 16) == bytes.count, "\(name): offset \(match.1)")
                text = text[match.range.upperBound...]
            }
            let digits = text.filter { !$0.isWhitespace }
            try #require(digits.count.isMultiple(of: 2), "\(name): \(line)")
            var rest = digits[...]
            while !rest.isEmpty {
                bytes.append(try #require(UInt8(rest.prefix(2), radix: 16), "\(name): \(line)"))
                rest = rest.dropFirst(2)
            }
        }
        return bytes
    }

    func pairs(_ name: String) throws -> [(left: String, right: String)] {
        let pairs: [(left: String, right: String)] = try example(name, form: "pairs").lines.map { line in
            let sides = line.components(separatedBy: " => ")
            try #require(sides.count == 2, "\(name): \(line)")
            return (sides[0].trimmingCharacters(in: .whitespaces), sides[1].trimmingCharacters(in: .whitespaces))
        }
        try #require(!pairs.isEmpty)
        return pairs
    }

    func json(_ name: String) throws -> [UInt8] {
        Array(try example(name, form: "json").lines.joined(separator: "\n").utf8)
    }

    func values(_ name: String) throws -> [String: String] {
        var values: [String: String] = [:]
        for line in try example(name, form: "values").lines {
            let sides = line.components(separatedBy: " = ")
            try #require(sides.count == 2, "\(name): \(line)")
            values[sides[0].trimmingCharacters(in: .whitespaces)] = sides[1].trimmingCharacters(in: .whitespaces)
        }
        return values
    }

    private func example(_ name: String, form: String) throws -> Example {
        let example = try #require(examples[name], "Spec/ has no example \(name)")
        try #require(example.form == form)
        return example
    }
}
