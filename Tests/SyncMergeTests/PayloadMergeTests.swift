import CanonicalJSON
import SyncBridge
import SyncMerge
import TestSupport
import Testing

/// The merge of whole payloads, and what it says about itself.
struct PayloadMergeTests {
    /// MG-10, MG-11, MG-14: the worked example.
    @Test func workedExample() throws {
        let specification = try Specification()
        let inputs = try ["mg-payload-a", "mg-payload-b"].map { try Payload(parsing: specification.json($0)) }
        let expected = text(try specification.json("mg-payload-merged"))
        for order in permutations(inputs) {
            #expect(try canonical(Merge(.blobCASLWW).payloads(order).payload) == expected)
        }
        let result = try Merge(.blobCASLWW).payloads(inputs, detail: .all)
        let traces = try specification.pairs("mg-traces")
        #expect(result.trace.count == traces.count)
        for (trace, (json, words)) in zip(result.trace, traces) {
            #expect(try canonical(trace.value) == json)
            #expect(trace.text(names: ["A", "B"]) == words)
        }
        #expect(try Merge(.blobCASLWW).payloads(inputs, detail: .none).trace.isEmpty)
        let differences = try Merge(.blobCASLWW).payloads(inputs, detail: .differences).trace
        #expect(differences == result.trace.filter { !$0.isUnanimous })
    }

    /// MG-8, MG-10, MG-11: commutative, associative and idempotent, in bytes, over random payloads full of ties.
    @Test(arguments: Profile.all)
    func laws(profile: Profile) throws {
        let seed: UInt64 = 20_260
        var rows = Rows(seed: seed)
        let merge = Merge(profile)
        for round in 0..<(isLong ? 20_000 : 30) {
            let inputs = [rows.payload(), rows.payload(), rows.payload()]
            let all = try canonical(merge.payloads(inputs).payload)
            for order in permutations(inputs) {
                #expect(try canonical(merge.payloads(order).payload) == all, "seed \(seed) round \(round)")
                let pair = try merge.payloads([order[0], order[1]]).payload
                #expect(try canonical(merge.payloads([pair, order[2]]).payload) == all, "seed \(seed) round \(round)")
            }
            let merged = try payload(all)
            #expect(try canonical(merge.payloads([merged, merged]).payload) == all)
            #expect(
                try canonical(merge.payloads([merged] + inputs).payload) == all, "what is merged in changes nothing")
            #expect(try canonical(merge.payloads([inputs[0]]).payload) == canonical(inputs[0]))
        }
    }

    /// MG-8: the twins that break the laws are seen by the same inputs.
    @Test(arguments: [Mistake.swiftStringTie, .firstTie])
    func twinsDoNotCommute(mistake: Mistake) throws {
        var random = SeededGenerator(seed: 7)
        let merge = Merge(Profile.blobCASLWW.with(mistake))
        var different = 0
        for _ in 0..<100 {
            let pair = random.pick(StringClasses.separating)
            let rows = [pair.low, pair.high].map {
                Row(id: "r", updatedAt: Int64(random.below(2)), content: .data(["v": .string($0)]))
            }
            if try merge.row(rows[0], rows[1], in: "c") != merge.row(rows[1], rows[0], in: "c") { different += 1 }
        }
        #expect(different > 0)
    }

    /// MG-1: items added offline survive a snapshot that lacks them; the twin loses them (000-16).
    @Test func absenceIsNotDeletion() throws {
        let local = try payload(
            #"{"rows":{"item":[{"data":{},"id":"new","updatedAt":5},{"data":{},"id":"old","updatedAt":1}]},"schema":1}"#
        )
        let remote = try payload(#"{"rows":{"item":[{"data":{},"id":"old","updatedAt":1}]},"schema":1}"#)
        #expect(
            try Merge(.snapshotOCC).payloads([local, remote]).payload.rows(of: "item").map(\.id) == ["new", "old"])
        let twin = Merge(Profile.snapshotOCC.with(.absenceDeletes))
        #expect(try twin.payloads([local, remote]).payload.rows(of: "item").map(\.id) == ["old"])
    }

    /// MG-29, MG-9: conflicts are there however little of the trace is asked for.
    @Test func conflictsAreReported() throws {
        let inputs = try ["k1", "k2"].map {
            try payload(
                #"{"rows":{"knownHost":[{"data":{"publicKey":"\#($0)"},"id":"kh.1","updatedAt":5}]},"schema":1}"#)
        }
        for detail in [Merge.Detail.none, .differences, .all] {
            let result = try Merge(.blobCASLWW).payloads(inputs, detail: detail)
            #expect(result.conflicts.map(\.id) == ["kh.1"] && result.trace.isEmpty == (detail == .none))
            let value = try result.value()
            #expect(value.objectValue?.map(\.key) == ["payload", "trace", "conflicts"])
            #expect(try canonical(#require(value["payload"])) == canonical(result.payload))
        }
        let tie = try Merge(.serverAccept).payloads(inputs)
        #expect(tie.conflicts.count == 1)
    }

    /// MG-10, MG-11: an empty collection stays, and no inputs make an empty payload.
    @Test func edges() throws {
        let empty = try payload(#"{"rows":{"host":[]},"schema":1}"#)
        #expect(try canonical(Merge(.blobCASLWW).payloads([empty, empty]).payload) == canonical(empty))
        #expect(try canonical(Merge(.blobCASLWW).payloads([]).payload) == #"{"rows":{},"schema":1}"#)
    }

    /// MG-12: what no payload may have is refused, with its place.
    @Test func duplicates() throws {
        let one = Row(id: "a", updatedAt: 1, content: .tombstone)
        let twice = Payload(collections: [.init(name: "host", rows: [one, one])])
        let split = Payload(collections: [.init(name: "host", rows: [one]), .init(name: "host", rows: [])])
        for faulty in [twice, split] {
            #expect(throws: BridgeError.self) { try Merge(.blobCASLWW).payloads([Payload(), faulty]) }
            do {
                _ = try Merge(.blobCASLWW).payloads([faulty])
            } catch {
                #expect(error.errorClass == .notCanonical && error.path == "/rows/host")
            }
        }
    }
}
