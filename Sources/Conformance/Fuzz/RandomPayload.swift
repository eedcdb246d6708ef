import CanonicalJSON
import SyncBridge

/// Random payloads: right ones, and ones with one thing wrong.
enum RandomPayload {
    /// The bytes of a payload, right in about half of the cases.
    static func bytes(_ random: inout SplitMix64) -> [UInt8] {
        var rows = JSONObject()
        for name in (0..<random.below(4)).map({ _ in name(&random) }).sorted(by: <) {
            rows[name] = .array(collection(&random))
        }
        var payload: JSONObject = ["rows": .object(rows), "schema": 1]
        if random.oneIn(6) { payload["zz"] = 1.5 }
        switch random.below(16) {
        case 0: payload["schema"] = random.pick([0, 2, 1.0, "1", .null, true])
        case 1: payload["rows"] = random.pick([[], .null, "rows", ["host": [:]], ["host": .null], ["": []]])
        case 2: payload = JSONObject(payload.map { $0 }.shuffled(using: &random))
        case 3: payload["rows"] = .object(JSONObject(rows.map { $0 }.shuffled(using: &random)))
        case 4: payload["a"] = .null
        default: break
        }
        let bytes = (try? JSONValue.object(payload).canonicalBytes()) ?? []
        return random.oneIn(10) ? RandomJSON.damaged(bytes, &random) : bytes
    }

    private static func name(_ random: inout SplitMix64) -> JSONString {
        guard random.oneIn(3), let name = try? JSONValue(parsing: RandomJSON.string(&random)).stringValue else {
            return random.pick(["host", "group", "setting", "future"])
        }
        return name
    }

    private static func collection(_ random: inout SplitMix64) -> [JSONValue] {
        var members = (0..<random.below(5)).map { _ in RandomRecord.members(&random) }
        if random.oneIn(20), let last = members.last { members.append(last) }
        // Ids that are no strings, which are faults, stand anywhere.
        members.sort { ($0["id"]?.stringValue ?? "") < ($1["id"]?.stringValue ?? "") }
        if random.oneIn(4) { members.shuffle(using: &random) }
        if random.oneIn(12), let place = members.indices.randomElement(using: &random) {
            members[place] = JSONObject(members[place].map { $0 }.shuffled(using: &random))
        }
        return members.map { .object($0) }
    }
}
