public import CanonicalJSON
import SQLite
import SyncMerge

extension Transaction {
    /// Notes a sequence number of a document that another device issued, so that the next one here is larger.
    public func observe(_ sequence: Int64, of doc: JSONString) throws(StoreError) {
        try change { () throws(StoreError) in
            guard sequence > (try store.lastSequence(of: doc)) else { return }
            try raise(doc, to: sequence)
        }
    }

    /// Whether an operation is in the outbox or was sent; throws `reusedKey` where that was another one of its id.
    func isTaken(_ operation: Operation) throws(StoreError) -> Bool {
        let id = SQLiteValue(operation.id)
        let waiting = try store.rows("SELECT content_hash FROM outbox WHERE id = ?", [id]).first?.text(0)
        let sent = try store.processedHash(of: operation.id, as: .operation)
        guard let known = waiting ?? sent else { return false }
        guard known == (try hash(of: operation.value)) else {
            throw store.error(.reusedKey, "another operation has this id")
        }
        return true
    }

    /// Puts an operation into the outbox, and takes out of waiting ones what it makes needless.
    func enqueue(_ operation: Operation, journal: Int64) throws(StoreError) {
        guard operation.sequence > (try store.lastSequence(of: operation.doc)) else {
            throw store.error(.sequence, "the sequence number is not larger than the last one of the document")
        }
        try raise(operation.doc, to: operation.sequence)
        try coalesce(with: operation)
        guard
            try store.rows("SELECT count(*) FROM outbox", []).first?.integer(0) ?? 0 < Int64(store.options.outboxLimit)
        else { throw store.error(.outboxFull, "the outbox holds \(store.options.outboxLimit) operations") }
        guard let patch = operation.value["patch"] else { return }
        try store.run(
            """
            INSERT INTO outbox (journal, id, doc, seq, replica, wrote_at, patch_json, content_hash, state, attempts)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'pending', 0)
            """,
            .integer(journal), try key(operation.id, "the id of the operation"),
            try key(operation.doc, "the document"), .integer(operation.sequence),
            try key(operation.replica, "the replica"), .integer(operation.wroteAt), try json(patch),
            SQLiteValue(try hash(of: operation.value)))
    }

    /// An operation that was leased may have arrived, and keeps its content; so what is superseded goes only from those
    /// that never were, and from those that the server refused.
    private func coalesce(with newer: Operation) throws(StoreError) {
        let waiting = try store.outbox(
            "WHERE doc = ? AND replica = ? AND (attempts = 0 OR state = 'parked')",
            [SQLiteValue(newer.doc), SQLiteValue(newer.replica)])
        for entry in waiting {
            guard let rest = entry.operation.patch.remaining(under: newer.patch) else {
                try forget(entry.operation.id)
                continue
            }
            guard rest != entry.operation.patch else { continue }
            var changed = entry.operation
            changed.patch = rest
            try store.run(
                "UPDATE outbox SET patch_json = ? WHERE id = ?", try json(changed.value["patch"] ?? .null),
                SQLiteValue(changed.id))
        }
    }

    /// Takes an operation out of the outbox; its id stays known.
    func forget(_ id: JSONString) throws(StoreError) {
        try store.run(
            """
            INSERT INTO processed (scope, key, content_hash) SELECT 'operation', id, content_hash FROM outbox WHERE id = ?
            """,
            SQLiteValue(id))
        try store.run("DELETE FROM outbox WHERE id = ?", SQLiteValue(id))
    }

    private func raise(_ doc: JSONString, to sequence: Int64) throws(StoreError) {
        guard Stamp.range.contains(sequence) else { throw store.error(.invalid, "no sequence number") }
        try store.run(
            """
            INSERT INTO sequences (doc, last) VALUES (?, ?) ON CONFLICT (doc) DO UPDATE SET last = excluded.last
            """, try key(doc, "the document"), .integer(sequence))
    }
}

extension Operation.Patch {
    /// What is left to send of an older patch of the same device and document, nil where nothing is.
    ///
    /// A count replaces the older count of a field, a value the older value, where neither refers to other edits; a
    /// deletion replaces a deletion. Everything else stays, in particular each insertion into a list.
    func remaining(under newer: Self) -> Self? {
        switch (self, newer) {
        case (.deletion, .deletion): return nil
        case (.fields(let older), .fields(let newer)):
            let rest = older.filter { field, change in
                switch (change, newer[field]) {
                case (.counts, .counts?): false
                case (.edit(let edit), .edit(let next)?): !(edit.isPlainValue && next.isPlainValue)
                default: true
                }
            }
            return rest.isEmpty ? nil : .fields(rest)
        default: return self
        }
    }
}

extension Edit {
    /// Whether it gives a register its value and nothing refers to it: edits of flagged fields say what they saw.
    fileprivate var isPlainValue: Bool {
        if case .set = action { saw.isEmpty } else { false }
    }
}
