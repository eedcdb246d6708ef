import CanonicalJSON

/// Vectors made from a user's own plaintext: nobody knows the answer, but all stacks have to agree on it.
enum OwnPayload {
    /// `payload` sealed whole in gzip, and in chunks of raw deflate.
    static func file(_ payload: [UInt8]) -> VectorFile {
        VectorFile(
            kind: "payload",
            vectors: [vector(payload, codec: 1, chunk: "whole"), vector(payload, codec: 2, chunk: "64k")])
    }

    private static func vector(_ payload: [UInt8], codec: Int64, chunk: String) -> Vector {
        var sealCase = SealCase(
            name: chunk,
            clauses: ["CT-1", "CT-2", "CT-3"],
            comment: "a payload of the user's own",
            plaintext: .bytes(payload)
        )
        sealCase.codec = codec
        sealCase.mode = "deflate"
        sealCase.chunk = chunk
        return Vector(
            id: "payload-" + chunk,
            clauses: sealCase.clauses,
            operation: "seal",
            comment: sealCase.comment,
            flags: chunk == "64k" ? [Vector.feature("chunked")] : [],
            inputs: sealCase.inputs,
            entropy: sealCase.entropy,
            expectation: .valid(outputs: [:]),
            determinism: .perImplementation
        )
    }
}
