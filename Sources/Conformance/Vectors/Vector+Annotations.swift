import CanonicalJSON
import SyncBridge
import SyncEnvelope

extension Vector {
    /// What is known of a vector besides what it tests: found out by runs and reviews, carried over by the generator.
    public struct Annotations: Equatable, Sendable {
        /// The pin of each clause's text as it was when somebody last saw that the vector tests it, by the clause's id.
        public var pins: [String: String] = [:]
        /// The vector's digest when the file was written; nil in a file that somebody wrote by hand.
        public var digest: String?
        /// The names of the stacks that agreed on the vector, sorted.
        public var attestedBy: [String] = []
        /// The names of the mutants that the vector must catch, sorted; a control catches none.
        public var kills: [String] = []

        /// Knows nothing.
        public init() {}
    }

    /// The identity of what the vector demands: 16 hex digits of a SHA-256 (VE-14).
    ///
    /// The id, the comment, the clauses and the annotations play no part in it.
    public func digest() throws(VectorError) -> String {
        var members: JSONObject = ["operation": .text(operation), "inputs": .object(inputs)]
        if !entropy.isEmpty { members["entropy"] = Self.json(entropy) }
        for (name, value) in expectation.members { members[name] = value }
        members["determinism"] = .text(determinism.rawValue)
        do {
            let hash = try SHA256.hash(JSONValue.object(members).canonicalBytes())
            return Hex.encode(Array(hash.prefix(8)))
        } catch { throw VectorError(place: id, reason: "\(error)") }
    }
}

extension [VectorFile] {
    /// The same vectors with what `present` knows of those that demand the same under the same id.
    ///
    /// Of what was changed or added nothing is known, so that it has to be looked at again.
    public func carryingAnnotations(from present: [VectorFile]) -> [VectorFile] {
        let known = Dictionary(
            present.flatMap(\.vectors).map { ($0.id, $0.annotations) }, uniquingKeysWith: { first, _ in first })
        return mapVectors { vector in
            guard let old = known[vector.id], old.digest == vector.annotations.digest else { return }
            vector.annotations.attestedBy = old.attestedBy
            vector.annotations.kills = old.kills
            vector.annotations.pins = old.pins.filter { vector.clauses.contains($0.key) }
        }
    }

    /// The same vectors, each clause without a pin pinned to its present text.
    ///
    /// - Throws: `VectorError` for a clause that does not exist.
    public func pinned(to clauses: ClauseTexts) throws(VectorError) -> [VectorFile] {
        try mapVectors { (vector) throws(VectorError) in
            for id in vector.clauses where vector.annotations.pins[id] == nil {
                guard let pin = clauses.pin(of: id) else {
                    throw VectorError(place: vector.id, reason: "no clause \(id)")
                }
                vector.annotations.pins[id] = pin
            }
        }
    }

    /// The same files with each vector changed by `body`.
    public func mapVectors<Failure>(
        _ body: (inout Vector) throws(Failure) -> Void
    ) throws(Failure) -> [VectorFile] {
        var files = self
        for file in files.indices {
            for index in files[file].vectors.indices { try body(&files[file].vectors[index]) }
        }
        return files
    }
}
