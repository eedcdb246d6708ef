public import CanonicalJSON
public import SyncBridge

/// A record whose fields are merged one by one: the state of each, from which its row follows.
///
/// The row carries the state in its key `state`, beside `data`. Stacks that do not know it keep it, as they keep every
/// unknown key.
public struct Document: Equatable, Sendable {
    /// The collection of the record.
    public let collection: JSONString
    /// Its id.
    public let id: JSONString
    /// The merge types of its fields.
    public let rules: [JSONString: FieldRule]
    /// The states of the fields that were ever written.
    public private(set) var fields: [JSONString: FieldState]
    /// Whether it is deleted: a register of its own, so that a deletion and edits do not undo each other.
    public private(set) var deletion: FieldState?
    /// The largest sequence number of any edit.
    public private(set) var sequence: Int64
    /// The latest device time of any edit, for people.
    public private(set) var wroteAt: Int64
    /// Keys of the row that this version does not know.
    public private(set) var extra: JSONObject

    /// Makes a record that nobody has written.
    public init(collection: JSONString, id: JSONString, rules: [JSONString: FieldRule]) {
        self.collection = collection
        self.id = id
        self.rules = rules
        fields = [:]
        sequence = 0
        wroteAt = 0
        extra = JSONObject()
    }

    /// The key of a row that holds the state.
    static let key: JSONString = "state"
    private static let deletionRule = FieldRule(.register)

    /// The rule of a field; one that is not named is a register.
    public func rule(of field: JSONString) -> FieldRule {
        rules[field] ?? FieldRule(.register).with(rules.values.first?.mistake)
    }

    /// Whether the record is deleted.
    public var isDeleted: Bool {
        if rules.values.first?.mistake == .editUndoesDeletion, let last = deletion?.shown?.id.sequence,
            fields.values.contains(where: { $0.edits.contains { $0.id.sequence > last } })
        {
            return false
        }
        return deletion?.value == true
    }

    /// The fields whose concurrent changes wait for a person, sorted.
    public var disputed: [JSONString] { fields.filter { $0.value.isDisputed }.keys.sorted() }

    /// Takes in another version of the same record.
    public mutating func merge(_ other: Document) {
        for (field, state) in other.fields { merge(state, into: field) }
        if let state = other.deletion { merge(deletion: state) }
        sequence = max(sequence, other.sequence)
        wroteAt = max(wroteAt, other.wroteAt)
        for (key, value) in other.extra {
            let texts = [value, extra[key] ?? value].map { (try? $0.canonicalBytes()) ?? [] }
            if UTF16Order.compare(wtf8: texts[0], texts[1]) >= 0 { extra[key] = value }
        }
        extra = extra.sortedByKey()
    }

    mutating func merge(_ state: FieldState, into field: JSONString) {
        if fields[field] == nil { fields[field] = state } else { fields[field]?.merge(state) }
    }

    mutating func merge(deletion state: FieldState) {
        if deletion == nil { deletion = state } else { deletion?.merge(state) }
    }

    /// Notes that an edit of this number and time was taken in.
    mutating func note(sequence: Int64, wroteAt: Int64) {
        self.sequence = max(self.sequence, sequence)
        self.wroteAt = max(self.wroteAt, min(max(wroteAt, 0), Stamp.range.upperBound))
    }
}

extension Document {
    /// Reads the state in a row, or nil for a row without one.
    ///
    /// `data` is what follows from the state and is not read. Throws `MALFORMED_ROW` with the path for a faulty state.
    public init?(_ row: Row, in collection: JSONString, rules: [JSONString: FieldRule]) throws(BridgeError) {
        guard let value = row.extra[Self.key] else { return nil }
        self.init(collection: collection, id: row.id, rules: rules)
        let members = try Members(value, path: "/state", .malformedRow)
        try members.allowOnly(["deletion", "fields", "seq"])
        sequence = try members.integer("seq")
        wroteAt = row.updatedAt
        extra = row.extra
        extra[Self.key] = nil
        extra = extra.sortedByKey()
        let states = try members.members("fields")
        for (field, _) in states.object {
            fields[field] = try FieldState(states.members(field), rule: rule(of: field))
        }
        if members.object["deletion"] != nil {
            deletion = try FieldState(members.members("deletion"), rule: Self.deletionRule)
        }
    }

    /// The row: `data` with declared fields first and then the others sorted, or a tombstone; and the state.
    ///
    /// Its stamp is the latest device time, for people and other stacks: this merge does not compare it.
    public var row: Row {
        var extra = extra
        var state: JSONValue = [:]
        if let deletion { state["deletion"] = deletion.form }
        state["fields"] = .sorted(fields, \.form)
        state["seq"] = .integer(sequence)
        extra[Self.key] = state
        var data = JSONObject()
        let declared = RecordSchema.of(collection: collection)?.fields.map(\.name) ?? []
        for field in declared + fields.keys.sorted() where data[field] == nil { data[field] = fields[field]?.value }
        return Row(
            id: id, updatedAt: wroteAt, content: isDeleted ? .tombstone : .data(data), extra: extra.sortedByKey())
    }

    /// The state of a deletion or of its undoing by one edit.
    static func deletion(_ edit: Edit) throws(BridgeError) -> FieldState {
        try FieldState(deletionRule, edits: [edit])
    }
}

extension FieldState {
    /// The JSON form: `{"counts":{replica: [up, down]}}` of a counter, `{"edits":[edit]}` of the others.
    var form: JSONValue {
        rule.kind == .counter ? ["counts": countsValue] : ["edits": .array(edits.map(\.value))]
    }

    fileprivate init(_ members: Members, rule: FieldRule) throws(BridgeError) {
        try members.allowOnly(["counts", "edits"])
        var edits: [Edit] = []
        if members.object["edits"] != nil {
            for (index, element) in try members.array("edits").enumerated() {
                let path = Pointer.element(index, of: members.path(of: "edits"))
                edits.append(try Edit(Members(element, path: path, .malformedRow)))
            }
        }
        let counts = members.object["counts"] == nil ? [:] : try members.counts("counts")
        do { try self.init(rule, edits: edits, counts: counts) } catch { throw error.inside(members.path) }
    }
}

extension Members {
    /// `{replica: [up, down]}`.
    func counts(_ key: JSONString) throws(BridgeError) -> [JSONString: FieldState.Count] {
        var counts: [JSONString: FieldState.Count] = [:]
        for (replica, value) in try members(key).object {
            guard !replica.isEmpty, !replica.hasLoneSurrogate else { throw fault(key, "no name of a replica") }
            counts[replica] = try FieldState.Count(value, path: Pointer.member(replica, of: path(of: key)), errorClass)
        }
        return counts
    }
}

extension FieldState.Count {
    var value: JSONValue { [.integer(up), .integer(down)] }

    init(_ value: JSONValue, path: String, _ errorClass: BridgeError.ErrorClass) throws(BridgeError) {
        let numbers = value.arrayValue?.compactMap(\.integerValue) ?? []
        guard numbers.count == 2, value.arrayValue?.count == 2, numbers.allSatisfy(Stamp.range.contains) else {
            throw BridgeError(errorClass, path: path, reason: "expected [up, down]")
        }
        self.init(up: numbers[0], down: numbers[1])
    }
}
