import CanonicalJSON
import SyncBridge
import TestSupport
import Testing

/// Payloads: PL-1 to PL-9.
@Suite struct PayloadTests {
    private static func fault(_ text: String) -> BridgeError? {
        do { try PayloadCheck.check(Array(text.utf8)) } catch { return error }
        return nil
    }

    /// PL-2, PL-3, PL-5, RW-2: everything brought into order; U+1F600 comes before U+FF5E.
    @Test func canonicalize() throws {
        let given =
            #"{"schema":1,"later":{"b":1,"a":2},"rows":{"host":[{"id":"～","updatedAt":1,"data":{"b":1,"a":2}},"#
            + #"{"id":"😀","deletedAt":2,"updatedAt":2}, {"updatedAt":3,"data":{},"id":"b"}],"~":[],"group":[]}}"#
        let expected =
            #"{"later":{"b":1,"a":2},"rows":{"group":[],"host":[{"data":{},"id":"b","updatedAt":3},"#
            + #"{"deletedAt":2,"id":"😀","updatedAt":2},{"data":{"b":1,"a":2},"id":"～","updatedAt":1}],"~":[]},"#
            + #""schema":1}"#
        #expect(text(try Payload.canonicalize(Array(given.utf8))) == expected)
        let payload = try Payload(canonical: Array(expected.utf8))
        #expect(text(try payload.canonicalBytes()) == expected)
        #expect(payload.rows(of: "host").map(\.id) == ["b", "😀", "～"])
        #expect(payload.rows(of: "none").isEmpty)
        #expect(payload.extra == ["later": ["b": 1, "a": 2]])
        #expect(text(try Payload().canonicalBytes()) == #"{"rows":{},"schema":1}"#)
    }

