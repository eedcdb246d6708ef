import CanonicalJSON
import Foundation
import SyncBridge
import SyncImport
import TestSupport
import Testing

/// known_hosts files.
@Suite struct KnownHostsTests {
    private static func fixtureResult() throws -> ImportResult {
        try KnownHostsImport(updatedAt: 1_700_000_000_000, sha256: sha256).run([fixture("known_hosts")])
    }

    @Test func fixtureFile() throws {
        let result = try Self.fixtureResult()
        let records = try result.payload.rows(of: "knownHost").map { try KnownHostRecord(row: $0) }
        func line(_ record: KnownHostRecord) -> String { "\(record.hostPattern) \(record.port) \(record.keyType)" }
        #expect(
            records.map(line) == [
                "github.com 22 ssh-ed25519", "192.0.2.4 22 ssh-ed25519", "github.com 22 ssh-rsa",
                "gitea.example.com 3022 ssh-ed25519", "2001:db8:2::a 3022 ssh-ed25519",
                "bastion.example.com 22 ecdsa-sha2-nistp256", "bastion.example.com 22 ssh-ed25519",
                "2001:db8:1::5 22 ssh-ed25519",
                "|1|BwcHBwcHBwcHBwcHBwcHBwcHBwc=|nc8K/LwaB/TBsv9glaAbofPnOUY= 22 ssh-ed25519",
                "|1|CQkJCQkJCQkJCQkJCQkJCQkJCQk=|SruV6mo7iY3N5bPTd9VZNkMRS9k= 22 ecdsa-sha2-nistp256",
                "*.example.com 22 ssh-ed25519", "*.lab,!gpu.lab 22 ssh-ed25519",
            ])
        for record in records {
            #expect(
                record.id
                    == KnownHostRecord.derivedID(
                        hostPattern: record.hostPattern, port: record.port, keyType: record.keyType))
            #expect(record.addedAt == 1_700_000_000_000)
        }
        let authority = try #require(records.first { $0.hostPattern == "*.example.com" })
        #expect(authority.extra == ["marker": "cert-authority", "comment": "CA der Büros"])
        #expect(records[2].extra == ["comment": "GitHub (RSA)"])
        // As `ssh-keygen -lf` prints it.
        #expect(records[0].fingerprintSha256 == "SHA256:VWBzv8Xp4nkYtDuPQ5nFqR80h2OciXFofkbpZfmpNVo")
        try SnapshotCheck.check(try result.payload.canonicalBytes())
    }

    /// A revoked key is trusted nowhere, though one of its lines has no mark.
    @Test func revokedKeys() throws {
        let result = try Self.fixtureResult()
        let revoked = try result.payload.rows(of: "knownHostRevoked").map { try KnownHostRecord(row: $0) }
        #expect(revoked.map(\.hostPattern) == ["*"])
        #expect(revoked[0].extra == ["marker": "revoked", "comment": "stolen 2023-11-02"])
        #expect(!result.payload.rows(of: "knownHost").contains { "\($0.content)".contains("\(revoked[0].publicKey)") })
    }

    @Test func notes() throws {
        let notes = try Self.fixtureResult().notes.map(\.description)
        #expect(
            notes == [
                "known_hosts:16: skipped: no key type and base64 key of that type after the hosts",
                "known_hosts:17: skipped: no key type and base64 key of that type after the hosts",
                "known_hosts:13: a revoked key: kept in the collection knownHostRevoked",
                "known_hosts:14: left out: another line revokes this key",
                "known_hosts:15: left out: another ssh-ed25519 key of bastion.example.com port 22 stands before",
            ])
    }

    /// `ssh-keygen -lf` prints the fingerprints that the rows have.
    @Test(.enabled(if: Tool.isInstalled("ssh-keygen"), "needs ssh-keygen")) func agreesWithKeygen() throws {
        let records = try Self.fixtureResult().payload.rows(of: "knownHost").map { try KnownHostRecord(row: $0) }
        let lines = records.map {
            "\($0.hostPattern == "*.example.com" ? "x" : $0.hostPattern) \($0.keyType) \($0.publicKey)"
        }
        try withTemporaryFolder { folder in
            let file = folder.appending(path: "known_hosts")
            try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
            let keygen = try Tool.run(["ssh-keygen", "-lf", file.path()])
            #expect(keygen.status == 0)
            let printed = keygen.text.split(separator: "\n").map { String($0.split(separator: " ")[1]) }
            #expect(printed == records.map { $0.fingerprintSha256.description })
        }
    }

    @Test func oddLines() throws {
        let key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICpYK3suzeu0OulXqBbDNG1fnV2zyFJmkysfF1g+yBCH"
        let other = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMcW9Uj5nfaOgs69+T4cui1IjpKj2IL8skrzpHo/ocMK"
        let file =
            "\u{FEFF}# c\r\n\r\n  a\t\(key)  spaced  comment \r\na \(key) again\r\n@unknown b \(key)\r\n@cert-authority\r\n"
            + "[c]:70000 \(key)\r\n1024 35 123456\r\na \(other)\r\n,, \(key)\r\n@cert-authority a \(key)"
        let result = try KnownHostsImport(updatedAt: 7, sha256: sha256).run([
            ImportSource(name: "k", bytes: Array(file.utf8))
        ])
        let records = try result.payload.rows(of: "knownHost").map { try KnownHostRecord(row: $0) }
        #expect(records.map(\.hostPattern) == ["a", "[c]:70000"])
        #expect(records[0].extra == ["comment": "spaced  comment"])
        #expect(result.notes.map(\.line) == [5, 6, 8, 10, 9, 11])
    }
}
