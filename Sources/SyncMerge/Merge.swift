public import CanonicalJSON
public import SyncBridge

/// Merges rows and whole payloads by the rules of a profile.
///
/// The result does not depend on the order of the inputs, on their grouping, or on an input being there twice. Nothing
/// is deleted because it is missing somewhere.
public struct Merge: Sendable {
    /// The rules.
    public let profile: Profile

    /// How much of the reasons a merge keeps.
    public enum Detail: Sendable {
        /// None.
        case none
        /// Of the rows that not all inputs agree about.
        case differences
        /// Of all rows.
        case all
    }

    /// A merged payload and why it is so.
    public struct Result: Equatable, Sendable {
        /// The rows of all inputs, sorted as they are written.
        public var payload: Payload
        /// Why, in the order of the rows; as much as was asked for.
        public var trace: [RowTrace]
        /// The traces of all rows that someone has to look at, whatever was asked for.
        public var conflicts: [RowTrace]

        /// The JSON form: `{"payload","trace","conflicts"}`; throws as ``Payload/canonicalBytes()``.
        public func value() throws(BridgeError) -> JSONValue {
            [
                "payload": try JSONValue(bridging: payload.canonicalBytes()), "trace": .array(trace.map(\.value)),
                "conflicts": .array(conflicts.map(\.value)),
            ]
        }
    }

    /// Makes a merge by these rules.
    public init(_ profile: Profile) {
        self.profile = profile
    }

    /// The merge of one record's versions, of which any may be missing; nil where all are.
    ///
    /// Throws `MALFORMED_ROW` for a row that no stack may write, where it has to be written to decide, and for a state
    /// of fields that cannot be read.
    public func rows(_ versions: [Row?], in collection: JSONString) throws(BridgeError) -> (row: Row, trace: RowTrace)?
    {
        guard let first = versions.firstIndex(where: { $0 != nil }), let id = versions[first]?.id else { return nil }
        if profile.fieldTypes[collection] != nil, profile.granularity == .field, profile.mistake != .recordGranularity,
            let merged = try fields(versions, id, in: collection)
        {
            return merged
        }
        return try record(versions, id, in: collection)
    }

    /// The merge of two versions of one record, without the reasons; errors as in `rows(_:in:)`.
    public func row(_ a: Row?, _ b: Row?, in collection: JSONString) throws(BridgeError) -> Row? {
        try rows([a, b], in: collection)?.row
    }

    /// The merge of versions as wholes.
    func record(
        _ versions: [Row?], _ id: JSONString, in collection: JSONString
    ) throws(BridgeError) -> (row: Row, trace: RowTrace)? {
        let order = RowOrder(profile: profile)
        var best: Row?
        for version in versions {
            guard let version else { continue }
            guard let current = best else {
                best = version
                continue
            }
            if case .secondWins = try order.compare(current, version) { best = version }
        }
        guard let best else { return nil }
        var trace = RowTrace(collection: collection, id: id, inputs: [])
        var hasWinner = false
        for version in versions {
            var outcome = RowTrace.Outcome.absent
            if let version {
                switch try order.compare(best, version) {
                case .same:
                    outcome = hasWinner ? .same : .won
                    hasWinner = true
                case .firstWins(let reason), .secondWins(let reason): outcome = reason
                }
            }
            trace.inputs.append(RowTrace.Input(outcome: outcome, updatedAt: version?.updatedAt))
        }
        let isTied = profile.tie == .conflict && profile.mistake != .tieSettled && trace.isTied
        let isWatched = profile.mistake != .watchedSettled && profile.isWatchedDifference(versions, in: collection)
        trace.isConflict = isTied || isWatched
        return (mistaken(best, of: versions).normalized, trace)
    }

    /// The winner as the mistakes about a row's content leave it.
    private func mistaken(_ best: Row, of versions: [Row?]) -> Row {
        var row = best
        if profile.mistake == .rowKeysDropped { row.extra = JSONObject() }
        if profile.mistake == .fieldsOfBoth, case .data(var data) = row.content {
            for case let version? in versions {
                guard case .data(let other) = version.content else { continue }
                for (key, value) in other where data[key] == nil { data[key] = value }
            }
            row.content = .data(data)
        }
        return row
    }
}
