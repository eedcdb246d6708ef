extension Profile {
    /// What is transferred at once.
    public enum Unit: String, CaseIterable, Sendable {
        case blob, ops, pages, records
    }

    /// Whether records or their fields are merged.
    public enum Granularity: String, CaseIterable, Sendable {
        case record, field
    }

    /// What orders two versions of one record.
    public enum Order: String, CaseIterable, Sendable {
        /// The wall clock of the device that wrote.
        case wall
        /// The wall clock, but always later than what the writer had seen.
        case wallMonotone = "wall-monotone"
        /// A counter and the name of the replica; no clock.
        case sequence = "seq"
        /// A hybrid logical clock.
        case hybrid = "hlc"
        /// The server compares.
        case server
    }

    /// What decides between versions of the same stamp.
    public enum Tie: String, CaseIterable, Sendable {
        /// The larger name of the writer in UTF-16 order, then the larger canonical text.
        case replicaUTF16 = "replica-utf16"
        /// The larger name of the writer by its UTF-8 bytes, then the larger canonical text.
        case replicaBytes = "replica-bytes"
        /// The larger canonical text in UTF-16 order.
        case canonicalUTF16 = "canonical-utf16"
        /// Nothing: it is a conflict.
        case conflict
    }

    /// What a deletion wins against.
    public enum Delete: String, CaseIterable, Sendable {
        /// What its stamp beats, as any other change.
        case lww
        /// What the deleter had seen, since its stamp is later than that.
        case versioned
        /// Everything, whatever its stamp.
        case absolute
    }

    /// When a tombstone may be forgotten.
    public enum Forget: String, CaseIterable, Sendable {
        case never, allSeen, age
    }

    /// Who settles what two sides changed.
    public enum Authority: String, CaseIterable, Sendable {
        case client, server, app, human
    }

    /// What becomes of a conflict.
    public enum OnConflict: String, CaseIterable, Sendable {
        /// The rule settles it.
        case lww
        /// It waits in a queue for a person; everything else goes on.
        case queue
        /// The local version is kept until the user chooses.
        case ask
        /// The server's version is taken.
        case takeServer
    }

    /// What a missing record means.
    public enum Absence: String, CaseIterable, Sendable {
        /// Nothing.
        case ignore
        /// A record of the device that was there at the last snapshot has been deleted there.
        case diffTombstone
    }

    /// How changes are noticed.
    public enum Capture: String, CaseIterable, Sendable {
        case journal, outbox, diff, flag
    }

    /// Which moment a change is stamped with.
    public enum StampedAt: String, CaseIterable, Sendable {
        /// When it was made.
        case edit
        /// When a snapshot found it.
        case detection
    }

    /// What happens to unpublished changes when a newer remote version comes.
    public enum LocalPending: String, CaseIterable, Sendable {
        /// They are merged again by the ordinary rule.
        case replayGuarded = "replay-guarded"
        /// They are applied on top, with a stamp later than the remote one's.
        case replayRestamp = "replay-restamp"
        /// They take part in the merge as rows or operations.
        case merge
        /// They stay on the device until the user chooses.
        case hold
    }

    /// A step of one synchronisation.
    public enum Step: String, CaseIterable, Sendable {
        case snapshot, pull, merge, replay, push, commit
    }

    /// What marks how far a device has read.
    public enum Position: String, CaseIterable, Sendable {
        case token, cursor, timestamp
    }

    /// When the mark of how far a device has read advances.
    public enum Advance: String, CaseIterable, Sendable {
        case afterPut, afterAck, afterCommit, afterCycle
    }

    /// What is acknowledged at once.
    public enum Ack: String, CaseIterable, Sendable {
        case blob, batch, op, record
    }

    /// How a delay is drawn.
    public enum Jitter: String, CaseIterable, Sendable {
        case none, full
    }

    /// What an engine does on an HTTP status.
    public enum ErrorRule: String, CaseIterable, Sendable {
        /// Pull, merge and push again.
        case rebase
        /// Hand the record to the conflict rule.
        case conflict
        /// Wait and try again.
        case backoff
        /// Sign in again.
        case auth
        /// Set the faulty part aside and go on.
        case park
        /// Tell the caller, who may try again.
        case surface
    }

    /// How data are encrypted.
    public enum Crypto: String, CaseIterable, Sendable {
        case none
        case snapshotGCM = "snapshot-gcm"
        case envelope
    }
}
