import CanonicalJSON
import Foundation
import SyncBridge
import SyncMerge
import TestSupport
import Testing

func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }
func row(_ text: String) throws -> Row { try Row(parsing: Array(text.utf8)) }
func payload(_ text: String) throws -> Payload { try Payload(parsing: Array(text.utf8)) }
func canonical(_ value: JSONValue) throws -> String { text(try value.canonicalBytes()) }
func canonical(_ row: Row?) throws -> String { try row.map { text(try $0.canonicalBytes()) } ?? "-" }
func canonical(_ payload: Payload) throws -> String { text(try payload.canonicalBytes()) }

/// How much the seeded tests do: more with the variable set, as `make long` has it.
let isLong = ProcessInfo.processInfo.environment["SYNCWIRE_MERGE"] == "long"

/// All orders of some items.
func permutations<Item>(_ items: [Item]) -> [[Item]] {
    guard items.count > 1 else { return [items] }
    return items.indices.flatMap { index in
        var rest = items
        let first = rest.remove(at: index)
        return permutations(rest).map { [first] + $0 }
    }
}

/// Strings by which orders differ, and the Chinese control by which they do not.
enum StringClasses {
    static let separating: [(low: JSONString, high: JSONString)] = [
        ("cafe\u{301}", "caf\u{E9}"), ("\u{1F600}", "\u{FF5E}"), ("\u{20000}", "\u{FF21}"),
        ("\u{4E3B}\u{673A}", "\u{F900}"), ("\u{1100}\u{1161}", "\u{AC00}"), (JSONString(utf16: [0xD83D]), "\u{E000}"),
    ]
    static let control: (low: JSONString, high: JSONString) = ("\u{4E3B}\u{673A}", "\u{670D}\u{52A1}")
    static let all: [JSONString] =
        separating.flatMap { [$0.low, $0.high] } + [control.low, control.high, "", "a", "b", "10", "9"]
}

/// Rows and payloads at random, in which ties and equal ids are frequent.
struct Rows {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func row(id: JSONString) -> Row {
        var extra = JSONObject()
        if random.chance(4) { extra["zone"] = .string(random.pick(StringClasses.all)) }
        if random.chance(4) { extra["aside"] = .integer(Int64(random.below(2))) }
        if random.chance(2) { extra["updated_by"] = .string(random.pick(StringClasses.all)) }
        let stamp = Int64(random.below(3))
        guard !random.chance(3) else { return Row(id: id, updatedAt: stamp, content: .tombstone, extra: extra) }
        var data = JSONObject()
        data["v"] = .string(random.pick(StringClasses.all))
        if random.chance(2) { data["updated_by"] = .string(random.pick(StringClasses.all)) }
        if random.chance(3) {
            data["is_active"] = .integer(Int64(random.below(2)))
            data["deleted_at"] = random.chance(2) ? .null : 5
        }
        if random.chance(4) { data["state"] = random.chance(2) ? "deleted" : "active" }
        if random.chance(4) { data["deletedAt"] = random.chance(2) ? .null : 7 }
        return Row(id: id, updatedAt: stamp, content: .data(data), extra: extra)
    }

    mutating func payload() -> Payload {
        var result = Payload()
        for name: JSONString in ["host", "\u{1F600}", "\u{FF5E}"] where !random.chance(4) {
            var collection = Payload.Collection(name: name, rows: [])
            for id: JSONString in ["\u{FF5E}", "a", "\u{1F600}", "b"] where random.chance(2) {
                collection.rows.append(row(id: id))
            }
            result.collections.append(collection)
        }
        if random.chance(2) { result.extra["unknown"] = .string(random.pick(StringClasses.all)) }
        if random.chance(3) { result.extra["also"] = .integer(Int64(random.below(3))) }
        return result
    }
}
