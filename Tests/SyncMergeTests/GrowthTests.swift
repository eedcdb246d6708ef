import CanonicalJSON
import SyncBridge
import SyncMerge
import TestSupport
import Testing

/// SC-7: what a merge costs is bounded by the lengths of what is merged, whoever wrote it.
@Suite(.serialized) struct GrowthTests {
    private static let profile: Profile = {
        var profile = Profile.oplogField
        profile.fieldTypes = [
            "c": [
                "list": FieldRule(.list), "set": FieldRule(.set), "count": FieldRule(.counter),
                "flagged": FieldRule(.register, isFlagged: true), "reviewed": FieldRule(.list, isFlagged: true),
            ]
        ]
        return profile
    }()

    /// The state of one field with these edits, in a row.
    private static func row(_ field: String, _ edits: [String], _ beside: String = "") -> String {
        #"{"data":{},"id":"r","state":{"fields":{"\#(field)":{"edits":[\#(edits.joined(separator: ","))]}},"seq":1},"#
            + #""updatedAt":1\#(beside)}"#
    }

    private static func edit(_ number: Int, _ action: String, replica: String = "a") -> String {
        #"{"seq":\#(number + 1),"replica":"\#(replica)","wroteAt":1,\#(action)}"#
    }

    private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }

    /// Rows of about `count` bytes, by the variant of the input: 0 or 1.
    private static let rows: [(name: String, make: @Sendable (Int, Int) -> String)] = [
        (
            "a list",
            { count, variant in
                row(
                    "list",
                    (0..<count / 70).map { edit($0, #""insert":\#(variant),"after":null"#, replica: "\(variant)") })
            }
        ),
        (
            "a set",
            { count, variant in
                row("set", (0..<count / 60).map { edit($0, #""add":\#($0 / 2),"at":"\#(variant)""#) })
            }
        ),
        (
            "a set of one element",
            { count, variant in
                row("set", (0..<count / 60).map { edit($0, #""move":0,"at":"\#($0 + variant)""#) })
            }
        ),
        (
            "a register of one number",
            { count, variant in
                row("other", (0..<count / 60).map { edit(0, #""set":\#($0 * 2 + variant)"#) })
            }
        ),
        (
            "a flagged register",
            { count, variant in
                row("flagged", (0..<count / 60).map { edit(0, #""set":\#($0)"#, replica: "\($0 * 2 + variant)") })
            }
        ),
        (
            "a list to be reviewed",
            { count, variant in
                row("reviewed", (0..<count / 60).map { edit(0, #""review":true"#, replica: "\($0 * 2 + variant)") })
            }
        ),
        (
            "edits under a long name",
            { count, variant in
                row(long(count / 2), (0..<count / 120).map { edit($0, #""set":\#(variant)"#) })
            }
        ),
        (
            "fields",
            { count, variant in
                let fields = (0..<count / 70).map { #""f\#($0)":{"edits":[\#(edit(0, #""set":\#(variant)"#))]}"# }
                return
                    #"{"data":{},"id":"r","state":{"fields":{\#(fields.joined(separator: ","))},"seq":1},"updatedAt":1}"#
            }
        ),
        (
            "keys beside the state",
            { count, variant in
                row("list", [], (0..<count / 12).map { #","zz\#($0)":\#(variant)"# }.joined())
            }
        ),
        ("one row, tied", { count, variant in #"{"data":{"v":"\#(long(count))\#(variant)"},"id":"r","updatedAt":1}"# }),
    ]

    @Test(arguments: [Profile.blobCASLWW, profile]) func timeGrowsWithTheLength(_ profile: Profile) throws {
        let merge = Merge(profile)
        for (name, make) in Self.rows {
            func inputs(_ count: Int) -> [Payload] {
                (0..<2).compactMap { variant in
                    try? Payload(parsing: Array(#"{"rows":{"c":[\#(make(count, variant))]},"schema":1}"#.utf8))
                }
            }
            let small = inputs(8_192)
            #expect(small.count == 2 && (try? merge.payloads(small)) != nil, "\(name)")
            let ratio = Growth.ratio(8_192, make: inputs) { _ = try? merge.payloads($0, detail: .all) }
            #expect(ratio < Growth.limit, "\(name): \(ratio)")
        }
    }

    /// A long value beside many short ones of the same number, which it has to be compared with; in a short text what that
    /// costs does not show.
    @Test(arguments: [#""set":"zz"#, #""move":0,"at":"zz"#]) func oneLongValueAmongMany(_ start: String) {
        func inputs(_ count: Int) -> [Payload] {
            let edits =
                [Self.edit(0, start + Self.long(count) + "\"")]
                + (0..<count / 4096).map { Self.edit(0, "\(start)\($0)\"") }
            let row = Self.row(start.contains("set") ? "other" : "set", edits)
            let payload = try? Payload(parsing: Array(#"{"rows":{"c":[\#(row)]},"schema":1}"#.utf8))
            return payload.map { [$0, $0] } ?? []
        }
        let merge = Merge(Self.profile)
        #expect((try? merge.payloads(inputs(1000)))?.payload.rows(of: "c").count == 1)
        let ratio = Growth.ratio(1 << 18, make: inputs) { _ = try? merge.payloads($0, detail: .all) }
        #expect(ratio < Growth.limit, "\(ratio)")
    }

    /// Payloads of many rows and keys: merged, as streams too, compared, and found unchanged.
    @Test func payloadsGrowWithTheLength() throws {
        let rows: [(name: String, row: (Int, Int) -> String)] = [
            ("ties", { #"{"data":{"v":\#($1)},"id":"\#($0 + 1_000_000)","updatedAt":1}"# }),
            ("others", { #"{"data":{},"id":"\#($0 + 1_000_000)\#($1)","updatedAt":1}"# }),
            ("deletions", { #"{"deletedAt":\#($1),"id":"\#($0 + 1_000_000)","updatedAt":\#($1)}"# }),
        ]
        let merge = Merge(.blobCASLWW)
        for (name, row) in rows {
            func inputs(_ count: Int) -> [Payload] {
                (0..<2).compactMap { variant in
                    let rows = (0..<count / 45).map { row($0, variant) }.joined(separator: ",")
                    let keys = (0..<count / 100).map { #","zz\#($0 + 1_000_000)":\#(variant)"# }.joined()
                    return try? Payload(parsing: Array(#"{"rows":{"c":[\#(rows)]},"schema":1\#(keys)}"#.utf8))
                }
            }
            #expect(inputs(8_192).count == 2, "\(name)")
            let merging = Growth.ratio(8_192, make: inputs) { _ = try? merge.payloads($0, detail: .all) }
            #expect(merging < Growth.limit, "\(name): \(merging)")
            let comparing = Growth.ratio(8_192, make: inputs) {
                _ = try? PayloadDiff(from: $0[0], to: $0[1], profile: .blobCASLWW)
            }
            #expect(comparing < Growth.limit, "\(name): \(comparing)")
            let reconciling = Growth.ratio(8_192, make: inputs) { payloads in
                guard
                    let outcome = try? Reconciler(.blobCASLWW).snapshot(
                        of: payloads[0], metadata: SyncMetadata(), now: 5),
                    case .snapshot(let snapshot) = outcome
                else { return }
                _ = try? Reconciler(.blobCASLWW).plan(remote: [payloads[1]], over: snapshot, detail: .all)
            }
            #expect(reconciling < Growth.limit, "\(name): \(reconciling)")
        }
    }
}
