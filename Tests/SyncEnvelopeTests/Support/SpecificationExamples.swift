import Foundation

/// The named blocks of a chapter's examples, as `Spec/README.md` defines them.
struct SpecificationExamples {
    /// Info string, such as `hex ka1`, and the lines of the block.
    private var blocks: [String: [Substring]] = [:]

    init(_ file: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "Spec/\(file)"), encoding: .utf8)
        var open: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                open = open == nil ? String(line.dropFirst(3)) : nil
            } else if let open {
                blocks[open, default: []].append(line)
            }
        }
    }

    /// The bytes of a `hex` block, whose offsets must be right.
    func hex(_ name: String) -> [UInt8] {
        var result: [UInt8] = []
        for line in blocks["hex \(name)"]! {
            let parts = line.prefix { $0 != "#" }.split(separator: ":")
            precondition(Int(parts[0], radix: 16) == result.count, "offset \(parts[0]) in \(name)")
            result += bytes(hex: parts[1].filter { $0 != " " })
        }
        return result
    }

    /// The `name = value` lines of a `values` block.
    func values(_ name: String) -> [String: String] {
        let pairs = blocks["values \(name)"]!.map { $0.split(separator: " = ").map(String.init) }
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
    }
}
