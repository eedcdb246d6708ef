import CanonicalJSON

/// Vectors made from a user's own plaintext: nobody knows the answer, but all stacks have to agree on it.
enum OwnPayload {
    /// `payload` sealed whole in gzip, and in chunks of raw deflate.
    static func file(_ payload: [UInt8]) -> VectorFile {
        VectorFile(
            kind: "payload",
            vectors: [vector(payload, codec: 1, chunk: "whole"), vector(payload, codec: 2, chunk: "64k")])
    }

    /// The ids of these vectors.
    static let ids: Set<String> = ["payload-whole", "payload-64k"]

    /// `result` without the user's plaintext and what a stack said about it, if it is about such a vector (CL-15).
    static func withoutContent(_ result: TestResult) -> TestResult {
        guard let vector = result.vector, ids.contains(vector) else { return result }
        var result = result
        result.transcript = nil
        switch result.outcome {
        case .failed(let failure): result.outcome = .failed(failure.withoutContent)
        case .known(let failure, let reason): result.outcome = .known(failure.withoutContent, reason: reason)
        case .passed, .skipped: break
        }
        return result
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
