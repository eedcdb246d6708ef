/// A pattern of a `Host` line or of a known_hosts line: `*` and `?` are wild, `!` before it negates.
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

extension [HostPattern] {
    /// Whether some pattern matches and no negated one does.
    func matches(_ name: [UInt8]) -> Bool {
        contains { !$0.isNegated && $0.matches(name) } && !contains { $0.isNegated && $0.matches(name) }
    }
}
