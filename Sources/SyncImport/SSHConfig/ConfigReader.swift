/// The blocks of a configuration in the order in which OpenSSH reads them, includes in their places.
struct ConfigReader {
    /// The lines under one `Host` or `Match` line, or before any.
    struct Block {
        /// All of these hold for the block to apply: those of the blocks around the `Include`, then its own.
        var conditions: [Condition]
        var lines: [ConfigLine] = []
        /// The comment lines directly above a `Host` line.
        var comment: [String] = []
        /// Where its `Host` line is.
        var place: Place?

        func applies(to name: [UInt8]) -> Bool {
            conditions.allSatisfy { $0.holds(for: name) }
        }
    }

    enum Condition {
        case host(HostPatterns)
        /// A `Match` line; only `Match all` holds, since the others depend on the moment of connecting.
        case match(all: Bool)

        func holds(for name: [UInt8]) -> Bool {
            switch self {
            case .host(let patterns): patterns.matches(name)
            case .match(let all): all
            }
        }
    }

    /// As deep as OpenSSH goes.
    static let deepestInclude = 16

    var blocks: [Block] = []
    var notes: [ImportNote] = []
    let include: SSHConfigImport.Include

    init(include: @escaping SSHConfigImport.Include) {
        self.include = include
    }

    mutating func read(_ source: ImportSource, within conditions: [Condition] = [], depth: Int = 0) throws(ImportError)
    {
        blocks.append(Block(conditions: conditions))
        var own: [Condition] = []
        var comment: [String] = []
        var repaired: Set<Int> = []
        for (index, text) in source.lines(onRepair: { repaired.insert($0) }).enumerated() {
            let place = Place(source: source.name, line: index + 1)
            if repaired.contains(place.line) { notes.append(place.note("not UTF-8: U+FFFD stands for what is not")) }
            guard let line = try ConfigLine(text, at: place) else {
                if let text = Self.comment(text) { comment.append(text) } else { comment = [] }
                continue
            }
            switch line.name {
            case "host":
                own = [.host(HostPatterns(line.arguments))]
                blocks.append(Block(conditions: conditions + own, comment: comment, place: place))
            case "match":
                let isAll = line.arguments.map { $0.lowercased() } == ["all"]
                if !isAll {
                    notes.append(
                        place.note("Match \(line.rest): the block depends on the connection and is not imported"))
                }
                own = [.match(all: isAll)]
                blocks.append(Block(conditions: conditions + own))
            case "include":
                try read(included: line, within: conditions + own, depth: depth)
                blocks.append(Block(conditions: conditions + own))
            default:
                blocks[blocks.count - 1].lines.append(line)
            }
            comment = []
        }
    }

    private mutating func read(
        included line: ConfigLine, within conditions: [Condition], depth: Int
    ) throws(ImportError) {
        guard depth < Self.deepestInclude else {
            throw line.place.error(.include, "includes nest more than \(Self.deepestInclude) deep")
        }
        for pattern in line.arguments {
            let sources = try include(pattern, line.place.source, line.place.line)
            if sources.isEmpty { notes.append(line.place.note("Include \(pattern) names no file")) }
            for source in sources { try read(source, within: conditions, depth: depth + 1) }
        }
    }

    /// The text of a comment line, `nil` for a line that is none.
    private static func comment(_ line: String) -> String? {
        let trimmed = line.utf8.drop { $0.isSpace }
        guard trimmed.first == UInt8(ascii: "#") else { return nil }
        let text = trimmed.drop { $0 == UInt8(ascii: "#") }.drop { $0.isSpace }
        let end = text.lastIndex { !$0.isSpace }.map { text.index(after: $0) } ?? text.startIndex
        return String(decoding: text[text.startIndex..<end], as: UTF8.self)
    }
}
