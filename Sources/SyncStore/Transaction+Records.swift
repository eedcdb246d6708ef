public import CanonicalJSON
import SQLite
public import SyncBridge
public import SyncMerge

extension Transaction {
    /// Writes a row that was changed on this device, with its journal entry, and with the operation to send where there is
    /// one: neither can be written without the other.
    ///
    /// A deletion is a tombstone. Returns the number of the entry, nil where the operation was taken before, which changes
    /// nothing. Throws `invalid` for a row that no stack may write, and for an operation `reusedKey`, `sequence` and
    /// `outboxFull`.
    @discardableResult
    public func put(
        _ row: Row, in collection: JSONString, by mutation: Mutation, sending operation: Operation? = nil
    ) throws(StoreError) -> Int64? {
        try change { () throws(StoreError) in
            if let operation, try isTaken(operation) { return nil }
            let number = try write(row, in: collection, by: mutation, origin: .local)
            if let operation { try enqueue(operation, journal: number) }
            return number
        }
    }

    /// Writes a row that was received or merged, with its journal entry, which counts as synced.
    ///
    /// Returns whether that changed anything. Throws `invalid` for a row that no stack may write.
    @discardableResult
    public func land(_ row: Row, in collection: JSONString, by mutation: Mutation) throws(StoreError) -> Bool {
        try change { () throws(StoreError) in
            if try store.row(row.id, in: collection)?.normalizedBytes == row.normalizedBytes { return false }
            _ = try write(row, in: collection, by: mutation, origin: .remote)
            return true
        }
    }

    /// Marks entries of the journal as published; throws `unowned`, `otherAccount` and `unknown`.
    ///
    /// To be called once the upload has succeeded for certain, never before.
    public func markSynced(_ numbers: [Int64], for account: JSONString) throws(StoreError) {
        try change { () throws(StoreError) in
            try store.require(account)
            for number in numbers {
                try store.run("UPDATE journal SET synced = 1 WHERE number = ?", .integer(number))
                guard store.database.changes == 1 else { throw store.error(.unknown, "no journal entry \(number)") }
            }
        }
    }

    private func write(
        _ row: Row, in collection: JSONString, by mutation: Mutation, origin: JournalRecord.Origin
    ) throws(StoreError) -> Int64 {
        let collection = try key(collection, "the name of the collection")
        let bytes: [UInt8]
        do { bytes = try row.canonicalBytes() } catch { throw store.error(.invalid, "\(error)") }
        let id = SQLiteValue(row.id)
        try store.run(
            """
            INSERT INTO journal (collection, id, kind, origin, replica, wrote_at, old_row, new_row, synced)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6,
                (SELECT row_json FROM records WHERE collection = ?1 AND id = ?2), ?7, ?8)
            """,
            collection, id, try key(mutation.kind, "the kind of the mutation"), "\(origin.rawValue)",
            SQLiteValue(mutation.replica), .integer(mutation.wroteAt), .text(bytes), SQLiteValue(origin == .remote))
        let number = store.database.lastInserted
        try store.run(
            """
            INSERT INTO records (collection, id, updated_at, deleted, row_json, journal) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (collection, id) DO UPDATE SET updated_at = excluded.updated_at, deleted = excluded.deleted,
                row_json = excluded.row_json, journal = excluded.journal
            """,
            collection, id, .integer(row.updatedAt), SQLiteValue(row.content == .tombstone), .text(bytes),
            .integer(number))
        return number
    }
}

extension Row {
    /// The bytes by which two rows are the same, nil for one that cannot be written.
    fileprivate var normalizedBytes: [UInt8]? { try? canonicalBytes() }
}
