/// A known mistake that a stack may well make, since it accounts for failures and contradicts nothing that passed.
public struct Suspect: Equatable, Sendable {
    /// The stack's name.
    public var stack: String
    /// The mistake.
    public var mutant: Mutant
    /// How many of the stack's failures it gives exactly.
    public var explained: Int
    /// How many vectors the stack fails.
    public var failures: Int

    /// One line for people.
    public var words: String {
        "\(stack) behaves like \(mutant.rawValue) in \(explained) of \(failures) failures: \(mutant.mistake) "
            + mutant.remedy
    }
}

extension Explanation {
    /// How many suspects of one stack are named.
    private static let suspectLimit = 3

    /// The mutants that explain most of a stack's failures, best first; none that fails a vector which the stack passed.
    ///
    /// - Parameters:
    ///   - results: what the stack made of `vectors`, by the vector's id.
    func suspects(of stack: String, results: [TestResult], vectors: [Vector]) -> [Suspect] {
        let byID = Dictionary(vectors.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var explained: [String: Int] = [:]
        var failures = 0
        var passed: [Vector] = []
        for result in results {
            guard result.group != "contract", let vector = result.vector.flatMap({ byID[$0] }) else { continue }
            switch result.outcome {
            case .failed(let failure), .known(let failure, _):
                failures += 1
                for name in failure.mutants { explained[name, default: 0] += 1 }
            case .passed: passed.append(vector)
            case .skipped: break
            }
        }
        let candidates = Mutant.allCases.compactMap { mutant in
            explained[mutant.rawValue].map { Suspect(stack: stack, mutant: mutant, explained: $0, failures: failures) }
        }
        // A stable order: of equals, the first in the catalogue.
        let ranked = candidates.enumerated().sorted {
            ($1.element.explained, $0.offset) < ($0.element.explained, $1.offset)
        }
        return Array(
            ranked.lazy.map(\.element).filter { suspect in
                !passed.contains { self.isWrong(suspect.mutant, about: $0) }
            }.prefix(Self.suspectLimit))
    }
}
