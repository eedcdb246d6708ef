import CanonicalJSON
import SyncBridge

/// The vectors of what the specification leaves to a stack: each lists the readings that are right.
enum FreedomVectors {
    static func make() throws(VectorError) -> [Vector] {
        let sealCase = SealCase(name: "ka1", clauses: [], comment: "", plaintext: .bytes(SealCase.knownPlaintext))
        let archive = try Reference.archive(sealCase)
        let key = JSONValue.text(Hex.encode(ArchiveForge.workspaceKey).uppercased())
        var sealing = sealCase.inputs
        sealing["slots"] = [["type": "raw", "key": key]]
        return [
            upperCase(
                "open", ["archive": .bytes(archive), "key": key], outputs: ["plaintext": sealCase.plaintext],
                "the key in upper-case hex"),
            upperCase(
                "seal", sealing, entropy: sealCase.entropy, outputs: ["archive": .bytes(archive)],
                "the key of a slot in upper-case hex"),
        ]
    }

    /// TP-4: upper-case hex is accepted, or refused like any other malformed input.
    private static func upperCase(
        _ operation: String, _ inputs: JSONObject, entropy: [Vector.Entropy] = [], outputs: JSONObject,
        _ comment: String
    ) -> Vector {
        Vector(
            id: "en-\(operation)-upper-case-hex", clauses: ["TP-4", "TP-8"], operation: operation, comment: comment,
            inputs: inputs, entropy: entropy,
            expectation: .acceptable(
                flag: "upper-case-hex",
                readings: [.valid(outputs: outputs), .invalid(errorClass: "INVALID_PARAMETER")]))
    }
}
