/// A pattern of a `Host` line: `*` and `?` are wild, `!` before it negates.
struct HostPattern: Hashable {
    var text: [UInt8]
    var isNegated: Bool

    init(_ pattern: String) {
        isNegated = pattern.utf8.first == UInt8(ascii: "!")
        text = Array(pattern.utf8.dropFirst(isNegated ? 1 : 0))
    }

    /// Whether it names one host: neither wild nor negated nor empty.
    var isConcrete: Bool {
        !isNegated && !text.isEmpty && !text.contains(UInt8(ascii: "*")) && !text.contains(UInt8(ascii: "?"))
    }

    /// Whether the text matches, negation apart. Bytes are compared as they are, as OpenSSH does.
    func matches(_ name: [UInt8]) -> Bool {
        var (at, position) = (0, 0)
        var star: (at: Int, name: Int)?
        while position < name.count {
            if at < text.count, text[at] == UInt8(ascii: "*") {
                star = (at, position)
                at += 1
            } else if at < text.count, text[at] == UInt8(ascii: "?") || text[at] == name[position] {
                at += 1
                position += 1
            } else if let last = star {
                at = last.at + 1
                position = last.name + 1
                star = (last.at, position)
            } else {
                return false
            }
        }
        return text[at...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}

/// The patterns of one `Host` line, sorted so that a line of many names is looked up and not searched.
struct HostPatterns {
    /// The names among the patterns, in the order of the line.
    private(set) var names: [[UInt8]] = []
    /// Whether only a name of the line can match.
    var areNamesOnly: Bool { wild.isEmpty }

    private var known: Set<[UInt8]> = []
    private var wild: [HostPattern] = []
    private var negated: [HostPattern] = []

    init(_ patterns: [String]) {
        for pattern in patterns.lazy.map(HostPattern.init) {
            if pattern.isNegated {
                negated.append(pattern)
            } else if !pattern.isConcrete {
                wild.append(pattern)
            } else if known.insert(pattern.text).inserted {
                names.append(pattern.text)
            }
        }
    }

    /// Whether some pattern matches and no negated one does.
    func matches(_ name: [UInt8]) -> Bool {
        (known.contains(name) || wild.contains { $0.matches(name) }) && !negated.contains { $0.matches(name) }
    }
}
