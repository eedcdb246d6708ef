import CanonicalJSON

/// Where a byte of a JSON text lies, as people look for it.
struct JSONPlace: Equatable {
    /// The innermost value around the byte, as a JSON Pointer: empty for the whole text.
    var path: String
    /// Whether the byte is part of the key that ends the path.
    var isKey: Bool
    /// The line, from 1.
    var line: Int
    /// The column in bytes, from 1.
    var column: Int

    /// Finds the byte at `offset` of `text`; nil where that is no JSON.
    init?(of offset: Int, in text: [UInt8]) {
        guard let document = try? JSONDocument(parsing: text) else { return nil }
        let before = text.prefix(offset)
        line = 1 + before.count { $0 == 0x0A }
        column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
        path = ""
        isKey = false
        var node = document.root
        while let (step, child) = Self.child(of: node, at: offset) {
            path += "/" + step.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : "\($0)" }.joined()
            isKey = child == nil
            guard let child else { break }
            node = child
        }
    }

    /// The path, what of it, and line and column.
    var words: String {
        let place = path.isEmpty ? "the top of the text" : isKey ? "the key of \(path)" : path
        return "\(place), line \(line), column \(column)"
    }

    /// The member or element around the byte, with no value where it is the key; nil where there is none.
    private static func child(of node: JSONNode, at offset: Int) -> (step: String, value: JSONNode?)? {
        for (index, element) in node.elements.enumerated() where element.sourceRange.contains(offset) {
            return ("\(index)", element)
        }
        for member in node.members {
            if member.keyRange.contains(offset) { return (member.key.description, nil) }
            if member.value.sourceRange.contains(offset) { return (member.key.description, member.value) }
        }
        return nil
    }
}
