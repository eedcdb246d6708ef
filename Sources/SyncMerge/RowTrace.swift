public import CanonicalJSON

/// Why a row of a merge is as it is: what became of each input's version.
public struct RowTrace: Equatable, Sendable {
    /// What became of one input's version.
    public enum Outcome: String, CaseIterable, Sendable {
        /// It is the row of the result.
        case won
        /// It has the same bytes as the winner.
        case same
        /// The input has no such row, which means nothing.
        case absent
        /// Its stamp is smaller.
        case older
        /// It is live and the winner a deletion, under absolute deletion.
        case deleted
        /// The stamps are equal; the name of its writer is smaller.
        case smallerReplica
        /// Stamps, and writers where they count, are equal; its canonical text is smaller.
        case smallerText
        /// Its fields were merged with the others'.
        case merged
        /// It has no state of fields, and the winner has.
        case noState
    }

    /// One input's version.
    public struct Input: Equatable, Sendable {
        /// What became of it.
        public var outcome: Outcome
        /// Its stamp, nil where the input has no such row.
        public var updatedAt: Int64?

        /// Makes an entry.
        public init(outcome: Outcome, updatedAt: Int64?) {
            self.outcome = outcome
            self.updatedAt = updatedAt
        }
    }

    /// The collection of the row.
    public var collection: JSONString
    /// Its id.
    public var id: JSONString
    /// One entry for each input of the merge, in their order.
    public var inputs: [Input]
    /// What became of the fields that the inputs disagree about, where fields are merged.
    public var fields: [FieldTrace]
    /// Whether someone has to look at it: the profile does not let the order settle this.
    public var isConflict: Bool

    /// Makes a trace.
    public init(
        collection: JSONString, id: JSONString, inputs: [Input], fields: [FieldTrace] = [], isConflict: Bool = false
    ) {
        self.collection = collection
        self.id = id
        self.inputs = inputs
        self.fields = fields
        self.isConflict = isConflict
    }
}

/// Why a merged field has its value.
public struct FieldTrace: Equatable, Sendable {
    /// What happened to the field.
    public enum Outcome: String, CaseIterable, Sendable {
        /// All inputs' changes are in the result, as with counters, lists and sets.
        case joined
        /// The change of the highest `(seq, replica)` stays.
        case highest
        /// Two changes bear the same `(seq, replica)`; the larger canonical text stays.
        case duplicate
        /// Changes that had not seen each other wait for a person.
        case disputed
    }

    /// The name of the field.
    public var field: JSONString
    /// What happened to it.
    public var outcome: Outcome

    /// Makes a trace.
    public init(field: JSONString, outcome: Outcome) {
        self.field = field
        self.outcome = outcome
    }
}

extension RowTrace {
    /// The index of the first input whose row is the result, or nil where fields were merged.
    public var winner: Int? { inputs.firstIndex { $0.outcome == .won } }

    /// Whether versions of the same stamp differ.
    public var isTied: Bool {
        inputs.contains { $0.outcome == .smallerReplica || $0.outcome == .smallerText }
    }

    /// Whether every input has the same bytes.
    public var isUnanimous: Bool { inputs.allSatisfy { $0.outcome == .won || $0.outcome == .same } }

    /// The JSON form: `{"collection","id","inputs":[{"outcome","updatedAt"}],"fields":[{"field","outcome"}],"conflict"}`.
    public var value: JSONValue {
        [
            "collection": .string(collection), "id": .string(id),
            "inputs": .array(
                inputs.map { ["outcome": $0.outcome.jsonName, "updatedAt": .orNull($0.updatedAt)] as JSONValue }),
            "fields": .array(
                fields.map { ["field": .string($0.field), "outcome": $0.outcome.jsonName] as JSONValue }),
            "conflict": .bool(isConflict),
        ]
    }
}
