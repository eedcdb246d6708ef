import CanonicalJSON
import SyncBridge
import TestSupport
import Testing

/// Random records of every type, made of the values that are known to go wrong.
@Suite struct RecordPropertyTests {
    private static let texts: [JSONString] = [
        "", "a/b", "\"\\", "\u{0}\u{8}\t\n\u{C}\r\u{1F}\u{7F}", "B\u{FC}ro", "Bu\u{308}ro", "\u{1F600}", "\u{FF5E}",
        "\u{F900}\u{8C48}", "\u{AC00}", "\u{1100}\u{1161}", "\u{2028}<&>", "\u{FEFF}", "true", "0", "null",
        JSONString(utf16: [0xD800]), JSONString(utf16: [0x78, 0xDC00, 0x79]), JSONString(utf16: [0xDC00, 0xD800]),
    ]
    private static let documents: [JSONString] = [
        "[]", "{}", "null", "-0", "1e3", #""\ud800""#, #"{"b":1,"a":1,"b":2}"#, " [ 1 ] ", #"["a\/b","\u00e9"]"#,
        "9223372036854775808", "[\"B\u{FC}ro\",\"Bu\u{308}ro\",\"\u{1F600}\"]",
    ]
    private static let integers: [Int64] = [
        0, 1, -1, 255, 4_294_967_296, 1_700_000_000_999, 9_007_199_254_740_991, -9_007_199_254_740_991,
    ]
    private static let unknown: [(key: JSONString, value: JSONValue)] = [
        ("zeta", ["b": 1, "a": [nil, 1.0, -0.0, .integer(.max), 1e21]]), ("B\u{FC}ro", "x"), ("Bu\u{308}ro", "y"),
        ("\u{1F600}", 1), ("\u{FF5E}", 2), ("", [:]), ("a/~b", [[]]), ("deleted", true),
        (JSONString(utf16: [0xD83D]), .string(JSONString(utf16: [0xDE00]))),
    ]

    private static func value(_ field: FieldSchema, _ generator: inout SeededGenerator) -> JSONValue {
        if field.isNullable, Bool.random(using: &generator) { return .null }
        func pick<Element>(_ list: [Element]) -> Element { list[Int.random(in: 0..<list.count, using: &generator)] }
        switch field.type {
        case .string: return .string(pick(texts))
        case .integer: return .integer(pick(integers))
        case .boolean: return .bool(Bool.random(using: &generator))
        case .json: return .string(pick(documents))
        case .enumeration(let names): return .string(pick(names + texts))
        }
    }

    /// RC-3 to RC-9, RC-12, RC-19: record object to row to record object, by the tables and by the types, in any order
    /// of members; the row's bytes are read back to the same row.
    @Test func encodeAndDecodeAreInverse() throws {
        let seed: UInt64 = 0x5EED_0002
        var generator = SeededGenerator(seed: seed)
        for round in 0..<2_000 {
            let schema = RecordSchema.all[round % RecordSchema.all.count]
            let stamp = Int64.random(in: 0...9_007_199_254_740_991, using: &generator)
            var record: JSONObject = ["id": .string(JSONString("id-\(round)")), "updatedAt": .integer(stamp)]
            for field in schema.fields where !field.isStamp {
                record[field.name] = .some(Self.value(field, &generator))
            }
            for member in Self.unknown.shuffled(using: &generator).prefix(Int.random(in: 0...4, using: &generator)) {
                record[member.key] = .some(member.value)
            }
            let declared = 2 + schema.fields.count(where: { !$0.isStamp })
            let mixed = JSONObject(record.prefix(declared).shuffled(using: &generator) + record.dropFirst(declared))

            let row = try RecordCodec.encode(collection: schema.collection, record: mixed)
            let bytes = try row.canonicalBytes()
            let back = try RecordCodec.decode(collection: schema.collection, row: Row(parsing: bytes))
            let typed = try throughType(row, recordType(schema.collection))
            guard back == record, typed == row, try typed.canonicalBytes() == bytes else {
                Issue.record("seed \(seed), round \(round), \(schema.record): \(text(bytes))")
                return
            }
            try PayloadCheck.check(Payload(collections: [.init(name: schema.collection, rows: [row])]).canonicalBytes())
        }
    }

    /// What is not a tombstone though it has three members.
    @Test func threeMembers() {
        #expect {
            try RecordCodec.encode(collection: "group", record: ["id": "g", "updatedAt": 1, "name": "n"])
        } throws: { error in
            (error as? BridgeError)?.path == "/isCollapsed"
        }
        #expect {
            try RecordCodec.encode(collection: "group", record: ["id": "g", "deletedAt": 1, "name": "n"])
        } throws: { error in
            (error as? BridgeError)?.errorClass == .malformedRecord
        }
    }
}
