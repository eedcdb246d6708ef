public import CanonicalJSON
public import SyncBridge

/// What differs between two payloads, row by row and field by field.
public struct PayloadDiff: Equatable, Sendable {
    /// One value that differs.
    public struct Field: Equatable, Sendable {
        /// Where it is: a JSON pointer into the row, or into the payload, cut like those of findings (CJ-36).
        public var path: String
        /// What is there before, nil for nothing.
        public var before: JSONValue?
        /// What is there after, nil for nothing.
        public var after: JSONValue?

        /// Makes a difference.
        public init(path: String, before: JSONValue?, after: JSONValue?) {
            self.path = path
            self.before = before
            self.after = after
        }
    }

    /// One row that differs.
    public struct Row: Equatable, Sendable {
        /// How it differs.
        public enum Kind: String, CaseIterable, Sendable {
            /// It is only in the second payload.
            case added
            /// It is only in the first payload, which deletes nothing.
            case removed
            /// Its data or its unknown keys differ.
            case changed
            /// It is live in the first payload and deleted in the second.
            case deleted
            /// It is deleted in the first payload and live in the second.
            case restored
            /// Only its stamp differs.
            case restamped
        }

        /// How it differs.
        public var kind: Kind
        /// Its collection.
        public var collection: JSONString
        /// Its id.
        public var id: JSONString
        /// Its stamp before, nil where it is not there.
        public var before: Int64?
        /// Its stamp after, nil where it is not there.
        public var after: Int64?
        /// The values that differ, in the order of the row before, then of the row after; stamps are not among them.
        public var fields: [Field]
        /// Which version a merge keeps and why, where both are there.
        public var trace: RowTrace?
    }

    /// The rows that differ, in the order of payloads.
    public let rows: [Row]
    /// What differs of the payload beside its rows.
    public let fields: [Field]
    /// How many rows are the same.
    public let same: Int

    /// Whether nothing differs. A collection without rows is as good as none.
    public var isEmpty: Bool { rows.isEmpty && fields.isEmpty }

    /// Compares two payloads; `profile` says what is deleted and which version a merge keeps.
    ///
    /// Throws `NOT_CANONICAL` and `MALFORMED_ROW` as ``Merge/payloads(_:detail:)`` does.
    public init(from before: Payload, to after: Payload, profile: Profile) throws(BridgeError) {
        let merged = try Merge(profile).payloads([before, after], detail: .all)
        let (old, new) = (RowLookup(before), RowLookup(after))
        var rows: [PayloadDiff.Row] = []
        for trace in merged.trace where !trace.isUnanimous {
            let (a, b) = (old.find(trace), new.find(trace))
            rows.append(Row(a, b, trace: trace, profile: profile))
        }
        self.rows = rows
        same = merged.trace.count - rows.count
        fields = Field.between(before.extra, after.extra)
    }
}

extension PayloadDiff {
    /// The JSON form: `{"rows":[{"change","collection","id","before","after","fields":[{"path","before","after"}],
    /// "tied","trace"}],"fields","same"}`. A value that is not there is no member of its field.
    public var value: JSONValue {
        [
            "rows": .array(rows.map(\.value)), "fields": .array(fields.map(\.value)), "same": .integer(Int64(same)),
        ]
    }
}

extension PayloadDiff.Row {
    /// Whether both versions have the same stamp and differ.
    public var isTied: Bool { trace?.isTied ?? false }

    /// The JSON form, as in ``PayloadDiff/value``.
    public var value: JSONValue {
        [
            "change": kind.jsonName, "collection": .string(collection), "id": .string(id), "before": .orNull(before),
            "after": .orNull(after), "fields": .array(fields.map(\.value)), "tied": .bool(isTied),
            "trace": trace?.value ?? .null,
        ]
    }

    init(_ before: SyncBridge.Row?, _ after: SyncBridge.Row?, trace: RowTrace, profile: Profile) {
        collection = trace.collection
        id = trace.id
        self.before = before?.updatedAt
        self.after = after?.updatedAt
        fields = []
        PayloadDiff.Field.append(to: &fields, before?.data, after?.data, path: "/data")
        PayloadDiff.Field.append(to: &fields, before?.extra ?? JSONObject(), after?.extra ?? JSONObject(), path: "")
        self.trace = before == nil || after == nil ? nil : trace
        switch (before, after) {
        case (nil, _): kind = .added
        case (_, nil): kind = .removed
        case (let before?, let after?):
            switch (profile.isDeleted(before), profile.isDeleted(after)) {
            case (false, true): kind = .deleted
            case (true, false): kind = .restored
            default: kind = fields.isEmpty ? .restamped : .changed
            }
        }
    }

}

extension PayloadDiff.Field {
    /// The JSON form: `{"path"}` with `"before"` and `"after"` where there is a value.
    public var value: JSONValue {
        var value: JSONValue = ["path": .string(JSONString(path))]
        value["before"] = before
        value["after"] = after
        return value
    }

    /// The innermost differences of two objects.
    static func between(_ before: JSONObject, _ after: JSONObject) -> [Self] {
        var fields: [Self] = []
        append(to: &fields, before, after, path: "")
        return fields
    }

    /// Appends the innermost differences of two objects, or of an object and nothing.
    fileprivate static func append(to fields: inout [Self], _ before: JSONObject?, _ after: JSONObject?, path: String) {
        guard let before, let after else {
            if before != nil || after != nil {
                fields.append(
                    Self(path: path, before: before.map(JSONValue.object), after: after.map(JSONValue.object)))
            }
            return
        }
        let count = fields.count
        var isInOrder = before.count == after.count
        for (index, (key, old)) in before.enumerated() {
            switch (old, after[key]) {
            case (.object(let old), .object(let new)?):
                append(to: &fields, old, new, path: Pointer.member(key, of: path))
            case (let old, let new) where old != new:
                fields.append(Self(path: Pointer.member(key, of: path), before: old, after: new))
            default: break
            }
            isInOrder = isInOrder && after[index].key == key
        }
        for (key, new) in after where before[key] == nil {
            fields.append(Self(path: Pointer.member(key, of: path), before: nil, after: new))
        }
        if fields.count == count, !isInOrder {
            // The same members in another order are other bytes.
            fields.append(Self(path: path, before: .object(before), after: .object(after)))
        }
    }
}

extension SyncBridge.Row {
    fileprivate var data: JSONObject? {
        if case .data(let data) = content { data } else { nil }
    }
}

/// The rows of a payload, found by collection and id.
private struct RowLookup {
    var rows: [JSONString: [JSONString: Row]] = [:]

    init(_ payload: Payload) {
        for collection in payload.collections {
            for row in collection.rows { rows[collection.name, default: [:]][row.id] = row }
        }
    }

    func find(_ trace: RowTrace) -> Row? { rows[trace.collection]?[trace.id] }
}
