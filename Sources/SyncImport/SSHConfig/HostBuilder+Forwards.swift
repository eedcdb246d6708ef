import CanonicalJSON
import SyncBridge

extension HostBuilder {
    /// The port forwards of a host. Forwards of sockets and remote SOCKS proxies have no record and are noted.
    mutating func forwards(of host: JSONString, _ options: HostOptions) throws(ImportError) -> [PortForwardRecord] {
        var records: [PortForwardRecord] = []
        var ids: Set<JSONString> = []
        for (keyword, kind) in [
            ("localforward", PortForwardKind.local), ("remoteforward", .remote), ("dynamicforward", .dynamic),
        ] {
            for line in options.lines(keyword) {
                if let record = try forward(line, kind, of: host), ids.insert(record.id).inserted {
                    records.append(record)
                }
            }
        }
        return records
    }

    private mutating func forward(
        _ line: ConfigLine, _ kind: PortForwardKind, of host: JSONString
    ) throws(ImportError) -> PortForwardRecord? {
        if line.arguments.contains(where: { $0.hasPrefix("/") }) {
            note(line.place, "\(line.keyword) of a socket is not imported")
            return nil
        }
        if kind == .remote, line.arguments.count == 1 {
            note(line.place, "\(line.keyword) without a target, a remote SOCKS proxy, is not imported")
            return nil
        }
        guard line.arguments.count == (kind == .dynamic ? 1 : 2) else {
            throw line.place.error(.syntax, "\(line.keyword) takes a listening port and, unless dynamic, a target")
        }
        let listen = try Self.endpoint(line.arguments[0], line)
        let text = "\(host)\n\(kind.rawValue)\n" + line.arguments.joined(separator: "\n")
        var record = PortForwardRecord(id: SSHConfigImport.derivedID("pf", text), updatedAt: settings.updatedAt)
        record.hostId = host
        record.name = JSONString("\(kind.rawValue) \(listen.port)")
        record.kind = kind
        record.bindHost = listen.host.map { JSONString($0.isEmpty ? "*" : $0) }
        record.bindPort = listen.port
        record.autoStart = true
        if kind != .dynamic {
            let target = try Self.endpoint(line.arguments[1], line)
            guard let name = target.host, !name.isEmpty else {
                throw line.place.error(.syntax, "a target is host:port")
            }
            record.targetHost = JSONString(name)
            record.targetPort = target.port
        }
        return record
    }

    /// `port`, `host:port`, `[address]:port`.
    private static func endpoint(_ text: String, _ line: ConfigLine) throws(ImportError) -> (host: String?, port: Int64)
    {
        if let port = port(text) { return (nil, port) }
        let endpoint = Endpoint(text)
        guard let port = endpoint.port.flatMap({ port($0) }) else {
            throw line.place.error(.syntax, "\(line.keyword) takes [address:]port, an IPv6 address in brackets")
        }
        return (endpoint.host, port)
    }
}
