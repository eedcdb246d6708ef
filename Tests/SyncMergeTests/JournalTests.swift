import CanonicalJSON
import SyncBridge
import SyncMerge
import Testing

/// Replay of what was not yet published.
struct JournalTests {
    private func item(_ text: String, _ stamp: Int64) -> Row {
        Row(id: "r", updatedAt: stamp, content: .data(["v": .string(JSONString(text))]))
    }

    private func profile(_ rule: Profile.LocalPending) -> Profile {
        var profile = Profile.snapshotOCC
        profile.localPending = rule
        return profile
    }

    private func payload(_ rows: [Row]) -> Payload { Payload(collections: [.init(name: "item", rows: rows)]) }

    /// MG-18: the table of the chapter, for each rule.
    @Test(arguments: Profile.LocalPending.allCases)
    func rules(rule: Profile.LocalPending) throws {
        let entry = JournalEntry(collection: "item", row: item("mine", 10))
        let result = try Merge(profile(rule)).replay([entry], over: payload([item("theirs", 20)]), now: 15)
        let row = result.payload.rows(of: "item")[0]
        switch rule {
        case .replayGuarded, .merge:
            #expect(row == item("theirs", 20) && result.replayed.map(\.outcome) == [.superseded])
        case .replayRestamp: #expect(row == item("mine", 21) && result.replayed.map(\.outcome) == [.restamped])
        case .hold: #expect(row == item("theirs", 20) && result.replayed.map(\.outcome) == [.held])
        }
        let newer = JournalEntry(collection: "item", row: item("mine", 30))
        let over = try Merge(profile(rule)).replay([newer], over: payload([item("theirs", 20)]), now: 15).payload
        #expect(over.rows(of: "item")[0].updatedAt == [.hold: 20, .replayRestamp: 21][rule] ?? 30)
    }

    /// MG-17: synced entries count for nothing, the last of several counts, and what is there already changes nothing.
    @Test func whichEntriesCount() throws {
        let merge = Merge(.snapshotOCC)
        let synced = JournalEntry(collection: "item", row: item("old", 90), isSynced: true)
        let first = JournalEntry(collection: "item", row: item("first", 40))
        let last = JournalEntry(collection: "item", row: item("last", 30))
        let result = try merge.replay([first, last, synced], over: payload([item("theirs", 20)]), now: 15)
        #expect(result.payload.rows(of: "item") == [item("last", 30)])
        #expect(try merge.replay([last], over: result.payload, now: 15).replayed.map(\.outcome) == [.present])
        #expect(try merge.replay([last], over: Payload(), now: 15).payload == result.payload)
        for entry in [synced, first] { #expect(try JournalEntry(entry.value()) == entry) }
        #expect(throws: BridgeError.self) { try JournalEntry(value(#"{"collection":"c","row":{},"synced":true}"#)) }
        #expect(
            result.replayed.map { try? canonical($0.value) } == [#"{"collection":"item","id":"r","outcome":"applied"}"#]
        )
    }

    /// MG-17, MG-18: what is held makes no collection, and one that is there but for the stamp does not wait.
    @Test func held() throws {
        let merge = Merge(profile(.hold))
        let entry = JournalEntry(collection: "item", row: item("mine", 30))
        let alone = try merge.replay([entry], over: Payload(), now: 15)
        #expect(alone.payload == Payload() && alone.replayed.map(\.outcome) == [.held])
        let there = try merge.replay([entry], over: payload([item("mine", 20)]), now: 15)
        #expect(there.payload == payload([item("mine", 20)]) && there.replayed.map(\.outcome) == [.present])
        let nameless = try JSONValue.object(["collection": "", "row": entry.row.value(), "synced": false])
        #expect(throws: BridgeError.self) { try JournalEntry(nameless) }
    }

    /// MG-18: guarded and restamped replay converge where the blind one stays apart for ever (P1).
    @Test func blindReplayDiverges() throws {
        func run(_ profile: Profile) throws -> (a: Payload, c: Payload) {
            let merge = Merge(profile)
            let journal = [JournalEntry(collection: "item", row: item("old", 10))]
            let c = payload([item("new", 20)])
            var store = c
            let pulled = try merge.payloads([payload([item("old", 10)]), store]).payload
            let a = try merge.replay(journal, over: pulled, now: 15).payload
            store = a
            return (a, try merge.payloads([c, store]).payload)
        }
        for rule in [Profile.LocalPending.replayGuarded, .replayRestamp] {
            let (a, c) = try run(profile(rule))
            #expect(a == c, "\(rule)")
        }
        let (a, c) = try run(Profile.snapshotOCC.with(.blindReplay))
        #expect(a != c)
    }
}
