import CanonicalJSON
import Glibc
import SQLite
import SyncBridge
import SyncMerge
import SyncStore

/// What of the records of `--input` differs from what a side store remembers of them: one row in a hundred is new, one
/// has changed, one is gone.
let storeBenchmarks: [String: Benchmark] = [
    "store-diff": { context in
        let bench = try StoreBench(try context.input())
        defer { bench.remove() }
        let store = try Store(at: bench.path)
        return try context.measure(bytes: 0, items: bench.entries.count) {
            let changes = try store.metadataChanges(to: bench.entries)
            try bench.check(changes.written.count, changes.gone.count)
        }
    },
    // The same by SQL: the entries in a table, joined with what is remembered.
    "store-diff-joins": { context in
        let bench = try StoreBench(try context.input())
        defer { bench.remove() }
        let database = try SQLiteDatabase<StoreError>(path: bench.path, mode: .readWrite)
        return try context.measure(bytes: 0, items: bench.entries.count) {
            let (written, gone) = try bench.join(in: database)
            try bench.check(written, gone)
        }
    },
]

/// A store and the entries to compare with it.
private struct StoreBench {
    let entries: [MetadataEntry]
    let path: String
    private let expected: (written: Int, gone: Int)

    init(_ bytes: [UInt8]) throws {
        path = "/tmp/syncwire-bench-\(getpid()).sqlite"
        var entries: [MetadataEntry] = []
        var before = SyncMetadata()
        var expected = (written: 0, gone: 0)
        for collection in try Payload(parsing: bytes).collections {
            for (index, row) in collection.rows.enumerated() {
                let hash = ContentHash(rawValue: UInt64(index) &* 0x9E37_79B9_7F4A_7C15)
                let entry = RecordMetadata(version: row.updatedAt, contentHash: hash)
                if index % 100 != 1 { before[collection.name, row.id] = entry }
                if index % 100 == 2 { before[collection.name, row.id]?.version -= 1 }
                if index % 100 == 1 || index % 100 == 2 { expected.written += 1 }
                if index % 100 == 3 {
                    expected.gone += 1
                } else {
                    entries.append(MetadataEntry(collection: collection.name, id: row.id, metadata: entry))
                }
            }
        }
        self.entries = entries
        self.expected = expected
        remove()
        try Store(at: path).transaction { try $0.setMetadata(before) }
    }

    func check(_ written: Int, _ gone: Int) throws {
        guard (written, gone) == expected else { throw BenchmarkError("\(written) written and \(gone) gone are wrong") }
    }

    func remove() {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// The numbers of entries that are new or changed, and of records that are gone.
    func join(in database: borrowing SQLiteDatabase<StoreError>) throws -> (Int, Int) {
        try database.execute(
            """
            BEGIN;
            CREATE TEMP TABLE entries (collection TEXT, id TEXT, version INTEGER, content_hash TEXT,
                PRIMARY KEY (collection, id)) WITHOUT ROWID;
            """)
        let insert = try database.prepare("INSERT INTO entries VALUES (?, ?, ?, ?)")
        for entry in entries {
            try insert.bind(.text(entry.collection.wtf8), at: 1)
            try insert.bind(.text(entry.id.wtf8), at: 2)
            try insert.bind(.integer(entry.metadata.version), at: 3)
            try insert.bind("\(entry.metadata.contentHash)", at: 4)
            _ = try insert.step()
            insert.reset()
        }
        let written = try database.integers(
            """
            SELECT count(*) FROM entries e LEFT JOIN metadata m USING (collection, id)
            WHERE m.version IS NULL OR m.version <> e.version OR m.content_hash <> e.content_hash
                OR m.deleted_at IS NOT NULL OR m.extra_json IS NOT NULL
            """)
        let gone = try database.integers(
            """
            SELECT count(*) FROM metadata m LEFT JOIN entries e USING (collection, id) WHERE e.version IS NULL
            """)
        try database.execute("DROP TABLE entries; COMMIT")
        return (Int(written[0]), Int(gone[0]))
    }
}
