import CanonicalJSON
import SyncBridge

/// Random rows and record objects of the collections in `Spec/records.json`, right ones and almost right ones.
enum RandomRecord {
    /// A row of any data, right in most cases.
    static func row(_ random: inout SplitMix64) -> [UInt8] { spoiled(members(&random), &random) }

    /// The members of a row, in the order of a canonical one.
    static func members(_ random: inout SplitMix64) -> JSONObject {
        let stamp = time(&random)
        var row: JSONObject = [:]
        let isLive = !random.oneIn(5)
        if isLive { row["data"] = anyObject(&random) }
        if !isLive || random.oneIn(30) { row["deletedAt"] = random.oneIn(6) ? time(&random) : stamp }
        row["id"] = identifier(&random)
        if random.oneIn(10) { row["later"] = .bool(true) }
        row["updatedAt"] = stamp
        return row
    }

    /// A collection and the row or record object of one of its records.
    static func record(asRow: Bool, _ random: inout SplitMix64) -> (collection: String, bytes: [UInt8]) {
        let schema = random.pick(RecordSchema.all)
        let stamp = time(&random)
        var data: JSONObject = [:]
        for field in schema.fields where !(field.isStamp && !asRow) {
            data[field.name] = field.isStamp ? stamp : value(of: field, &random)
        }
        if random.oneIn(4) { data[random.pick(["zz", "a", "name2", "\u{E9}"])] = 1.5 }
        if random.oneIn(8), let field = schema.fields.randomElement(using: &random) { data[field.name] = nil }
        var members: JSONObject = [:]
        if asRow {
            members["data"] = .object(data)
            members["id"] = identifier(&random)
            members["updatedAt"] = stamp
        } else {
            members["id"] = identifier(&random)
            members["updatedAt"] = stamp
            for (key, value) in data { members[key] = value }
        }
        if random.oneIn(15) {
            members = [
                "id": identifier(&random), "updatedAt": stamp, "deletedAt": random.oneIn(4) ? time(&random) : stamp,
            ]
        }
        return (schema.collection.string ?? "", spoiled(members, &random))
    }

    private static func value(of field: FieldSchema, _ random: inout SplitMix64) -> JSONValue {
        if random.oneIn(25) {
            return random.pick([
                .null, true, 0, 1, 22.0, "x", [], [:], 9_007_199_254_740_992, "\u{0}", -9_007_199_254_740_992, "[1",
            ])
        }
        if field.isNullable && random.oneIn(3) { return .null }
        switch field.type {
        case .string: return string(&random)
        case .integer: return .integer(random.pick([0, 1, -1, 22, 1_700_000_000_000, 9_007_199_254_740_991]))
        case .boolean: return .bool(random.oneIn(2))
        case .json: return random.pick(["[]", "{}", #"["a","b"]"#, #"{ "b" : 1.0, "a" : "\ud800" }"#, "null", "1e5"])
        case .enumeration(let names): return random.oneIn(6) ? "later" : .string(random.pick(names))
        }
    }

    private static func identifier(_ random: inout SplitMix64) -> JSONValue {
        switch random.below(20) {
        case 0: random.pick(["", 1, .null, "\u{0}"])
        // Where 255 code units end, in characters of one and of two.
        case 1: .text(String(repeating: random.pick(["i", "\u{1F600}"]), count: random.pick([127, 128, 255, 256])))
        case 2...5: string(&random)
        default: .text("id-\(random.below(1000))")
        }
    }

    private static func time(_ random: inout SplitMix64) -> JSONValue {
        random.oneIn(20)
            ? random.pick([-1, 0, 1.0, "1", 9_007_199_254_740_992, .null, -0.0])
            : .integer(1_700_000_000_000 + Int64(random.below(1000)))
    }

    private static func string(_ random: inout SplitMix64) -> JSONValue {
        (try? JSONValue(parsing: RandomJSON.string(&random))) ?? ""
    }

    private static func anyObject(_ random: inout SplitMix64) -> JSONValue {
        (try? JSONValue(parsing: RandomJSON.object(["name"], &random))) ?? [:]
    }

    /// The canonical bytes, with the members in another order or with damage now and then.
    private static func spoiled(_ members: JSONObject, _ random: inout SplitMix64) -> [UInt8] {
        var members = members
        if random.oneIn(6) { members = JSONObject(members.map { $0 }.shuffled(using: &random)) }
        let bytes = (try? JSONValue.object(members).canonicalBytes()) ?? Array("{}".utf8)
        return random.oneIn(15) ? RandomJSON.damaged(bytes, &random) : bytes
    }
}
