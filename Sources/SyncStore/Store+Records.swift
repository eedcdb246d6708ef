public import CanonicalJSON
import SQLite
public import SyncBridge
import SyncMerge

extension Store {
    /// The row of a record, tombstones included, or nil.
    public func row(_ id: JSONString, in collection: JSONString) throws(StoreError) -> Row? {
        try rows(
            "SELECT row_json FROM records WHERE collection = ? AND id = ?", [SQLiteValue(collection), SQLiteValue(id)]
        ).first?.row(0)
    }

    /// All rows, tombstones included, sorted as a payload has them, and the payload's unknown keys.
    public func payload() throws(StoreError) -> Payload {
        var collections: [JSONString: [Row]] = [:]
        for line in try rows("SELECT collection, row_json FROM records", []) {
            collections[try line.text(0), default: []].append(try line.row(1))
        }
        let extra = try rows("SELECT payload_extra_json FROM workspace_sync_state", [])
            .first.flatMap { line throws(StoreError) in try line.optional(0, line.json) }
        return Payload(
            collections: collections.sorted { $0.key < $1.key }.map { name, rows in
                Payload.Collection(name: name, rows: rows.sorted { $0.id < $1.id })
            }, extra: extra?.objectValue ?? JSONObject())
    }

    /// The journal after an entry, oldest first.
    public func journal(after number: Int64 = 0, limit: Int = .max) throws(StoreError) -> [JournalRecord] {
        try journal("WHERE number > ? ORDER BY number LIMIT ?", [.integer(number), .integer(Int64(limit))])
    }

    /// All that ever happened to a record, oldest first.
    public func history(of id: JSONString, in collection: JSONString) throws(StoreError) -> [JournalRecord] {
        try journal(
            "WHERE collection = ? AND id = ? ORDER BY number", [SQLiteValue(collection), SQLiteValue(id)])
    }

    /// The changes of this device that are not published for certain, oldest first, for the account that owns them.
    ///
    /// Throws `unowned` and `otherAccount`: what belongs to nobody or to somebody else is not given out to be uploaded.
    public func unsynced(for account: JSONString) throws(StoreError) -> [JournalRecord] {
        try require(account)
        return try journal("WHERE synced = 0 ORDER BY number", [])
    }

    private func journal(_ condition: String, _ values: [SQLiteValue]) throws(StoreError) -> [JournalRecord] {
        let columns = "number, origin, kind, replica, wrote_at, old_row, collection, new_row, synced"
        var records: [JournalRecord] = []
        for line in try rows("SELECT \(columns) FROM journal \(condition)", values) {
            let mutation = Mutation(kind: try line.text(2), replica: try line.text(3), wroteAt: try line.integer(4))
            let entry = JournalEntry(
                collection: try line.text(6), row: try line.row(7), isSynced: try line.integer(8) == 1)
            records.append(
                JournalRecord(
                    number: try line.integer(0), origin: try line.name(1), mutation: mutation,
                    before: try line.optional(5, line.row), entry: entry))
        }
        return records
    }
}
