public import CanonicalJSON
public import SyncBridge

/// What an edit is known by: its place in the order of a document's edits, and a hash of what it does.
///
/// The hash tells two edits apart that bear one `(seq, replica)`, as a device does that was restored from a backup.
public struct EditID: Hashable, Sendable {
    /// The position in the document's history, 1 or more, larger than that of every edit that was seen.
    public var sequence: Int64
    /// The device that made it.
    public var replica: JSONString
    /// The content hash of what it does and what it saw.
    public var hash: ContentHash

    /// Makes an id.
    public init(sequence: Int64, replica: JSONString, hash: ContentHash) {
        self.sequence = sequence
        self.replica = replica
        self.hash = hash
    }
}

extension EditID: Comparable {
    /// By sequence, then replica in UTF-16 order, then hash.
    public static func < (a: EditID, b: EditID) -> Bool {
        (a.sequence, a.replica, a.hash.rawValue) < (b.sequence, b.replica, b.hash.rawValue)
    }

    /// The JSON form: `[seq, replica, hash]`.
    public var value: JSONValue {
        [.integer(sequence), .string(replica), .string(JSONString(hash.description))]
    }

    init(_ value: JSONValue, path: String) throws(BridgeError) {
        guard let parts = value.arrayValue, parts.count == 3, let sequence = parts[0].integerValue,
            (1...Stamp.range.upperBound).contains(sequence), let replica = parts[1].stringValue,
            let hash = parts[2].stringValue?.string.flatMap({ ContentHash($0) })
        else { throw BridgeError(.malformedRow, path: path, reason: "expected [seq, replica, hash]") }
        self.init(sequence: sequence, replica: replica, hash: hash)
    }
}

/// One change of one field by one device.
public struct Edit: Equatable, Sendable {
    /// What a change does.
    public enum Action: Hashable, Sendable {
        /// Gives a register its value.
        case set(JSONValue)
        /// Puts an element into a list, after another one or at the start.
        case insert(JSONValue, after: EditID?)
        /// Takes an inserted element out of a list.
        case remove(EditID)
        /// Says that a person has looked at concurrent changes of a list.
        case review
        /// Makes something an element of a set, at a position.
        case add(JSONValue, at: JSONString)
        /// Gives an element of a set another position.
        case move(JSONValue, at: JSONString)
        /// Takes an element out of a set.
        case drop(JSONValue)
    }

    /// What it is known by.
    public let id: EditID
    /// What it does.
    public let action: Action
    /// The edits of the field that it replaces, sorted; kept for flagged fields.
    public let saw: [EditID]
    /// The device's clock, for people: no decision depends on it.
    public var wroteAt: Int64

    /// Makes an edit. Throws `MALFORMED_JSON` for a value that cannot be written.
    public init(
        sequence: Int64, replica: JSONString, action: Action, saw: [EditID] = [], wroteAt: Int64
    ) throws(BridgeError) {
        let saw = saw.sorted()
        self.action = action
        self.saw = saw
        self.wroteAt = wroteAt
        let content = JSONValue.object(Self.content(action, saw))
        id = EditID(sequence: sequence, replica: replica, hash: ContentHash(of: try content.bridgedBytes()))
    }

    /// The JSON form: `{"seq","replica","wroteAt"}`, the members of the action, and `"saw"` where it replaces something.
    public var value: JSONValue {
        var value: JSONObject = [
            "seq": .integer(id.sequence), "replica": .string(id.replica), "wroteAt": .integer(wroteAt),
        ]
        for (key, member) in Self.content(action, saw) { value[key] = member }
        return .object(value)
    }

    /// What the edit does and what it saw, without who made it and when.
    var change: JSONObject { Self.content(action, saw) }

    private static func content(_ action: Action, _ saw: [EditID]) -> JSONObject {
        var content: JSONObject
        switch action {
        case .set(let value): content = ["set": value]
        case .insert(let value, let after): content = ["insert": value, "after": after?.value ?? .null]
        case .remove(let target): content = ["remove": target.value]
        case .review: content = ["review": true]
        case .add(let element, let position): content = ["add": element, "at": .string(position)]
        case .move(let element, let position): content = ["move": element, "at": .string(position)]
        case .drop(let element): content = ["drop": element]
        }
        if !saw.isEmpty { content["saw"] = .array(saw.map(\.value)) }
        return content
    }
}

extension Edit {
    /// Reads the JSON form. Throws `MALFORMED_ROW` with the path, also where an edit refers to a later one.
    init(_ members: Members) throws(BridgeError) {
        try self.init(
            members, beside: ["seq", "replica", "wroteAt"],
            sequence: members.integer("seq", in: 1...Stamp.range.upperBound),
            replica: members.string("replica"), wroteAt: members.integer("wroteAt"))
    }

    /// Reads what an edit does, made by someone who is known from elsewhere: from members that stand beside these.
    init(
        _ members: Members, beside others: Set<JSONString> = [], sequence: Int64, replica: JSONString, wroteAt: Int64
    ) throws(BridgeError) {
        guard !replica.isEmpty, !replica.hasLoneSurrogate else {
            throw members.fault("replica", "no name of a replica")
        }
        let saw = members.object["saw"] == nil ? [] : try members.ids("saw")
        let action = try members.action()
        // A member that is not known has no part in the hash: two different edits would be one.
        try members.allowOnly(others.union(["saw"]).union(Self.content(action, saw).map(\.key)))
        let references: [EditID] =
            switch action {
            case .insert(_, let after): saw + (after.map { [$0] } ?? [])
            case .remove(let target): saw + [target]
            default: saw
            }
        // With this no chain of references comes back to where it began.
        guard references.allSatisfy({ $0.sequence < sequence }) else {
            throw BridgeError(.malformedRow, path: members.path, reason: "an edit refers to one that is not earlier")
        }
        try self.init(sequence: sequence, replica: replica, action: action, saw: saw, wroteAt: wroteAt)
    }
}

extension Members {
    fileprivate func ids(_ key: JSONString) throws(BridgeError) -> [EditID] {
        var ids: [EditID] = []
        for element in try array(key) { ids.append(try EditID(element, path: path(of: key))) }
        return ids
    }

    fileprivate func action() throws(BridgeError) -> Edit.Action {
        let names: [JSONString] = ["set", "insert", "remove", "review", "add", "move", "drop"]
        let found = names.filter { object[$0] != nil }
        guard found.count == 1, let name = found.first, let value = object[name] else {
            throw BridgeError(errorClass, path: path, reason: "expected one of \(names)")
        }
        switch name {
        case "set": return .set(value)
        case "insert":
            let after = try self.value("after")
            return .insert(value, after: after.isNull ? nil : try EditID(after, path: path(of: "after")))
        case "remove": return .remove(try EditID(value, path: path(of: "remove")))
        case "add": return .add(value, at: try string("at"))
        case "move": return .move(value, at: try string("at"))
        case "drop": return .drop(value)
        default:
            guard value == true else { throw fault("review", "expected true") }
            return .review
        }
    }
}
