import CanonicalJSON
import SyncBridge

/// Makes the records out of the blocks of a configuration.
struct HostBuilder {
    let blocks: ConfigBlocks
    let settings: SSHConfigImport
    var hosts: [HostRecord] = []
    var forwards: [PortForwardRecord] = []
    var keys: [KeyRecord] = []
    var knownKeys: Set<JSONString> = []
    /// The aliases in the order in which `Host` lines name them, each once, with the first of those lines.
    private let aliases: [(name: String, block: ConfigReader.Block)]
    private let names: Set<[UInt8]>
    private var known: Set<JSONString> = []
    private var notes: [ImportNote]
    private var noted: Set<ImportNote> = []

    init(reader: ConfigReader, settings: SSHConfigImport) {
        blocks = ConfigBlocks(reader.blocks)
        notes = reader.notes
        self.settings = settings
        aliases = Self.aliases(of: reader.blocks)
        names = Set(aliases.map { Array($0.name.utf8) })
    }

    mutating func build() throws(ImportError) {
        for line in blocks.all.lazy.flatMap(\.lines) where !HostOptions.held.contains(line.name) {
            note(line.place, "no field holds \(line.keyword): kept in sshOptions of the hosts")
        }
        for (name, block) in aliases {
            // The hosts of its jumps follow a host, each before the next; a stack, since jumps may chain without end.
            var wanted = [Wanted(name: name, id: SSHConfigImport.hostID(name), comment: block.comment)]
            while let next = wanted.popLast() { wanted += try addHost(next).reversed() }
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
        names.contains(Array(name.utf8))
    }

    /// A host to add; user and port of a jump go before the configuration's.
    struct Wanted {
        var name: String
        var id: JSONString
        var comment: [String] = []
        var user: String?
        var port: Int64?
    }

    /// Adds a host unless its id is there already; gives the hosts that its jumps need.
    private mutating func addHost(_ wanted: Wanted) throws(ImportError) -> [Wanted] {
        let (name, id) = (wanted.name, wanted.id)
        guard known.insert(id).inserted else { return [] }
        let options = HostOptions(of: Array(name.utf8), in: blocks)
        var host = HostRecord(id: id, updatedAt: settings.updatedAt)
        host.createdAt = settings.updatedAt
        host.name = JSONString(name)
        host.note = JSONString(wanted.comment.joined(separator: "\n"))
        host.hostname = JSONString(Self.hostname(options["hostname"], alias: name))
        host.port = if let port = wanted.port { port } else { try Self.port(options) }
        host.username = (wanted.user ?? options["user"]?.arguments.first).map { JSONString($0) }
        host.proxyCommand = Self.command(options["proxycommand"])
        host.startupCommand = Self.command(options["remotecommand"])
        host.keepAliveSec = try Self.seconds(options["serveraliveinterval"])
        host.env = try environment(options["setenv"])
        let sent = options.lines("sendenv").flatMap(\.arguments)
        if !sent.isEmpty { host.extra["sendEnv"] = .array(sent.map { .string(JSONString($0)) }) }
        try setKey(of: &host, options)
        var others = JSONObject()
        for line in options.others { others[JSONString(line.keyword)] = .string(JSONString(line.rest)) }
        if !others.isEmpty { host.extra["sshOptions"] = .object(others) }
        let digits = String(hosts.count + 1)
        host.sortKey = JSONString(String(repeating: "0", count: max(0, 6 - digits.count)) + digits)
        var hops: [Wanted] = []
        if let line = options["proxyjump"] { (host.jumpHostIds, hops) = try jumps(line, from: name) }
        hosts.append(host)
        forwards += try forwards(of: id, options)
        return hops
    }

    private static func aliases(of blocks: [ConfigReader.Block]) -> [(name: String, block: ConfigReader.Block)] {
        var seen: Set<[UInt8]> = []
        var aliases: [(name: String, block: ConfigReader.Block)] = []
        for block in blocks where block.place != nil {
            guard case .host(let patterns)? = block.conditions.last else { continue }
            for name in patterns.names where block.applies(to: name) {
                guard seen.insert(name).inserted else { continue }
                aliases.append((String(decoding: name, as: UTF8.self), block))
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
        var positions: [JSONString: Int] = [:]
        for (position, host) in hosts.enumerated() { positions[host.id] = position }
        let circles = JumpCircles(
            hosts.map { host in
                let ids = (try? JSONValue(parsing: host.jumpHostIds.wtf8))?.arrayValue ?? []
                return ids.compactMap { $0.stringValue.flatMap { positions[$0] } }
            })
        for (name, block) in aliases {
            guard let position = positions[SSHConfigImport.hostID(name)], circles.isOnCircle[position],
                let place = block.place
            else { continue }
            note(place, "\(name) jumps through itself")
        }
    }
}
