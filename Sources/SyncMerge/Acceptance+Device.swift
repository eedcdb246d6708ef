public import CanonicalJSON
public import SyncBridge

/// What a device does with a record that it pulled.
public enum PullDecision: String, CaseIterable, Sendable {
    /// It writes the server's version.
    case take
    /// It keeps its own version, which still waits to be accepted.
    case keepPending
    /// It deletes the record, with the changes that waited.
    case delete
    /// It has the same version and only marks it as accepted.
    case confirm

    /// The JSON form, a string.
    public var value: JSONValue { jsonName }
}

extension Acceptance {
    /// What a device does with a pulled record, given its own version and what its last push of it was answered.
    ///
    /// A change that waits is kept, except against a deletion, and except where the profile takes the server's version
    /// after a conflict.
    public func pulled(_ remote: Row, local: Row?, isPending: Bool, lastPush: Verdict? = nil) -> PullDecision {
        if profile.isDeleted(remote), profile.mistake != .pendingOverDeletion || !isPending { return .delete }
        guard let local, isPending else { return .take }
        if local.normalized == remote.normalized { return .confirm }
        if profile.mistake == .pullOverPending { return .take }
        return profile.onConflict == .takeServer && profile.mistake != .refusedKept && lastPush?.answer == .conflict
            ? .take : .keepPending
    }

    /// "Keep Mine": the device's version with a stamp that the server accepts, later than both versions.
    ///
    /// `server` is nil where the server has no such record and refused it as too old. Nil where the server has deleted the record, which nothing restores. Throws `MALFORMED_RECORD` for a version that
    /// is no event, `INVALID_PARAMETER` where there is no later stamp.
    public func keepMine(_ local: Row, over server: Row?, now: Int64) throws(BridgeError) -> Row? {
        if let server, profile.isDeleted(server), profile.mistake != .keepMineRevives { return nil }
        if profile.mistake == .keepMineWithoutStamp { return local }
        let stamp = try profile.stamp(after: max(server?.updatedAt ?? 0, local.updatedAt), now: now)
        guard case .data(var data) = local.content else {
            return Row(id: local.id, updatedAt: stamp, content: .tombstone, extra: local.extra)
        }
        _ = try EventRecord(row: local)
        data["updatedAt"] = .integer(stamp)
        return Row(id: local.id, updatedAt: stamp, content: .data(data), extra: local.extra)
    }
}
