import CanonicalJSON
import SyncBridge
import SyncMerge

/// The vectors of decisions: what a server accepts, what a device does with the answer, and with changes of a log.
enum DecisionVectors {
    static func make() throws(VectorError) -> [Vector] {
        var vectors: [Vector] = []
        for decision in try events() + lifecycle() + history() + pulled() + keptMine() + stamps() + changes()
            + rejected()
        {
            vectors.append(try decision.vector())
        }
        return vectors
    }

    static func decide(
        _ name: String, _ clauses: [String], _ question: String, _ comment: String, profile: Profile = .serverAccept
    ) throws(VectorError) -> MergeCase {
        try MergeCase(
            "de-" + name, clauses, "decide", profile, ["question": MergeText.bytes(question)], comment)
    }

    /// An event by its state, tracking period, goal and stamp, as in the chapter's table; `-` for none.
    static func event(_ text: String) -> String {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 4 else { return "null" }
        let deletedAt = words[0] == "deleted" ? words[3] : "null"
        return
            #"{"data":{"title":"run","kind":"counter","goal":\#(words[2]),"period":"week","periodStart":"\#(words[1])","#
            + #""state":"\#(words[0])","updatedAt":\#(words[3]),"deletedAt":\#(deletedAt)},"id":"e","updatedAt":\#(words[3])}"#
    }

    static func push(_ pushed: String, over stored: String, now: Int64 = 1000) -> String {
        #"{"push":\#(pushed),"collection":"event","stored":\#(stored),"now":\#(now)}"#
    }

    private static let stored = "active 2026-01-05 3 20"
    static let tombstone = #"{"deletedAt":5,"id":"e","updatedAt":5}"#

    private static func events() throws(VectorError) -> [MergeCase] {
        let table: [(name: String, clauses: [String], pushed: String, stored: String, comment: String)] = [
            ("newer", ["MG-25"], "active 2026-01-05 4 30", stored, "a later version"),
            ("older", ["MG-25"], "active 2026-01-05 4 10", stored, "an earlier version"),
            ("matching", ["MG-25"], "active 2026-01-05 3 10", stored, "an earlier version with the same data"),
            ("tie", ["MG-25"], "active 2026-01-05 4 20", stored, "another version of the same stamp"),
            ("duplicate", ["MG-25"], stored, stored, "the same bytes again"),
            ("other-period", ["MG-25"], "active 2025-12-29 3 30", stored, "an earlier period, later"),
            ("later-period", ["MG-25"], "active 2026-01-12 3 30", stored, "a later period"),
            ("later-period-older", ["MG-25"], "active 2026-01-12 4 10", stored, "a later period, earlier"),
            (
                "other-period-paused", ["MG-24", "MG-25"], "paused 2025-12-29 3 30", stored,
                "a pause of an earlier period"
            ),
            ("tie-paused", ["MG-24", "MG-25"], "paused 2026-01-05 3 20", stored, "a pause of the same stamp"),
            ("lifecycle", ["MG-24"], "paused 2026-01-05 3 30", "archived 2026-01-05 3 20", "from archived to paused"),
            ("restored", ["MG-24"], "active 2026-01-05 3 30", "archived 2026-01-05 3 20", "from archived to active"),
            ("paused-older", ["MG-24", "MG-25"], "paused 2026-01-05 3 10", stored, "a pause that came too late"),
            ("deletion", ["MG-23"], "deleted 2026-01-05 3 5", stored, "a deletion with an earlier stamp"),
            ("deletion-again", ["MG-23"], "deleted 2026-01-05 3 5", "deleted 2026-01-05 3 20", "a deletion again"),
            ("undeleted", ["MG-23"], "active 2026-01-05 3 99", "deleted 2026-01-05 3 20", "a deleted record again"),
            ("created", ["MG-25"], "active 2026-01-05 3 10", "-", "a new record"),
            ("deletion-new", ["MG-23"], "deleted 2026-01-05 3 10", "-", "a deletion of what was never there"),
        ]
        var decisions: [MergeCase] = []
        for (name, clauses, pushed, stored, comment) in table {
            decisions.append(
                try decide("event-" + name, clauses + ["TP-36"], push(event(pushed), over: event(stored)), comment))
        }
        let age: Int64 = 7_776_000_000
        return decisions + [
            try decide("event-tombstone", ["MG-23"], push(tombstone, over: event(stored)), "a tombstone"),
            try decide("event-over-tombstone", ["MG-23"], push(event(stored), over: tombstone), "over a tombstone"),
            try decide(
                "event-too-old", ["MG-25"], push(event("active 2026-01-05 4 30"), over: event(stored), now: age + 31),
                "a change that is too old by a millisecond"),
            try decide(
                "event-too-old-paused", ["MG-24", "MG-25"],
                push(event("paused 2026-01-05 4 30"), over: event(stored), now: age + 31), "a pause that is too old"),
            try decide(
                "event-just-in-time", ["MG-25"],
                push(event("active 2026-01-05 4 30"), over: event(stored), now: age + 30),
                "a change as old as is considered"),
            try decide(
                "event-deletion-old", ["MG-23"],
                push(event("deleted 2026-01-05 3 30"), over: event(stored), now: age + 31),
                "a deletion is never too old"),
            try decide(
                "event-ageless", ["MG-25"], push(event("active 2026-01-05 4 30"), over: event(stored), now: age + 31),
                "a profile that considers changes of any age", profile: .blobCASLWW),
            try decide("event-malformed", ["MG-26"], push(MergeText.live("{}", 1), over: "null"), "what is no event"),
        ]
    }

