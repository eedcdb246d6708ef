extension KillTable {
    /// What keeps the vectors from being a proof, a line each (MU-4 to MU-6); empty where all is well.
    ///
    /// Survivors are not among them: they are `survivors`.
    public var faults: [String] {
        let byVector = mutantsByVector
        let weak = mutants.filter { reasonCount(of: $0) == 1 }
        return weak.map { "\($0.rawValue): caught for one reason only" }
            + idleVectors.map { "\($0.id): catches nothing and is no control" }
            + vectors.flatMap { Self.faults(of: $0, catching: byVector[$0.id] ?? [], among: mutants) }
    }

    /// What is wrong with what a vector says of itself.
    private static func faults(of vector: Vector, catching caught: [Mutant], among mutants: [Mutant]) -> [String] {
        let names = caught.map(\.rawValue)
        var faults: [String] = []
        if vector.isControl && !caught.isEmpty {
            faults.append("\(vector.id): a control that catches \(names.joined(separator: ", "))")
        }
        for name in vector.annotations.kills where !names.contains(name) {
            // Of a mutant that was not run nothing is known.
            guard let mutant = Mutant(rawValue: name) else {
                faults.append("\(vector.id): records \(name), which is no mutant")
                continue
            }
            if mutants.contains(mutant) { faults.append("\(vector.id): no longer catches \(name)") }
        }
        return faults
    }

    /// `files`, of whose vectors this is the table of all mutants, with what each vector catches written down (VE-17).
    public func recorded(in files: [VectorFile]) -> [VectorFile] {
        let byVector = mutantsByVector
        return files.mapVectors { $0.annotations.kills = (byVector[$0.id] ?? []).map(\.rawValue).sorted() }
    }
}
