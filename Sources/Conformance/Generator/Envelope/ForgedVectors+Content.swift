import CanonicalJSON
import SyncBridge

extension ForgedVectors {
    mutating func inner() throws {
        for count in [0, 1, 7] {
            var forge = base
            forge.inner = [UInt8](repeating: 0, count: count)
            // Without content a payload is just a tag, which the length of the file gives away.
            try reject(
                "inner-\(count)", count == 0 ? "TRUNCATED" : "MALFORMED_PAYLOAD", count == 0 ? "EN-51" : "EN-60", forge,
                "an inner of \(count) bytes")
        }
        let stored = Self.stored(SealCase.knownPlaintext)
        for (name, length, errorClass, clause, comment) in [
            ("short", 53, "MALFORMED_PAYLOAD", "EN-62", "declared one byte less than there is"),
            ("long", 55, "MALFORMED_PAYLOAD", "EN-62", "declared one byte more than there is"),
            ("zero", 0, "MALFORMED_PAYLOAD", "EN-62", "declared empty"),
            ("cap-plus-1", 268_435_457, "LIMIT", "EN-61", "one byte above the default cap"),
            ("cap", 268_435_456, "MALFORMED_PAYLOAD", "EN-62", "at the default cap, and not that long"),
            ("2-32", 1 << 32, "LIMIT", "EN-61", "2^32 bytes"), ("2-53", 1 << 53, "LIMIT", "EN-61", "2^53 bytes"),
            ("2-63", 1 << 63, "LIMIT", "EN-61", "2^63 bytes"), ("max", .max, "LIMIT", "EN-61", "2^64 - 1 bytes"),
            ("little-endian", 0x3600_0000_0000_0000, "LIMIT", "EN-27 EN-1", "the length in the wrong byte order"),
        ] as [(String, UInt64, String, String, String)] {
            var forge = base
            forge.inner = ArchiveForge.inner(length: length, stored)
            try reject("declared-" + name, errorClass, clause, forge, comment)
        }
        try accept(
            "at-cap", "EN-61", base, SealCase.knownPlaintext, "at the caller's cap", inputs: ["maxPlaintext": 54])
        try reject(
            "above-cap", "LIMIT", "EN-61", base, "above the caller's cap", inputs: ["maxPlaintext": 53], of: "at-cap")
    }

    mutating func codecs() throws {
        let hello = Array("hello".utf8)
        func hex(_ text: String) -> [UInt8] { Hex.decode(text.utf8)! }
        let gzip = hex("1f8b08000000000000ffcb48cdc9c9070086a6103605000000")
        let cases: [(name: String, codec: UInt8, coded: [UInt8], clause: String, comment: String)] = [
            ("os-3", 1, hex("1f8b0800000000000003cb48cdc9c9070086a6103605000000"), "AC-11", "gzip with OS byte 3"),
            ("xfl-2", 1, hex("1f8b08000000000002ffcb48cdc9c9070086a6103605000000"), "AC-11", "gzip with XFL 2"),
            ("mtime", 1, hex("1f8b08000100000000ffcb48cdc9c9070086a6103605000000"), "AC-11", "gzip with a time"),
            (
                "fname", 1, hex("1f8b08080000000000ff6100cb48cdc9c9070086a6103605000000"), "AC-11",
                "gzip with a file name"
            ),
            ("crc", 1, hex("1f8b08000000000000ffcb48cdc9c9070087a6103605000000"), "AC-14", "a wrong CRC-32"),
            ("isize", 1, hex("1f8b08000000000000ffcb48cdc9c9070086a6103606000000"), "AC-14", "a wrong ISIZE"),
            ("members", 1, gzip + gzip, "AC-15", "two gzip members"),
            (
                "members-as-one", 1,
                hex("1f8b08000000000000ffcb48cd01001bf10be5030000001f8b08000000000000ffcbc907009d4a9c5502000000"),
                "AC-15",
                "two gzip members that make the content together"
            ),
            ("trailing", 1, gzip + [0], "AC-15", "a byte behind gzip"),
            ("truncated", 1, gzip.dropLast(), "AC-14", "gzip without its last byte"),
            ("zlib", 2, hex("789ccb48cdc9c90700062c0215"), "AC-18", "a zlib container"),
            ("deflate-trailing", 2, hex("cb48cdc9c9070000"), "AC-15", "a byte behind raw deflate"),
            ("deflate-truncated", 2, hex("cb48cdc9"), "AC-12", "raw deflate that is cut"),
            ("deflate-not-final", 2, hex("000500faff68656c6c6f"), "AC-12", "all of the content, and no final block"),
            ("block-type", 2, [0x07], "AC-12", "the reserved block type"),
            ("gzip-as-deflate", 2, gzip, "AC-12", "gzip where raw deflate is declared"),
            ("deflate-as-gzip", 1, hex("cb48cdc9c90700"), "AC-11", "raw deflate where gzip is declared"),
            ("identity-short", 0, hello.dropLast(), "AC-10", "identity with a byte missing"),
            ("identity-long", 0, hello + [0], "AC-10", "identity with a byte too many"),
        ]
        for (name, codec, coded) in [
            ("gzip", 1, gzip), ("deflate", 2, hex("cb48cdc9c90700")),
            ("stored-then-fixed", 2, hex("000000ffffcb48cdc9c90700")),
        ] as [(String, UInt8, [UInt8])] {
            var forge = base
            forge.contentType = 3
            forge.codec = codec
            forge.inner = ArchiveForge.inner(length: 5, coded)
            try accept("codec-" + name, "AC-12", forge, hello, "a deflate stream of another compressor")
        }
        for test in cases {
            var forge = base
            forge.contentType = 3
            forge.codec = test.codec
            forge.inner = ArchiveForge.inner(length: 5, test.coded)
            let declared = test.name == "gzip-as-deflate" ? 1 : test.name == "deflate-as-gzip" ? 2 : test.codec
            try reject(
                "codec-" + test.name, "MALFORMED_PAYLOAD", test.clause, forge, test.comment,
                of: "codec-" + ["identity", "gzip", "deflate"][Int(declared)])
        }
    }

