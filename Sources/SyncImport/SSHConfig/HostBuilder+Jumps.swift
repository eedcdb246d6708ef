import CanonicalJSON

extension HostBuilder {
    /// The ids of the hosts of a `ProxyJump`, the first hop first, as a JSON text, and those hosts that are no aliases.
    ///
    /// A hop that is an alias with the alias's user and port is that host; any other becomes a host of its own.
    mutating func jumps(
        _ line: ConfigLine, from name: String
    ) throws(ImportError) -> (ids: JSONString, wanted: [Wanted]) {
        guard line.rest.lowercased() != "none" else { return ("[]", []) }
        var ids: [JSONValue] = []
        var wanted: [Wanted] = []
        for text in line.rest.split(separator: ",", omittingEmptySubsequences: false) {
            guard let hop = Hop(text) else { throw line.place.error(.syntax, "ProxyJump takes [user@]host[:port]") }
            guard !hop.host.utf8.elementsEqual(name.utf8) else {
                note(line.place, "\(name) does not jump through itself")
                continue
            }
            if try isAlias(hop) {
                ids.append(.string(SSHConfigImport.hostID(hop.host)))
                continue
            }
            let id = SSHConfigImport.hostID(hop.text)
            note(line.place, "the jump \(hop.text) is not an alias: it becomes a host of its own")
            ids.append(.string(id))
            wanted.append(Wanted(name: hop.host, id: id, user: hop.user, port: hop.port))
        }
        return (Self.text(.array(ids)), wanted)
    }

    private func isAlias(_ hop: Hop) throws(ImportError) -> Bool {
        guard isAlias(hop.host) else { return false }
        let options = HostOptions(of: Array(hop.host.utf8), in: blocks)
        let port = try Self.port(options)
        return (hop.user == nil || hop.user == options["user"]?.arguments.first)
            && (hop.port == nil || hop.port == port)
    }

    /// One hop: `[user@]host[:port]` or `ssh://[user@]host[:port]`, an IPv6 address in brackets where a port follows.
    private struct Hop {
        var text: String
        var user: String?
        var host: String
        var port: Int64?

        init?(_ given: Substring) {
            var rest = given.utf8.drop { $0.isSpace }
            while rest.last?.isSpace == true { rest = rest.dropLast() }
            text = String(decoding: rest, as: UTF8.self)
            if rest.starts(with: "ssh://".utf8) { rest = rest.dropFirst(6) }
            if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
                user = String(decoding: rest[..<at], as: UTF8.self)
                rest = rest[rest.index(after: at)...]
            }
            let endpoint = Endpoint(String(decoding: rest, as: UTF8.self))
            host = endpoint.host
            guard !host.isEmpty, user != "" else { return nil }
            guard let digits = endpoint.port else { return }
            guard let port = HostBuilder.port(digits) else { return nil }
            self.port = port
        }
    }
}

/// A host and perhaps a port: `host`, `host:port`, `[address]:port`, a bare IPv6 address.
struct Endpoint {
    var host: String
    var port: String?

    init(_ text: String) {
        host = text
        if text.hasPrefix("["), let close = text.lastIndex(of: "]") {
            host = String(text[text.index(after: text.startIndex)..<close])
            let rest = text[close...].dropFirst()
            if rest.hasPrefix(":") { port = String(rest.dropFirst()) }
        } else if text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1, let colon = text.firstIndex(of: ":") {
            host = String(text[..<colon])
            port = String(text[colon...].dropFirst())
        }
    }
}
