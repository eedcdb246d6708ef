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

    /// The handler of `operation`; the reference's where no model of it exists.
    func handler(_ operation: JSONString) -> Testee.Handler? {
        Testee.operations[operation]
    }
}
