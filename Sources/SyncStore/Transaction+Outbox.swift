public import CanonicalJSON
import SQLite
public import SyncMerge

extension Transaction {
    /// The oldest operations that wait, at most so many, for the owner to send.
    ///
    /// They count as on their way until they are acknowledged, released or parked, or until the time `deadline`: then the
    /// next lease gives them out again, under the same ids. Throws `unowned` and `otherAccount`.
    public func lease(
        _ limit: Int, for account: JSONString, now: Int64, until deadline: Int64
    ) throws(StoreError) -> [Operation] {
        try change { () throws(StoreError) in
            try store.require(account)
            let ready = try store.rows(
                """
                SELECT journal FROM outbox WHERE state = 'pending' OR (state = 'leased' AND leased_until <= ?)
                ORDER BY journal LIMIT ?
                """, [.integer(now), .integer(Int64(max(limit, 0)))])
            var operations: [Operation] = []
            for line in ready {
                let journal = SQLiteValue.integer(try line.integer(0))
                try store.run(
                    "UPDATE outbox SET state = 'leased', leased_until = ?, attempts = attempts + 1 WHERE journal = ?",
                    .integer(deadline), journal)
                operations += try store.outbox("WHERE journal = ?", [journal]).map(\.operation)
            }
            return operations
        }
    }

    /// Takes operations that the server has acknowledged out of the outbox, and marks their changes as synced.
    ///
    /// One that was acknowledged before is skipped; throws `unowned`, `otherAccount`, and `unknown` for an id that never was
    /// in the outbox.
    public func acknowledge(_ ids: [JSONString], for account: JSONString) throws(StoreError) {
        try change { () throws(StoreError) in
            try store.require(account)
            for id in ids {
                guard let entry = try store.outbox("WHERE id = ?", [SQLiteValue(id)]).first else {
                    if try store.processedHash(of: id, as: .operation) != nil { continue }
                    throw store.error(.unknown, "no operation of this id")
                }
                try forget(id)
                // Changes of the record that operations since replaced were sent by this one as well.
                try store.run(
                    """
                    UPDATE journal SET synced = 1 WHERE number <= ?1 AND synced = 0
                        AND (collection, id) = (SELECT collection, id FROM journal WHERE number = ?1)
                        AND number NOT IN (SELECT journal FROM outbox)
                    """, .integer(entry.journal))
            }
        }
    }

    /// Makes leased operations wait again whose sending failed in a way that says nothing of them. Throws `unknown`.
    public func release(_ ids: [JSONString]) throws(StoreError) {
        try change { () throws(StoreError) in
            for id in ids {
                try expectOne(
                    id,
                    """
                    UPDATE outbox SET state = 'pending', leased_until = NULL WHERE id = ?1 AND state = 'leased'
                    """, [])
            }
        }
    }

    /// Sets one operation aside that the server will never take as it is; all others go on. Throws `unknown`.
    public func park(_ id: JSONString, errorClass: JSONString, reason: JSONString) throws(StoreError) {
        try change { () throws(StoreError) in
            try expectOne(
                id,
                """
                UPDATE outbox SET state = 'parked', leased_until = NULL, error_class = ?2, error_reason = ?3
                WHERE id = ?1
                """, [try key(errorClass, "the class of the error"), SQLiteValue(reason)])
        }
    }

    /// Lets a parked operation wait again, under a new id, since the server may remember what it refused.
    ///
    /// Throws `unknown` for one that is not parked, `reusedKey` for an id that was used.
    public func requeue(_ id: JSONString, as newID: JSONString) throws(StoreError) {
        try change { () throws(StoreError) in
            guard
                var operation = try store.outbox("WHERE id = ? AND state = 'parked'", [SQLiteValue(id)]).first?
                    .operation
            else { throw store.error(.unknown, "no parked operation of this id") }
            operation.id = newID
            guard try store.processedHash(of: newID, as: .operation) == nil,
                try store.outbox("WHERE id = ?", [SQLiteValue(newID)]).isEmpty
            else { throw store.error(.reusedKey, "another operation has this id") }
            try store.run(
                """
                UPDATE outbox SET id = ?, content_hash = ?, state = 'pending', attempts = 0, error_class = NULL,
                    error_reason = NULL WHERE id = ?
                """, try key(newID, "the id of the operation"), SQLiteValue(try hash(of: operation.value)),
                SQLiteValue(id))
        }
    }

    /// Runs an update of the operation that has the id.
    private func expectOne(_ id: JSONString, _ sql: String, _ values: [SQLiteValue]) throws(StoreError) {
        _ = try store.rows(sql, [SQLiteValue(id)] + values)
        guard store.database.changes == 1 else { throw store.error(.unknown, "no operation of this id") }
    }
}
