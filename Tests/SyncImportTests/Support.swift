import CanonicalJSON
import Foundation
import SyncBridge
import SyncEnvelope
import SyncImport
import TestSupport
import Testing

func fixture(_ name: String) throws -> ImportSource {
    ImportSource(name: name, bytes: try Repository.fixtures.appending(path: name).bytes())
}

func sha256(_ bytes: [UInt8]) -> [UInt8] {
    (try? SHA256.hash(bytes)) ?? []
}

/// An import that finds includes and public keys among the fixtures.
func fixtureImport(updatedAt: Int64 = 1_700_000_000_000) -> SSHConfigImport {
    SSHConfigImport(
        updatedAt: updatedAt,
        include: { pattern, _, _ throws(ImportError) in
            guard pattern == "conf.d/*.conf" else { return [] }
            do {
                let names = try FileManager.default.contentsOfDirectory(
                    atPath: Repository.fixtures.appending(path: "conf.d").path())
                return try names.sorted().map { try fixture("conf.d/\($0)") }
            } catch {
                throw ImportError(.include, source: pattern, reason: "\(error)")
            }
        },
        publicKey: { path throws(ImportError) in try? fixture(path + ".pub").bytes },
        sha256: sha256)
}

/// Imports a configuration without includes and keys.
func importConfig(_ lines: String, include: [String: String] = [:]) throws -> ImportResult {
    let settings = SSHConfigImport(
        updatedAt: 1,
        include: { pattern, _, _ throws(ImportError) in
            include[pattern].map { [ImportSource(name: pattern, bytes: Array($0.utf8))] } ?? []
        },
        publicKey: { _ throws(ImportError) in nil }, sha256: sha256)
    return try settings.run([ImportSource(name: "config", bytes: Array(lines.utf8))])
}

extension ImportResult {
    func hosts() throws -> [JSONString: HostRecord] {
        let records = try payload.rows(of: "host").map { try HostRecord(row: $0) }
        return Dictionary(records.map { ($0.name, $0) }) { first, _ in first }
    }

    func host(_ name: JSONString) throws -> HostRecord {
        try #require(try hosts()[name])
    }
}
