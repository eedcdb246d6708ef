import CanonicalJSON
import SyncBridge
import SyncMerge

/// The vectors of reconciling: what a snapshot finds, what is applied, what is remembered.
enum ReconcileVectors {
    static func make() throws(VectorError) -> [Vector] {
        var vectors: [Vector] = []
        for reconcile in try snapshots() + keys() + applied() + deletions() + rejected() {
            vectors.append(try reconcile.vector())
        }
        return vectors
    }

    /// The fingerprints of `{}` and `{"v":1}`, from the chapter of rows.
    private static let (empty, one) = ("08f44b07b5901a25", "9d243d6e1e08f168")
    private static let live = MergeText.live

    /// A request; `known` is the text of the metadata of the records of `host`.
    private static func reconcile(
        _ name: String, _ clauses: [String], _ rows: [String], known: String = "", now: Int64 = 2000,
        remote: [[String]] = [], _ comment: String, profile: Profile = .blobCASLWW, collection: String = "host"
    ) throws(VectorError) -> MergeCase {
        let metadata = known.isEmpty ? "{}" : #"{"\#(collection)":{\#(known)}}"#
        return try MergeCase(
            "re-" + name, clauses, "reconcile", profile,
            [
                "domain": MergeText.payload(rows, in: collection), "metadata": MergeText.bytes(metadata),
                "now": .integer(now), "remote": .array(remote.map { MergeText.payload($0, in: collection) }),
            ], comment)
    }

    private static func metadata(_ id: String, _ version: Int64, _ hash: String = empty, extra: String = "") -> String {
        #""\#(id)":{"version":\#(version),"contentHash":"\#(hash)","deleted":false,"deletedAt":null\#(extra)}"#
    }

    private static func deleted(_ id: String, _ version: Int64) -> String {
        #""\#(id)":{"version":\#(version),"contentHash":"cbf29ce484222325","deleted":true,"deletedAt":\#(version)}"#
    }

