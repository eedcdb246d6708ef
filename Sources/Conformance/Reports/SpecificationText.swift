/// A clause of the specification: what a stack must do, under an id that keeps its meaning.
public struct Clause: Equatable, Sendable {
    /// Such as `CJ-7`.
    public var id: String
    /// The chapter's file name.
    public var chapter: String
    /// The line of the chapter where it starts, from 1.
    public var line: Int
    /// Its text in Markdown, lines joined by spaces; without the table or block that may belong to it.
    public var text: String

    /// Whether it demands something, MUST or MUST NOT, and is not withdrawn.
    public var isDemand: Bool { text.contains("MUST") && !text.lowercased().hasPrefix("withdrawn") }
}

/// The clauses of the chapters of `Spec/`.
public struct SpecificationText: Equatable, Sendable {
    /// The clauses by chapter, in their order there.
    public private(set) var clauses: [Clause] = []
    /// What vectors are pinned to.
    public let texts: ClauseTexts

    /// Reads chapters as the README of `Spec/` says: a clause starts with its id in bold and ends at an empty line.
    ///
    /// - Throws: `VectorError` where an id occurs twice.
    public init(chapters: [(name: String, bytes: [UInt8])]) throws(VectorError) {
        texts = try ClauseTexts(chapters: chapters)
        clauses = chapters.flatMap { Self.clauses(of: $0.bytes, chapter: $0.name) }
    }

    private static func clauses(of bytes: [UInt8], chapter: String) -> [Clause] {
        var clauses: [Clause] = []
        var isOpen = false
        var isCode = false
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("```") { isCode.toggle() }
            if isCode || line.isEmpty || line.hasPrefix("```") || line.hasPrefix("|") {
                isOpen = false
            } else if let (id, text) = ClauseTexts.start(line) {
                clauses.append(
                    Clause(id: id, chapter: chapter, line: index + 1, text: String(text.drop { $0 == " " })))
                isOpen = true
            } else if isOpen {
                clauses[clauses.count - 1].text += " " + line
            }
        }
        return clauses
    }
}
