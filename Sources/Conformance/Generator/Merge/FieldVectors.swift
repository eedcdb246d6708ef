import CanonicalJSON
import SyncBridge
import SyncMerge

/// The vectors of merging fields: each row of the chapter's table, disputes, deletions, and what is no state.
enum FieldVectors {
    static func make() throws(VectorError) -> [Vector] {
        var vectors: [Vector] = []
        for field in try registers() + lists() + sets() + flagged() + deletions() + states() + rejected() {
            vectors.append(try field.vector())
        }
        return vectors
    }

    static func merge(
        _ name: String, _ clauses: [String], _ comment: String, _ histories: [FieldHistory]
    ) throws(VectorError) -> MergeCase {
        var payloads: [JSONValue] = []
        for history in histories { payloads.append(try history.payload()) }
        return try MergeVectors.merge("mg-field-" + name, clauses, .oplogField, payloads, comment)
    }

    /// What a device has that took in these changes: replica and sequence number, patch, and the clock.
    private static func history(
        _ changes: (String, Int64, String, Int64?)..., after earlier: FieldHistory = FieldHistory()
    ) throws(VectorError) -> FieldHistory {
        var history = earlier
        for (replica, seq, patch, clock) in changes { try history.take(seq: seq, replica, patch, wroteAt: clock) }
        return history
    }

