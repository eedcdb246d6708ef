import CanonicalJSON
import SyncBridge

/// Makes the records out of the blocks of a configuration.
struct HostBuilder {
    let blocks: [ConfigReader.Block]
    let settings: SSHConfigImport
    var hosts: [HostRecord] = []
    var forwards: [PortForwardRecord] = []
    var keys: [KeyRecord] = []
    /// The aliases in the order in which `Host` lines name them, each once, with the first of those lines.
    private let aliases: [(name: String, block: ConfigReader.Block)]
    private var known: Set<JSONString> = []
    private var notes: [ImportNote]
    private var noted: Set<ImportNote> = []

    init(reader: ConfigReader, settings: SSHConfigImport) {
        blocks = reader.blocks
        notes = reader.notes
        self.settings = settings
        aliases = Self.aliases(of: reader.blocks)
    }

    mutating func build() throws(ImportError) {
        for line in blocks.lazy.flatMap(\.lines) where !HostOptions.held.contains(line.name) {
            note(line.place, "no field holds \(line.keyword): kept in sshOptions of the hosts")
        }
        for (name, block) in aliases {
            try addHost(name, id: SSHConfigImport.hostID(name), comment: block.comment)
        }
        noteCircles()
    }

    func result() throws(ImportError) -> ImportResult {
        var payload = Payload()
        try Self.add("host", hosts, to: &payload)
        try Self.add("key", keys, to: &payload)
        try Self.add("portForward", forwards, to: &payload)
        return ImportResult(payload: payload, notes: notes)
    }

    mutating func note(_ place: Place, _ message: String) {
        let note = place.note(message)
        if noted.insert(note).inserted { notes.append(note) }
    }

    func isAlias(_ name: String) -> Bool {
        aliases.contains { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// Adds the host of a name unless its id is there already; user and port of a jump go before the configuration's.
    mutating func addHost(
        _ name: String, id: JSONString, comment: [String] = [], user: String? = nil, port: Int64? = nil
    ) throws(ImportError) {
        guard known.insert(id).inserted else { return }
        let options = HostOptions(of: Array(name.utf8), in: blocks)
        var host = HostRecord(id: id, updatedAt: settings.updatedAt)
        host.createdAt = settings.updatedAt
        host.name = JSONString(name)
        host.note = JSONString(comment.joined(separator: "\n"))
        host.hostname = JSONString(Self.hostname(options["hostname"], alias: name))
        host.port = if let port { port } else { try Self.port(options) }
        host.username = (user ?? options["user"]?.arguments.first).map { JSONString($0) }
        host.proxyCommand = Self.command(options["proxycommand"])
        host.startupCommand = Self.command(options["remotecommand"])
        host.keepAliveSec = try Self.seconds(options["serveraliveinterval"])
        host.env = try environment(options["setenv"])
        let sent = options.lines("sendenv").flatMap(\.arguments)
        if !sent.isEmpty { host.extra["sendEnv"] = .array(sent.map { .string(JSONString($0)) }) }
        try setKey(of: &host, options)
        for line in options.others {
            var kept = host.extra["sshOptions"] ?? .object(JSONObject())
            kept[JSONString(line.keyword)] = .string(JSONString(line.rest))
            host.extra["sshOptions"] = kept
        }
        let position = hosts.count
        let digits = String(position + 1)
        host.sortKey = JSONString(String(repeating: "0", count: max(0, 6 - digits.count)) + digits)
        // The place among the hosts comes before those that its jumps add.
        hosts.append(host)
        if let line = options["proxyjump"] { hosts[position].jumpHostIds = try jumps(line, from: name) }
        for forward in try forwards(of: id, options) { forwards.append(forward) }
    }

    private static func aliases(of blocks: [ConfigReader.Block]) -> [(name: String, block: ConfigReader.Block)] {
        var seen: Set<[UInt8]> = []
        var aliases: [(name: String, block: ConfigReader.Block)] = []
        for block in blocks where block.place != nil {
            guard case .host(let patterns)? = block.conditions.last else { continue }
            for pattern in patterns where pattern.isConcrete && block.applies(to: pattern.text) {
                guard seen.insert(pattern.text).inserted else { continue }
                aliases.append((String(decoding: pattern.text, as: UTF8.self), block))
            }
        }
        return aliases
    }

    private static func add<Record: SyncRecord>(
        _ name: JSONString, _ records: [Record], to payload: inout Payload
    ) throws(ImportError) {
        guard !records.isEmpty else { return }
        var rows: [Row] = []
        for record in records {
            do { rows.append(try record.row()) } catch {
                throw ImportError(.value, source: "\(name)", reason: "\(record.id): \(error)")
            }
        }
        payload.collections.append(.init(name: name, rows: rows))
    }

    /// Says which hosts are reached through themselves.
    private mutating func noteCircles() {
        var next: [JSONString: [JSONString]] = [:]
        for host in hosts {
            let ids = (try? JSONValue(parsing: host.jumpHostIds.wtf8))?.arrayValue ?? []
            next[host.id] = ids.compactMap(\.stringValue)
        }
        for (name, block) in aliases {
            let start = SSHConfigImport.hostID(name)
            var seen: Set<JSONString> = []
            var open = next[start] ?? []
            while let id = open.popLast() {
                if seen.insert(id).inserted { open += next[id] ?? [] }
            }
            if seen.contains(start), let place = block.place { note(place, "\(name) jumps through itself") }
        }
    }
}
