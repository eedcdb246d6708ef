/// One line of an ssh_config: a keyword and what follows it.
struct ConfigLine {
    /// The keyword as written.
    var keyword: String
    /// What follows, from its first byte to the last that is no space.
    var rest: String
    /// What follows, split into words and without quotes.
    var arguments: [String]
    var place: Place

    /// The keyword in lower case, since keywords have no case.
    var name: String { keyword.lowercased() }

    /// Reads a line; `nil` for an empty one and for a comment.
    init?(_ line: String, at place: Place) throws(ImportError) {
        let bytes = Array(line.utf8)
        guard let first = bytes.firstIndex(where: { !$0.isSpace }), bytes[first] != UInt8(ascii: "#") else {
            return nil
        }
        let end = bytes.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? first
        var at = first
        while at < end, !bytes[at].isSpace, bytes[at] != UInt8(ascii: "=") { at += 1 }
        keyword = String(decoding: bytes[first..<at], as: UTF8.self)
        while at < end, bytes[at].isSpace { at += 1 }
        if at < end, bytes[at] == UInt8(ascii: "=") { at += 1 }
        while at < end, bytes[at].isSpace { at += 1 }
        rest = String(decoding: bytes[at..<end], as: UTF8.self)
        self.place = place
        guard let words = Self.words(bytes[at..<end]) else { throw place.error(.syntax, "a quote is not closed") }
        arguments = words
        guard !rest.isEmpty else { throw place.error(.syntax, "\(keyword) has no argument") }
    }

    /// The words of OpenSSH's `argv_split`: quotes of both kinds, `\` before a quote, itself or a space, and a comment
    /// from a word that starts with `#`. `nil` when a quote is not closed.
    private static func words(_ bytes: ArraySlice<UInt8>) -> [String]? {
        var words: [String] = []
        var at = bytes.startIndex
        while at < bytes.endIndex {
            if bytes[at].isSpace {
                at += 1
                continue
            }
            if bytes[at] == UInt8(ascii: "#") { break }
            var word: [UInt8] = []
            var quote: UInt8?
            while at < bytes.endIndex, quote != nil || !bytes[at].isSpace {
                let byte = bytes[at]
                let next = at + 1 < bytes.endIndex ? bytes[at + 1] : nil
                if byte == UInt8(ascii: "\\"), let next, next.isQuote || next == byte || (quote == nil && next == 0x20)
                {
                    word.append(next)
                    at += 1
                } else if byte == quote {
                    quote = nil
                } else if quote == nil, byte.isQuote {
                    quote = byte
                } else {
                    word.append(byte)
                }
                at += 1
            }
            guard quote == nil else { return nil }
            words.append(String(decoding: word, as: UTF8.self))
        }
        return words
    }
}

extension UInt8 {
    /// Space, tab, form feed: what separates words.
    var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0C || self == 0x0B || self == 0x0D }

    fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
}
