extension KillTable {
    /// What keeps the vectors from being a proof, a line each (MU-4 to MU-6); empty where all is well.
    ///
    /// Survivors are not among them: they are `survivors`.
    public var faults: [String] {
        let byVector = mutantsByVector
        return mutants.compactMap { Self.fault(of: $0, caught: kills(of: $0).count, reasonCount: reasonCount(of: $0)) }
            + idleVectors.map { "\($0.id): catches nothing and is no control" }
            + vectors.flatMap { Self.faults(of: $0, catching: byVector[$0.id] ?? [], among: mutants) }
    }

    /// What is wrong with how often a mutant is caught; what survives is none of it.
    private static func fault(of mutant: Mutant, caught: Int, reasonCount: Int) -> String? {
        switch (reasonCount, mutant.onlyReason) {
        case (0, _): nil
        case (1, nil): "\(mutant.rawValue): caught for one reason only"
        case (1, _): caught > 1 ? nil : "\(mutant.rawValue): caught by one vector only"
        case (_, nil): nil
        default: "\(mutant.rawValue): caught for \(reasonCount) reasons, and said to be caught for one alone"
        }
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
