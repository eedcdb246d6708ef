public import CanonicalJSON
import SQLite
public import SyncMerge

extension Store {
    /// The conflicts in the order in which they were found: those that wait, or all that there ever were.
    public func conflicts(includingSettled: Bool = false) throws(StoreError) -> [ConflictEntry] {
        try conflicts(includingSettled ? "" : "WHERE status = 'open'", [])
    }

    /// All conflicts that there ever were about a record.
    public func conflicts(of record: JSONString, in collection: JSONString) throws(StoreError) -> [ConflictEntry] {
        try conflicts("WHERE collection = ? AND record = ?", [SQLiteValue(collection), SQLiteValue(record)])
    }

    func conflicts(_ condition: String, _ values: [SQLiteValue]) throws(StoreError) -> [ConflictEntry] {
        let columns = """
            id, collection, record, field, sides_json, found_at, status, resolution_json, settled_by, settled_at
            """
        var entries: [ConflictEntry] = []
        for line in try rows("SELECT \(columns) FROM conflicts \(condition) ORDER BY number", values) {
            let forms = try line.json(4).arrayValue ?? []
            let sides = forms.compactMap { Conflict.Side($0) }
            let status: ConflictEntry.Status =
                switch try line.text(6) {
                case "open": .open
                case "resolved":
                    .resolved(with: try line.json(7), by: try line.text(8), at: try line.integer(9))
                default: .superseded(at: try line.integer(9))
                }
            guard sides.count == forms.count else { throw error(.damaged, "a side of a conflict is none") }
            let conflict = Conflict(
                id: try line.text(0), collection: try line.text(1), record: try line.text(2),
                field: try line.optional(3, line.text), sides: sides)
            entries.append(ConflictEntry(conflict: conflict, foundAt: try line.integer(5), status: status))
        }
        return entries
    }
}

extension Conflict {
    fileprivate init(
        id: JSONString, collection: JSONString, record: JSONString, field: JSONString?, sides: [Side]
    ) {
        self.id = id
        self.collection = collection
        self.record = record
        self.field = field
        self.sides = sides
    }
}

extension Transaction {
    /// Puts a conflict into the queue; one that was ever there stays as it is. Returns whether it is new.
    @discardableResult
    public func report(_ conflict: Conflict, at now: Int64) throws(StoreError) -> Bool {
        try change { () throws(StoreError) in
            try store.run(
                """
                INSERT INTO conflicts (id, collection, record, field, sides_json, found_at, status)
                VALUES (?, ?, ?, ?, ?, ?, 'open') ON CONFLICT (id) DO NOTHING
                """,
                try key(conflict.id, "the id of the conflict"), try key(conflict.collection, "the collection"),
                try key(conflict.record, "the id of the record"), SQLiteValue(conflict.field),
                try json(.array(conflict.sides.map(\.form))), .integer(now))
            return store.database.changes == 1
        }
    }

    /// Brings the queue up to what a document says of its conflicts, open and settled, after edits or a merge.
    ///
    /// An open entry of a field that the document no longer has is superseded: by a conflict with more sides, or by a
    /// change that had seen all of them.
    public func report(conflictsOf document: Document, at now: Int64) throws(StoreError) {
        try change { () throws(StoreError) in
            let found = document.conflicts
            for conflict in found {
                try report(Conflict(conflict), at: now)
                guard let resolution = conflict.resolution, try isOpen(conflict.id) else { continue }
                try settle(conflict.id, resolution.value, by: resolution.id.replica, at: now)
            }
            let ids = Set(found.map(\.id))
            for entry in try store.conflicts(of: document.id, in: document.collection)
            where entry.status == .open && entry.conflict.field != nil && !ids.contains(entry.conflict.id) {
                try store.run(
                    "UPDATE conflicts SET status = 'superseded', settled_at = ? WHERE id = ?", .integer(now),
                    SQLiteValue(entry.conflict.id))
            }
        }
    }

    /// Settles a conflict with what a person chose; the entry stays. Throws `unknown` and `settled`.
    public func resolve(
        _ id: JSONString, with resolution: JSONValue, by person: JSONString, at now: Int64
    ) throws(StoreError) {
        try change { () throws(StoreError) in
            guard try !store.conflicts("WHERE id = ?", [SQLiteValue(id)]).isEmpty else {
                throw store.error(.unknown, "no conflict of this id")
            }
            guard try isOpen(id) else { throw store.error(.settled, "the conflict is settled already") }
            try settle(id, resolution, by: person, at: now)
        }
    }

    private func isOpen(_ id: JSONString) throws(StoreError) -> Bool {
        try store.rows("SELECT * FROM conflicts WHERE id = ? AND status = 'open'", [SQLiteValue(id)]).count == 1
    }

    private func settle(
        _ id: JSONString, _ resolution: JSONValue, by person: JSONString, at now: Int64
    ) throws(StoreError) {
        try store.run(
            """
            UPDATE conflicts SET status = 'resolved', resolution_json = ?, settled_by = ?, settled_at = ? WHERE id = ?
            """,
            try json(resolution), try key(person, "who settles the conflict"), .integer(now), SQLiteValue(id))
    }
}
