import CanonicalJSON
import SyncBridge
import SyncMerge

extension FieldVectors {
    static func flagged() throws(VectorError) -> [MergeCase] {
        var start = FieldHistory()
        try start.edit("a", "dose", .set("5 mg"))
        var (a, b) = (start, start)
        try a.edit("a", "dose", .set("10 mg"))
        try b.edit("b", "dose", .set("15 mg"))
        var same = start
        try same.edit("b", "dose", .set("10 mg"))
        var both = a
        both.merge(b)
        var (settled, settledOther) = (both, both)
        try settled.edit("a", "dose", .resolve("10 mg"))
        try settledOther.edit("b", "dose", .resolve("15 mg"))
        var (settledSame, typed) = (both, both)
        try settledSame.edit("b", "dose", .resolve("10 mg"))
        try typed.edit("c", "dose", .set("20 mg"))
        var unseen = start
        try unseen.edit("c", "dose", .set("30 mg"))
        var theme = start
        try theme.edit("b", "theme", .set("dark"))
        func flagged(
            _ name: String, _ clauses: [String], _ comment: String, _ histories: [FieldHistory]
        ) throws(VectorError) -> MergeCase {
            try merge("flagged-" + name, clauses, comment, histories)
        }
        return [
            try flagged("dispute", ["FT-12", "FT-13", "MG-9"], "two doses that had not seen each other", [a, b]),
            try flagged("dispute-back", ["FT-12", "FT-13"], "the same the other way round", [b, a]),
            try flagged(
                "first", ["FT-12"], "two devices write a dose at first", [try only("a", "1"), try only("b", "2")]),
            try flagged("same", ["FT-12"], "two devices chose the same dose", [a, same]),
            try flagged("seen", ["FT-12", "FT-14"], "a dose and what it was changed to", [start, a]),
            try flagged("other-field", ["FT-13"], "a dispute, and another field", [both, theme]),
            try flagged("settled", ["FT-14", "FT-15"], "a dispute that was settled", [both, settled]),
            try flagged("settled-back", ["FT-15"], "the same the other way round", [settled, b]),
            try flagged("settled-same", ["FT-15"], "the same choice made twice settles", [settled, settledSame]),
            try flagged(
                "settled-apart", ["FT-15"], "two choices made apart are a new dispute", [settled, settledOther]),
            try flagged("settled-unseen", ["FT-15"], "an edit that nobody had seen", [settled, unseen]),
            try flagged("typed", ["FT-14"], "to type over a dispute does not settle it", [both, typed]),
            try flagged(
                "list", ["FT-12"], "two changes of a flagged list", [try allergy("a", "x"), try allergy("b", "y")]),
        ]
    }

