import CanonicalJSON

/// Makes the files of `Vectors/`: the same bytes on every run and machine (VE-3).
public enum Generator {
    /// All files, each of one kind: candidates, of which nothing is known but their digest.
    ///
    /// - Throws: `VectorError` when the reference refuses what it should accept, or two vectors clash.
    public static func files() throws(VectorError) -> [VectorFile] {
        let files = [
            VectorFile(kind: "canonical-json", vectors: CanonicalJSONVectors.make() + OrderVectors.comparisons()),
            VectorFile(kind: "records", vectors: OrderVectors.hashes() + RecordVectors.make()),
            VectorFile(kind: "codec", vectors: try CodecVectors.make()),
            VectorFile(
                kind: "envelope",
                vectors: try SealVectors.make() + TamperedVectors.make() + ForgedVectors.make() + RewrapVectors.make()
            ),
        ]
        try check(files)
        return try addingMutations(files).mapVectors { (vector) throws(VectorError) in
            vector.annotations.digest = try vector.digest()
        }
    }

    private static func addingMutations(_ files: [VectorFile]) throws(VectorError) -> [VectorFile] {
        let byID = Dictionary(uniqueKeysWithValues: files.flatMap(\.vectors).map { ($0.id, $0) })
        var files = files
        for file in files.indices {
            for index in files[file].vectors.indices {
                let vector = files[file].vectors[index]
                guard let parent = vector.parent.flatMap({ byID[$0] }), vector.mutation == nil else { continue }
                files[file].vectors[index].mutation = try Mutation.derived(vector, from: parent)
            }
        }
        return files
    }

    /// VE-4 and VE-5: no id and no request occurs twice; a parent exists.
    static func check(_ files: [VectorFile]) throws(VectorError) {
        var ids: Set<String> = []
        var requests: [[UInt8]: String] = [:]
        let vectors = files.flatMap(\.vectors)
        for vector in vectors {
            guard ids.insert(vector.id).inserted else {
                throw VectorError(place: vector.id, reason: "the id occurs twice")
            }
            let request: [UInt8]
            do {
                request =
                    try Array(vector.operation.utf8) + JSONValue.object(vector.inputs).canonicalBytes()
                    + Vector.json(vector.entropy).canonicalBytes()
            } catch { throw VectorError(place: vector.id, reason: "\(error)") }
            if let other = requests.updateValue(vector.id, forKey: request) {
                throw VectorError(place: vector.id, reason: "the same request as \(other)")
            }
        }
        for vector in vectors {
            guard let parent = vector.parent else { continue }
            guard ids.contains(parent) else { throw VectorError(place: vector.id, reason: "no parent \(parent)") }
        }
    }
}
