public import CanonicalJSON
public import SyncBridge
public import SyncMerge

/// Who changed something, how it is called and when.
public struct Mutation: Equatable, Sendable {
    /// What the application calls it, such as `item.move`; not empty.
    public var kind: JSONString
    /// The device that made it.
    public var replica: JSONString
    /// That device's clock, for people: no decision depends on it.
    public var wroteAt: Int64

    /// Makes a mutation.
    public init(kind: JSONString, replica: JSONString, wroteAt: Int64) {
        self.kind = kind
        self.replica = replica
        self.wroteAt = wroteAt
    }
}

/// One entry of the journal: what a record was, what it became and by whom.
public struct JournalRecord: Equatable, Sendable {
    /// Where a change comes from.
    public enum Origin: String, CaseIterable, Sendable {
        /// It was made on this device.
        case local
        /// It was received.
        case remote
    }

    /// Its place in the journal, larger than that of every earlier entry.
    public var number: Int64
    /// Where the change comes from.
    public var origin: Origin
    /// By whom, and when.
    public var mutation: Mutation
    /// The row that was overwritten, nil where there was none.
    public var before: Row?
    /// The collection, the row as it became, and whether it has been published for certain.
    public var entry: JournalEntry
}
