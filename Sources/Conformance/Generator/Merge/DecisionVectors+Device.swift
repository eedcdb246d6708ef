import CanonicalJSON
import SyncBridge
import SyncMerge

extension DecisionVectors {
    private static let (mine, theirs) = (event("active 2026-01-05 4 10"), event("active 2026-01-05 3 20"))

    static func pulled() throws(VectorError) -> [MergeCase] {
        func pulled(
            _ name: String, _ remote: String, local: String, pending: Bool, answer: String? = nil, _ comment: String,
            _ clauses: [String] = ["MG-27"], profile: Profile = .serverAccept
        ) throws(VectorError) -> MergeCase {
            let lastPush = answer.map { #"{"answer":"\#($0)","reason":"older"}"# } ?? "null"
            return try decide(
                "pulled-" + name, clauses,
                #"{"pulled":\#(remote),"local":\#(local),"pending":\#(pending),"lastPush":\#(lastPush)}"#, comment,
                profile: profile)
        }
        let half = event("deleted 2026-01-05 3 5").replacing(#""deletedAt":5"#, with: #""deletedAt":null"#)
        return [
            try pulled("new", theirs, local: "null", pending: false, "a record that is not here"),
            try pulled("settled", theirs, local: mine, pending: false, "a record of which nothing waits"),
            try pulled("pending", theirs, local: mine, pending: true, "a change that waits"),
            try pulled("same", mine, local: mine, pending: true, "the change that waited"),
            try pulled("deleted", tombstone, local: mine, pending: true, "a deletion, and a change that waits"),
            try pulled(
                "soft-deleted", event("deleted 2026-01-05 3 5"), local: mine, pending: true, "a soft deletion likewise",
                ["MG-7", "MG-27"]),
            try pulled(
                "half-deleted", half, local: "null", pending: false, "the mark of a deletion without its time",
                ["MG-7", "MG-27"]),
            try pulled("deleted-settled", tombstone, local: mine, pending: false, "a deletion, and nothing waits"),
            try pulled(
                "conflict", theirs, local: mine, pending: true, answer: "conflict", "a push that was refused",
                ["MG-25", "MG-27"]),
            try pulled(
                "conflict-watch", theirs, local: mine, pending: true, answer: "conflict",
                "the same where nobody can choose", profile: .serverAcceptWatch),
            try pulled(
                "conflict-watch-new", mine, local: theirs, pending: true, answer: "conflict",
                "also where the pulled version is the earlier one", ["MG-25", "MG-27"], profile: .serverAcceptWatch),
            try pulled(
                "accepted-watch", theirs, local: mine, pending: true, answer: "accepted",
                "a push that was accepted there", profile: .serverAcceptWatch),
            try pulled(
                "pending-watch", theirs, local: mine, pending: true, "a change that was not pushed there",
                profile: .serverAcceptWatch),
        ]
    }

    static func keptMine() throws(VectorError) -> [MergeCase] {
        func kept(
            _ name: String, _ mine: String, over server: String, now: Int64 = 15, _ comment: String,
            _ clauses: [String] = ["MG-28"]
        ) throws(VectorError) -> MergeCase {
            try decide(
                "keep-mine-" + name, clauses, #"{"keepMine":\#(mine),"over":\#(server),"now":\#(now)}"#, comment)
        }
        let last = event("active 2026-01-05 3 9007199254740991")
        return [
            try kept("slow", mine, over: theirs, "by a clock that is behind the server's version"),
            try kept("now", mine, over: theirs, now: 99, "by a clock that is later than both"),
            try kept("own-later", event("active 2026-01-05 4 50"), over: theirs, "the device's stamp is the later one"),
            try kept("deleted", mine, over: event("deleted 2026-01-05 3 5"), "the server has deleted the record"),
            try kept("tombstone", mine, over: tombstone, "the server has a tombstone", ["MG-23", "MG-28"]),
            try kept("deletion", tombstone, over: theirs, "the device's version is a deletion"),
            try kept("unknown", mine, over: "null", "the server has no such record, by a clock that is ahead"),
            try kept("unknown-slow", mine, over: "null", now: 5, "the same by a clock that is behind the version"),
            try kept("not-event", MergeText.live("{}", 1), over: theirs, "what is no event")
                .rejected("MALFORMED_RECORD", from: "de-keep-mine-slow"),
            try kept("not-later", mine, over: last, "no stamp is later than the last")
                .rejected("INVALID_PARAMETER", from: "de-keep-mine-slow"),
        ]
    }

    /// Rows whose stamps are as far ahead of the clock as is said, and more.
    static func stamps() throws(VectorError) -> [MergeCase] {
        func stamps(
            _ name: String, _ stamps: [Int64], now: String, _ comment: String, collection: String = #""item""#
        ) throws(VectorError) -> MergeCase {
            let rows = stamps.enumerated().map { MergeText.live("{}", $1, id: "r\($0)") }
            return try question(name, rows, now: now, comment, collection: collection)
        }
        func question(
            _ name: String, _ rows: [String], now: String, _ comment: String, collection: String = #""item""#
        ) throws(VectorError) -> MergeCase {
            try decide(
                "stamps-" + name, ["MG-30", "TP-36"],
                #"{"stamps":[\#(rows.joined(separator: ","))],"collection":\#(collection),"now":\#(now)}"#, comment,
                profile: .blobCASLWW)
        }
        let (day, last): (Int64, Int64) = (FutureStamp.tolerance, 9_007_199_254_740_991)
        return [
            try stamps("year-2099", [4_070_908_800_000, 1000], now: "1700000000000", "one stamp of 2099, one of 1970"),
            try stamps("day", [day, day + 1], now: "0", "a day ahead, and a millisecond more"),
            try stamps("ahead", [1_700_000_000_001, 1_700_000_600_000], now: "1700000000000", "a little ahead"),
            try stamps("past", [0, 1_699_999_999_999], now: "1700000000000", "stamps of the past"),
            try stamps("last", [last], now: "1700000000000", "the last stamp there is"),
            try stamps("none", [], now: "0", "no rows"),
            try stamps("unsorted", [day + 3, 0, day + 2], now: "1", "rows stay in their order"),
            try stamps("clock-before-1970", [day, day - 1], now: "-1", "a clock that is before 1970"),
            try stamps("clock-least", [0, last], now: "-9223372036854775808", "the least number a clock can show"),
            try stamps("clock-greatest", [0, last], now: "9223372036854775807", "the greatest"),
            try stamps(
                "other-collection", [day + 1], now: "0", "a collection with a name that takes an escape",
                collection: #""a\"b""#),
            try question(
                "tombstone", [MergeText.tombstone(4_070_908_800_000, id: "a")], now: "1700000000000",
                "a deletion of 2099"),
            try question(
                "not-row", [MergeText.live("{}", 1), "{}"], now: "0", "a row that is none"
            ).rejected("MALFORMED_ROW", from: "de-stamps-day"),
            try stamps("not-now", [0], now: "0.5", "a clock that shows a fraction")
                .rejected("INVALID_PARAMETER", from: "de-stamps-day"),
            try stamps("not-collection", [0], now: "0", "a collection without a name", collection: "null")
                .rejected("INVALID_PARAMETER", from: "de-stamps-day"),
        ]
    }

    private static func change(_ version: Int, _ occurredAt: String) -> String {
        MergeText.live(
            #"{"cursor":7,"changeId":"c1","domain":"item","recordId":"r","operation":"upsert","version":\#(version),"#
                + #""occurredAt":"\#(occurredAt)","recordedAt":"2023-11-14T22:13:20Z","originDeviceId":"d","record":null}"#,
            5,
            id: "c1")
    }

    private static func question(_ change: String, local: String, processed: String = "[]") -> String {
        #"{"change":\#(change),"local":\#(local),"processed":\#(processed)}"#
    }

    private static func local(_ base: Int, _ pending: String = "null", deleted: Bool = false) -> String {
        #"{"baseVersion":\#(base),"pendingSince":\#(pending),"deleted":\#(deleted)}"#
    }

    static func changes() throws(VectorError) -> [MergeCase] {
        let second = "1970-01-01T00:00:01Z"
        func changed(
            _ name: String, _ clauses: String, _ local: String, _ comment: String, processed: String = "[]",
            at occurredAt: String = "1970-01-01T00:00:01Z", profile: Profile = .commitGated
        ) throws(VectorError) -> MergeCase {
            try decide(
                "change-" + name, clauses.split(separator: " ").map(String.init),
                question(change(5, occurredAt), local: local, processed: processed),
                comment,
                profile: profile)
        }
        var decisions = [
            try changed("new", "MG-19", "null", "a record that is not here"),
            try changed("duplicate", "MG-19", "null", "a change that was processed", processed: #"["c0","c1"]"#),
            try changed("duplicate-newer", "MG-19 MG-21", local(4), "also of a newer version", processed: #"["c1"]"#),
            try changed("old-version", "MG-20", local(5), "the version on which the local record stands"),
            try changed("older-version", "MG-20 MG-21", local(6, "1", deleted: true), "an earlier one"),
            try changed("newer", "MG-21", local(4), "a later version, nothing waits"),
            try changed("deleted", "MG-21", local(4, "1", deleted: true), "a local deletion that waits"),
            try changed("deleted-published", "MG-21", local(4, deleted: true), "a local deletion that was published"),
            try changed(
                "deleted-earlier", "MG-21 MG-22", local(4, "1", deleted: true),
                "also one that is earlier than the change",
                at: "1970-01-01T01:00:01.5+01:00", profile: .blobCASLWW),
            try changed("edit-later", "MG-21", local(4, "1001"), "a later local edit"),
            try changed("edit-same", "MG-21", local(4, "1000"), "a local edit of the same millisecond"),
            try changed("edit-earlier", "MG-21", local(4, "999"), "an earlier local edit, where somebody is asked"),
            try changed(
                "edit-earlier-queue", "MG-21", local(4, "999"), "where it goes into a queue", profile: .oplogField),
            try changed("edit-earlier-lww", "MG-21", local(4, "999"), "where the later one wins", profile: .blobCASLWW),
            try changed(
                "edit-earlier-server", "MG-21", local(4, "999"), "where the server's is taken",
                profile: .serverAcceptWatch),
            try changed(
                "floored", "MG-22", local(4, "1000"), "a fraction is floored", at: "1970-01-01T00:00:01.000999Z"),
            try changed("fraction", "MG-22", local(4, "1499"), "a fraction of one digit", at: "1970-01-01T00:00:01.5Z"),
            try changed("offset", "MG-22", local(4, "1000"), "an offset", at: "1970-01-01T01:00:01+01:00"),
            try changed("before-1970", "MG-22", local(4, "-750"), "before 1970", at: "1969-12-31T23:59:59.25Z"),
        ]
        for (name, text, time, comment) in [
            ("last-year", "9999-12-31T23:59:59.999-23:59", 253_402_387_139_999, "the last time there is, beyond 9999"),
            ("year-9600", "9600-02-29T00:00:00Z", 240_784_617_600_000, "a leap year of centuries that are far"),
            ("year-0", "0000-02-29T00:00:00Z", -62_162_121_600_000, "the year 0, which is a leap year"),
            ("lower-case", "1970-01-01t00:00:01.5z", 1500, "small letters"),
            ("leap-second", "2016-12-31T23:59:60.25Z", 1_483_228_800_250, "a leap second is the second after it"),
        ] {
            for (suffix, pending) in [("", time), ("-before", time - 1)] {
                decisions.append(
                    try changed(
                        name + suffix, "MG-22", local(4, "\(pending)"),
                        comment + (suffix.isEmpty ? ", at the time of a local edit" : ", and a local edit just before"),
                        at: text))
            }
        }
        for (name, text) in [
            ("day", "2023-02-29T00:00:00Z"), ("space", "2023-11-14 22:13:20Z"), ("zone", "2023-11-14T22:13:20"),
            ("point", "2023-11-14T22:13:20.Z"), ("empty", ""),
        ] {
            decisions.append(
                try decide(
                    "change-not-" + name, ["MG-22"], question(change(5, text), local: "null"), "a time that is none",
                    profile: .commitGated
                ).rejected("MALFORMED_RECORD", from: "de-change-new"))
        }
        decisions.append(
            try decide(
                "change-not-record", ["TP-36"], question(MergeText.live("{}", 5), local: "null"),
                "a row that is no change",
                profile: .commitGated
            ).rejected("MALFORMED_RECORD", from: "de-change-new"))
        decisions.append(
            try decide(
                "change-not-local", ["TP-36"], question(change(5, second), local: #"{"baseVersion":4}"#),
                "a local record without pendingSince", profile: .commitGated
            ).rejected("INVALID_PARAMETER", from: "de-change-new"))
        return decisions
    }

    static func rejected() throws(VectorError) -> [MergeCase] {
        let cases: [(name: String, question: String, errorClass: String, comment: String)] = [
            ("json", "{", "MALFORMED_JSON", "a question that is cut"), ("list", "[]", "INVALID_PARAMETER", "a list"),
            ("empty", "{}", "INVALID_PARAMETER", "no question"),
            (
                "now", #"{"push":\#(mine),"collection":"event","stored":null}"#, "INVALID_PARAMETER",
                "a push without now"
            ),
            (
                "collection", push(mine, over: "null").replacing(#""event""#, with: #""item""#), "INVALID_PARAMETER",
                "a push into another collection"
            ),
            ("stored", push(mine, over: "{}"), "MALFORMED_ROW", "a stored row that is none"),
            ("pushed", push("1", over: "null"), "MALFORMED_ROW", "a pushed row that is none"),
            (
                "pending", #"{"pulled":\#(mine),"local":null,"pending":1,"lastPush":null}"#, "INVALID_PARAMETER",
                "a pull that does not say whether something waits"
            ),
            (
                "answer",
                #"{"pulled":\#(mine),"local":null,"pending":true,"lastPush":{"answer":"maybe","reason":"tie"}}"#,
                "INVALID_PARAMETER", "an answer that there is not"
            ),
        ]
        var rejected: [MergeCase] = []
        for (name, question, errorClass, comment) in cases {
            rejected.append(
                try decide("not-" + name, ["TP-36"], question, comment).rejected(errorClass, from: "de-event-created"))
        }
        return rejected
    }
}
