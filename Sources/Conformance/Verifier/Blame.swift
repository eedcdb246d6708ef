import CanonicalJSON

/// Finds the first layer in which a stack's archive work departs from the reference's (TP-28).
enum Blame {
    private static let layers = ["compressed", "keyId", "kekCheck", "wrappedCEK", "headerMac", "payloadKeyCheck"]

    /// The first layer whose value differs; nil where none differs or none is known.
    static func layer(of answer: Answer, for vector: Vector) -> Difference? {
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
                guard let observed = actual[name], observed != value,
                    let observedBytes = observed.hexBytes ?? observed.bytes,
                    let expectedBytes = value.hexBytes ?? value.bytes
                else { continue }
                return Difference(at: name.description, actual: observedBytes, expected: expectedBytes)
            }
        }
        return nil
    }
}