    mutating func canonicalForm() throws {
        let good: [(name: String, text: String, clause: String, comment: String)] = [
            ("empty-payload", #"{"rows":{},"schema":1}"#, "PL-1", "no collection"),
            (
                "empty-collection", #"{"rows":{"a":[]},"schema":1}"#, "PL-6 PL-4",
                "an empty collection, of a name that nobody knows"
            ),
            ("not-a-payload", #"{"b":1,"a":2}"#, "PL-9", "canonical JSON without rows"),
            (
                "unknown-top", #"{"later":[1],"rows":{},"schema":1,"zoo":null}"#, "PL-2",
                "unknown members of the payload"
            ),
            (
                "data-order", rows(#"{"data":{"b":1,"a":{"d":1,"c":2}},"id":"a","updatedAt":1}"#), "RW-3",
                "data is not sorted"
            ), ("row-order-utf16", rows(live("\u{1F600}"), live("\u{FF5E}")), "PL-5", "rows are sorted by UTF-16"),
            ("row-order-case", rows(live("B"), live("a")), "PL-5 CJ-33", "rows are sorted with regard to case"),
            (
                "collections-utf16", "{\"rows\":{\"\u{1F600}\":[],\"\u{FF5E}\":[]},\"schema\":1}", "PL-3",
                "collections are sorted by UTF-16"
            ),
            (
                "unknown-row-key", rows(#"{"data":{},"extra":[],"id":"a","updatedAt":1,"z":1}"#), "RW-8 RW-2",
                "unknown keys of a row, sorted in"
            ),
            (
                "lone-surrogate", rows(#"{"data":{"s":"\ud800"},"id":"a","updatedAt":1}"#), "CJ-30",
                "an unpaired surrogate in data"
            ),
            ("empty-object", "{}", "PL-9", "an empty object, which is no payload"),
            ("two-members", #"{"a":1,"b":2}"#, "PL-9", "two members"),
            ("bare-solidus", #"{"u":"a/b"}"#, "PL-9 CJ-31", "a solidus"),
            ("bare-letter", "{\"u\":\"\u{E9}\"}", "PL-9 CJ-31", "a letter beyond ASCII"),
            ("bare-pair", "{\"u\":\"\u{1F600}\"}", "PL-9 CJ-31", "a character beyond the BMP"),
            ("control", #"{"u":"\u001f"}"#, "PL-9 CJ-29", "a control character"),
            ("escaped-surrogate", #"{"u":"\ud800"}"#, "PL-9 CJ-30", "an unpaired surrogate"),
            ("double", #"{"n":100.0}"#, "PL-9", "a double"), ("zero", #"{"n":0}"#, "PL-9", "zero"),
            ("tenth", #"{"n":0.1}"#, "PL-9 CJ-22", "a double of one digit"),
            ("large", #"{"n":1e+21}"#, "PL-9 CJ-25", "a double with an exponent"),
            ("double-zero", #"{"n":0.0}"#, "PL-9 CJ-26", "zero as a double"),
            ("newline-escape", #"{"u":"\n"}"#, "PL-9 CJ-28", "a short escape"),
            ("two-collections", #"{"rows":{"group":[],"host":[]},"schema":1}"#, "PL-3 PL-8", "two collections"),
            ("no-rows", rows(), "PL-6 PL-8", "a collection without rows"),
            ("row", rows(live("a")), "PL-7 PL-8", "one row"),
            ("two-rows", rows(live("a"), live("b")), "PL-5 PL-8", "two rows"),
            (
                "row-keys-sorted",
                rows(#"{"10":1,"9":2,"B":3,"a":4,"data":{"9":1,"10":2,"a":3,"B":4},"id":"a","updatedAt":1}"#),
                "PL-7 RW-2 CJ-33", "keys of a row sorted by their units, those of data not at all"
            ),
            (
                "collections-sorted", #"{"rows":{"10":[],"9":[],"B":[],"a":[]},"schema":1}"#, "PL-3 CJ-33",
                "collections sorted by their units"
            ),
            ("tombstone", rows(#"{"deletedAt":1,"id":"a","updatedAt":1}"#), "PL-7 PL-8 RW-7", "a tombstone"),
        ]
        for test in good {
            try accept(
                "canonical-" + test.name, test.clause, plain(test.text), Array(test.text.utf8), test.comment,
                inputs: ["profile": "snapshot"])
        }
        let texts: [(name: String, parent: String, text: String, clause: String, comment: String)] = [
            ("space", "two-members", #"{"a":1, "b":2}"#, "PL-9 CJ-19 CJ-32", "white space"),
            ("newline", "empty-object", "{}\n", "PL-9", "a newline at the end"),
            ("duplicate", "two-members", #"{"a":1,"a":2}"#, "PL-9 CJ-18", "a repeated key"),
            ("solidus", "bare-solidus", #"{"u":"a\/b"}"#, "PL-9 CJ-31", "an escaped solidus"),
            ("escape", "bare-letter", #"{"u":"\u00e9"}"#, "PL-9 CJ-31", "an escaped letter"),
            ("upper-hex", "control", #"{"u":"\u001F"}"#, "PL-9 CJ-29", "upper-case hex digits"),
            ("exponent", "double", #"{"n":1e2}"#, "PL-9 CJ-23", "foreign number text"),
            ("minus-zero", "zero", #"{"n":-0}"#, "PL-9 CJ-21", "integer minus zero"),
            ("not-json", "empty-object", "hello", "PL-9 ER-7 TP-21", "no JSON"),
            ("empty", "empty-object", "", "PL-9", "nothing"),
            ("bom", "empty-object", "\u{FEFF}{}", "PL-9", "a byte order mark"),
            ("surrogate", "bare-pair", #"{"u":"\ud83d\ude00"}"#, "PL-9", "an escaped surrogate pair"),
            (
                "upper-surrogate", "escaped-surrogate", #"{"u":"\uD800"}"#, "PL-9 CJ-30",
                "an unpaired surrogate in upper case"
            ),
            (
                "top-order", "empty-payload", #"{"schema":1,"rows":{}}"#, "PL-2 PL-8",
                "the payload's keys are not sorted"
            ),
            ("no-schema", "empty-payload", #"{"rows":{}}"#, "PL-1", "no schema"),
            ("schema-2", "empty-payload", #"{"rows":{},"schema":2}"#, "PL-1", "another schema"),
            ("schema-double", "empty-payload", #"{"rows":{},"schema":1.0}"#, "PL-1", "a schema of 1.0"),
            ("rows-list", "empty-payload", #"{"rows":[],"schema":1}"#, "PL-1", "rows are a list"),
            (
                "collections", "two-collections", #"{"rows":{"host":[],"group":[]},"schema":1}"#, "PL-3",
                "collections are not sorted"
            ),
            (
                "collections-utf8", "collections-utf16", "{\"rows\":{\"\u{FF5E}\":[],\"\u{1F600}\":[]},\"schema\":1}",
                "PL-3 CJ-33",
                "collections are sorted by UTF-8"
            ),
            (
                "collection-empty", "empty-collection", #"{"rows":{"":[]},"schema":1}"#, "PL-4",
                "a collection without a name"
            ),
            ("collection-object", "no-rows", #"{"rows":{"host":{}},"schema":1}"#, "PL-3", "a collection is an object"),
            (
                "row-keys", "row", rows(#"{"id":"a","data":{},"updatedAt":1}"#), "PL-7 PL-8 RW-2",
                "a row's keys are not sorted"
            ),
            ("row-order", "two-rows", rows(live("b"), live("a")), "PL-5 PL-8", "rows are not sorted"),
            (
                "row-order-utf8", "row-order-utf16", rows(live("\u{FF5E}"), live("\u{1F600}")), "PL-5 CJ-33",
                "rows are sorted by UTF-8"
            ),
            ("row-twice", "two-rows", rows(live("a"), live("a")), "PL-5", "two rows have one id"),
            (
                "row-both", "row", rows(live("a"), #"{"deletedAt":1,"id":"a","updatedAt":1}"#), "PL-5",
                "a row and its tombstone"
            ),
            (
                "tombstone-times", "tombstone", rows(#"{"deletedAt":2,"id":"a","updatedAt":1}"#), "PL-7",
                "a tombstone with two times"
            ),
            ("row-id-empty", "row", rows(live("")), "PL-7", "an empty id"),
            ("row-time-double", "row", rows(#"{"data":{},"id":"a","updatedAt":1.0}"#), "PL-7", "a double as time"),
            ("row-no-data", "row", rows(#"{"id":"a","updatedAt":1}"#), "PL-7", "a row without data"),
            ("row-data-list", "row", rows(#"{"data":[],"id":"a","updatedAt":1}"#), "PL-7", "data is a list"),
            (
                "unknown-row-key-last", "unknown-row-key",
                rows(#"{"data":{},"id":"a","updatedAt":1,"z":1,"extra":[]}"#), "PL-7 RW-2 PL-8 RW-8",
                "unknown keys of a row behind the others"
            ),
            ("digits", "tenth", #"{"n":0.10}"#, "PL-9 CJ-22", "more digits than needed"),
            ("integral", "double", #"{"n":100.00}"#, "PL-9 CJ-24", "an integral double with two zeros"),
            ("exponent-sign", "large", #"{"n":1e21}"#, "PL-9 CJ-25", "an exponent without its sign"),
            ("zero-exponent", "double-zero", #"{"n":0e0}"#, "PL-9 CJ-26", "zero with an exponent"),
            ("long-escape", "newline-escape", #"{"u":"\u000a"}"#, "PL-9 CJ-28", "a long escape where there is a short"),
            (
                "row-keys-numeric", "row-keys-sorted",
                rows(#"{"9":2,"10":1,"B":3,"a":4,"data":{"9":1,"10":2,"a":3,"B":4},"id":"a","updatedAt":1}"#),
                "PL-7 RW-2 CJ-33", "keys of a row sorted as numbers"
            ),
            (
                "row-keys-folded", "row-keys-sorted",
                rows(#"{"10":1,"9":2,"a":4,"B":3,"data":{"9":1,"10":2,"a":3,"B":4},"id":"a","updatedAt":1}"#),
                "PL-7 RW-2 CJ-33", "keys of a row sorted without regard to case"
            ),
            (
                "collections-numeric", "collections-sorted", #"{"rows":{"9":[],"10":[],"B":[],"a":[]},"schema":1}"#,
                "PL-3 CJ-33", "collections sorted as numbers"
            ),
            (
                "collections-folded", "collections-sorted", #"{"rows":{"10":[],"9":[],"a":[],"B":[]},"schema":1}"#,
                "PL-3 CJ-33", "collections sorted without regard to case"
            ),
            ("row-number", "no-rows", rows("1"), "PL-7", "a row is a number"),
        ]
        for test in texts {
            try reject(
                "canonical-" + test.name, "NOT_CANONICAL", test.clause, plain(test.text), test.comment,
                inputs: ["profile": "snapshot"], of: "canonical-" + test.parent)
        }
        try accept(
            "bytes-profile", "TP-21", plain("not json"), Array("not json".utf8),
            "profile bytes does not look at the content", inputs: ["profile": "bytes"])
    }

    private func plain(_ text: String) -> ArchiveForge {
        var forge = base
        forge.codec = 0
        forge.inner = ArchiveForge.inner(length: UInt64(text.utf8.count), Array(text.utf8))
        return forge
    }

    private func rows(_ rows: String...) -> String {
        #"{"rows":{"host":[\#(rows.joined(separator: ","))]},"schema":1}"#
    }

    private func live(_ id: String) -> String { #"{"data":{},"id":"\#(id)","updatedAt":1}"# }
}
