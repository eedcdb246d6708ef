import CanonicalJSON
import SyncBridge
import SyncMerge
import TestSupport
import Testing

/// The quick way of a merge beside its definition, which goes through `rows(_:in:)` row by row.
struct PlainMergeTests {
    private typealias Outcome = Result<Merge.Result, BridgeError>

    /// The published profiles, and those with knobs that none of them has.
    private static let profiles: [Profile] = {
        var named = Profile.blobCASLWW
        named.watched = ["host": ["v", "is_active"]]
        named.delete = .absolute
        named.softDelete = Profile.snapshotOCC.softDelete
        return Profile.all + [named, RandomStates.profile]
    }()

    /// MG-8, MG-10, MG-29: the same rows, reasons, conflicts and errors, for rows in any order and ties everywhere.
    @Test(arguments: profiles)
    func agreesWithDefinition(profile: Profile) throws {
        let seed: UInt64 = 411
        var rows = Rows(seed: seed)
        var random = SeededGenerator(seed: seed + 1)
        var states = RandomStates(random: SeededGenerator(seed: seed + 2))
        var conflicts = 0
        for round in 0..<(isLong ? 20_000 : 300) {
            var inputs = (0..<random.pick([2, 2, 2, 1, 3])).map { _ in rows.payload() }
            if profile.granularity == .field {
                for (index, version) in try states.versions(inputs.count, in: RandomStates.collection).enumerated() {
                    inputs[index].collections.append(
                        .init(name: RandomStates.collection, rows: version.map { [$0] } ?? []))
                }
            }
            if inputs.count > 1, random.chance(4) { inputs[1] = inputs[0] }
            for index in inputs.indices { spoil(&inputs[index], &random) }
            let merge = Merge(profile)
            for detail in [Merge.Detail.none, .differences, .all] {
                let quick = Outcome { () throws(BridgeError) in try merge.payloads(inputs, detail: detail) }
                let slow = Outcome { () throws(BridgeError) in try merge.withReasons(inputs, detail) }
                #expect(quick == slow, "seed \(seed) round \(round)")
                conflicts += (try? slow.get().conflicts.count) ?? 0
            }
        }
        if profile.tie == .conflict || profile.watched["host"] != nil { #expect(conflicts > 0) }
    }

    /// MG-8: rows are compared by their texts as far as these are the same, with the result of the whole texts.
    @Test func textsCompareAsTheyAreWritten() throws {
        let texts = [
            "{}", #"{"a":1}"#, #"{"a":12}"#, #"{"a":1.5}"#, #"{"a":-1}"#, #"{"a":1,"b":2}"#, #"{"a":1,"b":{}}"#,
            #"{"b":1}"#, #"{"aa":1}"#, #"{"a":"x"}"#, #"{"a":"xy"}"#, #"{"a":"\ud83d\ude00"}"#, #"{"a":"\ue000"}"#,
            #"{"a":"\ud800"}"#, #"{"a":"\""}"#, ##"{"a":"#"}"##, #"{"a":[1]}"#, #"{"a":[1,2]}"#, #"{"a":[]}"#,
            #"{"a":{"b":1}}"#, #"{"a":null}"#, #"{"😀":1}"#, #"{"\ue000":1}"#, #"{"\ud800":1}"#,
        ]
        var rows = try texts.map { text in
            let data = try #require(JSONValue(parsing: Array(text.utf8)).objectValue)
            return Row(id: "a", updatedAt: 1, content: .data(data))
        }
        for extra: JSONObject in [["a": 1], ["z": 1]] {
            rows += rows.prefix(4).map { Row(id: "a", updatedAt: 1, content: $0.content, extra: extra) }
        }
        rows.append(Row(id: "a", updatedAt: 1, content: .tombstone))
        for a in rows {
            for b in rows {
                let expected = try UTF16Order.compare(wtf8: a.canonicalBytes(), b.canonicalBytes())
                #expect(try a.compareText(with: b) == expected, "\(a) and \(b)")
            }
        }
    }

    /// MG-10: ids are sorted as numbers where their beginnings tell them apart, and as a whole where these do not.
    @Test func sortsIDs() throws {
        var random = SeededGenerator(seed: 5)
        let parts: [[UInt16]] = [
            [0x61], [0x62], [0], [0xD83D, 0xDE00], [0xD83D], [0xE000], [0xFF5E], [0xAC00], [0x4E3B], [0xD7FF], [0xDC00],
        ]
        for round in 0..<300 {
            let beginning = (0..<random.below(12)).flatMap { _ in random.pick(parts.prefix(2)) }
            let choice = Array(parts.shuffled(using: &random).prefix(1 + random.below(parts.count)))
            var inputs: [Payload] = []
            for _ in 0..<2 {
                var ids: Set<JSONString> = []
                for _ in 0..<random.below(40) {
                    ids.insert(
                        JSONString(utf16: beginning + (0..<random.below(12)).flatMap { _ in random.pick(choice) }))
                }
                let rows = ids.sorted().shuffled(using: &random).map {
                    Row(id: $0, updatedAt: Int64(random.below(3)), content: .tombstone)
                }
                inputs.append(Payload(collections: [.init(name: "host", rows: rows)]))
            }
            let merge = Merge(.blobCASLWW)
            #expect(try merge.payloads(inputs) == merge.withReasons(inputs, .none), "round \(round)")
        }
    }

    /// Leaves the rows of a payload in any order, and now and then with what no payload may have.
    private func spoil(_ payload: inout Payload, _ random: inout SeededGenerator) {
        payload.collections.shuffle(using: &random)
        for index in payload.collections.indices {
            if random.chance(2) { payload.collections[index].rows.sort { $0.id < $1.id } }
            if random.chance(60), let row = payload.collections[index].rows.first {
                payload.collections[index].rows.append(row)
            }
            if random.chance(60), !payload.collections[index].rows.isEmpty {
                payload.collections[index].rows[0].extra["id"] = 1
            }
        }
        if random.chance(60), let collection = payload.collections.first { payload.collections.append(collection) }
    }
}
