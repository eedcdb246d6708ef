public import CanonicalJSON
public import SyncBridge

/// What a person wants to change of a field.
public enum Intent: Equatable, Sendable {
    /// Give a register this value. In a disputed field the dispute stays: this replaces the value that is shown.
    case set(JSONValue)
    /// Settle a disputed register, replacing all values that are known.
    case resolve(JSONValue)
    /// Count up, or down with a negative number.
    case count(Int64)
    /// Put an element at the end of a list.
    case append(JSONValue)
    /// Put an element after another one of a list, or at the start.
    case insert(JSONValue, after: EditID?)
    /// Take an element out of a list.
    case remove(EditID)
    /// Say that concurrent changes of a list were looked at.
    case review
    /// Put an element into a set, at a position.
    case add(JSONValue, at: JSONString)
    /// Give an element of a set another position.
    case move(JSONValue, at: JSONString)
    /// Take an element out of a set.
    case drop(JSONValue)
}

/// Who makes an operation, and when.
public struct Author: Equatable, Sendable {
    /// The idempotency key of the operation, different for each.
    public var id: JSONString
    /// The device; no two may bear the same name.
    public var replica: JSONString
    /// The device's clock.
    public var wroteAt: Int64

    /// Makes an author.
    public init(id: JSONString, replica: JSONString, wroteAt: Int64) {
        self.id = id
        self.replica = replica
        self.wroteAt = wroteAt
    }
}

extension Document {
    /// Changes fields on this device and returns the operation to send, with the next sequence number.
    ///
    /// Throws `INVALID_PARAMETER` where a field's kind does not have the intent, where a count leaves 0...2^53-1 and
    /// where there is no later sequence number; nothing is then changed.
    public mutating func edit(_ intents: [JSONString: Intent], by author: Author) throws(BridgeError) -> Operation {
        let sequence = try nextSequence()
        var changes: [JSONString: Operation.Change] = [:]
        for (field, intent) in intents {
            if case .count(let amount) = intent {
                changes[field] = .counts(try count(amount, in: field, by: author.replica))
                continue
            }
            let (action, settles) = action(of: intent, in: field)
            guard let action, rule(of: field).kind.allows(action) else {
                throw BridgeError(
                    .invalidParameter, path: Pointer.member(field), reason: "the field's kind has no such change")
            }
            changes[field] = .edit(
                try Edit(
                    sequence: sequence, replica: author.replica, action: action,
                    saw: replaced(in: field, settling: settles), wroteAt: author.wroteAt))
        }
        return try applied(.fields(changes), sequence, author)
    }

    /// Deletes the document on this device, or undoes that, and returns the operation to send.
    ///
    /// Edits by others go on under a deletion and are there again when it is undone. Errors as in `edit`.
    public mutating func delete(_ isDeleted: Bool = true, by author: Author) throws(BridgeError) -> Operation {
        try applied(.deletion(isDeleted), nextSequence(), author)
    }

    /// What a change of a flagged field replaces: the version that is shown, or all where it settles a dispute.
    private func replaced(in field: JSONString, settling: Bool) -> [EditID] {
        guard let state = fields[field], state.rule.isFlagged else { return [] }
        let heads = state.heads.map(\.id)
        guard !settling else { return heads }
        return (state.rule.kind == .list ? heads.last : state.shown?.id).map { [$0] } ?? []
    }

    private func nextSequence() throws(BridgeError) -> Int64 {
        guard sequence < Stamp.range.upperBound else {
            throw BridgeError(.invalidParameter, path: "/seq", reason: "there is no later sequence number")
        }
        return sequence + 1
    }

    private mutating func applied(
        _ patch: Operation.Patch, _ sequence: Int64, _ author: Author
    ) throws(BridgeError) -> Operation {
        let operation = Operation(
            id: author.id, doc: id, sequence: sequence, replica: author.replica, wroteAt: author.wroteAt, patch: patch)
        try apply(operation)
        return operation
    }

    private func count(
        _ amount: Int64, in field: JSONString, by replica: JSONString
    ) throws(BridgeError) -> FieldState.Count {
        var count = fields[field]?.counts[replica] ?? FieldState.Count(up: 0, down: 0)
        let limit = Stamp.range.upperBound
        guard rule(of: field).kind == .counter, amount.magnitude <= UInt64(limit) else {
            throw BridgeError(.invalidParameter, path: Pointer.member(field), reason: "no such change of this field")
        }
        if amount >= 0 { count.up += amount } else { count.down -= amount }
        guard count.up <= limit, count.down <= limit else {
            throw BridgeError(.invalidParameter, path: Pointer.member(field), reason: "the count leaves 0...2^53-1")
        }
        return count
    }

    private func action(of intent: Intent, in field: JSONString) -> (action: Edit.Action?, settles: Bool) {
        switch intent {
        case .set(let value): (.set(value), false)
        case .resolve(let value): (.set(value), true)
        case .count: (nil, false)
        case .append(let value): (.insert(value, after: fields[field]?.elements.last?.id), false)
        case .insert(let value, let after): (.insert(value, after: after), false)
        case .remove(let target): (.remove(target), false)
        case .review: (.review, true)
        case .add(let element, let position): (.add(element, at: position), false)
        case .move(let element, let position): (.move(element, at: position), false)
        case .drop(let element): (.drop(element), false)
        }
    }
}
