import CanonicalJSON
import SQLite
import SyncBridge
import SyncMerge
package import SyncStore

/// A life of a store in steps, each of them one transaction or one opening, for tests that interrupt it anywhere.
package final class Workload {
    /// What a step does.
    private enum Step {
        /// Closes the store, and opens it with the tables of a version; the first makes it.
        case open(version: Int)
        case bind, edit, land, apply, lease, acknowledge, writeMuch, dispute, delete
    }

    /// Openings in the middle copy the log into the file.
    private static let life: [Step] = [
        .open(version: 1), .bind, .edit, .land, .apply, .lease, .acknowledge, .open(version: 1), .edit, .apply, .lease,
        .open(version: 1), .land, .writeMuch, .dispute, .open(version: 2), .delete, .open(version: 2),
    ]

    /// How many steps there are.
    package static var steps: Int { life.count }

    /// Whether a step opens the store, instead of one transaction.
    package static func opens(_ step: Int) -> Bool {
        if case .open = life[step] { true } else { false }
    }

    private static let mutation = Mutation(kind: "test", replica: "phone", wroteAt: 1)
    private let path: String
    private var store: Store?

    package init(at path: String) {
        self.path = path
    }

    /// Does one step. A step that threw can be done again.
    package func perform(_ step: Int) throws {
        let number = Int64(step)
        if case .open(let version) = Self.life[step] { return try open(version: version) }
        guard let store else { return }
        if case .apply = Self.life[step] { return try apply(number, to: store) }
        try store.transaction { transaction in
            switch Self.life[step] {
            case .open, .apply: break
            case .bind: try transaction.bind(to: "ann", at: number)
            case .edit: try Self.edit(transaction, number)
            case .land: try Self.land(transaction, number)
            case .lease: _ = try transaction.lease(2, for: "ann", now: number * 100, until: number * 100 + 50)
            case .acknowledge:
                try transaction.acknowledge(["op 2 0"], for: "ann")
                try transaction.park("op 2 1", errorClass: "permanent", reason: "422")
                try transaction.noteFailure("permanent", at: number, retryAt: 99)
            case .writeMuch:
                // More than a few pages, so that there are many places to be interrupted at.
                for item in 0..<25 {
                    let row = Self.row(JSONString("big \(item)"), number, padding: 900)
                    try transaction.put(row, in: "host", by: Self.mutation)
                }
                try transaction.noteSuccess(at: number)
            case .dispute:
                let side = Conflict.Side(value: 1, device: "phone", deviceTime: 1, saw: nil)
                let conflict = try Conflict(collection: "host", record: "r1", field: "dose", sides: [side, side])
                try transaction.report(conflict, at: number)
                try transaction.resolve(conflict.id, with: 2, by: "ann", at: number)
            case .delete:
                let row = Row(id: "r2", updatedAt: 500, content: .tombstone)
                try transaction.put(row, in: "host", by: Self.mutation)
            }
        }
    }

    private func open(version: Int) throws {
        store = nil
        var options = Self.options(version: version)
        options.vfs = FaultyVFS.name
        store = try Store(at: path, options: options)
    }

    private func apply(_ number: Int64, to store: Store) throws {
        let changes = (0..<4).map { item in
            Batch.Change(key: JSONString("change \(number) \(item)"), content: .integer(Int64(item)))
        }
        try store.apply(Batch(changes: changes, cursor: Cursor(position: number)), for: "ann") { transaction, fresh in
            for change in fresh { try transaction.land(Self.row(change.key, number), in: "feed", by: Self.mutation) }
        }
    }

    private static func edit(_ transaction: borrowing Transaction, _ number: Int64) throws {
        for item in 0..<3 {
            let id = JSONString("r\(item)")
            let operation = try SyncMerge.Operation([
                "id": .string(JSONString("op \(number) \(item)")), "doc": .string(id),
                "seq": .integer(try transaction.store.nextSequence(of: id)), "replica": "phone", "wroteAt": 1,
                "patch": ["name": ["set": .integer(number)]],
            ])
            try transaction.put(row(id, number), in: "host", by: mutation, sending: operation)
        }
    }

    private static func land(_ transaction: borrowing Transaction, _ number: Int64) throws {
        let row = row("r1", number + 100)
        try transaction.land(row, in: "host", by: mutation)
        let metadata = RecordMetadata(version: row.updatedAt, contentHash: try row.contentHash())
        try transaction.setMetadata(metadata, of: "r1", in: "host")
        try transaction.setRemote(fileReference: "file", versionToken: JSONString("v\(number)"))
    }

    private static func row(_ id: JSONString, _ number: Int64, padding: Int = 0) -> Row {
        let text = JSONString(String(repeating: "x", count: padding))
        return Row(id: id, updatedAt: number, content: .data(["v": .integer(number), "text": .string(text)]))
    }
}

extension Workload {
    /// How its stores are opened: version 2 of the tables is one that there is only here.
    package static func options(version: Int) -> Store.Options {
        var options = Store.Options()
        guard version == 2 else { return options }
        options.migrations.append(
            """
            ALTER TABLE metadata ADD COLUMN seen_at INTEGER;
            CREATE TABLE later (id TEXT PRIMARY KEY, journal INTEGER NOT NULL REFERENCES journal (number)) STRICT;
            INSERT INTO later SELECT id, min(journal) FROM records GROUP BY id;
            """)
        return options
    }

    /// All that is in a store: each row of each table as a line.
    package static func dump(_ path: String) throws(StoreError) -> [String] {
        let database = try SQLiteDatabase<StoreError>(path: path, mode: .readWrite)
        try database.setCheckpointOnClose(false)
        var lines = try database.integers("PRAGMA user_version").map { "version \($0)" }
        for table in try database.texts("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
            let columns = try database.texts(
                "SELECT 'quote(' || name || ')' FROM pragma_table_info(?) ORDER BY cid", "\(table)")
            let line = columns.joined(separator: " || ', ' || ")
            lines += try database.texts("SELECT \(line) FROM \(table) ORDER BY 1").map { "\(table): \($0)" }
        }
        return lines
    }
}
