import CanonicalJSON
import SyncBridge
import TestSupport
import Testing

/// The shape of rows: RW-1 to RW-14.
@Suite struct RowTests {
    private static func fault(_ text: String) -> BridgeError? {
        do { _ = try Row(parsing: Array(text.utf8)) } catch { return error }
        return nil
    }

    /// RW-2, RW-3, RW-8, RW-10: own keys sorted by UTF-16, data as it came; bytes written by hand.
    @Test func canonicalForm() throws {
        let cases = [
            #"{"updatedAt":1, "id":"a", "data":{"b":1.0,"a":[2,{"z":1,"y":2}]}}"#:
                #"{"data":{"b":1.0,"a":[2,{"z":1,"y":2}]},"id":"a","updatedAt":1}"#,
            #"{"updatedAt":3,"deletedAt":3,"id":"\u0061\/"}"#: #"{"deletedAt":3,"id":"a/","updatedAt":3}"#,
            #"{"zz":{"b":1,"a":2},"id":"a","ｚ":1,"😀":2,"A":null,"updatedAt":0,"data":{},"deleted":true}"#:
                #"{"A":null,"data":{},"deleted":true,"id":"a","updatedAt":0,"zz":{"b":1,"a":2},"😀":2,"ｚ":1}"#,
            #"{"id":"x","id":"y","data":{"k":1,"l":2,"k":3},"updatedAt":-0}"#:
                #"{"data":{"k":3,"l":2},"id":"y","updatedAt":0}"#,
        ]
        for (given, expected) in cases {
            #expect(text(try Row.canonicalize(Array(given.utf8))) == expected)
            #expect(text(try Row(parsing: Array(expected.utf8)).canonicalBytes()) == expected)
        }
    }

