import CanonicalJSON

/// One run of the verifier with the facts that a report needs: what is saved, compared and rendered.
///
/// Every report is made of this alone and of the vectors and the specification that it names, so that a saved run gives
/// the same reports as the run itself.
public struct RunRecord: Equatable, Sendable {
    /// The version of this form (RP-2).
    public static let format: Int64 = 1

    /// A vector file that the run read.
    public struct Suite: Equatable, Sendable {
        /// Its kind.
        public var kind: String
        /// How many vectors it held.
        public var vectors: Int
        /// The SHA-256 of its canonical bytes, as hex.
        public var sha256: String
    }

    /// The version of `syncwire` that ran.
    public var tool: String
    /// When it ran, as the caller says it; none by default, so that two runs give the same record.
    public var timestamp: String?
    /// The version of the published vectors (VE-19); nil where the folder has no manifest.
    public var vectorsVersion: String?
    /// The vector files in their order.
    public var suites: [Suite]
    /// The stacks and the results.
    public var verdict: Verdict

    /// Records `verdict`, a run over `files`.
    ///
    /// Throws `VectorError` for a file without canonical form or without libcrypto's SHA-256.
    public init(
        _ verdict: Verdict, files: [VectorFile], vectorsVersion: String? = nil, timestamp: String? = nil
    ) throws(VectorError) {
        tool = Testee.version
        self.timestamp = timestamp
        self.verdict = verdict
        self.vectorsVersion = vectorsVersion
        suites = []
        for file in files {
            let digest = try VectorBytes.digest(try file.bytes())
            suites.append(Suite(kind: file.kind, vectors: file.vectors.count, sha256: digest))
        }
    }
}

/// What a stack wrote where its own compressor decides: enough to see which stacks wrote the same bytes.
public struct StackOutput: Equatable, Sendable {
    /// The vector's id.
    public var vector: String
    /// The stack's name.
    public var stack: String
    /// The output, `compressed` or `archive`.
    public var name: String
    /// Its length in bytes.
    public var length: Int
    /// The SHA-256 of the bytes, as hex.
    public var sha256: String

    /// Of the vectors of `files` those whose bytes each compressor decides for itself.
    static func list(_ runs: [VectorRun], _ files: [VectorFile]) throws(VectorError) -> [StackOutput] {
        var outputs: [StackOutput] = []
        for vector in files.flatMap(\.vectors) where vector.determinism == .perImplementation {
            guard let name = vector.writtenOutput else { continue }
            for run in runs {
                guard let bytes = run.outputs(of: vector)?[name]?.bytes else { continue }
                outputs.append(
                    StackOutput(
                        vector: vector.id, stack: run.connection.stack.name, name: name.description,
                        length: bytes.count, sha256: try VectorBytes.digest(bytes)))
            }
        }
        return outputs
    }
}

extension Verdict {
    /// The three clauses of the contract, and whether nothing contradicts each of them.
    public var contract: [(clause: String, holds: Bool)] {
        ["CT-1", "CT-2", "CT-3"].map { clause in
            (clause, !failures.contains { $0.group == "contract" && $0.clauses.contains(clause) })
        }
    }
}
