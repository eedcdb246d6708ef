public import CanonicalJSON
public import SyncBridge

/// What is kept of one field so that its versions merge: edits, or counts.
///
/// A union with a fixed rule for what may be forgotten, so that merging is commutative, associative and idempotent.
public struct FieldState: Equatable, Sendable {
    /// Increments and decrements of one replica.
    public struct Count: Equatable, Sendable {
        /// The sum of its increments.
        public var up: Int64
        /// The sum of its decrements, as a positive number.
        public var down: Int64

        /// Makes a count.
        public init(up: Int64, down: Int64) {
            self.up = up
            self.down = down
        }
    }

    /// How the field is merged.
    public let rule: FieldRule
    /// The edits that are kept, sorted by id.
    public private(set) var edits: [Edit]
    /// The counts of a counter, by replica.
    public private(set) var counts: [JSONString: Count]

    /// Makes a state; edits that the rule forgets are left out.
    ///
    /// Throws `MALFORMED_ROW` for an edit that the kind of field does not have.
    public init(_ rule: FieldRule, edits: [Edit] = [], counts: [JSONString: Count] = [:]) throws(BridgeError) {
        guard edits.allSatisfy({ rule.kind.allows($0.action) }), counts.isEmpty || rule.kind == .counter else {
            throw BridgeError(.malformedRow, path: "", reason: "an edit that a \(rule.kind.rawValue) does not have")
        }
        self.rule = rule
        self.counts = counts
        self.edits = []
        self.edits = rule.kept(Self.union(edits, []))
    }

    /// Takes in another state of the same field; the rule stays this one's.
    public mutating func merge(_ other: FieldState) {
        edits = rule.kept(Self.union(edits, other.edits))
        for (replica, count) in other.counts {
            let own = counts[replica] ?? Count(up: 0, down: 0)
            counts[replica] =
                rule.mistake == .countersSummed
                ? Count(up: own.up + count.up, down: own.down + count.down)
                : Count(up: max(own.up, count.up), down: max(own.down, count.down))
        }
    }

    /// Edits by id; the device time of an edit that is there twice is the later one, which decides nothing.
    private static func union(_ a: [Edit], _ b: [Edit]) -> [Edit] {
        var edits: [EditID: Edit] = [:]
        for edit in a + b {
            guard let other = edits[edit.id], other.wroteAt >= edit.wroteAt else {
                edits[edit.id] = edit
                continue
            }
        }
        return edits.values.sorted { $0.id < $1.id }
    }
}

extension FieldState {
    /// Pairs of `(seq, replica)` that more than one kept edit bears.
    ///
    /// Replicas must never do that; a device restored from a backup does, until it takes a new name.
    public var duplicates: [EditID] {
        zip(edits, edits.dropFirst()).filter {
            $0.id.sequence == $1.id.sequence && $0.id.replica == $1.id.replica
        }.map(\.1.id)
    }

    /// The edits that no other replaces, sorted.
    public var heads: [Edit] {
        let replaced = rule.mistake == .resolutionIgnored ? [] : Set(edits.flatMap(\.saw))
        return edits.filter { !replaced.contains($0.id) }
    }

    /// Whether changes that had not seen each other wait for a person.
    public var isDisputed: Bool {
        rule.isFlagged && (rule.kind.disagree(heads) || rule.mistake == .equalValuesDisputed && heads.count > 1)
    }

    /// The edit whose value a register shows.
    var shown: Edit? {
        guard let first = edits.first else { return nil }
        var last = LastEdit(first, rule)
        for edit in edits.dropFirst() { last.take(edit) }
        return last.edit
    }
}

extension FieldRule.Kind {
    func allows(_ action: Edit.Action) -> Bool {
        switch (self, action) {
        case (.register, .set), (.move, .set), (.list, .insert), (.list, .remove), (.list, .review), (.set, .add),
            (.set, .move), (.set, .drop):
            true
        default: false
        }
    }

    /// Whether edits that had not seen each other are a conflict: different values, or several changes of a list.
    func disagree(_ edits: [Edit]) -> Bool {
        self == .list ? edits.count > 1 : Set(edits.map(\.action)).count > 1
    }
}

extension FieldRule {
    /// Whether an edit comes before another in the order in which the last one wins: by sequence, then replica. Nil where
    /// both are the same, so that the larger canonical text is the later one (P7).
    func precedes(_ a: Edit, _ b: Edit) -> Bool? {
        switch mistake {
        case .wroteAtDecides where a.wroteAt != b.wroteAt: return a.wroteAt < b.wroteAt
        case .smallerReplica where a.id.sequence == b.id.sequence && a.id.replica != b.id.replica:
            return a.id.replica > b.id.replica
        case .duplicateByHash: return a.id < b.id
        default: break
        }
        return (a.id.sequence, a.id.replica) == (b.id.sequence, b.id.replica) ? nil : a.id < b.id
    }

    /// What of some edits has to be kept; keeping first and taking in more later gives the same.
    func kept(_ edits: [Edit]) -> [Edit] {
        if mistake == .listRemovalForgotten, kind == .list {
            let removals = edits.compactMap { edit in if case .remove(let target) = edit.action { target } else { nil }
            }
            return edits.filter { edit in
                if case .remove = edit.action { return false }
                return !removals.contains(edit.id)
            }
        }
        guard !isFlagged, kind != .list else { return edits }
        let latest = LatestEdits(edits, rule: self)
        let ids = Set((Array(latest.membership.values) + Array(latest.position.values)).map(\.edit.id))
        return edits.filter { ids.contains($0.id) }
    }
}

/// The last of some edits in the order of a rule.
struct LastEdit {
    private(set) var edit: Edit
    private let rule: FieldRule
    /// The edit's text once it was asked for: a long one is not written again for each edit that it is compared with.
    private var text: [UInt8]?

    init(_ edit: Edit, _ rule: FieldRule) {
        (self.edit, self.rule) = (edit, rule)
    }

    /// Takes in one more.
    mutating func take(_ other: Edit) {
        if let precedes = rule.precedes(edit, other) {
            if precedes { (edit, text) = (other, nil) }
            return
        }
        let (own, others) = (text ?? Self.text(of: edit), Self.text(of: other))
        if UTF16Order.compare(wtf8: own, others) < 0 { (edit, text) = (other, others) } else { text = own }
    }

    private static func text(of edit: Edit) -> [UInt8] {
        (try? JSONValue.object(edit.change).canonicalBytes()) ?? []
    }
}

/// The latest edits of each element of a set, of a register as if it were one element.
struct LatestEdits {
    /// Whether the element is there.
    private(set) var membership: [JSONValue: LastEdit] = [:]
    /// Where it is, which outlives that it is taken out and moved meanwhile.
    private(set) var position: [JSONValue: LastEdit] = [:]

    init(_ edits: [Edit], rule: FieldRule) {
        for edit in edits {
            switch edit.action {
            case .set: Self.keep(edit, .null, rule, in: &membership)
            case .add(let element, _):
                Self.keep(edit, element, rule, in: &membership)
                Self.keep(edit, element, rule, in: &position)
            case .move(let element, _):
                Self.keep(edit, element, rule, in: &position)
                if rule.mistake == .moveAdds { Self.keep(edit, element, rule, in: &membership) }
            case .drop(let element): Self.keep(edit, element, rule, in: &membership)
            case .insert, .remove, .review: break
            }
        }
    }

    private static func keep(
        _ edit: Edit, _ element: JSONValue, _ rule: FieldRule, in latest: inout [JSONValue: LastEdit]
    ) {
        latest[element, default: LastEdit(edit, rule)].take(edit)
    }
}
