import CanonicalJSON

/// Finds the first layer in which a stack's archive work departs from the reference's (TP-28).
enum Blame {
    private static let layers = ["compressed", "keyId", "kekCheck", "wrappedCEK", "headerMac", "payloadKeyCheck"]

    /// The first layer whose value differs, with both sides' bytes there; nil where none differs or none is known.
    static func layer(of answer: Answer, for vector: Vector) -> String? {
        guard case .ok(_, let actual) = answer, !actual.isEmpty,
            let handler = Testee.operations[JSONString(vector.operation)]
        else { return nil }
        let request: JSONObject = [
            "inputs": .object(VectorBytes.expanded(vector.inputs)), "entropy": Vector.json(vector.entropy),
        ]
        // The reference refuses what this stack accepted: there is nothing to compare with.
        guard let parsed = try? Request(.object(request), scratch: nil), let reply = try? handler(parsed) else {
            return nil
        }
        for layer in layers {
            // Another deflate makes other bytes, rightly.
            if layer == "compressed" && vector.determinism == .perImplementation { continue }
            for (name, value) in reply.intermediates where name.description.prefix(while: { $0 != "." }) == layer {
                guard let observed = actual[name], observed != value else { continue }
                return "\(name): " + difference(observed, value)
            }
        }
        return nil
    }

    private static func difference(_ actual: JSONValue, _ expected: JSONValue) -> String {
        guard let actualBytes = actual.hexBytes ?? actual.bytes, let expectedBytes = expected.hexBytes ?? expected.bytes
        else { return Judge.difference(actual: actual, expected: expected) }
        return Judge.difference(actual: actualBytes, expected: expectedBytes)
    }
}