    private static func snapshots() throws(VectorError) -> [MergeCase] {
        [
            try reconcile("first", ["RE-4", "RE-14"], [live("{}", 0, "a")], "a record without metadata gets the time"),
            try reconcile(
                "unchanged", ["RE-4"], [live("{}", 7, "a")], known: metadata("a", 1000),
                "a record whose stamp alone is another"),
            try reconcile(
                "unchanged-now", ["RE-2", "RE-4"], [live("{}", 2000, "a")], known: metadata("a", 1000),
                "a record that bears the time"),
            try reconcile(
                "changed", ["RE-3"], [live(#"{"v":1}"#, 0, "a")], known: metadata("a", 1000), "a record that changed"),
            try reconcile(
                "changed-slow", ["RE-3", "MG-13"], [live(#"{"v":1}"#, 0, "a")], known: metadata("a", 3000),
                "a record that changed, by a clock that is behind"),
            try reconcile(
                "changed-now", ["RE-3", "MG-13"], [live(#"{"v":1}"#, 0, "a")], known: metadata("a", 2000),
                "a record that changed in the millisecond of its version"),
            try reconcile(
                "deleted", ["RE-5"], [live("{}", 0, "b")], known: metadata("a", 1000) + "," + metadata("b", 1000),
                "a record that is gone"),
            try reconcile(
                "deleted-slow", ["RE-5", "MG-13"], [live("{}", 0, "b")],
                known: metadata("a", 3000) + "," + metadata("b", 1000),
                "a record that is gone, by a clock that is behind"),
            try reconcile("deleted-before", ["RE-5"], [], known: deleted("a", 1000), "a record that was gone already"),
            try reconcile(
                "recreated", ["RE-5"], [live("{}", 0, "a")], known: deleted("a", 1000), "a record that is there again"),
            try reconcile(
                "recreated-slow", ["RE-5", "MG-13"], [live("{}", 0, "a")], known: deleted("a", 3000),
                "a record that is there again, by a clock that is behind"),
            try reconcile(
                "tombstone", ["RE-5"], [MergeText.tombstone(5, id: "a"), live("{}", 0, "b")],
                known: metadata("a", 1000) + "," + metadata("b", 1000), "a tombstone among the records is no record"),
            try reconcile("clock-before", ["MG-13", "RE-4"], [live("{}", 0, "a")], now: -7, "a clock before 1970"),
            try reconcile(
                "clock-after", ["MG-13", "RE-4"], [live("{}", 0, "a")], now: .max, "a clock beyond all stamps"),
            try reconcile(
                "padded", ["RE-1", "RE-2"], [live("{}", 0, "a"), live(#"{"v":1}"#, 0, "b")],
                known: metadata("a", 1000) + "," + metadata("b", 1000, one), "a fingerprint that begins with 0"),
        ]
    }

    private static func keys() throws(VectorError) -> [MergeCase] {
        var volatile = Profile.blobCASLWW
        volatile.name = "with-volatile"
        volatile.hashExclude = ["host": ["seen"]]
        let extra = #","extra":{"later":[1]}"#
        return [
            try reconcile(
                "volatile", ["RE-2", "RE-4"], [live(#"{"v":1,"seen":9}"#, 0, "a")], known: metadata("a", 1000, one),
                "a volatile field that changed", profile: volatile),
            try reconcile(
                "volatile-and-other", ["RE-2", "RE-3"], [live(#"{"seen":9,"v":1}"#, 0, "a")],
                known: metadata("a", 1000),
                "a volatile field and another", profile: volatile),
            try reconcile(
                "volatile-applied", ["RE-2", "RE-9"], [], remote: [[live(#"{"v":1,"seen":3}"#, 5, "a")]],
                "a volatile field in what was downloaded", profile: volatile),
            try reconcile(
                "keys-remembered", ["RE-6"], [live("{}", 0, "a")], known: metadata("a", 1000, extra: extra),
                "an unknown key comes back with the row"),
            try reconcile(
                "keys-unsorted", ["RE-6"], [live("{}", 0, "a"), live("{}", 0, "b")],
                known: metadata("a", 1000, extra: #","extra":{"z":1,"\#u{1F600}":2,"\#u{FF5E}":3,"b":4}"#) + ","
                    + metadata("b", 1000, extra: #","extra":{"z":1,"z":2,"b":3}"#),
                "unknown keys that are not sorted in the metadata, of which one comes twice"),
            try reconcile(
                "keys-changed", ["RE-3", "RE-6"], [live(#"{"v":1}"#, 0, "a")], known: metadata("a", 1000, extra: extra),
                "also with a row that changed"),
            try reconcile(
                "keys-deleted", ["RE-6"], [live("{}", 0, "b")],
                known: metadata("a", 1000, extra: extra) + "," + metadata("b", 1000), "also with a tombstone"),
            try reconcile(
                "keys-applied", ["RE-6"], [], remote: [[#"{"data":{},"id":"a","later":1,"updatedAt":5}"#]],
                "an unknown key of a downloaded row"),
            try reconcile(
                "device", ["RE-13"], [setting("dark", "device")], remote: [[setting("light", "shared")]],
                "a setting of the device, and one of the same id from elsewhere", collection: "setting"),
            try reconcile(
                "device-alone", ["RE-13", "RE-14"], [setting("dark", "device")], "a setting of the device alone",
                collection: "setting"),
            try reconcile(
                "shared", ["RE-13"], [setting("dark", "shared")], remote: [[setting("light", "shared")]],
                "a setting that is shared", collection: "setting"),
        ]
    }

    private static func setting(_ value: String, _ scope: String) -> String {
        live(#"{"key":"theme","value":"\"\#(value)\"","scope":"\#(scope)"}"#, 5, "theme")
    }

    private static func applied() throws(VectorError) -> [MergeCase] {
        let other = live(#"{"v":1}"#, 1500, "a")
        var failing = try reconcile(
            "failed", ["RE-10"], [live("{}", 0, "a")], known: metadata("a", 1000),
            remote: [[other, live("{}", 5, "b")]],
            "a row that does not land, and one that does")
        failing.inputs["failed"] = [["collection": "host", "id": "a"]]
        var unknown = try reconcile(
            "failed-new", ["RE-10", "TP-34"], [], remote: [[other]], "a new row that does not land")
        unknown.inputs["failed"] = [["collection": "host", "id": "a"], ["collection": "group", "id": "a"]]
        let after = metadata("a", 1500, one)
        return [
            try reconcile("received", ["RE-9", "RE-14"], [], remote: [[other]], "a row from elsewhere"),
            try reconcile(
                "received-twice", ["MG-10", "RE-14"], [], remote: [[other], [live(#"{"v":1}"#, 1600, "a")]],
                "two payloads from elsewhere"),
            try reconcile(
                "echo", ["RE-7", "RE-14"], [live(#"{"v":1}"#, 0, "a")], known: after, remote: [[other]],
                "what was received is not published again"),
            try reconcile(
                "echo-stamped", ["RE-2", "RE-7"], [other], known: after, remote: [[other]],
                "also where the application holds the stamp"),
            try reconcile(
                "newer-remote", ["RE-8", "RE-9"], [live("{}", 0, "a")], known: metadata("a", 1000), remote: [[other]],
                "a newer row from elsewhere, nothing changed here"),
            try reconcile(
                "both-changed", ["RE-8"], [live(#"{"v":2}"#, 0, "a")], known: metadata("a", 1000), remote: [[other]],
                "a change here that was not in a snapshot, and one from elsewhere"),
            try reconcile(
                "both-changed-later", ["RE-8", "MG-4"], [live(#"{"v":2}"#, 0, "a")], known: metadata("a", 1000),
                now: 1200, remote: [[other]], "the same, with the later one from elsewhere"),
            try reconcile(
                "detected", ["RE-3"], [live(#"{"v":2}"#, 100, "a")], known: metadata("a", 50),
                remote: [[live(#"{"v":1}"#, 300, "a")]], "the time is that of the snapshot, not of the edit"),
            try reconcile(
                "deletion-received", ["RE-9"], [live("{}", 0, "a")], known: metadata("a", 1000),
                remote: [[MergeText.tombstone(1500, id: "a")]], "a deletion from elsewhere"),
            try reconcile(
                "deletion-of-seen", ["RE-5"], [live("{}", 0, "b")],
                known: metadata("a", 3000) + "," + metadata("b", 1000),
                remote: [[live("{}", 3000, "a")]], "a deletion beats what the deleter had seen"),
            try reconcile(
                "deletion-of-newer", ["RE-5"], [live("{}", 0, "b")],
                known: metadata("a", 1000) + "," + metadata("b", 1000), remote: [[live(#"{"v":1}"#, 2500, "a")]],
                "a deletion does not beat an edit that is stamped later"),
            try reconcile(
                "both-fields", ["MG-2", "RE-8"], [live(#"{"v":2}"#, 0, "a")], known: metadata("a", 1000),
                remote: [[live(#"{"name":"n"}"#, 2500, "a")]], "a field changed here and another elsewhere"),
            try reconcile(
                "tie-nfd", ["MG-6", "RE-8"], [live("{\"v\":\"e\u{301}\"}", 0, "a")],
                remote: [[live("{\"v\":\"\u{E9}\"}", 2000, "a")]], "a tie of canonically equivalent texts"),
            try reconcile(
                "tie-fullwidth", ["MG-6", "RE-8"], [live("{\"v\":\"\u{FF5E}\"}", 0, "a")],
                remote: [[live("{\"v\":\"\u{1F600}\"}", 2000, "a")]], "a tie that UTF-8 settles otherwise"),
            failing, unknown,
        ]
    }

    private static func deletions() throws(VectorError) -> [MergeCase] {
        func records(_ count: Int) -> String {
            (0..<count).map { metadata("r\($0)", 1000) }.joined(separator: ",")
        }
        func mass(
            _ name: String, _ clause: String, live count: Int, left: Int, consent: Int64? = nil, _ comment: String,
            profile: Profile = .blobCASLWW
        ) throws(VectorError) -> MergeCase {
            var deletion = try reconcile(
                "mass-" + name, [clause], (0..<left).map { live("{}", 0, "r\($0)") }, known: records(count), comment,
                profile: profile)
            if let consent { deletion.inputs["consent"] = .integer(consent) }
            return deletion
        }
        return [
            try mass("all", "RE-11", live: 2, left: 0, "a store that opened empty"),
            try mass("only", "RE-11", live: 1, left: 0, "the only record may go"),
            try mass("limit", "RE-11", live: 10, left: 5, "five of ten"),
            try mass("below-count", "RE-11", live: 5, left: 1, "four of five are not enough"),
            try mass("below-share", "RE-11", live: 11, left: 6, "five of eleven are not enough"),
            try mass("unlimited", "RE-11", live: 3, left: 0, "a profile without a limit", profile: .snapshotOCC),
            try mass("consent", "RE-12", live: 10, left: 4, consent: 6, "consent to as many"),
            try mass("consent-more", "RE-12", live: 10, left: 4, consent: 7, "consent to more"),
            try mass("consent-none", "RE-11", live: 2, left: 0, consent: 0, "consent to nothing"),
            try mass("consent-fewer", "RE-12", live: 10, left: 4, consent: 5, "consent to fewer"),
        ]
    }

    private static func rejected() throws(VectorError) -> [MergeCase] {
        let entries: [(name: String, entry: String, comment: String)] = [
            ("hash-short", metadata("a", 1000, "8f44b07b5901a25"), "a fingerprint of 15 digits"),
            ("hash-signed", metadata("a", 1000, "-340d631b7bdddcd"), "a fingerprint with a sign"),
            ("hash-upper", metadata("a", 1000, "08F44B07B5901A25"), "a fingerprint in upper case"),
            ("version", metadata("a", -1), "a version before 1970"),
            ("deleted", metadata("a", 1000).replacing("false", with: "true"), "deleted, and no time"),
            ("deleted-at", deleted("a", 1000).replacing(":1000}", with: ":999}"), "deleted at another time"),
            ("member", metadata("a", 1000, extra: #","seen":1"#), "one member more"),
            ("missing", #""a":{"version":1,"contentHash":"\#(empty)","deleted":false}"#, "without deletedAt"),
        ]
        var rejected: [MergeCase] = []
        for (name, entry, comment) in entries {
            rejected.append(
                try reconcile(
                    "not-metadata-" + name, ["RE-1", "TP-34"], [live("{}", 7, "a")], known: entry,
                    "metadata: " + comment
                ).rejected("INVALID_PARAMETER", from: "re-unchanged"))
        }
        func other(
            _ name: String, _ field: JSONString, _ value: JSONValue, _ errorClass: String, _ comment: String
        ) throws(VectorError) {
            var reconcile = try reconcile(
                "not-" + name, ["TP-34"], [live("{}", 7, "a")], known: metadata("a", 1000), comment)
            reconcile.inputs[field] = value
            rejected.append(reconcile.rejected(errorClass, from: "re-unchanged"))
        }
        try other("metadata-json", "metadata", MergeText.bytes("{"), "MALFORMED_JSON", "metadata that are cut")
        try other("metadata-list", "metadata", MergeText.bytes("[]"), "INVALID_PARAMETER", "metadata that are a list")
        try other("domain", "domain", MergeText.bytes("{}"), "NOT_CANONICAL", "records that are no payload")
        try other(
            "domain-twice", "domain", MergeText.payload([live("{}", 7, "a"), live("{}", 8, "a")], in: "host"),
            "NOT_CANONICAL", "a record twice")
        try other("remote", "remote", [MergeText.bytes("{}")], "NOT_CANONICAL", "a download that is no payload")
        try other("remote-row", "remote", [MergeText.payload(["{}"])], "MALFORMED_ROW", "a download with no row")
        try other("failed", "failed", [["id": "a"]], "INVALID_PARAMETER", "a failed row without its collection")
        try other("consent", "consent", "1", "INVALID_PARAMETER", "consent that is a text")
        rejected.append(
            try reconcile(
                "not-later", ["MG-13", "RE-3"], [live("{}", 7, "a")], known: metadata("a", 9_007_199_254_740_991, one),
                "no stamp is later than the last"
            ).rejected("INVALID_PARAMETER", from: "re-last"))
        rejected.append(
            try reconcile(
                "last", ["MG-13", "RE-3"], [live("{}", 7, "a")], known: metadata("a", 9_007_199_254_740_990, one),
                "the last stamp"))
        return rejected
    }
}
