import CanonicalJSON
import SyncBridge
import TestSupport
import Testing

/// Rows and record objects against `Tests/Fixtures/records/expected.json`, which Python wrote.
@Suite struct RecordBytesTests {
    struct Case {
        var collection: JSONString
        var record, row, decoded: [UInt8]
        var hash: JSONString
    }

    static func cases() throws -> [Case] {
        let entries = try #require(try json("Tests/Fixtures/records/expected.json").arrayValue)
        return try entries.map { entry in
            func text(_ key: JSONString) throws -> JSONString { try #require(entry[key]?.stringValue) }
            return Case(
                collection: try text("collection"), record: try text("record").wtf8, row: try text("row").wtf8,
                decoded: try text("decoded").wtf8, hash: try text("hash"))
        }
    }

    /// RC-3 to RC-9, RW-2, RW-3: members in any order become the row that Python writes.
    @Test func recordObjectsBecomeRows() throws {
        let cases = try Self.cases()
        #expect(Set(cases.map(\.collection)).count == 17)
        for entry in cases {
            let row = try RecordCodec.encode(collection: entry.collection, record: entry.record)
            #expect(text(row) == text(entry.row), "\(entry.collection)")
        }
    }

    /// RC-11 to RC-13: rows become record objects, which become the same rows.
    @Test func rowsBecomeRecordObjects() throws {
        for entry in try Self.cases() {
            let record = try RecordCodec.decode(collection: entry.collection, row: entry.row)
            #expect(text(record) == text(entry.decoded), "\(entry.collection)")
            #expect(try RecordCodec.encode(collection: entry.collection, record: record) == entry.row)
        }
    }

    /// The record types give the bytes that the tables give.
    @Test func recordTypesGiveTheSameBytes() throws {
        for entry in try Self.cases() {
            let row = try Row(parsing: entry.row)
            let bytes = try throughType(row, recordType(entry.collection)).canonicalBytes()
            #expect(text(bytes) == text(entry.row), "\(entry.collection)")
        }
    }

    /// RW-11, RW-13: the content hash that Python computes.
    @Test func contentHashes() throws {
        for entry in try Self.cases() {
            let hash = try Row(parsing: entry.row).contentHash()
            #expect(hash.description == entry.hash.description, "\(entry.collection)")
        }
    }

    /// A host written with typed fields; the bytes were written by hand after RC-3 and RW-2.
    @Test func hostByHand() throws {
        var host = HostRecord(id: "h1", updatedAt: 1_700_000_000_999)
        host.name = "Büro"
        host.hostname = "2001:db8::1"
        host.tags = #"["a/b"]"#
        host.authKind = .key
        host.keyId = "k1"
        host.isFavorite = true
        host.extra["new"] = 1.0
        host.rowExtra["later"] = true
        let expected =
            #"{"data":{"name":"Büro","hostname":"2001:db8::1","port":22,"username":null,"groupId":null,"#
            + #""tags":"[\"a/b\"]","authKind":"key","credentialRef":"host.h1.password","keyId":"k1","#
            + #""jumpHostIds":"[]","proxyCommand":null,"startupCommand":null,"env":"{}","#
            + #""terminalType":"xterm-256color","colorTag":null,"themeId":null,"keepAliveSec":0,"#
            + #""isFavorite":true,"sortKey":"","note":"","createdAt":0,"lastConnectedAt":null,"new":1.0},"#
            + #""id":"h1","later":true,"updatedAt":1700000000999}"#
        #expect(text(try host.row().canonicalBytes()) == expected)
        let back = try HostRecord(row: Row(parsing: Array(expected.utf8)))
        #expect(back == host)
        #expect(back.extra == ["new": 1.0])
        #expect(back.rowExtra == ["later": true])
    }

    /// RC-9: a name that this version does not know survives and says that it is unknown.
    @Test func unknownEnumNames() throws {
        var forward = PortForwardRecord(id: "p", updatedAt: 1)
        forward.kind = PortForwardKind(rawValue: "quantum")
        let row = try forward.row()
        let back = try PortForwardRecord(row: row)
        #expect(back.kind.rawValue == "quantum")
        #expect(!back.kind.isKnown)
        #expect(PortForwardKind(rawValue: "remote") == .remote)
        #expect(PortForwardKind.remote.isKnown)
    }
}
