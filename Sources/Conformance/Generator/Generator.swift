import CanonicalJSON

/// Makes the files of `Vectors/`: the same bytes on every run and machine (VE-3).
public enum Generator {
    /// All files, each of one kind: candidates, of which nothing is known but their digest.
    ///
    /// - Throws: `VectorError` when the reference refuses what it should accept, or two vectors clash.
    public static func files() throws(VectorError) -> [VectorFile] {
        var vectors = CanonicalJSONVectors.make() + OrderVectors.comparisons() + OrderVectors.hashes()
        vectors += try RowVectors.make() + EmbeddedJSONVectors.make() + RecordVectors.make() + CodecVectors.make()
        vectors += try SealVectors.make() + TamperedVectors.make() + ForgedVectors.make() + RewrapVectors.make()
        vectors += try FreedomVectors.make()
        vectors += try InspectVectors.make()
        vectors += try MergeVectors.make() + FieldVectors.make() + ReplayVectors.make() + ReconcileVectors.make()
        vectors += try DecisionVectors.make() + ReportedVectors.make() + GarbledVectors.make()
        let byKind = Dictionary(grouping: vectors, by: \.kind)
        let files = VectorFile.kinds.map { VectorFile(kind: $0, vectors: byKind[$0] ?? []) }
        try check(files)
        for id in Controls.ids.sorted() where !vectors.contains(where: { $0.id == id }) {
            throw VectorError(place: id, reason: "a control that is no vector")
        }
        return try addingMutations(files).mapVectors { (vector) throws(VectorError) in
            if Controls.ids.contains(vector.id) { vector.flags.append(Vector.controlFlag) }
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

    /// VE-4, VE-5, VE-11: no id and no request occurs twice; a parent exists.
    static func check(_ files: [VectorFile]) throws(VectorError) {
        try files.checkUniqueness()
        let vectors = files.flatMap(\.vectors)
        let ids = Set(vectors.map(\.id))
        for vector in vectors {
            guard let parent = vector.parent else { continue }
            guard ids.contains(parent) else { throw VectorError(place: vector.id, reason: "no parent \(parent)") }
        }
    }
}

extension Vector {
    /// The kind whose file the vector belongs to: by its operation, and by what it tests of it first.
    fileprivate var kind: String {
        switch operation {
        case "canonicalize": "canonical-json"
        case "compareUTF16": "order"
        case "contentHash": "hash"
        case "encodeRecord", "decodeRecord": Self.rowClauses.contains(String(clauses[0].prefix(3))) ? "rows" : "records"
        case "compress", "decompress": "codec"
        case "rewrap": "rewrap"
        case "merge", "replay": "merge"
        case "reconcile", "decide": operation
        case "open" where inputs["profile"] == "snapshot": "payload"
        default: testsSlots ? "slots" : "envelope"
        }
    }

    /// Chapters whose clauses come before anything of the record is looked at.
    private static let rowClauses: Set<String> = ["RW-", "ER-"]

    /// The clauses of slots: their form, how each type wraps, passphrases, and the checks of EN-43 to EN-49.
    private static let slotClauses = Set(
        ([6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 35, 53] + Array(20...26) + Array(43...49)).map { "EN-\($0)" })

    private var testsSlots: Bool {
        // EN-53 alone is about which slot opens; beside others it says only that one did.
        let first = clauses.count > 1 && clauses[0] == "EN-53" ? clauses[1] : clauses[0]
        return Self.slotClauses.contains(first)
    }
}
