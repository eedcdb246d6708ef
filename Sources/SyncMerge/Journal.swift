public import CanonicalJSON
public import SyncBridge

/// One mutation of a device, written with the row in one transaction.
public struct JournalEntry: Equatable, Sendable {
    /// The collection of the row.
    public var collection: JSONString
    /// The row after the mutation.
    public var row: Row
    /// Whether it has been published for certain.
    public var isSynced: Bool

    /// Makes an entry.
    public init(collection: JSONString, row: Row, isSynced: Bool = false) {
        self.collection = collection
        self.row = row
        self.isSynced = isSynced
    }

    /// The JSON form: `{"collection","row","synced"}`; throws `MALFORMED_ROW` for a row that no stack may write.
    public func value() throws(BridgeError) -> JSONValue {
        ["collection": .string(collection), "row": try row.value(), "synced": .bool(isSynced)]
    }

    /// Reads the JSON form; throws `INVALID_PARAMETER` or `MALFORMED_ROW` with the path.
    public init(_ value: JSONValue) throws(BridgeError) {
        let members = try Members(value, .invalidParameter)
        try members.allowOnly(["collection", "row", "synced"])
        collection = try members.string("collection")
        if let fault = Payload.fault(ofName: collection) { throw members.fault("collection", fault) }
        do { row = try Row(members.value("row")) } catch { throw error.inside("/row") }
        isSynced = try members.bool("synced")
    }
}

/// What replaying a journal did to one record.
public struct Replayed: Equatable, Sendable {
    /// What became of the mutation.
    public enum Outcome: String, CaseIterable, Sendable {
        /// The merged payload has it already.
        case present
        /// It is newer than the merged version and took its place.
        case applied
        /// It took the place of the merged version with a later stamp.
        case restamped
        /// The merged version beats it by the rule.
        case superseded
        /// It stays on the device until somebody chooses.
        case held
    }

    /// The collection of the row.
    public var collection: JSONString
    /// Its id.
    public var id: JSONString
    /// What became of the mutation.
    public var outcome: Outcome

    /// The JSON form: `{"collection","id","outcome"}`.
    public var value: JSONValue {
        ["collection": .string(collection), "id": .string(id), "outcome": outcome.jsonName]
    }
}

extension Merge {
    /// Applies the unpublished mutations of a journal to a merged payload, as the profile's `localPending` says.
    ///
    /// Of several mutations of one record the last one counts. Errors as in ``payloads(_:detail:)``, and
    /// `INVALID_PARAMETER` where there is no later stamp.
    public func replay(
        _ journal: [JournalEntry], over merged: Payload, now: Int64
    ) throws(BridgeError) -> (payload: Payload, replayed: [Replayed]) {
        var pending: [JSONString: [JSONString: Row]] = [:]
        for entry in journal where !entry.isSynced || profile.mistake == .syncedReplayed {
            if profile.mistake == .firstEntryCounts, pending[entry.collection]?[entry.row.id] != nil { continue }
            pending[entry.collection, default: [:]][entry.row.id] = entry.row
        }
        var payload = try payloads([merged]).payload
        var replayed: [Replayed] = []
        for (name, rows) in pending.sorted(by: { $0.key < $1.key }) {
            var current: [JSONString: Row] = [:]
            for row in payload.rows(of: name) { current[row.id] = row }
            for (id, row) in rows.sorted(by: { $0.key < $1.key }) {
                let (result, outcome) = try replay(row, over: current[id], in: name, now: now)
                current[id] = result
                replayed.append(Replayed(collection: name, id: id, outcome: outcome))
            }
            // Of what is held nothing is there to be written.
            guard !current.isEmpty else { continue }
            let sorted = current.values.sorted { $0.id < $1.id }
            payload.collections.removeAll { $0.name == name }
            payload.collections.append(Payload.Collection(name: name, rows: sorted))
        }
        payload.collections.sort { $0.name < $1.name }
        return (payload, replayed)
    }

    private func replay(
        _ row: Row, over merged: Row?, in collection: JSONString, now: Int64
    ) throws(BridgeError) -> (Row?, Replayed.Outcome) {
        if profile.mistake == .blindReplay { return (row, .applied) }
        if let merged, merged.content == row.content, merged.extra == row.normalized.extra { return (merged, .present) }
        if profile.localPending == .hold, profile.mistake != .heldPublished { return (merged, .held) }
        guard let merged else { return (row.normalized, .applied) }
        if profile.localPending == .replayRestamp {
            var row = row.normalized
            row.updatedAt = try profile.stamp(after: merged.updatedAt, now: now)
            return (row, .restamped)
        }
        let result = try self.row(merged, row, in: collection)
        return (result, result == merged ? .superseded : .applied)
    }
}
