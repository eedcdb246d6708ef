import CanonicalJSON

/// The Swift testee with at most one known mistake switched on.
///
/// The reference codec has no switches. Where a mistake concerns an operation, a plain model of that operation, which has,
/// answers in its place; with no mistake switched on the model answers every vector as the reference does.
struct Model: Sendable {
    /// The mistake to make; nil makes none, and lets the model answer for everything that it can.
    let mutant: Mutant?

    /// Whether this model makes the mistake.
    func makes(_ mistake: Mutant) -> Bool { mutant == mistake }

    /// The handler of `operation`: the model's where the mistake concerns it, else the reference's.
    func handler(_ operation: JSONString) -> Testee.Handler? {
        let isTouched = mutant.map { $0.operations.contains(operation.description) } ?? true
        return (isTouched ? envelopeHandler(operation) ?? jsonHandler(operation) : nil) ?? Testee.operations[operation]
    }
}