    private static func theme(_ value: String) -> String { #"{"theme":{"set":\#(value)}}"# }

    private static func registers() throws(VectorError) -> [MergeCase] {
        let a = try history(("a", 1, theme(#""x""#), nil))
        let later = try history(("a", 2, theme(#""x""#), 5))
        let b = try history(("b", 1, theme(#""y""#), 9000))
        return [
            try merge("register-replica", ["FT-7"], "of one seq the larger replica", [a, b]),
            try merge("register-replica-back", ["FT-7"], "the same the other way round", [b, a]),
            try merge("register-seq", ["FT-4", "FT-7"], "the larger seq, with the earlier clock", [later, b]),
            try merge("register-seq-back", ["FT-7", "MG-8"], "the same the other way round", [b, later]),
            try merge(
                "register-replica-utf16", ["FT-5", "FT-7"], "replicas in UTF-16 order",
                [
                    try history(("\u{FF5E}", 1, theme("1"), nil)), try history(("\u{1F600}", 1, theme("2"), nil)),
                ]),
            try merge(
                "register-duplicate", ["FT-7"], "a restored backup: one seq and replica, two values",
                [a, try history(("a", 1, theme(#""y""#), nil))]),
            try merge(
                "register-duplicate-back", ["FT-7"], "two values of one seq and replica, the larger text first",
                [try history(("a", 1, theme(#""b""#), nil)), try history(("a", 1, theme(#""a""#), nil))]),
            try merge(
                "register-duplicate-text", ["FT-7", "MG-8"], "the larger text, whatever the hashes",
                [
                    try history(("a", 1, theme("7"), nil)), try history(("a", 1, theme("8"), nil)),
                    try history(("a", 1, theme("9"), nil)), try history(("a", 1, theme("10"), nil)),
                ]),
            try merge(
                "register-clock", ["FT-5"], "one edit with two device times",
                [a, try history(("a", 1, theme(#""x""#), 7000))]),
            try merge(
                "register-undeclared", ["FT-1"], "a field that the profile does not name",
                [
                    try history(("a", 1, #"{"zone":{"set":1}}"#, nil)),
                    try history(("b", 1, #"{"zone":{"set":2}}"#, nil)),
                ]),
            try merge(
                "both", ["FT-2"], "two devices changed different fields",
                [a, try history(("b", 1, #"{"lastOpenedAt":{"set":5}}"#, nil))]),
            try merge(
                "move", ["FT-1", "FT-7"], "a place: never in two",
                [
                    try history(("a", 1, #"{"status":{"set":"todo"}}"#, nil)),
                    try history(("b", 2, #"{"status":{"set":"done"}}"#, nil)),
                ]),
            try merge(
                "counter", ["FT-8"], "two replicas count",
                [
                    try history(("a", 3, counts(3, 0), nil)), try history(("b", 1, counts(0, 1), nil)),
                    try history(("a", 2, counts(2, 0), nil)),
                ]),
            try merge(
                "counter-again", ["FT-8", "MG-8"], "the same counts again and again",
                [
                    try history(("a", 1, counts(2, 1), nil)),
                    try history(("a", 1, counts(2, 1), nil), ("b", 1, counts(1, 0), nil)),
                    try history(("a", 1, counts(2, 1), nil)),
                ]),
        ]
    }

    private static func counts(_ up: Int, _ down: Int) -> String { #"{"dosesLogged":{"counts":[\#(up),\#(down)]}}"# }

    /// An unflagged list is no part of the worked example, so that these have a profile of their own.
    private static func lists() throws(VectorError) -> [MergeCase] {
        var rules = FieldTypes.vitals["vitalsTarget"] ?? [:]
        rules["theme"] = FieldRule(.list)
        var profile = Profile.oplogField
        profile.name = "with-list"
        profile.fieldTypes = ["vitalsTarget": rules]
        func list(
            _ name: String, _ comment: String, _ histories: [FieldHistory], _ clauses: [String] = ["FT-9"]
        ) throws(VectorError) -> MergeCase {
            var payloads: [JSONValue] = []
            for history in histories { payloads.append(try history.payload()) }
            return try MergeVectors.merge("mg-field-list-" + name, clauses, profile, payloads, comment)
        }
        let empty = FieldHistory(rules: rules)
        var start = empty
        let first = try start.edit("a", "theme", .append("x"))
        var (a, b) = (start, start)
        try a.edit("a", "theme", .append("y"))
        try a.edit("a", "theme", .append("z"))
        try b.edit("b", "theme", .append("v"))
        try b.edit("b", "theme", .append("w"))
        var removed = start
        try removed.edit("b", "theme", .remove(first ?? EditID(sequence: 1, replica: "a", hash: ContentHash(of: []))))
        var other = empty
        try other.edit("b", "theme", .append("y"))
        var orphan = empty
        for operation in a.document.fields["theme"]?.edits.dropFirst() ?? [] {
            var patch = JSONObject()
            for (key, value) in operation.value.objectValue ?? [:] where !["seq", "replica", "wroteAt"].contains(key) {
                patch[key] = value
            }
            let text = try MergeText.bytes(["theme": .object(patch)])
            try orphan.take(
                seq: operation.id.sequence, "a", String(decoding: text.bytes ?? [], as: UTF8.self), wroteAt: 3)
        }
        return [
            try list("start", "two devices insert at the start", [start, other]),
            try list("appended", "what each device appended stays together", [a, b]),
            try list("appended-back", "the same the other way round", [b, a]),
            try list("removed", "an element that another device removed", [a, removed]),
            try list(
                "removed-thrice", "a removal, and the element from two others", [removed, start, a], ["FT-9", "MG-8"]),
            try list("orphan", "elements whose predecessor is not known", [orphan, other]),
            try list("orphan-found", "the predecessor comes later", [orphan, start]),
        ]
    }

    private static func sets() throws(VectorError) -> [MergeCase] {
        func team(_ patch: String) -> String { #"{"careTeam":{\#(patch)}}"# }
        func set(
            _ name: String, _ comment: String, _ histories: [FieldHistory], _ clauses: [String] = ["FT-10"]
        ) throws(VectorError) -> MergeCase {
            try merge("set-" + name, clauses, comment, histories)
        }
        let added = try history(("a", 1, team(#""add":"x","at":"m""#), nil))
        return [
            try set(
                "order", "elements by position", [added, try history(("b", 2, team(#""add":"y","at":"c""#), nil))]),
            try set(
                "moved", "a move and another element",
                [
                    added, try history(("b", 2, team(#""move":"x","at":"z""#), nil)),
                    try history(("c", 2, team(#""add":"y","at":"n""#), nil)),
                ]),
            try set(
                "moved-twice", "two devices move one element: it is there once",
                [
                    try history(("b", 2, team(#""move":"x","at":"a""#), nil), after: added),
                    try history(("c", 2, team(#""move":"x","at":"z""#), nil), after: added),
                ]),
            try set(
                "dropped", "a move does not bring back what was dropped",
                [
                    try history(("b", 2, team(#""drop":"x""#), nil), after: added),
                    try history(("c", 3, team(#""move":"x","at":"z""#), nil), after: added),
                ]),
            try set(
                "only-moved", "a move of what was never added",
                [try history(("a", 2, team(#""move":"x","at":"z""#), nil)), try history(("b", 1, theme("1"), nil))],
                ["FT-10", "MG-8"]),
            try set(
                "again", "an element that is added again",
                [
                    try history(("b", 2, team(#""drop":"x""#), nil), after: added),
                    try history(("c", 3, team(#""add":"x","at":"b""#), nil)),
                ]),
            try set(
                "text", "elements at one position by their texts",
                [
                    try history(("a", 1, team(#""add":10,"at":"m""#), nil)),
                    try history(("b", 2, team(#""add":9,"at":"m""#), nil)),
                ]),
        ]
    }
}
