import SyncBridge
import SyncEnvelope

/// The texts of the specification's clauses, by which vectors are pinned to them (VE-15).
public struct ClauseTexts: Equatable, Sendable {
    /// The text of each clause, its white space made one space, by the clause's id.
    public private(set) var texts: [String: String] = [:]

    /// The ids in the order of the chapters.
    public private(set) var ids: [String] = []

    /// Reads chapters, each the text of one file of `Spec/`.
    ///
    /// - Throws: `VectorError` for a clause that occurs twice.
    public init(chapters: [(name: String, bytes: [UInt8])]) throws(VectorError) {
        for chapter in chapters { try read(chapter.name, String(decoding: chapter.bytes, as: UTF8.self)) }
    }

    /// The first 8 hex digits of the SHA-256 of the clause's text; nil for an id that no clause has.
    public func pin(of id: String) -> String? {
        guard let text = texts[id], let hash = try? SHA256.hash(Array(text.utf8)) else { return nil }
        return Hex.encode(Array(hash.prefix(4)))
    }

    private mutating func read(_ chapter: String, _ text: String) throws(VectorError) {
        var open: String?
        var isInCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isInCode.toggle() }
            if !isInCode, let (id, rest) = Self.start(line) {
                guard texts.updateValue(Self.normalized(rest), forKey: id) == nil else {
                    throw VectorError(place: chapter, reason: "a second clause \(id)")
                }
                ids.append(id)
                open = id
            } else if !isInCode, line.hasPrefix("#") {
                open = nil
            } else if let id = open, case let words = Self.normalized(line), !words.isEmpty {
                texts[id, default: ""] += " " + words
            }
        }
    }

    /// The id and the rest of a line that starts with `**XX-1**`.
    static func start(_ line: Substring) -> (String, Substring)? {
        guard line.hasPrefix("**") else { return nil }
        let id = line.dropFirst(2).prefix { $0 != "*" }
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 2, parts[0].allSatisfy({ ("A"..."Z").contains($0) }),
            !parts[1].isEmpty, parts[1].allSatisfy({ ("0"..."9").contains($0) }),
            line[id.endIndex...].hasPrefix("**")
        else { return nil }
        return (String(id), line[id.endIndex...].dropFirst(2))
    }

    private static func normalized(_ text: Substring) -> String {
        text.split(whereSeparator: { " \t\r".contains($0) }).joined(separator: " ")
    }
}
