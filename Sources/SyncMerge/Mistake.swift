/// Rules as implementations have got them wrong, to see that the tests and vectors notice.
package enum Mistake: String, CaseIterable, Sendable {
    // Merge of records and payloads.
    /// A row that the other side lacks counts as deleted.
    case absenceDeletes = "absence-deletes"
    /// Ties are compared by Swift's `String`, that is by canonical equivalence.
    case swiftStringTie = "swift-string-tie"
    /// Ties are compared by UTF-8 bytes.
    case utf8Tie = "utf8-tie"
    /// Of equal stamps the first argument stays.
    case firstTie = "first-tie"
    /// Of equal stamps the last argument stays.
    case secondTie = "second-tie"
    /// The smaller stamp wins.
    case olderWins = "older-wins"
    /// Of equal stamps a tombstone wins.
    case tombstoneWinsTie = "tombstone-wins-tie"
    /// Of equal stamps a live row wins.
    case liveWinsTie = "live-wins-tie"
    /// The name of the writer is not looked at.
    case replicaIgnored = "replica-ignored"
    /// A deletion is a version as any other, also under absolute deletion.
    case deletionByStamp = "deletion-by-stamp"
    /// Only a tombstone counts as deleted.
    case softDeleteIgnored = "soft-delete-ignored"
    /// The mark of a soft deletion counts without its time.
    case halfSoftDelete = "half-soft-delete"
    /// Unknown keys of rows are lost.
    case rowKeysDropped = "row-keys-dropped"
    /// Unknown keys of the payload are lost.
    case payloadKeysDropped = "payload-keys-dropped"
    /// Unknown collections are lost.
    case unknownCollectionDropped = "unknown-collection-dropped"
    /// The payload with the latest row stays as a whole.
    case blobLWW = "blob-lww"
    /// The winner gets fields that only a loser has.
    case fieldsOfBoth = "fields-of-both"
    /// Differences of watched fields are not reported.
    case watchedSettled = "watched-settled"
    /// Ties are not reported where the profile demands it.
    case tieSettled = "tie-settled"
    // Stamps and replay.
    /// A change bears the time of the clock, whatever was seen.
    case wallClockStamp = "wall-clock-stamp"
    /// Unpublished changes are put back with their old stamps, over whatever is there.
    case blindReplay = "blind-replay"
    /// Changes that were published are replayed as well.
    case syncedReplayed = "synced-replayed"
    /// Of several changes of a record the first is replayed.
    case firstEntryCounts = "first-entry-counts"
    /// What waits for a person is merged all the same.
    case heldPublished = "held-published"
    // Fields.
    /// The device's clock decides about fields.
    case wroteAtDecides = "wrote-at-decides"
    /// Of equal sequence numbers the smaller name wins.
    case smallerReplica = "smaller-replica"
    /// The hash decides between two edits of one sequence number and replica.
    case duplicateByHash = "duplicate-by-hash"
    /// Records with states are merged as wholes.
    case recordGranularity = "record-granularity"
    /// Counts of one replica are added.
    case countersSummed = "counters-summed"
    /// A removed element is forgotten instead of remembered as removed.
    case listRemovalForgotten = "list-removal-forgotten"
    /// Elements of a list stand in the order of their ids.
    case listByID = "list-by-id"
    /// Of elements inserted at one place the earliest comes first.
    case listEarliestFirst = "list-earliest-first"
    /// To move an element puts it into the set.
    case moveAdds = "move-adds"
    /// Flagged fields are settled as others are.
    case flaggedSettled = "flagged-settled"
    /// Edits that were replaced still count in a dispute.
    case resolutionIgnored = "resolution-ignored"
    /// The same value set twice is a dispute.
    case equalValuesDisputed = "equal-values-disputed"
    /// A later edit of a field undoes a deletion.
    case editUndoesDeletion = "edit-undoes-deletion"
    /// The tombstone of a record does not keep the state of its fields.
    case tombstoneWithoutState = "tombstone-without-state"
    // Reconcile.
    /// Downloaded rows are written before the device was compared with what was remembered.
    case applyBeforeSnapshot = "apply-before-snapshot"
    /// Metadata are written for rows that never landed.
    case metadataBeforeLanding = "metadata-before-landing"
    /// The fingerprint of an applied row is that of what the store held before.
    case fingerprintOfStore = "fingerprint-of-store"
    /// Any number of deletions goes through.
    case unguardedDeletes = "unguarded-deletes"
    /// Any consent covers any number of deletions.
    case consentForAll = "consent-for-all"
    /// Volatile fields are part of the fingerprint.
    case hashWithoutExclude = "hash-without-exclude"
    /// The row's stamp is part of the fingerprint, so that what was received is published again.
    case stampInFingerprint = "stamp-in-fingerprint"
    /// A changed record bears the time of the clock.
    case editAtNow = "edit-at-now"
    /// A deleted record bears the time of the clock.
    case tombstoneAtNow = "tombstone-at-now"
    /// A record that did not change gets a new stamp.
    case unchangedRestamped = "unchanged-restamped"
    /// Records that are gone leave no tombstone.
    case deletionsForgotten = "deletions-forgotten"
    /// Unknown keys of rows are not remembered.
    case rowKeysForgotten = "row-keys-forgotten"
    /// Settings of the device are published.
    case deviceSettingsPublished = "device-settings-published"
    /// Everything is uploaded after every download.
    case alwaysUploads = "always-uploads"
    // Decisions.
    /// What is pushed is accepted.
    case lastPusherWins = "last-pusher-wins"
    /// A deleted record may be pushed again.
    case deletionUndone = "deletion-undone"
    /// A deletion has to be later than what it deletes.
    case olderDeletionRefused = "older-deletion-refused"
    /// Any state may follow any other.
    case lifecycleIgnored = "lifecycle-ignored"
    /// Changes of any age are considered.
    case ageIgnored = "age-ignored"
    /// The age counts only against a version that is stored.
    case forgottenRevived = "forgotten-revived"
    /// The tracking period is not looked at.
    case periodIgnored = "period-ignored"
    /// Of equal stamps the pushed version is stored.
    case tieAccepted = "tie-accepted"
    /// Events that are not active get progress.
    case pausedAcceptsProgress = "paused-accepts-progress"
    /// A chosen version keeps its old stamp.
    case keepMineWithoutStamp = "keep-mine-without-stamp"
    /// A chosen version may bring a deleted record back.
    case keepMineRevives = "keep-mine-revives"
    /// Stamps of the future are not reported.
    case futureUnreported = "future-unreported"
    /// A stamp that is only a little ahead is reported.
    case futureWithoutTolerance = "future-without-tolerance"
    /// A pulled record is written over a change that waits.
    case pullOverPending = "pull-over-pending"
    /// A change that waits outlives a pulled deletion.
    case pendingOverDeletion = "pending-over-deletion"
    /// A refused change is kept also where nobody can choose.
    case refusedKept = "refused-kept"
    /// A change that was processed before is applied again.
    case changeRepeated = "change-repeated"
    /// The version on which the local record stands is not looked at.
    case changeVersionIgnored = "change-version-ignored"
    /// A change is written over a newer local edit.
    case changeOverEdit = "change-over-edit"
    /// A change brings back what was deleted here.
    case changeOverTombstone = "change-over-tombstone"
}
