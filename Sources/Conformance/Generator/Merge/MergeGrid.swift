import CanonicalJSON
import SyncBridge
import SyncMerge

/// Every cell of {newer, older, equal} x {live, tombstone} x {live, tombstone} x {same, different} x {2 inputs, 3 inputs, one
/// input without the record}, for each published profile, with the versions at every place among the inputs.
enum MergeGrid {
    private enum Content: String, CaseIterable {
        case live = "L"
        case tombstone = "T"
    }

    private enum Relation: String, CaseIterable {
        case newer, older, equal
    }

    static func make() throws(VectorError) -> [Vector] {
        var vectors: [Vector] = []
        for profile in Profile.all {
            for a in Content.allCases {
                for b in Content.allCases {
                    for relation in Relation.allCases {
                        // A record and its tombstone are never the same.
                        for isSame in a == b ? [true, false] : [false] {
                            for inputs in ["2", "3", "absent"] {
                                vectors.append(
                                    try cell(profile, a, b, relation, isSame: isSame, inputs: inputs).vector())
                            }
                        }
                    }
                }
            }
        }
        return vectors
    }

    private static func cell(
        _ profile: Profile, _ a: Content, _ b: Content, _ relation: Relation, isSame: Bool, inputs: String
    ) throws(VectorError) -> MergeCase {
        let stamps: (a: Int64, b: Int64) =
            switch relation {
            case .newer: (20, 10)
            case .older: (10, 20)
            case .equal: (10, 10)
            }
        let maker = profile.granularity == .field ? fieldVersion : version
        var payloads: [[String]] = Array(repeating: [], count: inputs == "2" ? 2 : 3)
        for (number, places) in permutations(payloads.count).enumerated() {
            let id = "\(number)"
            payloads[places[0]].append(try maker(id, a, stamps.a, "a"))
            payloads[places[1]].append(try maker(id, b, stamps.b, isSame ? "a" : "b"))
            if inputs == "3" { payloads[places[2]].append(try maker(id, .live, 5, "c")) }
        }
        let collection = profile.granularity == .field ? "vitalsTarget" : "item"
        let clauses = clauses(profile, a, b, relation, isAbsent: inputs == "absent")
        return try MergeCase(
            "mg-\(profile.name)-\(a.rawValue)\(b.rawValue)-\(relation.rawValue)-\(isSame ? "same" : "diff")-\(inputs)",
            clauses, "merge", profile,
            ["payloads": .array(payloads.map { MergeText.payload($0, in: collection) })],
            "\(a) \(relation.rawValue) than, or as old as, \(b), \(isSame ? "of the same" : "of other") content, "
                + (inputs == "2"
                    ? "in both orders"
                    : inputs == "3" ? "and what both changed, in all orders" : "and an input without it, in all orders")
        )
    }

    private static func clauses(
        _ profile: Profile, _ a: Content, _ b: Content, _ relation: Relation, isAbsent: Bool
    ) -> [String] {
        if profile.granularity == .field { return ["FT-2", a != b ? "FT-11" : "FT-7"] + (isAbsent ? ["MG-1"] : []) }
        let rule =
            profile.delete == .absolute && a != b
            ? "MG-3" : relation != .equal ? "MG-4" : profile.replicaField != nil ? "MG-5" : "MG-6"
        return [rule, "MG-8"] + (isAbsent ? ["MG-1"] : [])
    }

    private static func version(
        _ id: String, _ content: Content, _ stamp: Int64, _ tag: String
    ) throws(VectorError) -> String {
        // The name of the writer and the text disagree about who is greater.
        let value = ["a": 2, "b": 1, "c": 0][tag] ?? 0
        return content == .live
            ? #"{"data":{"v":\#(value),"updated_by":"\#(tag)"},"id":"\#(id)","updatedAt":\#(stamp)}"#
            : #"{"deletedAt":\#(stamp),"id":"\#(id)","n":\#(value),"updatedAt":\#(stamp),"updated_by":"\#(tag)"}"#
    }

    private static func fieldVersion(
        _ id: String, _ content: Content, _ stamp: Int64, _ tag: String
    ) throws(VectorError) -> String {
        var history = FieldHistory(id: id)
        if content == .tombstone { try history.take(seq: 1, tag, #"{"theme":{"set":"kept"}}"#) }
        let patch = content == .live ? #"{"theme":{"set":"\#(tag)"}}"# : #"{"deleted":true}"#
        try history.take(seq: stamp, tag, patch)
        return try history.row()
    }

    private static func permutations(_ count: Int) -> [[Int]] {
        guard count > 1 else { return [[0]] }
        return permutations(count - 1).flatMap { shorter in
            (0..<count).map { place in
                var longer = shorter
                longer.insert(count - 1, at: place)
                return longer
            }
        }
    }
}
