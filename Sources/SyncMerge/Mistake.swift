/// Rules as implementations have got them wrong, to see that the tests and vectors notice.
package enum Mistake: String, CaseIterable, Sendable {
    /// A change is stamped with the clock alone, even where it has seen a later one.
    case naiveWallclock = "naive-wallclock"
    /// A row that the other side lacks counts as deleted.
    case absenceDeletes = "absence-deletes"
    /// Unpublished changes are put back with their old stamps, over whatever is there.
    case blindReplay = "blind-replay"
    /// The position advances before the acknowledgement.
    case advanceBeforeAck = "advance-before-ack"
    /// Ties are compared by Swift's `String`, that is by canonical equivalence.
    case swiftStringTie = "swift-string-tie"
    /// Ties are compared by UTF-8 bytes.
    case utf8Tie = "utf8-tie"
    /// Of equal stamps the first argument stays.
    case firstTie = "first-tie"
    /// Of two edits with one `(seq, replica)` the first argument stays.
    case firstDuplicate = "first-duplicate"
    /// Remote rows are applied before the snapshot is taken.
    case applyBeforeSnapshot = "apply-before-snapshot"
    /// What lies in the store after applying is fingerprinted, not what was applied.
    case fingerprintRefetched = "fingerprint-refetched"
    /// Metadata are written for rows that did not land.
    case metadataBeforeLanding = "metadata-before-landing"
    /// Any number of deletions goes through.
    case unguardedDeletes = "unguarded-deletes"
    /// "Keep Mine" pushes the old stamp again.
    case keepOldStamp = "keep-old-stamp"
    /// A server that removes a deleted row instead of keeping its tombstone.
    case hardDelete = "hard-delete"
    /// A counter is a number that is added to.
    case plainCounter = "plain-counter"
    /// A flagged field is settled like any other.
    case silentFlagged = "silent-flagged"
}
