public import CanonicalJSON

/// How one field of a record is merged.
public struct FieldRule: Equatable, Sendable {
    /// What a field's state is made of.
    public enum Kind: String, CaseIterable, Sendable {
        /// The value of the highest `(seq, replica)`.
        case register
        /// A register whose value is a place, so that what moves is never in two places.
        case move
        /// Increments and decrements for each replica.
        case counter
        /// A list that grows at any position; what is removed leaves a tombstone.
        case list
        /// A set of elements, each with a position that can be changed without removing it.
        case set
    }

    /// What its state is made of.
    public var kind: Kind
    /// Whether concurrent changes wait for a person instead of being settled.
    public var isFlagged: Bool

    /// A known mistake built in; nil in every rule that is read or published.
    package var mistake: Mistake?

    /// Makes a rule.
    public init(_ kind: Kind, isFlagged: Bool = false) {
        self.kind = kind
        self.isFlagged = isFlagged
    }

    func with(_ mistake: Mistake?) -> FieldRule {
        var rule = self
        rule.mistake = mistake
        if mistake == .flaggedSettled { rule.isFlagged = false }
        return rule
    }
}

/// The merge types of fields, by collection and field. A field that is not named is a register.
public typealias FieldTypes = [JSONString: [JSONString: FieldRule]]

extension FieldTypes {
    /// The worked example: the targets of a patient's treatment.
    public static let vitals: FieldTypes = [
        "vitalsTarget": [
            "patientId": FieldRule(.register),
            "systolicTarget": FieldRule(.register, isFlagged: true),
            "diastolicTarget": FieldRule(.register, isFlagged: true),
            "dose": FieldRule(.register, isFlagged: true),
            "allergies": FieldRule(.list, isFlagged: true),
            "theme": FieldRule(.register),
            "lastOpenedAt": FieldRule(.register),
            "careTeam": FieldRule(.set),
            "status": FieldRule(.move),
            "dosesLogged": FieldRule(.counter),
        ]
    ]
}
