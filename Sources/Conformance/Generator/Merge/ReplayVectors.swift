import CanonicalJSON
import SyncBridge
import SyncMerge

/// The vectors of putting unpublished changes over a merged payload, under each rule for them.
enum ReplayVectors {
    static func make() throws(VectorError) -> [Vector] {
        var vectors: [Vector] = []
        for replay in try rules() + journals() + rejected() { vectors.append(try replay.vector()) }
        return vectors
    }

    /// A published profile for each `localPending`.
    private static func profiles() -> [(rule: Profile.LocalPending, profile: Profile)] {
        var restamping = Profile.snapshotOCC
        restamping.name = "restamping"
        restamping.localPending = .replayRestamp
        return [
            (.replayGuarded, .snapshotOCC), (.replayRestamp, restamping), (.merge, .blobCASLWW), (.hold, .commitGated),
        ]
    }

    private static func replay(
        _ id: String, _ clauses: [String], _ profile: Profile, _ payload: String, _ journal: [String], now: Int64 = 15,
        _ comment: String
    ) throws(VectorError) -> MergeCase {
        try MergeCase(
            "mg-replay-" + id, clauses, "replay", profile,
            [
                "payload": MergeText.payload(payload),
                "journal": MergeText.bytes("[\(journal.joined(separator: ","))]"),
                "now": .integer(now),
            ], comment)
    }

    private static func entry(_ row: String, synced: Bool = false, in collection: String = "item") -> String {
        #"{"collection":"\#(collection)","row":\#(row),"synced":\#(synced)}"#
    }

    private static func rules() throws(VectorError) -> [MergeCase] {
        let mine = MergeText.live(#"{"v":1}"#, 10)
        let cases: [(name: String, merged: String, comment: String)] = [
            ("newer", MergeText.live(#"{"v":2}"#, 20), "over a newer row"),
            ("older", MergeText.live(#"{"v":2}"#, 5), "over an older row"),
            ("tied", MergeText.live(#"{"v":2}"#, 10), "over a row of the same stamp"),
            ("present", mine, "over the same row"),
            ("restamped", MergeText.live(#"{"v":1}"#, 20), "over the same data with a later stamp"),
            ("deleted", MergeText.tombstone(20), "over a later deletion"),
            ("absent", "", "where the row is not there"),
        ]
        var replays: [MergeCase] = []
        for (rule, profile) in profiles() {
            for (name, merged, comment) in cases {
                replays.append(
                    try replay(
                        "\(rule.rawValue)-\(name)", ["MG-17", "MG-18"], profile, #"{"item":[\#(merged)]}"#,
                        [entry(mine)],
                        "an unpublished change under \(rule.rawValue), \(comment)"))
            }
            replays.append(
                try replay(
                    "\(rule.rawValue)-deletion", ["MG-18"], profile, #"{"item":[\#(mine)]}"#,
                    [entry(MergeText.tombstone(9))],
                    "an unpublished deletion with the earlier stamp under \(rule.rawValue)"))
        }
        return replays
    }

    private static func journals() throws(VectorError) -> [MergeCase] {
        let mine = MergeText.live(#"{"v":1}"#, 10)
        let later = MergeText.live(#"{"v":3}"#, 11)
        let restamping = profiles()[1].profile
        func journal(
            _ name: String, _ entries: [String], _ comment: String, _ clauses: [String] = ["MG-17", "TP-35"],
            profile: Profile = .blobCASLWW, now: Int64 = 15,
            over payload: String = #"{"item":[{"data":{"v":2},"id":"r","updatedAt":8}]}"#
        ) throws(VectorError) -> MergeCase {
            try replay("journal-" + name, clauses, profile, payload, entries, now: now, comment)
        }
        return [
            try journal("empty", [], "nothing to replay"),
            try journal("synced", [entry(mine, synced: true)], "a change that was published"),
            try journal("last", [entry(mine), entry(later)], "of several changes of one record the last counts"),
            try journal(
                "last-is-older", [entry(later), entry(mine)], "also where its stamp is smaller",
                ["MG-17", "MG-18"]),
            try journal(
                "last-is-synced", [entry(later), entry(mine, synced: true)], "published changes do not count",
                ["MG-17", "MG-18"]),
            try journal(
                "order",
                [
                    entry(MergeText.live("{}", 1, id: "b")), entry(MergeText.live("{}", 1, id: "a"), in: "new"),
                    entry(MergeText.live("{}", 1, id: "a")),
                ], "outcomes by collection and id"),
            try journal(
                "extra", [entry(#"{"data":{"v":2},"id":"r","new":1,"updatedAt":10}"#)],
                "an unknown key makes another row"),
            try journal("clock-slow", [entry(mine)], "a clock behind what was seen", profile: restamping, now: 3),
            try journal("clock-before", [entry(mine)], "a clock before 1970", profile: restamping, now: -5),
            try journal("clock-after", [entry(mine)], "a clock beyond all stamps", profile: restamping, now: .max),
            try journal(
                "last-stamp", [entry(mine)], "the last stamp that can follow", profile: restamping,
                over: #"{"item":[{"data":{},"id":"r","updatedAt":9007199254740990}]}"#),
        ]
    }

    private static func rejected() throws(VectorError) -> [MergeCase] {
        let mine = MergeText.live(#"{"v":1}"#, 10)
        let old = #"{"item":[{"data":{"v":2},"id":"r","updatedAt":8}]}"#
        let restamping = profiles()[1].profile
        let cases: [(name: String, journal: String, errorClass: String, comment: String)] = [
            ("json", "[", "MALFORMED_JSON", "a journal that is cut"), ("list", "{}", "INVALID_PARAMETER", "no list"),
            ("entry", "[1]", "INVALID_PARAMETER", "an entry that is a number"),
            ("synced", #"[{"collection":"item","row":\#(mine)}]"#, "INVALID_PARAMETER", "an entry without synced"),
            (
                "member", #"[{"collection":"item","row":\#(mine),"synced":false,"at":1}]"#, "INVALID_PARAMETER",
                "an entry with one member more"
            ),
            ("row", #"[{"collection":"item","row":{},"synced":false}]"#, "MALFORMED_ROW", "an entry whose row is none"),
        ]
        var rejected: [MergeCase] = []
        for (name, journal, errorClass, comment) in cases {
            var replay = try replay("not-" + name, ["MG-17", "TP-35"], .blobCASLWW, old, [], comment)
            replay.inputs["journal"] = MergeText.bytes(journal)
            rejected.append(replay.rejected(errorClass, from: "mg-replay-journal-empty"))
        }
        rejected.append(
            try replay(
                "not-later", ["MG-13", "MG-18"], restamping,
                #"{"item":[{"data":{},"id":"r","updatedAt":9007199254740991}]}"#,
                [entry(mine)], "no stamp is later than the last"
            ).rejected("INVALID_PARAMETER", from: "mg-replay-journal-last-stamp"))
        return rejected
    }
}
