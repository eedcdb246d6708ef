import CanonicalJSON

extension Model {
    /// What a stack with this model's mistake answers to `vector`.
    func answer(_ vector: Vector) -> Answer {
        answer(vector.operation, inputs: VectorBytes.expanded(vector.inputs), entropy: vector.entropy)
    }

    /// Answers one request in this process, where byte strings of any length are base64.
    func answer(_ operation: String, inputs: JSONObject, entropy: [Vector.Entropy] = []) -> Answer {
        guard let handler = handler(JSONString(operation)) else { return .unsupported(feature: "op:" + operation) }
        do throws(Rejection) {
            let request: JSONObject = ["inputs": .object(inputs), "entropy": Vector.json(entropy)]
            let reply = try Testee.reply(to: .object(request), of: JSONString(operation), with: handler, scratch: nil)
            return .ok(outputs: reply.outputs, intermediates: reply.intermediates)
        } catch { return .rejected(errorClass: error.errorClass, message: error.message) }
    }
}
