public import CanonicalJSON
public import SyncBridge

/// One change of one document as it travels: what an outbox holds.
///
/// It may come twice, late and in any order: taking it in again changes nothing.
public struct Operation: Equatable, Sendable {
    /// What it changes.
    public enum Patch: Equatable, Sendable {
        /// Edits of fields, and the counts of the replica for counters.
        case fields([JSONString: Change])
        /// Deletes the document, or undoes that.
        case deletion(Bool)
    }

    /// The change of one field.
    public enum Change: Equatable, Sendable {
        /// An edit.
        case edit(Edit)
        /// All that the replica has counted so far.
        case counts(FieldState.Count)
    }

    /// The idempotency key, minted by the device.
    public var id: JSONString
    /// The id of the document.
    public var doc: JSONString
    /// Its place in the document's history.
    public var sequence: Int64
    /// The device.
    public var replica: JSONString
    /// The device's clock, for people: no decision depends on it.
    public var wroteAt: Int64
    /// What it changes.
    public var patch: Patch
}

extension Operation {
    /// The JSON form: `{"id","doc","seq","replica","wroteAt","patch"}`.
    public var value: JSONValue {
        let patch: JSONValue =
            switch patch {
            case .deletion(let isDeleted): ["deleted": .bool(isDeleted)]
            case .fields(let changes): .sorted(changes, \.value)
            }
        return [
            "id": .string(id), "doc": .string(doc), "seq": .integer(sequence), "replica": .string(replica),
            "wroteAt": .integer(wroteAt), "patch": patch,
        ]
    }

    /// Reads the JSON form; throws `MALFORMED_ROW` with the path.
    public init(_ value: JSONValue) throws(BridgeError) {
        let members = try Members(value, .malformedRow)
        try members.allowOnly(["id", "doc", "seq", "replica", "wroteAt", "patch"])
        id = try members.string("id")
        doc = try members.string("doc")
        sequence = try members.integer("seq", in: 1...Stamp.range.upperBound)
        replica = try members.string("replica")
        guard !replica.isEmpty, !replica.hasLoneSurrogate else {
            throw members.fault("replica", "no name of a replica")
        }
        wroteAt = try members.integer("wroteAt")
        let patch = try members.members("patch")
        if patch.object.count == 1, let isDeleted = patch.object["deleted"]?.boolValue {
            self.patch = .deletion(isDeleted)
            return
        }
        var changes: [JSONString: Change] = [:]
        for (field, change) in patch.object {
            let path = patch.path(of: field)
            if let counts = change["counts"] {
                changes[field] = .counts(try FieldState.Count(counts, path: path, .malformedRow))
            } else {
                let members = try Members(change, path: path, .malformedRow)
                changes[field] = .edit(
                    try Edit(members, sequence: sequence, replica: replica, wroteAt: wroteAt))
            }
        }
        self.patch = .fields(changes)
    }
}

extension Operation.Change {
    fileprivate var value: JSONValue {
        switch self {
        case .edit(let edit): .object(edit.change)
        case .counts(let count): ["counts": count.value]
        }
    }
}

extension Document {
    /// Takes in an operation on this document; doing so again, or in another order, gives the same.
    ///
    /// Throws `INVALID_PARAMETER` for an operation on another document, `MALFORMED_ROW` with the path for an edit that the
    /// kind of a field does not have; nothing is then changed.
    public mutating func apply(_ operation: Operation) throws(BridgeError) {
        guard operation.doc == id else {
            throw BridgeError(.invalidParameter, path: "/doc", reason: "an operation on another document")
        }
        var changed = self
        switch operation.patch {
        case .deletion(let isDeleted):
            let edit = try Edit(
                sequence: operation.sequence, replica: operation.replica, action: .set(.bool(isDeleted)),
                wroteAt: operation.wroteAt)
            changed.merge(deletion: try Self.deletion(edit))
        case .fields(let changes):
            for (field, change) in changes {
                let rule = rule(of: field)
                do throws(BridgeError) {
                    switch change {
                    case .edit(let edit): changed.merge(try FieldState(rule, edits: [edit]), into: field)
                    case .counts(let count):
                        changed.merge(try FieldState(rule, counts: [operation.replica: count]), into: field)
                    }
                } catch { throw error.inside(Pointer.member(field, of: "/patch")) }
            }
        }
        changed.note(sequence: operation.sequence, wroteAt: operation.wroteAt)
        self = changed
    }
}
