public import CanonicalJSON

/// How one system synchronises: every choice that changes what a merge, a snapshot or an engine does.
///
/// Nothing else decides between systems: code asks a profile's knobs, never its name. The JSON form is in
/// `Spec/profiles.md`.
public struct Profile: Equatable, Sendable {
    /// What the profile is called.
    public var name: JSONString
    /// What is transferred at once.
    public var unit: Unit
    /// Whether records or their fields are merged.
    public var granularity: Granularity
    /// What orders two versions of one record.
    public var order: Order
    /// What decides between versions of the same stamp.
    public var tie: Tie
    /// The field that names who wrote a version, for ties by replica.
    public var replicaField: JSONString?
    /// How `data` says that its record is deleted, where tombstone rows are not the only way.
    public var softDelete: SoftDelete?
    /// What a deletion wins against.
    public var delete: Delete
    /// When a tombstone may be forgotten.
    public var forget: Forget
    /// Who settles what two sides changed.
    public var authority: Authority
    /// What becomes of a conflict.
    public var onConflict: OnConflict
    /// The merge types of fields, by collection.
    public var fieldTypes: FieldTypes
    /// Fields that two live versions may not differ in without a report of a conflict, by collection.
    public var watched: [JSONString: [JSONString]]
    /// Fields that the fingerprint of a record leaves out, by collection.
    public var hashExclude: [JSONString: [JSONString]]
    /// What a missing record means.
    public var absence: Absence
    /// How changes are noticed.
    public var capture: Capture
    /// Which moment a change is stamped with.
    public var stampedAt: StampedAt
    /// What happens to unpublished changes when a newer remote version comes.
    public var localPending: LocalPending
    /// The number of deletions at once that needs consent.
    public var massDelete: MassDelete?
    /// The steps of one synchronisation, in order.
    public var cycle: [Step]
    /// What marks how far a device has read.
    public var position: Position
    /// When that mark advances.
    public var advance: Advance
    /// What is acknowledged at once.
    public var ack: Ack
    /// Whether a store without compare-and-swap is refused for several writers.
    public var casRequired: Bool
    /// How often and how fast is tried again.
    public var retry: Retry
    /// What an engine does on which HTTP status; `4xx` stands for the others below 500.
    public var errors: [JSONString: ErrorRule]
    /// Largest number of records in one page of a download.
    public var pageRecords: Int64?
    /// Largest number of pages of one replay.
    public var pages: Int64?
    /// Whether data belong to a verified account, and to no other.
    public var accountBinding: Bool
    /// Collections whose rows must come before those of later ones.
    public var parentsFirst: [JSONString]
    /// Oldest change that acceptance still considers, in milliseconds.
    public var acceptAge: Int64?
    /// How data are encrypted.
    public var crypto: Crypto

    /// A known mistake built in, for tests that must catch it; nil in every profile that is read or published.
    package var mistake: Mistake?
}

extension Profile {
    /// Whether one member of `data`, with a stamp beside it, says that the record is deleted.
    public struct SoftDelete: Equatable, Sendable {
        /// The member of `data`.
        public var field: JSONString
        /// Its value in a deleted record.
        public var value: JSONValue
        /// The member that holds the time of the deletion; without an integer there the record is not deleted.
        public var stamp: JSONString

        /// Makes a rule.
        public init(field: JSONString, value: JSONValue, stamp: JSONString) {
            self.field = field
            self.value = value
            self.stamp = stamp
        }
    }

    /// How many deletions of one snapshot need consent.
    public struct MassDelete: Equatable, Sendable {
        /// At least so many records …
        public var count: Int64
        /// … which are at least this share of all live ones, in percent.
        public var percent: Int64

        /// Makes a limit.
        public init(count: Int64, percent: Int64) {
            self.count = count
            self.percent = percent
        }
    }

    /// Bounds of trying again.
    public struct Retry: Equatable, Sendable {
        /// Most attempts, nil without a bound.
        public var max: Int64?
        /// First delay in milliseconds; it doubles with each attempt.
        public var base: Int64
        /// Longest delay in milliseconds.
        public var cap: Int64
        /// How a delay is drawn.
        public var jitter: Jitter

        /// Makes bounds.
        public init(max: Int64?, base: Int64, cap: Int64, jitter: Jitter) {
            self.max = max
            self.base = base
            self.cap = cap
            self.jitter = jitter
        }
    }
}
