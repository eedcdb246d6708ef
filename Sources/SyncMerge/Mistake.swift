/// Rules as implementations have got them wrong, to see that the tests and vectors notice.
package enum Mistake: String, CaseIterable, Sendable {
    /// A row that the other side lacks counts as deleted.
    case absenceDeletes = "absence-deletes"
    /// Unpublished changes are put back with their old stamps, over whatever is there.
    case blindReplay = "blind-replay"
    /// Ties are compared by Swift's `String`, that is by canonical equivalence.
    case swiftStringTie = "swift-string-tie"
    /// Ties are compared by UTF-8 bytes.
    case utf8Tie = "utf8-tie"
    /// Of equal stamps the first argument stays.
    case firstTie = "first-tie"
    /// Downloaded rows are written before the device was compared with what was remembered.
    case applyBeforeSnapshot = "apply-before-snapshot"
    /// Metadata are written for rows that never landed.
    case metadataBeforeLanding = "metadata-before-landing"
    /// Any number of deletions goes through.
    case unguardedDeletes = "unguarded-deletes"
}
