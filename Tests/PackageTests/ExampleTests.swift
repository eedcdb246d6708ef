import CanonicalJSON
import Foundation
import SyncArchive
import SyncBridge
import SyncEnvelope
import TestSupport
import Testing

/// The worked examples of `Spec/`, which were made by other programs, against this code.
struct ExampleTests {
    private let specification: Specification

    init() throws {
        specification = try Specification()
    }

    /// CJ-10 to CJ-32
    @Test(arguments: ["cj-numbers", "cj-strings"])
    func canonicalForms(name: String) throws {
        for (left, right) in try specification.pairs(name) {
            #expect(try CanonicalJSON.canonicalize(Array(left.utf8)) == Array(right.utf8), "\(left)")
        }
    }

    /// CJ-17, CJ-30, CJ-31
    @Test func canonicalBytes() throws {
        let surrogates = #"{"k":"\ud800","l":"\udc00\ud800","m":"\ud83d\ude00","n":"\ufffd"}"#
        #expect(try CanonicalJSON.canonicalize(Array(surrogates.utf8)) == specification.hex("cj-surrogates"))
        #expect(
            try CanonicalJSON.canonicalize(Array(#"{"\u00e9":1,"e\u0301":2}"#.utf8)) == specification.hex("cj-nfc-nfd"))
    }

    /// CJ-33
    @Test func order() throws {
        for (left, right) in try specification.pairs("cj-order") {
            let (a, b) = (try JSONValue(parsing: Array(left.utf8)), try JSONValue(parsing: Array(right.utf8)))
            let (less, greater) = (try #require(a.stringValue), try #require(b.stringValue))
            #expect(less < greater && !(greater < less), "\(left) \(right)")
        }
    }

    /// CJ-35, CJ-36
    @Test func lint() throws {
        for (left, right) in try specification.pairs("cj-lint") {
            #expect(try CanonicalJSON.lint(Array(left.utf8)).map(\.description) == [right], "\(left)")
        }
    }

    /// RW-1, RW-2, PL-1, PL-8
    @Test func rowsAndPayload() throws {
        for name in ["row-live", "row-tombstone", "rc-group-row"] {
            let bytes = try specification.json(name)
            #expect(try Row(parsing: bytes).canonicalBytes() == bytes, "\(name)")
        }
        let payload = try specification.json("payload")
        #expect(try Payload(canonical: payload).canonicalBytes() == payload)
    }

    /// RW-11 to RW-13
    @Test func hashes() throws {
        for (data, hash) in try specification.pairs("rw-hash") {
            let row =
                data == "-" ? #"{"deletedAt":1,"id":"a","updatedAt":1}"# : #"{"data":\#(data),"id":"a","updatedAt":1}"#
            #expect(try Row(parsing: Array(row.utf8)).contentHash().description == hash, "\(data)")
        }
    }

    /// PL-9
    @Test func snapshotCheck() throws {
        for (plaintext, verdict) in try specification.pairs("pl-check") {
            do {
                try SnapshotCheck.check(Array(plaintext.utf8))
                #expect(verdict == "ok", "\(plaintext)")
            } catch { #expect(verdict == error.errorClass.rawValue, "\(plaintext)") }
        }
    }

    /// RC-13, RC-16
    @Test func records() throws {
        let (record, row) = (try specification.json("rc-group-record"), try specification.json("rc-group-row"))
        #expect(try RecordCodec.encode(collection: "group", record: record) == row)
        #expect(try RecordCodec.decode(collection: "group", row: row) == record)
        for (text, id) in try specification.pairs("rc-known-host") {
            let parts = text.components(separatedBy: "\\n")
            let hashed = ContentHash(of: Array(parts.joined(separator: "\n").utf8))
            #expect("kh.\(hashed)" == id, "\(text)")
        }
    }

    /// AC-3, AC-4, AC-17
    @Test func storedBlocks() throws {
        let message = Array("{}".utf8)
        #expect(try Archive.compress(message, codec: .deflate, mode: .stored) == specification.hex("ac-stored"))
        #expect(try Archive.compress(message, codec: .gzip, mode: .stored) == specification.hex("ac-gzip-stored"))
        #expect(try Archive.compress([], codec: .gzip, mode: .stored) == specification.hex("ac-gzip-stored-empty"))
        let deflated = try specification.hex("ac-gzip-deflate")
        #expect(try Archive.decompress(deflated, codec: .gzip, length: 2, limit: 2) == message)
        let two = try Archive.compress([UInt8](repeating: 0x78, count: 65536), codec: .deflate, mode: .stored)
        let (head, tail) = (try specification.hex("ac-stored-two-head"), try specification.hex("ac-stored-two-tail"))
        #expect(two.count == 65546 && Array(two.prefix(head.count)) == head && Array(two.suffix(tail.count)) == tail)
    }

    /// EN-2, EN-15, EN-18, EN-28: known answer 1
    @Test func knownAnswer1() throws {
        let archive = try specification.hex("ka1")
        let key = UnlockingKey.workspaceKey(try WorkspaceKey(SecretBytes(copying: Array(UInt8(0x60)..<0x80).span)))
        let opened = try Envelope.open(archive, with: key)
        #expect(opened.plaintext == Array((#"{"a":1,"b":""# + String(repeating: "x", count: 40) + #""}"#).utf8))
        let digest = hex(try SHA256.hash(archive))
        #expect(try specification.values("ka1-values")["archive.sha256"] == digest)
    }

    /// ER-1, ER-5, EN-37 to EN-59: each bit of known answer 1 flipped, each proper prefix of it.
    @Test func damageOfKnownAnswer1() throws {
        let archive = try specification.hex("ka1")
        let key = UnlockingKey.workspaceKey(try WorkspaceKey(SecretBytes(copying: Array(UInt8(0x60)..<0x80).span)))
        var flips: [String: String] = [:]
        var prefixes: [String: String] = [:]
        func count(_ bytes: [UInt8], in counts: inout [String: String]) {
            do {
                _ = try Envelope.open(bytes, with: key)
                Issue.record("a damaged archive was opened")
            } catch {
                let name = error.errorClass.rawValue
                counts[name] = String((counts[name].flatMap(Int.init) ?? 0) + 1)
            }
        }
        for bit in 0..<(archive.count * 8) {
            var damaged = archive
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            count(damaged, in: &flips)
        }
        for length in 0..<archive.count { count(Array(archive.prefix(length)), in: &prefixes) }
        #expect(try flips == specification.values("er-flips"))
        #expect(try prefixes == specification.values("er-prefixes"))
    }

    /// ER-2: the classes of the specification's table are those of the code.
    @Test func errorClassesAreThoseOfTheTable() throws {
        let text = try String(contentsOf: Repository.root.appendingPathComponent("Spec/errors.md"), encoding: .utf8)
        let table = text.components(separatedBy: "## Precedence")[0].split(separator: "\n").compactMap { line in
            line.wholeMatch(of: /\| `([A-Z_]+)` \|.*/).map { String($0.1) }
        }
        let code = Set(ErrorClass.allCases.map(\.rawValue)).union(BridgeError.ErrorClass.allCases.map(\.rawValue))
        #expect(Set(table) == code)
    }

    /// RC-10: no declared field is there to hold a secret; what looks like one is a reference, or an archive of its own.
    @Test func recordsHaveNoFieldForSecrets() throws {
        let bytes = try Repository.root.appendingPathComponent("Spec/records.json").bytes()
        let records = try #require(try JSONValue(parsing: bytes)["records"]?.arrayValue)
        #expect(records.count == 17)
        for record in records {
            for field in try #require(record["fields"]?.arrayValue) {
                let name = try #require(field["name"]?.stringValue?.string)
                let isSuspicious =
                    name.wholeMatch(of: /(?i).*(password|passphrase|secret|private|token|credential).*/) != nil
                #expect(!isSuspicious || name.hasSuffix("Ref"), "\(record["record"] ?? .null) \(name)")
            }
        }
    }
}
