/// One line of a known_hosts file: a mark, patterns, a key.
struct KnownHostsLine {
    enum Mark: String {
        case certAuthority = "@cert-authority"
        case revoked = "@revoked"
    }

    var mark: Mark?
    /// The patterns, separated at commas.
    var patterns: [String]
    var key: PublicKeyText

    /// Why a line is none.
    struct Fault: Error {
        var reason: String
    }

    /// Reads a line; `nil` for an empty one and for a comment.
    init?(_ line: String) throws(Fault) {
        var rest = line.utf8.drop { $0.isSpace }
        guard let first = rest.first, first != UInt8(ascii: "#") else { return nil }
        if first == UInt8(ascii: "@") {
            guard let mark = Mark(rawValue: Self.word(&rest)) else { throw Fault(reason: "an unknown mark") }
            self.mark = mark
        }
        let hosts = Self.word(&rest)
        patterns = hosts.split(separator: ",").map(String.init)
        guard !patterns.isEmpty else { throw Fault(reason: "no host") }
        guard let key = PublicKeyText(Substring(rest)) else {
            throw Fault(reason: "no key type and base64 key of that type after the hosts")
        }
        self.key = key
    }

    private static func word(_ rest: inout Substring.UTF8View) -> String {
        let end = rest.firstIndex { $0.isSpace } ?? rest.endIndex
        let word = String(decoding: rest[..<end], as: UTF8.self)
        rest = rest[end...].drop { $0.isSpace }
        return word
    }
}
