import CanonicalJSON
import SyncBridge

/// Host keys out of known_hosts files of OpenSSH.
///
/// A row of `knownHost` is made for each pattern of a line and its key; the port comes out of `[host]:port`. A line with
/// a negated pattern stays one row, since its patterns mean something only together; so does a hashed name, whose port
/// is not known and given as 22. The table has no field for marks and comments: they travel as the unknown fields
/// `marker` (`cert-authority`) and `comment`.
///
/// A key marked `@revoked` must never be taken for a trusted one by a reader that does not know the mark. It goes into a
/// collection of its own, `knownHostRevoked`, and the same key makes no row of `knownHost`, whatever its line says.
///
/// The id allows one key for a pattern, port and key type. A second one is left out and noted: settling it is a
/// decision for a person.
public struct KnownHostsImport {
    /// The collection of revoked keys, with the fields of `knownHost`.
    public static let revokedCollection = "knownHostRevoked"

    /// The stamp of all rows, and when their keys were added: milliseconds since 1970.
    public var updatedAt: Int64
    /// The SHA-256 of bytes.
    public var sha256: ([UInt8]) -> [UInt8]

    /// Makes an import.
    public init(updatedAt: Int64, sha256: @escaping ([UInt8]) -> [UInt8]) {
        self.updatedAt = updatedAt
        self.sha256 = sha256
    }

    /// Imports files. Lines that OpenSSH skips because it cannot read them are skipped and noted.
    ///
    /// Throws ``ImportError`` when the rows cannot be made, as with a stamp that no row may have.
    public func run(_ sources: [ImportSource]) throws(ImportError) -> ImportResult {
        var notes: [ImportNote] = []
        var lines: [(line: KnownHostsLine, place: Place)] = []
        for source in sources {
            var repaired: Set<Int> = []
            for (index, text) in source.lines(onRepair: { repaired.insert($0) }).enumerated() {
                let place = Place(source: source.name, line: index + 1)
                if repaired.contains(place.line) {
                    notes.append(place.note("not UTF-8: U+FFFD stands for what is not"))
                }
                do {
                    if let line = try KnownHostsLine(text) { lines.append((line, place)) }
                } catch {
                    notes.append(place.note("skipped: \(error.reason)"))
                }
            }
        }
        let revokedKeys = Set(lines.filter { $0.line.mark == .revoked }.map(\.line.key.blob))
        var trusted = Rows()
        var revoked = Rows()
        for (line, place) in lines {
            if line.mark == .revoked {
                notes.append(place.note("a revoked key: kept in the collection \(Self.revokedCollection)"))
                for record in records(line) { revoked.add(record, place, &notes) }
            } else if revokedKeys.contains(line.key.blob) {
                notes.append(place.note("left out: another line revokes this key"))
            } else {
                for record in records(line) { trusted.add(record, place, &notes) }
            }
        }
        var payload = Payload()
        for (name, rows) in [("knownHost", trusted), (Self.revokedCollection, revoked)] where !rows.records.isEmpty {
            payload.collections.append(.init(name: JSONString(name), rows: try rows.rows(name)))
        }
        return ImportResult(payload: payload, notes: notes)
    }

    private func records(_ line: KnownHostsLine) -> [KnownHostRecord] {
        let isOne = line.patterns.contains { $0.hasPrefix("!") }
        let patterns = isOne ? [line.patterns.joined(separator: ",")] : line.patterns
        return patterns.map { pattern in
            let place = isOne || pattern.hasPrefix("|") ? (pattern, 22) : Self.place(pattern)
            let (host, port, type) = (JSONString(place.0), place.1, JSONString(line.key.type))
            let id = KnownHostRecord.derivedID(hostPattern: host, port: port, keyType: type)
            var record = KnownHostRecord(id: id, updatedAt: updatedAt)
            record.hostPattern = host
            record.port = port
            record.keyType = type
            record.fingerprintSha256 = JSONString(line.key.fingerprint(sha256))
            record.publicKey = JSONString(line.key.base64)
            record.addedAt = updatedAt
            if let mark = line.mark { record.extra["marker"] = .string(JSONString(String(mark.rawValue.dropFirst()))) }
            if !line.key.comment.isEmpty { record.extra["comment"] = .string(JSONString(line.key.comment)) }
            return record
        }
    }

    /// Host and port of `[host]:port`; any other pattern, a bare IPv6 address too, with port 22.
    private static func place(_ pattern: String) -> (String, Int64) {
        guard pattern.hasPrefix("[") else { return (pattern, 22) }
        let endpoint = Endpoint(pattern)
        guard let port = endpoint.port.flatMap({ HostBuilder.port($0) }) else { return (pattern, 22) }
        return (endpoint.host, port)
    }

    /// Records by id, in the order of their lines.
    private struct Rows {
        var records: [KnownHostRecord] = []
        private var positions: [JSONString: Int] = [:]

        mutating func add(_ record: KnownHostRecord, _ place: Place, _ notes: inout [ImportNote]) {
            guard let position = positions[record.id] else {
                positions[record.id] = records.count
                records.append(record)
                return
            }
            let there = records[position]
            guard there.publicKey != record.publicKey || there.extra["marker"] != record.extra["marker"] else { return }
            let name = "\(record.keyType) key of \(record.hostPattern) port \(record.port)"
            notes.append(place.note("left out: another \(name) stands before"))
        }

        func rows(_ collection: String) throws(ImportError) -> [Row] {
            var rows: [Row] = []
            for record in records {
                do { rows.append(try record.row()) } catch {
                    throw ImportError(.value, source: collection, reason: "\(record.id): \(error)")
                }
            }
            return rows
        }
    }
}
