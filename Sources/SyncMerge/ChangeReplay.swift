public import CanonicalJSON
public import SyncBridge

/// What the application knows of a record that a downloaded change speaks of.
public struct LocalRecord: Equatable, Sendable {
    /// The server's version on which the local one stands.
    public var baseVersion: Int64
    /// When it was last changed here, milliseconds since 1970, nil where nothing waits to be published.
    public var pendingSince: Int64?
    /// Whether it was deleted here.
    public var isDeleted: Bool

    /// Makes a record's state.
    public init(baseVersion: Int64, pendingSince: Int64? = nil, isDeleted: Bool = false) {
        self.baseVersion = baseVersion
        self.pendingSince = pendingSince
        self.isDeleted = isDeleted
    }
}

/// What to do with one downloaded change.
public struct ReplayDecision: Equatable, Sendable {
    /// What to do.
    public enum Action: String, CaseIterable, Sendable {
        /// Write it.
        case apply
        /// Nothing.
        case ignore
        /// Keep the local version, show both.
        case conflict
    }

    /// Why.
    public enum Reason: String, CaseIterable, Sendable {
        /// There is no such record here.
        case new
        /// It is later than the version that the local record stands on.
        case newer
        /// The change was processed before.
        case duplicate
        /// The local record stands on this version or a later one.
        case oldVersion
        /// The record was deleted here, and that still waits to be published.
        case localTombstone
        /// The local edit is as late as the change, or later.
        case newerLocalEdit
        /// The change is later than a local edit that still waits to be published.
        case olderLocalEdit
    }

    /// What to do.
    public var action: Action
    /// Why.
    public var reason: Reason

    /// Makes a decision.
    public init(_ action: Action, _ reason: Reason) {
        self.action = action
        self.reason = reason
    }

    /// The JSON form: `{"action","reason"}`.
    public var value: JSONValue { ["action": action.jsonName, "reason": reason.jsonName] }
}

/// Decides about downloaded changes, also when they come again from the beginning.
public struct ChangeReplay: Sendable {
    /// The rules: what becomes of a local edit that is older than a change.
    public let profile: Profile

    /// Makes a replay by these rules.
    public init(_ profile: Profile) {
        self.profile = profile
    }

    /// What to do with a change, given what is here and the ids of the changes that were processed.
    ///
    /// Throws `MALFORMED_RECORD` for a time of occurrence that is no RFC 3339 timestamp.
    public func decide(
        _ change: SyncChangeRecord, local: LocalRecord?, processed: Set<JSONString>
    ) throws(BridgeError) -> ReplayDecision {
        guard let occurredAt = change.occurredAt.string.flatMap(Timestamp.milliseconds) else {
            throw BridgeError(.malformedRecord, path: "/data/occurredAt", reason: "not an RFC 3339 timestamp")
        }
        let mistake = profile.mistake
        if processed.contains(change.changeId), mistake != .changeRepeated {
            return ReplayDecision(.ignore, .duplicate)
        }
        guard let local else { return ReplayDecision(.apply, .new) }
        if change.version <= local.baseVersion, mistake != .changeVersionIgnored {
            return ReplayDecision(.ignore, .oldVersion)
        }
        guard let pendingSince = local.pendingSince else { return ReplayDecision(.apply, .newer) }
        if local.isDeleted, mistake != .changeOverTombstone { return ReplayDecision(.ignore, .localTombstone) }
        if pendingSince >= occurredAt, mistake != .changeOverEdit { return ReplayDecision(.ignore, .newerLocalEdit) }
        switch profile.onConflict {
        case .ask, .queue: return ReplayDecision(.conflict, .olderLocalEdit)
        case .lww, .takeServer: return ReplayDecision(.apply, .olderLocalEdit)
        }
    }

    /// The latest change of each record, in the order of their cursors.
    ///
    /// Of changes of the same version the one of the larger cursor counts, then of the larger change id.
    public static func latest(of changes: [SyncChangeRecord]) -> [SyncChangeRecord] {
        var latest: [[JSONString]: SyncChangeRecord] = [:]
        for change in changes {
            let record = [change.domain, change.recordId]
            if let other = latest[record], rank(change) < rank(other) { continue }
            latest[record] = change
        }
        return latest.values.sorted { ($0.cursor, $0.changeId) < ($1.cursor, $1.changeId) }
    }

    private static func rank(_ change: SyncChangeRecord) -> (Int64, Int64, JSONString) {
        (change.version, change.cursor, change.changeId)
    }
}
