import CanonicalJSON
import SyncBridge
import SyncMerge

/// The vectors of merging records as wholes, and payloads, that the grid does not have.
enum MergeVectors {
    static func make() throws(VectorError) -> [Vector] {
        var vectors = try MergeGrid.make()
        for merge in try ties() + replicas() + deletions() + conflicts() + payloads() + rejected() + profiles() {
            vectors.append(try merge.vector())
        }
        return vectors
    }

    static func merge(
        _ id: String, _ clauses: [String], _ profile: Profile, _ payloads: [JSONValue], _ comment: String
    ) throws(VectorError) -> MergeCase {
        try MergeCase(id, clauses, "merge", profile, ["payloads": .array(payloads)], comment)
    }

    /// The classes of strings that separate UTF-16 order from that of Swift's strings and of UTF-8, and one that does not.
    private static func ties() throws(VectorError) -> [MergeCase] {
        let pairs: [(name: String, a: String, b: String, comment: String)] = [
            ("nfc-nfd", "caf\u{E9}", "cafe\u{301}", "canonically equivalent names, one composed and one not"),
            ("fullwidth-emoji", "\u{FF5E}", "\u{1F600}", "a fullwidth tilde and an emoji"),
            ("fullwidth-ext-b", "\u{FF21}", "\u{20000}", "a fullwidth letter and an ideograph of extension B"),
            (
                "cjk-compatibility", "\u{8C48}x", "\u{F900}a",
                "an ideograph and the compatibility ideograph that is its equal"
            ),
            ("jamo", "\u{AC00}a", "\u{1100}\u{1161}b", "a Hangul syllable and its jamo"),
            ("combining", "e\u{301}", "f", "a letter with a combining accent and the next letter"),
            ("chinese", "\u{4E2D}", "\u{6587}", "ordinary Chinese, of which all orders say the same"),
            ("numbers", "10", "9", "digits are characters"),
            ("escaped", "\u{1F}", " ", "a control character is compared as its escape"),
        ]
        var cases: [MergeCase] = []
        for pair in pairs {
            let rows = [pair.a, pair.b].map { name in
                MergeText.payload([MergeText.live(#"{"name":"\#(name == "\u{1F}" ? "\\u001f" : name)"}"#, 10)])
            }
            for (order, inputs) in [("ab", rows), ("ba", rows.reversed())] {
                cases.append(
                    try merge(
                        "mg-tie-\(pair.name)-\(order)", ["MG-6", "MG-8"], .blobCASLWW, inputs,
                        "a tie of " + pair.comment))
            }
        }
        func tie(_ name: String, _ a: String, _ b: String, _ comment: String) throws(VectorError) {
            cases.append(
                try merge(
                    "mg-tie-" + name, ["MG-6"], .blobCASLWW, [MergeText.payload([a]), MergeText.payload([b])], comment))
        }
        try tie("integers", MergeText.live(#"{"v":2}"#, 1), MergeText.live(#"{"v":10}"#, 1), "2 and 10 as texts")
        try tie(
            "double", MergeText.live(#"{"v":1}"#, 1), MergeText.live(#"{"v":1.0}"#, 1), "1 and 1.0 are two versions")
        try tie(
            "order", MergeText.live(#"{"a":1,"b":2}"#, 1), MergeText.live(#"{"b":2,"a":1}"#, 1),
            "the order of members is part of the text")
        try tie(
            "unknown-key", #"{"data":{},"id":"r","updatedAt":1,"zone":"x"}"#, MergeText.live("{}", 1),
            "the brace that ends the shorter one is greater than the comma")
        try tie(
            "live-over-tombstone", MergeText.live(#"{"v":1}"#, 1), #"{"aa":1,"deletedAt":1,"id":"r","updatedAt":1}"#,
            "a tombstone whose first key is smaller than that of the record")
        try tie(
            "tombstone-over-live", MergeText.tombstone(1), MergeText.live(#"{"v":1}"#, 1),
            "a tombstone has the larger text than most records")
        try tie(
            "last-stamp", MergeText.live("{}", Stamp.range.upperBound), MergeText.tombstone(0), "both ends of stamps")
        return cases
    }

    private static func replicas() throws(VectorError) -> [MergeCase] {
        func by(_ name: String, _ v: Int) -> JSONValue {
            MergeText.payload([MergeText.live(#"{"v":\#(v),"updated_by":\#(name)}"#, 1)])
        }
        var bytewise = Profile.snapshotOCC
        bytewise.name = "by-bytes"
        bytewise.tie = .replicaBytes
        func replica(
            _ name: String, _ a: JSONValue, _ b: JSONValue, _ comment: String, _ profile: Profile = .snapshotOCC
        ) throws(VectorError) -> MergeCase {
            try merge("mg-replica-" + name, ["MG-5"], profile, [a, b], comment)
        }
        return [
            try replica("utf16", by("\"\u{FF5E}\"", 1), by("\"\u{1F600}\"", 2), "names in UTF-16 order"),
            try replica("utf8", by("\"\u{FF5E}\"", 1), by("\"\u{1F600}\"", 2), "names by bytes", bytewise),
            try replica("nfd", by("\"e\u{301}\"", 1), by("\"\u{E9}\"", 2), "names are not normalised"),
            try replica(
                "empty", by(#""""#, 1), MergeText.payload([MergeText.live(#"{"v":2}"#, 1)]), "no name is the smallest"),
            try replica("number", by("7", 1), by(#""a""#, 0), "a number is no name"),
            try replica(
                "tombstone", by(#""a""#, 2),
                MergeText.payload([#"{"deletedAt":1,"id":"r","updatedAt":1,"updated_by":"b"}"#]),
                "the name of a tombstone stands in the row"),
            try replica(
                "row-key", by(#""a""#, 1),
                MergeText.payload([#"{"data":{"v":2},"id":"r","updatedAt":1,"updated_by":"b"}"#]),
                "the name of a record does not stand in the row"),
            try replica("same", by(#""a""#, 1), by(#""a""#, 2), "the same writer twice: the text decides"),
        ]
    }

    private static func deletions() throws(VectorError) -> [MergeCase] {
        func event(_ state: String, _ deletedAt: String, _ stamp: Int64) -> JSONValue {
            MergeText.payload(
                [MergeText.live(#"{"title":"t","state":"\#(state)","deletedAt":\#(deletedAt)}"#, stamp)], in: "event")
        }
        func deletion(
            _ name: String, _ a: JSONValue, _ b: JSONValue, _ clauses: [String], _ comment: String,
            _ profile: Profile = .serverAccept
        ) throws(VectorError) -> MergeCase {
            try merge("mg-deletion-" + name, clauses, profile, [a, b], comment)
        }
        let active = event("active", "null", 20)
        let gone = MergeText.payload([MergeText.tombstone(5)], in: "event")
        return [
            try deletion("absolute", active, gone, ["MG-3"], "an older tombstone beats a record"),
            try deletion("versioned", active, gone, ["MG-3", "MG-4"], "an older tombstone does not", .blobCASLWW),
            try deletion(
                "soft", event("deleted", "9", 9), active, ["MG-3", "MG-7"], "an older soft deletion beats a record"),
            try deletion("soft-mark", event("deleted", "null", 9), active, ["MG-7"], "the mark without a time"),
            try deletion("soft-time", event("active", "9", 9), active, ["MG-7"], "a time without the mark"),
            try deletion(
                "soft-text", event("deleted", #""9""#, 9), active, ["MG-4", "MG-7"],
                "the mark with a time that is a text"),
            try deletion(
                "soft-double", event("deleted", "9.0", 9), active, ["MG-7"], "the mark with a time that is a double"),
            try deletion(
                "both", event("deleted", "9", 9), gone, ["MG-4", "MG-7"], "two deletions: the later one stays"),
        ]
    }

    private static func conflicts() throws(VectorError) -> [MergeCase] {
        func host(_ key: String, _ stamp: Int64) -> JSONValue {
            MergeText.payload([MergeText.live(#"{"host":"h","publicKey":"\#(key)"}"#, stamp)], in: "knownHost")
        }
        let gone = MergeText.payload([MergeText.tombstone(9)], in: "knownHost")
        let pair = [host("k", 1), host("l", 2)]
        return [
            try merge("mg-conflict-watched", ["MG-9", "MG-14"], .blobCASLWW, pair, "a host key that changed"),
            try merge("mg-conflict-watched-tie", ["MG-9"], .blobCASLWW, [host("k", 1), host("l", 1)], "of one stamp"),
            try merge(
                "mg-conflict-same-key", ["MG-9"], .blobCASLWW, [host("k", 1), host("k", 2)], "the same host key"),
            try merge("mg-conflict-deleted", ["MG-9"], .blobCASLWW, [host("k", 1), gone], "a deleted host key"),
            try merge("mg-conflict-unwatched", ["MG-9"], .snapshotOCC, pair, "a profile that watches nothing"),
            try merge(
                "mg-conflict-tie", ["MG-9"], .serverAccept, [host("k", 1), host("l", 1)], "a tie that is a conflict"),
            try merge("mg-conflict-newer", ["MG-9"], .serverAccept, pair, "no tie, no conflict"),
        ]
    }
}
