import CanonicalJSON
import SyncBridge
import SyncMerge
import TestSupport

/// Versions of one record with states of fields at random: the same few edits here and there, in any order, with few numbers
/// and few devices, so that ties and edits of one `(seq, replica)` are frequent.
struct RandomStates {
    static let collection: JSONString = "c"

    /// Every type of field, flagged and not.
    static let profile: Profile = {
        var profile = Profile.oplogField
        var rules: [JSONString: FieldRule] = ["counter": FieldRule(.counter)]
        for kind in FieldRule.Kind.allCases where kind != .counter {
            rules[JSONString(kind.rawValue)] = FieldRule(kind)
            rules[JSONString(kind.rawValue + "!")] = FieldRule(kind, isFlagged: true)
        }
        profile.fieldTypes = [collection: rules, "vitalsTarget": vitals]
        return profile
    }()

    private static let replicas: [JSONString] = ["a", "b", "\u{1F600}", "\u{FF5E}"]
    var random: SeededGenerator

    /// Versions of the record `v1`, some of them missing or without a state.
    mutating func versions(_ count: Int, in collection: JSONString) throws -> [Row?] {
        let rules = Self.profile.fieldTypes[collection] ?? [:]
        var pools: [(field: JSONString, edits: [Edit])] = []
        for field in rules.keys.sorted() + ["unnamed", "\u{FF5E}", "\u{1F600}"] {
            pools.append((field, try pool(rules[field]?.kind ?? .register)))
        }
        let deletions = try [true, false].map { isDeleted in
            try edit(.set(.bool(isDeleted)), 1 + Int64(random.below(2)), [])
        }
        var versions: [Row?] = []
        for _ in 0..<count { versions.append(try version(pools, deletions)) }
        if versions.count > 1, random.chance(8) { versions[1] = versions[0] }
        return versions
    }

    private mutating func version(_ pools: [(field: JSONString, edits: [Edit])], _ deletions: [Edit]) throws -> Row? {
        if random.chance(8) { return nil }
        var row = Row(
            id: "v1", updatedAt: Int64(random.below(3)), content: .data(["v": .integer(Int64(random.below(2)))]))
        if random.chance(3) { row.extra["zone"] = .string(random.pick(StringClasses.all)) }
        if random.chance(10) { row.content = .tombstone }
        if random.chance(8) { return row }
        var fields = JSONObject()
        for (field, edits) in pools where !random.chance(3) {
            fields[field] = field.description.hasPrefix("counter") || field == "dosesLogged" ? counts() : some(edits)
        }
        var state: JSONObject = ["seq": .integer(Int64(random.below(5))), "fields": .object(fields)]
        if random.chance(3) { state["deletion"] = some(deletions) }
        if random.chance(40) { state["more"] = 1 }
        row.extra["state"] = .object(state)
        return row
    }

    private mutating func counts() -> JSONValue {
        var counts = JSONObject()
        for replica in Self.replicas.shuffled(using: &random) where random.chance(2) {
            counts[replica] = [.integer(Int64(random.below(4))), .integer(Int64(random.below(4)))]
        }
        if random.chance(60) { counts["a"] = [1] }
        return ["counts": .object(counts)]
    }

    /// Some of the edits in any order, with other times; rarely with a fault.
    private mutating func some(_ edits: [Edit]) -> JSONValue {
        var values: [JSONValue] = []
        for var edit in edits.shuffled(using: &random) where !random.chance(3) {
            edit.wroteAt = Int64(random.below(3))
            values.append(edit.value)
        }
        if !values.isEmpty, random.chance(200) {
            values[0][random.pick(["more", "seq", "replica", "saw", "set", "wroteAt"])] = random.pick([
                1, "", .null, [],
            ])
        }
        return ["edits": .array(values)]
    }

    private mutating func pool(_ kind: FieldRule.Kind) throws -> [Edit] {
        var edits: [Edit] = []
        for _ in 0..<random.below(6) {
            let sequence = Int64(1 + random.below(4))
            let earlier = edits.filter { $0.id.sequence < sequence }.map(\.id)
            let saw = random.chance(2) ? earlier.filter { _ in random.chance(2) } : []
            edits.append(try edit(action(kind, earlier), sequence, saw))
        }
        return edits
    }

    private mutating func edit(_ action: Edit.Action, _ sequence: Int64, _ saw: [EditID]) throws -> Edit {
        try Edit(sequence: sequence, replica: random.pick(Self.replicas), action: action, saw: saw, wroteAt: 0)
    }

    private mutating func action(_ kind: FieldRule.Kind, _ earlier: [EditID]) -> Edit.Action {
        let value: JSONValue = random.chance(3) ? random.pick([1, 1.0, -0.0, 0.0, .null]) : .string(text())
        switch kind {
        case .register, .move, .counter: return .set(value)
        case .list:
            if let target = earlier.randomElement(using: &random) {
                return random.chance(3) ? .remove(target) : .insert(value, after: random.chance(3) ? nil : target)
            }
            return random.chance(4) ? .review : .insert(value, after: nil)
        case .set:
            let element = JSONValue.string(random.pick(["x", "y"]))
            switch random.below(3) {
            case 0: return .add(random.chance(4) ? value : element, at: text())
            case 1: return .move(element, at: text())
            default: return .drop(element)
            }
        }
    }

    private mutating func text() -> JSONString { random.pick(StringClasses.all) }
}
