import CanonicalJSON
import SyncBridge
import SyncMerge

/// Situations in which systems in use were reported to lose or to resurrect data.
enum ReportedVectors {
    static func make() throws(VectorError) -> [Vector] {
        var vectors: [Vector] = []
        for merge in try equalStamps() + futureStamps() + emptyStores() + returningDevices() + timestamps() {
            vectors.append(try merge.vector())
        }
        return vectors
    }

    /// Three versions of one stamp, in every order.
    private static func equalStamps() throws(VectorError) -> [MergeCase] {
        let rows = [
            MergeText.live(#"{"v":1}"#, 1000, id: "a"), MergeText.live(#"{"v":2}"#, 1000, id: "a"),
            MergeText.tombstone(1000, id: "a"),
        ]
        var cases: [MergeCase] = []
        for order in ["01", "10", "02", "20", "12", "21", "012", "021", "102", "120", "201", "210"] {
            let payloads = order.compactMap(\.wholeNumberValue).map { MergeText.payload([rows[$0]]) }
            cases.append(
                try MergeVectors.merge(
                    "mg-equal-stamps-" + order, ["MG-6", "MG-8"], .blobCASLWW, payloads,
                    "versions 1 and 2 and the deletion (0, 1, 2) of one stamp, in the order \(order)"))
        }
        return cases
    }

    /// A stamp of the year 2099, which wins until the clock comes there.
    private static func futureStamps() throws(VectorError) -> [MergeCase] {
        let (future, present) = (
            MergeText.live(#"{"v":1}"#, 4_070_908_800_000, id: "a"), MergeText.live(#"{"v":2}"#, 1000, id: "a")
        )
        let gone = MergeText.tombstone(4_070_908_800_000, id: "a")
        return try [
            ("first", [future, present], "a stamp of 2099 before one of today"),
            ("last", [present, future], "a stamp of 2099 behind one of today"),
            ("deleted", [present, gone], "a deletion of 2099"),
        ].map { (name: String, rows: [String], comment: String) throws(VectorError) in
            try MergeVectors.merge(
                "mg-future-stamp-" + name, ["MG-4"], .blobCASLWW, rows.map { MergeText.payload([$0]) }, comment)
        } + [
            MergeCase(
                "re-future-stamp", ["MG-13", "RE-3"], "reconcile", .blobCASLWW,
                [
                    "domain": MergeText.payload([MergeText.live(#"{"v":2}"#, 0, id: "a")], in: "host"),
                    "metadata": MergeText.bytes(#"{"host":{\#(known("a", 4_070_908_800_000))}}"#), "now": 2000,
                    "remote": [],
                ], "a change of a record whose stamp is of 2099")
        ]
    }

    /// A store or a download that opened empty says nothing of deletions.
    private static func emptyStores() throws(VectorError) -> [MergeCase] {
        let metadata = MergeText.bytes(
            #"{"host":{\#(["a", "b", "c"].map { known($0, 1000) }.joined(separator: ","))}}"#)
        let all = MergeText.payload(["a", "b", "c"].map { MergeText.live("{}", 0, id: $0) }, in: "host")
        let nothing = MergeText.payload("{}")
        func reconcile(
            _ name: String, _ domain: JSONValue, _ remote: [JSONValue], _ clauses: [String], _ comment: String
        ) throws(VectorError) -> MergeCase {
            try MergeCase(
                "re-empty-" + name, clauses, "reconcile", .blobCASLWW,
                ["domain": domain, "metadata": metadata, "now": 2000, "remote": .array(remote)], comment)
        }
        return [
            try reconcile("store", MergeText.payload([], in: "host"), [], ["RE-11"], "three records are gone at once"),
            try reconcile("store-without-collection", nothing, [], ["RE-11"], "the collection is gone with them"),
            try reconcile("remote", all, [nothing], ["RE-5", "RE-9"], "a download without anything deletes nothing"),
            try reconcile(
                "remote-collection", all, [MergeText.payload([], in: "host")], ["RE-5", "RE-9"],
                "a download of an empty collection deletes nothing"),
            try reconcile("no-remote", all, [], ["RE-5"], "nothing was downloaded"),
        ]
    }

    /// A device that was away for longer than deletions are kept: days -5 and 91.
    private static func returningDevices() throws(VectorError) -> [MergeCase] {
        let (day, start): (Int64, Int64) = (86_400_000, 1_700_000_000_000)
        func pushed(_ name: String, from days: Int64, over stored: String, _ comment: String) throws(VectorError)
            -> MergeCase
        {
            let event = DecisionVectors.event("active 2026-01-05 3 \(start + days * day)")
            return try DecisionVectors.decide(
                "returning-" + name, ["MG-25", "TP-36"],
                DecisionVectors.push(event, over: stored, now: start + 91 * day), comment)
        }
        let gone = #"{"deletedAt":\#(start),"id":"e","updatedAt":\#(start)}"#
        return [
            try pushed("purged", from: -5, over: "null", "an old version whose deletion was forgotten"),
            try pushed("kept", from: -5, over: gone, "an old version whose deletion is still there"),
            try pushed("recent", from: 90, over: "null", "a version of yesterday, of what nobody knows"),
            try pushed("in-time", from: 1, over: "null", "a version as old as is considered"),
            try pushed("unreadable", from: -5, over: MergeText.live("{}", 1), "an old version of what cannot be read"),
        ]
    }

    /// Times with microseconds, which are floored.
    private static func timestamps() throws(VectorError) -> [MergeCase] {
        func change(_ time: String, since pending: Int64) -> String {
            #"{"change":{"data":{"cursor":7,"changeId":"c1","domain":"item","recordId":"r","operation":"upsert","version":5,"#
                + #""occurredAt":"\#(time)","recordedAt":"2023-11-14T22:13:20Z","originDeviceId":"d","record":null},"#
                + #""id":"c1","updatedAt":5},"local":{"baseVersion":4,"pendingSince":\#(pending),"deleted":false},"#
                + #""processed":[]}"#
        }
        return try [
            ("half", "2023-11-14T22:13:20.999500Z", 1_700_000_000_999, "half a millisecond is floored"),
            ("half-next", "2023-11-14T22:13:20.999500Z", 1_700_000_000_998, "and not below that"),
            ("nines", "2023-11-14T22:13:20.999999Z", 1_700_000_000_999, "all nines are floored"),
            ("nanoseconds", "2023-11-14T22:13:20.999999999Z", 1_700_000_000_999, "nine digits are floored"),
            ("whole", "2023-11-14T22:13:21.000000Z", 1_700_000_001_000, "six zeros"),
        ].map { (name: String, time: String, pending: Int64, comment: String) throws(VectorError) in
            try DecisionVectors.decide(
                "change-floored-" + name, ["MG-22"], change(time, since: pending), comment, profile: .oplogField)
        }
    }

    private static func known(_ id: String, _ version: Int64) -> String {
        #""\#(id)":{"version":\#(version),"contentHash":"08f44b07b5901a25","deleted":false,"deletedAt":null}"#
    }
}