    /// Every step from state to state, later and with the same data.
    private static func lifecycle() throws(VectorError) -> [MergeCase] {
        var decisions: [MergeCase] = []
        let states = ["active", "paused", "archived", "deleted"]
        for from in states {
            for to in states {
                decisions.append(
                    try decide(
                        "lifecycle-\(from)-\(to)", ["MG-24"],
                        push(event("\(to) 2026-01-05 3 31"), over: event("\(from) 2026-01-05 3 21")),
                        "from \(from) to \(to)"))
            }
        }
        return decisions
    }

    private static func history() throws(VectorError) -> [MergeCase] {
        func entry(_ delta: Int) -> String {
            MergeText.live(#"{"eventId":"e","at":5,"delta":\#(delta),"periodStart":"2026-01-05"}"#, 5, id: "h")
        }
        func history(
            _ name: String, _ pushed: String, stored: String, event parent: String, _ comment: String,
            _ clauses: [String] = ["MG-26"]
        ) throws(VectorError) -> MergeCase {
            try decide(
                "history-" + name, clauses,
                #"{"push":\#(pushed),"collection":"history","stored":\#(stored),"event":\#(parent),"now":1000}"#,
                comment)
        }
        return [
            try history("created", entry(1), stored: "null", event: event(stored), "progress of an active event"),
            try history("paused", entry(1), stored: "null", event: event("paused 2026-01-05 3 20"), "of a paused one"),
            try history(
                "archived", entry(1), stored: "null", event: event("archived 2026-01-05 3 20"), "of an archived one",
                ["MG-24", "MG-26"]),
            try history(
                "deleted", entry(1), stored: "null", event: event("deleted 2026-01-05 3 20"), "of a deleted one"),
            try history("tombstone", entry(1), stored: "null", event: tombstone, "of one that left a tombstone"),
            try history("orphan", entry(1), stored: "null", event: "null", "of an event that is not there"),
            try history("again", entry(1), stored: entry(1), event: "null", "the same entry again"),
            try history("reused", entry(2), stored: entry(1), event: event(stored), "another entry of the same id"),
            try history("malformed", MergeText.live("{}", 1), stored: "null", event: event(stored), "what is no entry"),
        ]
    }
}
