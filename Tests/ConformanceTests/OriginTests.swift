import CanonicalJSON
import Testing

@testable import Conformance

/// Where invalid vectors come from: what is no change of a valid one is found.
struct OriginTests {
    private static func vectors() throws -> [String: Vector] {
        let vectors = try Generated.files().flatMap(\.vectors)
        return Dictionary(uniqueKeysWithValues: vectors.map { ($0.id, $0) })
    }

    /// VE-27, VE-28: each lie about the origin of a vector.
    @Test func faultsOfOrigin() throws {
        let vectors = try Self.vectors()
        let cases: [(id: String, change: (inout Vector) -> Void, fault: String)] = [
            ("cj-not-end-empty", { $0.parent = nil }, "is invalid and has no parent and mutation"),
            ("cj-not-end-empty", { $0.mutation = nil }, "is invalid and has no parent and mutation"),
            ("cj-top-null", { $0.parent = "cj-top-true" }, "has a parent or a mutation, and is not invalid"),
            (
                "cj-not-end-empty", { $0.parent = "cj-not-end-two-values" },
                "its parent cj-not-end-two-values is no valid vector of canonicalize"
            ),
            (
                "cj-not-end-empty", { $0.parent = "hash-one-field" },
                "its parent hash-one-field is no valid vector of canonicalize"
            ),
            (
                "cj-not-end-empty", { $0.mutation?["offset"] = 1 },
                "json: not what its mutation makes of cj-integer-zero"
            ),
            (
                "cj-not-end-empty", { $0.mutation?["offset"] = 2 }, "its mutation does not fit cj-integer-zero"
            ),
            (
                "cj-not-end-empty", { $0.mutation = ["op": "replace", "field": "json"] },
                "its mutation does not fit cj-integer-zero"
            ),
            (
                "cj-not-end-empty", { $0.mutation = ["op": "several", "changes": [["op": "cut", "field": "json"]]] },
                "has several changes, and is not about which of several faults counts"
            ),
            (
                "en-forged-not-inner-1", { $0.mutation?["part"] = "header" },
                "its mutation does not fit en-open-ka1"
            ),
            (
                "en-forged-not-inner-1", { $0.mutation?["part"] = nil },
                "archive: not what its mutation makes of en-open-ka1"
            ),
            (
                "en-open-not-other-key", { $0.inputs["maxPlaintext"] = 5 },
                "maxPlaintext: not what its mutation makes of en-open-ka1"
            ),
            ("en-seal-not-codec-3", { $0.entropy.removeLast() }, "entropy: not that of en-seal-ka1"),
        ]
        for (id, change, fault) in cases {
            var vector = try #require(vectors[id])
            #expect(vector.originFault(among: vectors) == nil)
            change(&vector)
            #expect(vector.originFault(among: vectors) == fault, "\(id)")
        }
    }

    /// VE-28: of the faults of a vector about their order each one is a fault.
    @Test func severalFaultsAreFaultsEach() throws {
        let vectors = try Self.vectors()
        let aboutOrder = vectors.values.filter { $0.mutation?["op"] == "several" }
        #expect(aboutOrder.count > 8)
        for vector in aboutOrder {
            let parent = try #require(vector.parent.flatMap { vectors[$0] })
            for change in try #require(vector.mutation?["changes"]?.arrayValue).compactMap(\.objectValue) {
                var inputs = parent.inputs
                let field = try #require(change["field"]?.stringValue)
                #expect(vector.apply(change, to: field, of: &inputs))
                var request: JSONObject = [
                    "id": 1, "op": .text(vector.operation), "inputs": .object(VectorBytes.expanded(inputs)),
                ]
                if !vector.entropy.isEmpty { request["entropy"] = Vector.json(vector.entropy) }
                var testee = Testee()
                let status = testee.respond(to: try JSONValue.object(request).canonicalBytes()).status
                #expect(status == .rejected, "\(vector.id): \(field) alone is no fault")
            }
        }
    }
}
