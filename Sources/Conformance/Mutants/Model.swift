import CanonicalJSON
import Synchronization

/// The Swift testee with at most one known mistake switched on.
///
/// The reference codec has no switches. Where a mistake concerns an operation, a plain model of that operation, which has,
/// answers in its place; with no mistake switched on the model answers every vector as the reference does.
struct Model: Sendable {
    /// The mistake to make; nil makes none, and lets the model answer for everything that it can.
    let mutant: Mutant?
    /// Where the model notes which mistakes come into question; nil where nobody wants to know.
    let opportunities: Opportunities?

    init(mutant: Mutant?, opportunities: Opportunities? = nil) {
        self.mutant = mutant
        self.opportunities = opportunities
    }

    /// Whether this model makes the mistake.
    func makes(_ mistake: Mutant) -> Bool {
        opportunities?.note(mistake)
        return mutant == mistake
    }

    /// The one of `mistakes` that this model makes.
    func choice(of mistakes: Mutant...) -> Mutant? { mistakes.first(where: makes) }

    /// The handler of `operation`: the model's where the mistake concerns it, else the reference's.
    func handler(_ operation: JSONString) -> Testee.Handler? {
        let isTouched = mutant.map { $0.operations.contains(operation.description) } ?? true
        return (isTouched ? envelopeHandler(operation) ?? jsonHandler(operation) ?? mergeHandler(operation) : nil)
            ?? Testee.operations[operation]
    }
}

/// The mistakes that a model without one could have made on its way to its answers.
///
/// A mutant goes the same way up to the first question whether it makes its own mistake. Where that is never asked, it
/// answers the same.
final class Opportunities: Sendable {
    private let mistakes = Mutex<Set<Mutant>>([])

    func note(_ mistake: Mutant) {
        mistakes.withLock { _ = $0.insert(mistake) }
    }

    /// What came into question since this was asked last.
    func take() -> Set<Mutant> {
        mistakes.withLock { mistakes in
            defer { mistakes = [] }
            return mistakes
        }
    }
}
