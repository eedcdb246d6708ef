import CanonicalJSON
import Foundation
import SyncBridge
import SyncImport
import TestSupport
import Testing

/// Files with random damage: an import gives an error or a canonical payload, and never ends the process.
@Suite struct MutationTests {
    /// Some bytes changed, dropped, doubled or taken from elsewhere in the file.
    private static func damage(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let at = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.remove(at: at)
            case 2: bytes[at] = bytes[Int.random(in: 0..<bytes.count, using: &generator)]
            default:
                let end = min(bytes.count, at + Int.random(in: 1...40, using: &generator))
                bytes.insert(contentsOf: bytes[at..<end], at: Int.random(in: 0...bytes.count, using: &generator))
            }
        }
        return bytes
    }

    /// How often `body` gave a payload in `rounds` damaged copies; a payload that is not canonical is an issue.
    private static func accepted(
        _ bytes: [UInt8], rounds: Int, seed: UInt64, _ body: ([UInt8]) throws -> Payload
    ) throws -> Int {
        var generator = SeededGenerator(seed: seed)
        var accepted = 0
        for round in 0..<rounds {
            let damaged = damage(bytes, &generator)
            let payload: Payload
            do { payload = try body(damaged) } catch is ImportError { continue }
            accepted += 1
            let good = (try? payload.canonicalBytes()).map { (try? SnapshotCheck.check($0)) != nil } ?? false
            if !good { Issue.record("seed \(seed), round \(round)") }
        }
        return accepted
    }

    @Test func configurations() throws {
        let source = try fixture("ssh_config").bytes
        let accepted = try Self.accepted(source, rounds: 300, seed: 11) {
            try fixtureImport().run([ImportSource(name: "c", bytes: $0)]).payload
        }
        #expect(accepted > 50 && accepted < 300)
    }

    @Test func knownHosts() throws {
        let source = try fixture("known_hosts").bytes
        let accepted = try Self.accepted(source, rounds: 300, seed: 12) {
            try KnownHostsImport(updatedAt: 1, sha256: sha256).run([ImportSource(name: "k", bytes: $0)]).payload
        }
        #expect(accepted == 300, "lines that cannot be read are skipped")
    }

    @Test func databases() throws {
        try withTemporaryFolder { folder in
            let file = folder.appending(path: "whole.db")
            let payload = try fixtureImport().run([fixture("ssh_config")]).payload
            try SQLiteExport.write(payload, toDatabaseAt: file.path())
            let damaged = folder.appending(path: "damaged.db")
            let accepted = try Self.accepted([UInt8](Data(contentsOf: file)), rounds: 150, seed: 13) {
                try Data($0).write(to: damaged)
                return try SQLiteImport.read(databaseAt: damaged.path()).payload
            }
            #expect(accepted > 0 && accepted < 150)
        }
    }
}
