extension KillTable {
    /// What caught `mutant`, in the order of the vectors.
    public func kills(of mutant: Mutant) -> [Kill] { kills.filter { $0.mutant == mutant } }

    /// The mutants that nothing caught.
    public var survivors: [Mutant] {
        let caught = Set(kills.map(\.mutant))
        return mutants.filter { !caught.contains($0) }
    }

    /// How many different reasons there are to tell `mutant` from a right implementation.
    public func reasonCount(of mutant: Mutant) -> Int { Set(kills(of: mutant).map(\.reason)).count }

    /// The vectors that catch nothing and are no controls (MU-5).
    public var idleVectors: [Vector] {
        let effective = Set(kills.map(\.vector))
        return vectors.filter { !effective.contains($0.id) && !$0.isControl }
    }

    /// The mutants that each vector catches, by the vector's id, in the order of the catalogue.
    public var mutantsByVector: [String: [Mutant]] {
        Dictionary(grouping: kills, by: \.vector).mapValues { $0.map(\.mutant) }
    }

    /// Few vectors that together catch everything which is caught: what a new port starts with.
    ///
    /// Each next one is that which catches most of what is left; of several the first in the files.
    public var coveringSet: [(vector: Vector, mutants: [Mutant])] {
        let byVector = mutantsByVector
        var left = Set(kills.map(\.mutant))
        var set: [(vector: Vector, mutants: [Mutant])] = []
        while !left.isEmpty {
            var best: (vector: Vector, mutants: [Mutant])?
            for vector in vectors {
                let gain = (byVector[vector.id] ?? []).filter(left.contains)
                if gain.count > best?.mutants.count ?? 0 { best = (vector, gain) }
            }
            guard let best else { break }
            set.append(best)
            left.subtract(best.mutants)
        }
        return set
    }
}

extension Vector {
    /// A flag that says that no known mistake changes the answer: the vector shows what must go on working.
    static let controlFlag = "control"

    /// Whether the vector is there for what it shows, not for what it catches.
    public var isControl: Bool { flags.contains(Self.controlFlag) }
}