    /// PL-1, PL-4, PL-5, PL-12: what has no canonical form.
    @Test func withoutCanonicalForm() {
        let row = #"{"id":"a","updatedAt":1,"data":{}}"#
        let cases: [(String, BridgeError.ErrorClass, String)] = [
            ("[]", .notCanonical, ""), ("{", .malformedJSON, ""), (#"{"schema":1}"#, .notCanonical, "/rows"),
            (#"{"rows":{}}"#, .notCanonical, "/schema"), (#"{"rows":{},"schema":2}"#, .notCanonical, "/schema"),
            (#"{"rows":[],"schema":1}"#, .notCanonical, "/rows"),
            (#"{"rows":{},"schema":1.0}"#, .notCanonical, "/schema"),
            (#"{"rows":{"a/b":{}},"schema":1}"#, .notCanonical, "/rows/a~1b"),
            (#"{"rows":{"":[]},"schema":1}"#, .notCanonical, "/rows/"),
            (#"{"rows":{"\ud800":[]},"schema":1}"#, .notCanonical, #"/rows/\ud800"#),
            (#"{"rows":{"host":[\#(row),\#(row)]},"schema":1}"#, .notCanonical, "/rows/host"),
            (#"{"rows":{"host":[\#(row),{"id":"b"}]},"schema":1}"#, .malformedRow, "/rows/host/1/updatedAt"),
        ]
        for (given, errorClass, path) in cases {
            #expect {
                try Payload.canonicalize(Array(given.utf8))
            } throws: { error in
                let error = error as? BridgeError
                return error?.errorClass == errorClass && error?.path == path
            }
        }
        let twice = Payload(collections: [.init(name: "a", rows: []), .init(name: "a", rows: [])])
        #expect { try twice.canonicalBytes() } throws: { ($0 as? BridgeError)?.path == "/rows/a" }
        let extra = Payload(extra: ["rows": 1])
        #expect { try extra.canonicalBytes() } throws: { ($0 as? BridgeError)?.path == "/rows" }
        let row2 = Payload(collections: [.init(name: "host", rows: [Row(id: "", updatedAt: 1, content: .tombstone)])])
        #expect { try row2.canonicalBytes() } throws: { ($0 as? BridgeError)?.path == "/rows/host/0/id" }
    }

    /// PL-8: offset and path of the first fault.
    @Test func faults() {
        func rows(_ rows: String) -> String { #"{"rows":{"host":[\#(rows)]},"schema":1}"# }
        let start = #"{"rows":{"host":["#.utf8.count
        let (a, b) = (#"{"data":{},"id":"a","updatedAt":1}"#, #"{"data":{},"id":"b","updatedAt":1}"#)
        let cases: [(String, String, Int)] = [
            ("[]", "", 0), ("1", "", 0), ("?", "", 0), (#"{"rows":{},"schema":1} "#, "", 22),
            (#"{"rows": {},"schema":1}"#, "/rows", 8), (#"{"schema":1,"rows":{}}"#, "/rows", 12),
            (#"{"rows":{},"schema":2}"#, "/schema", 20), (#"{"rows":3,"schema":1}"#, "/rows", 8),
            (#"{"rows":{}}"#, "/schema", 0), (#"{"schema":1}"#, "/rows", 0),
            (#"{"rows":{"b":[],"a":[]},"schema":1}"#, "/rows/a", 16),
            (#"{"rows":{"b":{}},"schema":1}"#, "/rows/b", 13), (#"{"rows":{"":[]},"schema":1}"#, "/rows/", 12),
            (rows("\(b),\(a)"), "/rows/host/1/id", start + b.utf8.count + 17),
            (rows("\(a),\(a)"), "/rows/host/1/id", start + a.utf8.count + 17),
            (rows(#"{"id":"a","data":{},"updatedAt":1}"#), "/rows/host/0/data", start + 10),
            (rows(#"{"data":{"u":"a\/b"},"id":"a","updatedAt":1}"#), "/rows/host/0/data/u", start + 15),
            (rows(#"{"data":{"n":[1,1e2]},"id":"a","updatedAt":1}"#), "/rows/host/0/data/n/1", start + 17),
            (rows(#"{"deletedAt":2,"id":"a","updatedAt":1}"#), "/rows/host/0/deletedAt", start + 13),
            (rows(#"{"data":{},"id":"","updatedAt":1}"#), "/rows/host/0/id", start + 16),
            (rows(#"{"data":{},"id":"a","updatedAt":1.0}"#), "/rows/host/0/updatedAt", start + 32),
            (rows(#"{"data":{},"deletedAt":1,"id":"a","updatedAt":1}"#), "/rows/host/0/deletedAt", start + 23),
            (rows(#"{"data":{},"id":"a","updatedAt":1,"A":1}"#), "/rows/host/0/A", start + 34),
            (rows("1"), "/rows/host/0", start), (rows("{}"), "/rows/host/0/id", start),
        ]
        for (given, path, offset) in cases {
            let fault = Self.fault(given)
            #expect(fault?.errorClass == .notCanonical, "\(given)")
            #expect(fault?.path == path, "\(given)")
            #expect(fault?.offset == offset, "\(given)")
        }
    }

    /// PL-6, PL-7, RW-4, RW-8: rows that are right though they are not of the plain kind.
    @Test func unusualRows() throws {
        let payload = Payload(
            collections: [
                .init(
                    name: "later",
                    rows: [
                        Row(id: "한글", updatedAt: 1, content: .data([:])),
                        Row(id: "a", updatedAt: 1, content: .data([:]), extra: ["zz": 1, "B": [1.5]]),
                        Row(id: JSONString(String(repeating: "é", count: 200)), updatedAt: 0, content: .tombstone),
                        Row(id: "\u{1}\"", updatedAt: 9_007_199_254_740_991, content: .tombstone),
                    ]), .init(name: "empty", rows: []),
            ], extra: ["zz": 2])
        let bytes = try payload.canonicalBytes()
        try PayloadCheck.check(bytes)
        try SnapshotCheck.check(bytes)
        let back = try Payload(canonical: bytes)
        #expect(back.rows(of: "later").map(\.id) == ["\u{1}\"", "a", payload.collections[0].rows[2].id, "한글"])
        #expect(try back.canonicalBytes() == bytes)
    }

    /// PL-9: what the plaintext of a snapshot may be.
    @Test func snapshots() {
        let good = [
            #"{"a":1,"b":"x"}"#, #"{"b":1,"a":2}"#, "[1,2]", "null", #"{"schema":7}"#, #"{"rows":{},"schema":1}"#,
            #"["rows"]"#, #"{"rows":{"group":[],"host":[]},"schema":1}"#,
        ]
        for given in good {
            #expect(throws: Never.self, "\(given)") { try SnapshotCheck.check(Array(given.utf8)) }
        }
        let bad = [
            "", "not json", #"{"a":1, "b":2}"#, #"{"a":1,"a":2}"#, #"{"rows":{}}"#, #"{"rows":null}"#, #"{"n":1e2}"#,
            #"{"rows":{},"schema":2}"#, #"{"rows":{"host":[1]},"schema":1}"#, #""\ud83d\ude00""#, "1 ", "\u{FEFF}1",
        ]
        for given in bad {
            #expect("\(given)") {
                try SnapshotCheck.check(Array(given.utf8))
            } throws: {
                ($0 as? BridgeError)?.errorClass == .notCanonical
            }
        }
    }

    /// The check over the tape and the model by value agree on mutations of a payload: a byte changed, dropped or
    /// doubled.
    @Test func agreesWithTheModel() throws {
        let seed: UInt64 = 0x5EED_0001
        var generator = SeededGenerator(seed: seed)
        let base = Array(
            (#"{"rows":{"group":[{"data":{"n":1},"id":"a","updatedAt":1},{"deletedAt":2,"id":"b","updatedAt":2}],"#
                + #""host":[{"data":{"s":"\u0001é"},"id":"aa","updatedAt":10,"x":1}]},"schema":1,"t":1}"#).utf8)
        try PayloadCheck.check(base)
        var refused = 0
        for round in 0..<6_000 {
            var bytes = base
            let at = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes[at] = base[Int.random(in: 0..<base.count, using: &generator)]
            case 1: bytes.remove(at: at)
            default: bytes.insert(bytes[at], at: at)
            }
            let byModel = (try? Payload.canonicalize(bytes)) == bytes
            let byTape = (try? PayloadCheck.check(bytes)) != nil
            if byModel != byTape {
                Issue.record("seed \(seed), round \(round): \(text(bytes)): model \(byModel), tape \(byTape)")
                return
            }
            if !byModel { refused += 1 }
        }
        #expect(refused > 3_000 && refused < 6_000)
    }

    /// ER-8: the name of a collection may be long, and is part of the place of each of its rows.
    @Test func longPlacesAreCut() {
        let name = String(repeating: "n", count: 300)
        for (rows, reader) in [
            (#"[{"data":{},"id":"a","updatedAt":1},7]"#, { _ = try Payload(parsing: $0) }),
            (#"[{"data":7,"id":"a","updatedAt":1}]"#, { _ = try Payload(parsing: $0) }),
            (
                #"[{"data":{},"id":"a","updatedAt":1},{"data":{},"id":"a","updatedAt":1}]"#,
                { try PayloadCheck.check($0) }
            ),
        ] as [(String, ([UInt8]) throws -> Void)] {
            let bytes = Array(#"{"rows":{"\#(name)":\#(rows)},"schema":1}"#.utf8)
            #expect { try reader(bytes) } throws: {
                ($0 as? BridgeError)?.path == "/rows/" + name.prefix(250) + "\u{2026}"
            }
        }
    }
}