    private static func only(_ replica: String, _ dose: String) throws(VectorError) -> FieldHistory {
        var history = FieldHistory()
        try history.take(seq: 1, replica, #"{"dose":{"set":"\#(dose)"}}"#)
        return history
    }

    private static func allergy(_ replica: String, _ name: JSONValue) throws(VectorError) -> FieldHistory {
        var history = FieldHistory()
        try history.edit(replica, "allergies", .append(name))
        return history
    }

    static func deletions() throws(VectorError) -> [MergeCase] {
        var start = FieldHistory()
        try start.edit("a", "theme", .set("dark"))
        var (deleted, edited) = (start, start)
        try deleted.delete(true, "a")
        try edited.edit("b", "theme", .set("light"))
        try edited.edit("b", "theme", .set("lighter"))
        var undone = deleted
        try undone.delete(false, "b")
        func deletion(_ name: String, _ comment: String, _ histories: [FieldHistory]) throws(VectorError) -> MergeCase {
            try merge("deletion-" + name, ["FT-11"], comment, histories)
        }
        return [
            try deletion("edited", "a later edit does not undo a deletion, and is kept", [deleted, edited]),
            try deletion("edited-back", "the same the other way round", [edited, deleted]),
            try deletion("undone", "a deletion that was undone", [deleted, undone]),
            try deletion("undone-edited", "with an edit made meanwhile", [edited, undone]),
            try deletion("seen", "a record and its deletion", [start, deleted]),
        ]
    }

    static func states() throws(VectorError) -> [MergeCase] {
        var edited = FieldHistory()
        try edited.edit("a", "theme", .set("dark"))
        let row = try edited.row()
        func state(
            _ name: String, _ clauses: [String], _ comment: String, _ rows: [String]
        ) throws(VectorError) -> MergeCase {
            try MergeVectors.merge(
                "mg-field-state-" + name, clauses, .oplogField,
                rows.map { MergeText.payload([$0], in: "vitalsTarget") }, comment)
        }
        let bare = MergeText.live(#"{"theme":"x"}"#, 9_000_000, id: "v")
        let other = MergeText.live(#"{"theme":"y"}"#, 3, id: "v")
        let changed = row.replacing(#""data":{"theme":"dark"}"#, with: #""data":{"theme":"wrong"}"#)
        let keys = row.replacing(#""id":"v""#, with: #""id":"v","later":1"#)
        return [
            try state("none", ["FT-3"], "a version without a state", [row, bare]),
            try state("none-back", ["FT-3"], "the same the other way round", [bare, row]),
            try state("neither", ["FT-3"], "no version has a state", [bare, other]),
            try state("same", ["FT-3"], "the same bytes with other data", [changed, changed]),
            try state("data", ["FT-2"], "data are not read", [changed, row]),
            try state("keys", ["FT-2", "RW-8"], "an unknown key beside the state", [row, keys]),
        ]
    }

    static func rejected() throws(VectorError) -> [MergeCase] {
        let edit = #"{"seq":1,"replica":"a","wroteAt":1,"set":1}"#
        func state(_ fields: String, _ seq: String = "1") -> String {
            #"{"data":{},"id":"v","state":{"fields":{\#(fields)},"seq":\#(seq)},"updatedAt":1}"#
        }
        func register(_ edit: String) -> String { state(#""theme":{"edits":[\#(edit)]}"#) }
        let cases: [(name: String, clause: String, row: String, comment: String)] = [
            ("state", "FT-2", #"{"data":{},"id":"v","state":1,"updatedAt":1}"#, "a state that is a number"),
            ("state-seq", "FT-2", state("", "-1"), "a seq below 0"),
            ("state-key", "FT-2", state(#""theme":{"edit":[]}"#), "an unknown member of a field's state"),
            ("edits", "FT-2", state(#""theme":{"edits":{}}"#), "edits that are no list"),
            ("edit-seq", "FT-4", register(#"{"seq":0,"replica":"a","wroteAt":1,"set":1}"#), "an edit of seq 0"),
            (
                "edit-replica", "FT-4", register(#"{"seq":1,"replica":"","wroteAt":1,"set":1}"#),
                "an edit without a name"
            ),
            ("edit-clock", "FT-4", register(#"{"seq":1,"replica":"a","set":1}"#), "an edit without a time"),
            ("edit-action", "FT-4", register(#"{"seq":1,"replica":"a","wroteAt":1}"#), "an edit that does nothing"),
            (
                "edit-actions", "FT-4", register(#"{"seq":1,"replica":"a","wroteAt":1,"set":1,"drop":1}"#),
                "an edit that does two things"
            ),
            (
                "edit-type", "FT-6", register(#"{"seq":1,"replica":"a","wroteAt":1,"add":1,"at":"m"}"#),
                "an action that a register does not have"
            ),
            (
                "edit-saw", "FT-6",
                state(
                    #""dose":{"edits":[{"seq":1,"replica":"a","wroteAt":1,"set":1,"saw":[[1,"b","08f44b07b5901a25"]]}]}"#
                ),
                "an edit that saw one which is not earlier"
            ),
            (
                "edit-hash", "FT-5",
                state(
                    #""dose":{"edits":[{"seq":2,"replica":"a","wroteAt":1,"set":1,"saw":[[1,"b","8f44b07b5901a25"]]}]}"#
                ),
                "a hash of 15 digits"
            ),
            ("counts", "FT-2", state(#""dosesLogged":{"counts":{"a":[1]}}"#), "a count of one number"),
            ("counts-below", "FT-2", state(#""dosesLogged":{"counts":{"a":[-1,0]}}"#), "a negative count"),
            ("counts-type", "FT-2", state(#""theme":{"counts":{"a":[1,0]}}"#), "counts of a register"),
            (
                "deletion", "FT-11",
                #"{"data":{},"id":"v","state":{"deletion":\#(edit),"fields":{},"seq":1},"updatedAt":1}"#,
                "a deletion that is an edit instead of a state"
            ),
        ]
        var start = FieldHistory()
        try start.edit("a", "theme", .set("dark"))
        let whole = try start.row()
        let parent = try MergeVectors.merge(
            "mg-field-one", ["FT-2"], .oplogField, [MergeText.payload([whole], in: "vitalsTarget")],
            "one record with a state")
        var rejected = [parent]
        for (name, clause, row, comment) in cases {
            rejected.append(
                try MergeVectors.merge(
                    "mg-field-not-" + name, [clause, "TP-33"], .oplogField,
                    [MergeText.payload([row], in: "vitalsTarget")], comment
                ).rejected("MALFORMED_ROW", from: parent.id))
        }
        return rejected
    }
}
