import CanonicalJSON
import SyncBridge
import SyncMerge

extension MergeVectors {
    private static let live = MergeText.live
    private static let base = "mg-payload-examples"

    static func payloads() throws(VectorError) -> [MergeCase] {
        let a = MergeText.bytes(
            #"{"extra":1,"rows":{"host":[{"data":{"port":22},"id":"a","updatedAt":5},{"data":{"port":22},"id":"b","#
                + #""updatedAt":7}]},"schema":1}"#)
        let b = MergeText.bytes(
            #"{"extra":2,"rows":{"host":[{"data":{"port":23},"id":"a","updatedAt":5},{"deletedAt":9,"id":"b","#
                + #""updatedAt":9},{"data":{},"id":"c","updatedAt":1}],"new":[]},"schema":1}"#)
        func keys(_ value: String) -> JSONValue { MergeText.bytes(#"{"k":\#(value),"rows":{},"schema":1}"#) }
        func whole(_ rows: [String]) -> JSONValue { MergeText.payload(rows, in: "host") }
        let extra = #"{"data":{"v":1},"id":"r","new":[1],"updatedAt":3}"#
        return [
            try merge(base, ["MG-10", "MG-14", "TP-33"], .blobCASLWW, [a, b], "the example of the chapter"),
            try merge("mg-payload-one", ["MG-8", "MG-10"], .blobCASLWW, [b], "one payload stays as it is"),
            try merge("mg-payload-twice", ["MG-8"], .blobCASLWW, [b, b], "the same payload twice"),
            try merge("mg-payload-thrice", ["MG-8"], .blobCASLWW, [b, a, b, a], "payloads again and again"),
            try merge(
                "mg-payload-empty", ["MG-10"], .blobCASLWW, [MergeText.payload("{}"), b], "a payload without rows"),
            try merge(
                "mg-payload-collections", ["MG-10"], .blobCASLWW,
                [MergeText.payload([live("{}", 1, "r")], in: "later"), MergeText.payload([], in: "empty")],
                "unknown collections, and an empty one"),
            try merge(
                "mg-payload-later-collection", ["MG-10"], .blobCASLWW,
                [whole([live("{}", 9, "a")]), MergeText.payload([live("{}", 1, "r")], in: "\u{1F600}")],
                "a collection with a name beyond the basic plane"),
            try merge(
                "mg-payload-each-row", ["MG-2", "MG-10"], .blobCASLWW,
                [
                    whole([live(#"{"v":1}"#, 9, "a"), live(#"{"v":1}"#, 1, "b")]),
                    whole([live(#"{"v":2}"#, 1, "a"), live(#"{"v":2}"#, 8, "b")]),
                ], "each side has the newer version of one record"),
            try merge(
                "mg-payload-whole-record", ["MG-2"], .blobCASLWW,
                [whole([live(#"{"name":"n","port":1}"#, 1, "a")]), whole([live(#"{"name":"m","user":"u"}"#, 2, "a")])],
                "fields of one version are not taken into another"),
            try merge(
                "mg-payload-row-keys", ["MG-2", "RW-8"], .blobCASLWW,
                [MergeText.payload([extra]), MergeText.payload([live("{}", 1, "r")])], "a row's unknown key stays"),
            try merge(
                "mg-payload-row-keys-sorted", ["MG-2", "RW-8"], .blobCASLWW,
                [MergeText.payload([#"{"z":1,"updatedAt":1,"id":"r","b":2,"data":{"z":1,"b":2}}"#])],
                "a row's keys are sorted, those of its data are not"),
            try merge(
                "mg-payload-order", ["MG-10"], .blobCASLWW,
                [
                    MergeText.bytes(
                        "{ \"schema\":1, \"rows\":{\"z\":[],\"host\":[" + live("{}", 1, "b") + ","
                            + live("{}", 1, "a") + "]}}"), b,
                ], "rows, collections and keys in another order"),
            try merge(
                "mg-payload-ids", ["MG-10"], .blobCASLWW,
                [
                    MergeText.payload([live("{}", 1, "\u{FF5E}"), live("{}", 1, "\u{1F600}")]),
                    MergeText.payload([live("{}", 1, "e\u{301}"), live("{}", 1, "\u{E9}")]),
                ], "ids in UTF-16 order"),
            try merge(
                "mg-payload-keys", ["MG-11"], .blobCASLWW, [keys("1"), keys("2")], "an unknown key of the payload"),
            try merge("mg-payload-keys-text", ["MG-11"], .blobCASLWW, [keys("10"), keys("9")], "compared as texts"),
            try merge(
                "mg-payload-keys-utf16", ["MG-11"], .blobCASLWW, [keys("\"\u{FF5E}\""), keys("\"\u{1F600}\"")],
                "compared in UTF-16 order"),
            try merge("mg-payload-keys-null", ["MG-11"], .blobCASLWW, [keys("null"), b], "a key that is null"),
            try merge(
                "mg-payload-many", ["MG-8", "MG-14"], .blobCASLWW,
                (1...5).map { MergeText.payload([live(#"{"v":\#($0)}"#, Int64(10 - abs(3 - $0)), "r")]) },
                "five versions, each by another input"),
            try merge(
                "mg-payload-long", ["MG-10", "TP-5"], .blobCASLWW,
                [
                    whole([live(#"{"v":"\#(String(repeating: "x", count: 70_000))"}"#, 2, "a")]),
                    whole([live("{}", 1, "a")]),
                ],
                "a payload that travels as a file, inside of the list"),
        ]
    }

    static func rejected() throws(VectorError) -> [MergeCase] {
        let cases: [(String, [String], [String], String, String)] = [
            ("no-inputs", ["TP-33"], [], "INVALID_PARAMETER", "nothing to merge"),
            (
                "repeated-id", ["MG-12", "TP-33"], [live("{}", 1, "a"), live("{}", 2, "a")], "NOT_CANONICAL",
                "an id twice in one payload"
            ),
            ("row", ["TP-33"], [#"{"data":{},"id":"","updatedAt":1}"#], "MALFORMED_ROW", "a row with an empty id"),
            ("row-time", ["TP-33"], [live("{}", -1, "a")], "MALFORMED_ROW", "a row from before 1970"),
        ]
        var rejected: [MergeCase] = []
        for (name, clauses, rows, errorClass, comment) in cases {
            rejected.append(
                try merge(
                    "mg-not-" + name, clauses, .blobCASLWW, rows.isEmpty ? [] : [MergeText.payload(rows)], comment
                )
                .rejected(errorClass, from: base))
        }
        let texts: [(String, String, String, String)] = [
            ("json", #"{"rows":{},"schema":1"#, "MALFORMED_JSON", "a payload that is cut"),
            ("list", "[]", "NOT_CANONICAL", "a list is no payload"),
            ("schema", #"{"rows":{},"schema":2}"#, "NOT_CANONICAL", "another schema"),
            ("rows", #"{"rows":[],"schema":1}"#, "NOT_CANONICAL", "rows that are no object"),
            ("collection", #"{"rows":{"host":{}},"schema":1}"#, "NOT_CANONICAL", "a collection that is no array"),
        ]
        for (name, text, errorClass, comment) in texts {
            rejected.append(
                try merge("mg-not-" + name, ["TP-33"], .blobCASLWW, [MergeText.bytes(text)], comment)
                    .rejected(errorClass, from: base))
        }
        return rejected
    }

    /// Profiles that are no profiles, and one in another spelling.
    static func profiles() throws(VectorError) -> [MergeCase] {
        let payloads: JSONObject = ["payloads": [MergeText.payload([live("{}", 1, "r")])]]
        let value = Profile.blobCASLWW.value
        func changed(_ key: JSONString, _ member: JSONValue?) throws(VectorError) -> JSONValue {
            var profile = value.objectValue ?? JSONObject()
            profile[key] = member
            return try MergeText.bytes(.object(profile))
        }
        func profile(
            _ name: String, _ profile: JSONValue, _ comment: String, _ errorClass: String? = "INVALID_PARAMETER"
        ) -> MergeCase {
            let merge = MergeCase(
                "mg-" + name, ["PF-1", "TP-32"], "merge", profile: profile, payloads, comment)
            return errorClass.map { merge.rejected($0, from: "mg-profile") } ?? merge
        }
        let reversed = JSONValue.object(
            JSONObject((value.objectValue ?? JSONObject()).reversed().map { ($0.key, $0.value) }))
        return [
            profile("profile", try MergeText.bytes(value), "one row by a published profile", nil),
            profile("profile-order", try MergeText.bytes(reversed), "members in another order", nil),
            profile("not-profile-json", MergeText.bytes("{"), "a profile that is cut", "MALFORMED_JSON"),
            profile("not-profile-list", MergeText.bytes("[]"), "a profile that is a list"),
            profile("not-profile-missing", try changed("tie", nil), "a profile without tie"),
            profile("not-profile-unknown", try changed("later", 1), "a profile with one member more"),
            profile("not-profile-tie", try changed("tie", "coin"), "a tie that is not listed"),
            profile("not-profile-replica", try changed("tie", "replica-utf16"), "a tie by replica without its field"),
            profile("not-profile-number", try changed("pages", 0), "no pages at all"),
            profile("not-profile-double", try changed("pages", .double(1)), "a number of pages that is a double"),
            profile("not-profile-type", try changed("casRequired", "yes"), "a text where a Boolean has to be"),
            profile("not-profile-soft", try changed("softDelete", ["field": "f"]), "a soft deletion without its time"),
            profile(
                "not-profile-kind", try changed("fieldTypes", ["c": ["f": ["type": "text", "flagged": false]]]),
                "a type of field that is not listed"),
            profile(
                "not-profile-counter", try changed("fieldTypes", ["c": ["f": ["type": "counter", "flagged": true]]]),
                "a counter that is flagged"),
            profile("not-profile-watched", try changed("watched", ["c": "f"]), "watched fields that are no list"),
            profile("not-profile-cycle", try changed("cycle", ["sleep"]), "a step of the cycle that is not listed"),
            profile("not-profile-retry", try changed("retry", [:]), "no bounds of trying again"),
            profile(
                "not-profile-error", try changed("errors", ["401": "shrug"]), "a rule of errors that is not listed"),
            profile(
                "not-profile-mass", try changed("massDelete", ["count": 5, "percent": 101]), "more than all records"),
        ]
    }
}
