import CanonicalJSON
import SyncBridge
import SyncMerge
import TestSupport
import Testing

/// Merge and difference of payloads that are read as streams, beside those in memory.
struct StreamMergeTests {
    private static let profiles: [Profile] = {
        var named = Profile.blobCASLWW
        named.watched = ["host": ["v"]]
        named.delete = .absolute
        var named2 = Profile.blobCASLWW
        named2.replicaField = "updated_by"
        return Profile.all + [named, named2, RandomStates.profile]
    }()

    /// CL-42, CL-43, MG-10, MG-15: the same bytes, conflicts and differences, however the texts are cut into pieces.
    @Test(arguments: profiles)
    func agreesWithMemory(profile: Profile) throws {
        var rows = Rows(seed: 77)
        var random = SeededGenerator(seed: 78)
        var states = RandomStates(random: SeededGenerator(seed: 79))
        for round in 0..<(isLong ? 5_000 : 100) {
            var inputs = (0..<random.pick([2, 2, 3])).map { _ in rows.payload() }
            if profile.granularity == .field {
                for (index, version) in try states.versions(inputs.count, in: RandomStates.collection).enumerated() {
                    inputs[index].collections.append(
                        .init(name: RandomStates.collection, rows: version.map { [$0] } ?? []))
                }
            }
            if random.chance(4) { inputs[1] = inputs[0] }
            let texts = try inputs.map { try $0.canonicalBytes() }
            inputs = try texts.map { try Payload(parsing: $0) }
            guard let expected = try? Merge(profile).payloads(inputs) else {
                // A state of fields that cannot be read.
                #expect(throws: BridgeError.self, "round \(round)") {
                    try Merge(profile).stream(
                        texts.map { stream($0, 5) }, now: 0, report: { _ in }, found: { _ in }, into: { _ in })
                }
                continue
            }
            var output: [UInt8] = []
            var conflicts: [RowTrace] = []
            var future: [FutureStamp] = []
            // The stamps of these rows are around 0, so that half of them are more than a day after this.
            let now = Int64(random.below(4)) - FutureStamp.tolerance
            try Merge(profile).stream(
                texts.map { stream($0, random.below(60) + 1) }, now: now, report: { conflicts.append($0) },
                found: { future.append($0) },
                into: { piece in for index in piece.indices { output.append(piece[index]) } })
            try expectSame(output, expected.payload.canonicalBytes(), "round \(round)")
            #expect(conflicts == expected.conflicts, "round \(round)")
            #expect(future == expected.payload.futureStamps(now: now), "round \(round)")
            let diff = try PayloadDiff(from: inputs[0], to: inputs[1], profile: profile)
            var found: [PayloadDiff.Row] = []
            let rest = try PayloadDiff.stream(
                from: stream(texts[0], random.below(60) + 1), to: stream(texts[1], 7), profile: profile
            ) { found.append($0) }
            #expect(found == diff.rows && rest.fields == diff.fields && rest.same == diff.same, "round \(round)")
        }
    }

    /// PL-9: what is not canonical is refused where it shows, and a member that does not fit the window too.
    @Test func faults() throws {
        let good = #"{"rows":{"host":[{"data":{},"id":"a","updatedAt":1}]},"schema":1}"#
        let large = #"{"also":["\#(String(repeating: "x", count: 300_000))",1],"rows":{},"schema":1}"#
        for bad in [
            #"{"rows":{"host":[]}}"#, #"{"schema":1,"rows":{}}"#, #"{"rows":{}, "schema":1}"#,
            #"{"rows":{},"schema":1"#,
            #"{"rows":{"host":[{"data":{},"id":"b","updatedAt":1},{"data":{},"id":"a","updatedAt":1}]},"schema":1}"#,
            "",
            large,
        ] {
            for texts in [[good, bad], [bad, good]] {
                #expect(throws: BridgeError.self, "\(bad.prefix(80))") {
                    try Merge(.blobCASLWW).stream(
                        texts.map { stream(Array($0.utf8), 11) }, now: 0, report: { _ in }, found: { _ in },
                        into: { _ in }
                    )
                }
            }
        }
    }

    /// A text that comes in pieces of so many bytes.
    private func stream(_ text: [UInt8], _ size: Int) -> PayloadStream {
        var left = text[...]
        var batcher = PayloadBatcher()
        return PayloadStream {
            let piece = Array(left.prefix(size))
            left = left.dropFirst(size)
            return batcher.batch(piece.span)
        }
    }
}
