public import CanonicalJSON
public import SyncBridge

/// What a server says to one pushed record.
public struct Verdict: Equatable, Sendable {
    /// Whether the record is stored.
    public enum Answer: String, CaseIterable, Sendable {
        /// It is stored, or was already.
        case accepted
        /// The server's version stays; the device has to choose.
        case conflict
        /// It breaks a rule and will never be accepted as it is.
        case rejected
    }

    /// Why.
    public enum Reason: String, CaseIterable, Sendable {
        /// The server had no such record.
        case created
        /// Its stamp is later than the stored one's.
        case newer
        /// It is a deletion, which is final.
        case deletion
        /// The same bytes are stored already.
        case duplicate
        /// The same data are stored already, for the same tracking period.
        case matching
        /// Its stamp is earlier, and its data differ.
        case older
        /// Its stamp is the same, and its data differ.
        case tie
        /// It counts for an earlier tracking period than the stored version.
        case otherPeriod
        /// It was made too long ago to be considered; where nothing is stored, it may have been deleted since.
        case tooOld
        /// The record was deleted, and nothing restores it.
        case deleted
        /// Its state cannot follow the stored one's.
        case lifecycle
        /// It records progress of an event that is not active.
        case inactive
        /// The event that it belongs to is not there.
        case noParent
        /// Its id stands for another record already.
        case idReused
        /// It is no record of its collection.
        case malformed
    }

    /// Whether the record is stored.
    public var answer: Answer
    /// Why.
    public var reason: Reason

    /// Makes a verdict.
    public init(_ answer: Answer, _ reason: Reason) {
        self.answer = answer
        self.reason = reason
    }

    /// The JSON form: `{"answer","reason"}`.
    public var value: JSONValue { ["answer": answer.jsonName, "reason": reason.jsonName] }
}

/// The rules by which a server accepts events and their history, one record at a time.
///
/// A pure function of what is pushed and what is stored; the caller stores what is accepted.
public struct Acceptance: Sendable {
    /// The rules: the age of changes.
    public let profile: Profile

    /// Makes rules by a profile.
    public init(_ profile: Profile) {
        self.profile = profile
    }

    /// What follows which state: the lifecycle of events. A state may always stay as it is.
    public static let lifecycle: [EventState: Set<EventState>] = [
        .active: [.paused, .archived, .deleted],
        .paused: [.active, .archived, .deleted],
        .archived: [.active, .deleted],
        .deleted: [],
    ]

    /// The verdict about a pushed event, given the stored version.
    public func event(_ pushed: Row, stored: Row?, now: Int64) -> Verdict {
        guard let incoming = Version(pushed, profile) else { return Verdict(.rejected, .malformed) }
        let mistake = profile.mistake
        guard let stored, let current = Version(stored, profile) else {
            if incoming.isDeleted { return Verdict(.accepted, .deletion) }
            // Of what is that old, the deletion may have been forgotten.
            return isTooOld(pushed, now: now) && mistake != .forgottenRevived
                ? Verdict(.conflict, .tooOld) : Verdict(.accepted, .created)
        }
        if mistake == .lastPusherWins { return Verdict(.accepted, .newer) }
        if incoming.isDeleted {
            if mistake == .olderDeletionRefused, pushed.updatedAt < stored.updatedAt {
                return Verdict(.conflict, .older)
            }
            return Verdict(.accepted, current.isDeleted ? .duplicate : .deletion)
        }
        guard let new = incoming.record, let old = current.record, !current.isDeleted else {
            return mistake == .deletionUndone ? Verdict(.accepted, .newer) : Verdict(.rejected, .deleted)
        }
        if pushed.normalized == stored.normalized { return Verdict(.accepted, .duplicate) }
        guard
            new.state == old.state || Self.lifecycle[old.state]?.contains(new.state) == true
                || mistake == .lifecycleIgnored
        else {
            return Verdict(.rejected, .lifecycle)
        }
        if isTooOld(pushed, now: now) { return Verdict(.conflict, .tooOld) }
        // The same count in another week is not the same progress. Dates of this form sort as text.
        if new.periodStart < old.periodStart, mistake != .periodIgnored { return Verdict(.conflict, .otherPeriod) }
        if new.hasSameData(as: old) { return Verdict(.accepted, .matching) }
        if pushed.updatedAt != stored.updatedAt {
            return pushed.updatedAt > stored.updatedAt ? Verdict(.accepted, .newer) : Verdict(.conflict, .older)
        }
        return mistake == .tieAccepted ? Verdict(.accepted, .newer) : Verdict(.conflict, .tie)
    }

    /// Whether the profile no longer considers the version; stamps are no wider than ``Stamp/range``, `now` may be.
    private func isTooOld(_ pushed: Row, now: Int64) -> Bool {
        guard let age = profile.acceptAge, profile.mistake != .ageIgnored else { return false }
        return now > pushed.updatedAt && now - pushed.updatedAt > age
    }

    /// The verdict about a pushed entry of an event's history, given the event and the stored entry of the same id.
    public func history(_ pushed: Row, stored: Row?, event: Row?) -> Verdict {
        guard (try? HistoryRecord(row: pushed)) != nil else { return Verdict(.rejected, .malformed) }
        if let stored {
            let isSame = stored.normalized == pushed.normalized
            return isSame ? Verdict(.accepted, .duplicate) : Verdict(.rejected, .idReused)
        }
        guard let event, let parent = Version(event, profile) else { return Verdict(.rejected, .noParent) }
        guard !parent.isDeleted else { return Verdict(.rejected, .deleted) }
        let isOpen = parent.record?.state == .active || profile.mistake == .pausedAcceptsProgress
        return isOpen ? Verdict(.accepted, .created) : Verdict(.rejected, .inactive)
    }
}

/// A version of an event: a record, or a tombstone without one.
private struct Version {
    var record: EventRecord?
    var isDeleted: Bool

    init?(_ row: Row, _ profile: Profile) {
        isDeleted = profile.isDeleted(row)
        guard row.content != .tombstone else { return }
        guard let record = try? EventRecord(row: row.normalized) else { return nil }
        self.record = record
        isDeleted = isDeleted || record.state == .deleted
    }
}

extension EventRecord {
    /// Whether everything but the stamps is the same.
    fileprivate func hasSameData(as other: EventRecord) -> Bool {
        var same = self
        same.updatedAt = other.updatedAt
        return same == other
    }
}