    /// RW-1, RW-3 to RW-5, RW-7, RW-9: the class and the path of what is wrong.
    @Test func malformed() {
        let long = String(repeating: "x", count: 256)
        let astral = String(repeating: "😀", count: 128)
        let cases: [(String, String)] = [
            ("[]", ""), ("null", ""), (#""row""#, ""), ("{}", "/id"),
            (#"{"id":"","updatedAt":1,"data":{}}"#, "/id"), (#"{"id":1,"updatedAt":1,"data":{}}"#, "/id"),
            (#"{"id":null,"updatedAt":1,"data":{}}"#, "/id"), (#"{"id":"\ud800","updatedAt":1,"data":{}}"#, "/id"),
            (#"{"id":"a\udc00b","updatedAt":1,"data":{}}"#, "/id"),
            (#"{"id":"\#(long)","updatedAt":1,"data":{}}"#, "/id"),
            (#"{"id":"\#(astral)","updatedAt":1,"data":{}}"#, "/id"),
            (#"{"id":"a","data":{}}"#, "/updatedAt"), (#"{"id":"a","updatedAt":-1,"data":{}}"#, "/updatedAt"),
            (#"{"id":"a","updatedAt":1.0,"data":{}}"#, "/updatedAt"),
            (#"{"id":"a","updatedAt":"1","data":{}}"#, "/updatedAt"),
            (#"{"id":"a","updatedAt":true,"data":{}}"#, "/updatedAt"),
            (#"{"id":"a","updatedAt":null,"data":{}}"#, "/updatedAt"),
            (#"{"id":"a","updatedAt":9007199254740992,"data":{}}"#, "/updatedAt"),
            (#"{"id":"a","updatedAt":9223372036854775808,"data":{}}"#, "/updatedAt"),
            (#"{"id":"a","updatedAt":1}"#, "/data"), (#"{"id":"a","updatedAt":1,"data":null}"#, "/data"),
            (#"{"id":"a","updatedAt":1,"data":[]}"#, "/data"), (#"{"id":"a","updatedAt":1,"data":"{}"}"#, "/data"),
            (#"{"id":"a","updatedAt":1,"data":{},"deletedAt":1}"#, "/deletedAt"),
            (#"{"id":"a","updatedAt":1,"data":{},"deletedAt":null}"#, "/deletedAt"),
            (#"{"id":"a","updatedAt":2,"deletedAt":1}"#, "/deletedAt"),
            (#"{"id":"a","updatedAt":1,"deletedAt":1.0}"#, "/deletedAt"),
            (#"{"id":"a","updatedAt":1,"deletedAt":null}"#, "/deletedAt"),
        ]
        for (given, path) in cases {
            let fault = Self.fault(given)
            #expect(fault?.errorClass == .malformedRow, "\(given)")
            #expect(fault?.path == path, "\(given)")
        }
        let notJSON = Self.fault(#"{"id":"a",}"#)
        #expect(notJSON?.errorClass == .malformedJSON)
        #expect(notJSON?.offset == 10)
    }

    /// RW-4, RW-5: the limits themselves are allowed.
    @Test func limits() {
        let ids = [
            String(repeating: "x", count: 255), String(repeating: "😀", count: 127) + "x", "\u{FEFF}", "/~ \u{0}",
        ]
        for id in ids {
            let row = Row(id: JSONString(id), updatedAt: 9_007_199_254_740_991, content: .data([:]))
            #expect(throws: Never.self) { try Row(parsing: row.canonicalBytes()) }
        }
    }

    /// A row that a caller made wrong is refused when it is written.
    @Test func checkedOnTheWayOut() {
        let rows = [
            Row(id: "", updatedAt: 1, content: .tombstone), Row(id: "a", updatedAt: -1, content: .tombstone),
            Row(id: "a", updatedAt: 1 << 53, content: .data([:])),
            Row(id: JSONString(utf16: [0xD800]), updatedAt: 1, content: .tombstone),
            Row(id: "a", updatedAt: 1, content: .tombstone, extra: ["updatedAt": 2]),
        ]
        for row in rows {
            #expect { try row.canonicalBytes() } throws: { ($0 as? BridgeError)?.errorClass == .malformedRow }
        }
    }

    /// RW-11 to RW-14: hashes computed with Python, the third with an escape and without one.
    @Test func contentHash() throws {
        let cases = [
            #"{"id":"a","updatedAt":1,"deletedAt":1}"#: "cbf29ce484222325",
            #"{"id":"a","updatedAt":1,"data":{}}"#: "08f44b07b5901a25",
            #"{"id":"a","updatedAt":1,"data":{"v" : 1}}"#: "9d243d6e1e08f168",
            #"{"id":"a","updatedAt":1,"data":{"name":"B\u00fcro","tags":"[\"a\",\"b\"]"}}"#: "e78ba9365007f58a",
        ]
        for (given, hash) in cases {
            #expect(try Row(parsing: Array(given.utf8)).contentHash().description == hash)
        }
    }

    /// RC-18: a volatile field left out of the hash, and only then, does not change it.
    @Test func hashWithoutVolatileFields() throws {
        var host = HostRecord(id: "h", updatedAt: 1)
        let before = try host.row()
        host.lastConnectedAt = 1_700_000_000_000
        let after = try host.row()
        #expect(try before.contentHash() != after.contentHash())
        let excluded: Set<JSONString> = ["lastConnectedAt"]
        #expect(try before.contentHash(excluding: excluded) == after.contentHash(excluding: excluded))
        let row = try Row(parsing: Array(#"{"id":"a","updatedAt":1,"data":{"x":2,"v":1}}"#.utf8))
        #expect(try row.contentHash(excluding: ["x"]).description == "9d243d6e1e08f168")
    }

    @Test func errorsDescribeThemselves() {
        let error = BridgeError(.malformedRecord, path: "/data/port", reason: "expected an integer", offset: 7)
        #expect("\(error)" == "MALFORMED_RECORD: /data/port: expected an integer at byte 7")
        #expect(
            Self.fault(#"{"id":"a","updatedAt":1,"data":3}"#)?.description
                == "MALFORMED_ROW: /data: expected an object, found an integer")
    }
}
