public import CanonicalJSON
import SQLite
public import SyncMerge

/// One operation that waits to be sent, and how far it has come.
public struct OutboxEntry: Equatable, Sendable {
    /// How far an operation has come.
    public enum State: Equatable, Sendable {
        /// It waits.
        case pending
        /// It is on its way, until the time at which it counts as lost.
        case leased(until: Int64)
        /// The server will never take it as it is: the class of the error and what it said.
        case parked(errorClass: JSONString, reason: JSONString)
    }

    /// The operation.
    public var operation: Operation
    /// The journal entry of the change that it describes.
    public var journal: Int64
    /// How far it has come.
    public var state: State
    /// How often it was leased.
    public var attempts: Int64
}

extension Store {
    /// All operations that have not been acknowledged, oldest first.
    public func outbox() throws(StoreError) -> [OutboxEntry] {
        try outbox("", [])
    }

    /// The sequence number for the next operation on a document: larger than all that were issued or seen.
    public func nextSequence(of doc: JSONString) throws(StoreError) -> Int64 {
        try lastSequence(of: doc) + 1
    }

    func lastSequence(of doc: JSONString) throws(StoreError) -> Int64 {
        try rows("SELECT last FROM sequences WHERE doc = ?", [SQLiteValue(doc)]).first?.integer(0) ?? 0
    }

    func outbox(_ condition: String, _ values: [SQLiteValue]) throws(StoreError) -> [OutboxEntry] {
        let columns = """
            journal, id, doc, seq, replica, wrote_at, patch_json, attempts, leased_until, error_class, error_reason
            """
        var entries: [OutboxEntry] = []
        for line in try rows("SELECT \(columns) FROM outbox \(condition) ORDER BY journal", values) {
            let value: JSONValue = [
                "id": .string(try line.text(1)), "doc": .string(try line.text(2)), "seq": .integer(try line.integer(3)),
                "replica": .string(try line.text(4)), "wroteAt": .integer(try line.integer(5)),
                "patch": try line.json(6),
            ]
            let operation: Operation
            do { operation = try Operation(value) } catch {
                throw self.error(.damaged, "an operation is none: \(error)")
            }
            var state = OutboxEntry.State.pending
            if let until = try line.optional(8, line.integer) { state = .leased(until: until) }
            if let errorClass = try line.optional(9, line.text) {
                state = .parked(errorClass: errorClass, reason: try line.text(10))
            }
            entries.append(
                OutboxEntry(
                    operation: operation, journal: try line.integer(0), state: state, attempts: try line.integer(7)))
        }
        return entries
    }
}
