package import CanonicalJSON
import SQLite
package import SyncMerge

/// What is remembered of one record.
package struct MetadataEntry {
    package var collection: JSONString
    package var id: JSONString
    package var metadata: RecordMetadata

    package init(collection: JSONString, id: JSONString, metadata: RecordMetadata) {
        self.collection = collection
        self.id = id
        self.metadata = metadata
    }
}

/// What has to change in the table of metadata.
package struct MetadataChanges {
    /// The entries that it lacks or has otherwise, by their positions.
    package var written: [Int] = []
    /// The records that it has and should not have.
    package var gone: [(collection: JSONString, id: JSONString)] = []
}

extension Store {
    /// Compares what is remembered with what is to be, in one pass over both and in memory for the differences.
    ///
    /// `entries` are in the order of their UTF-8 bytes, collections first, and none is there twice.
    package func metadataChanges(to entries: [MetadataEntry]) throws(StoreError) -> MetadataChanges {
        assert(zip(entries, entries.dropFirst()).allSatisfy { $0.precedes($1) })
        var changes = MetadataChanges()
        var next = 0
        let cursor = try MetadataCursor(self)
        while try cursor.step() {
            var order = -1
            while next < entries.count {
                order = cursor.order(of: entries[next])
                guard order < 0 else { break }
                changes.written.append(next)
                next += 1
            }
            if order == 0 {
                if try !cursor.holds(entries[next].metadata) { changes.written.append(next) }
                next += 1
            } else {
                let entry = try cursor.entry()
                changes.gone.append((entry.collection, entry.id))
            }
        }
        changes.written += next..<entries.count
        return changes
    }
}

extension SyncMetadata {
    /// All entries in the order of the table: by the bytes of the collection, then by those of the id.
    package var entriesByBytes: [MetadataEntry] {
        var entries: [MetadataEntry] = []
        for (collection, records) in records.sorted(by: { precedes($0.key, $1.key) }) {
            for (id, metadata) in records.sorted(by: { precedes($0.key, $1.key) }) {
                entries.append(MetadataEntry(collection: collection, id: id, metadata: metadata))
            }
        }
        return entries
    }
}

extension MetadataEntry {
    fileprivate func precedes(_ other: MetadataEntry) -> Bool {
        SyncStore.precedes(collection, other.collection)
            || collection == other.collection && SyncStore.precedes(id, other.id)
    }
}

private func precedes(_ a: JSONString, _ b: JSONString) -> Bool { compare(a.wtf8.span, b.wtf8.span) < 0 }

/// -1, 0 or 1 by the bytes, as SQLite sorts text.
private func compare(_ a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
    let common = min(a.count, b.count)
    var at = 0
    while at < common, a[at] == b[at] { at &+= 1 }
    if at < common { return a[at] < b[at] ? -1 : 1 }
    return (a.count - b.count).signum()
}

/// The rows of the table of metadata, one after the other, in its order.
struct MetadataCursor: ~Copyable {
    private static let sql = """
        SELECT collection, id, version, content_hash, deleted_at, extra_json FROM metadata ORDER BY collection, id
        """

    private let statement: SQLiteStatement<StoreError>
    private let path: String

    init(_ store: Store) throws(StoreError) {
        statement = try store.database.prepare(Self.sql)
        path = store.path
    }

    /// Goes to the next row; false after the last.
    func step() throws(StoreError) -> Bool { try statement.step() }

    /// -1, 0 or 1 as an entry comes before the row, is of the same record, or comes after it.
    func order(of entry: MetadataEntry) -> Int {
        let order = statement.withText(0) { compare(entry.collection.wtf8.span, $0) }
        return order != 0 ? order : statement.withText(1) { compare(entry.id.wtf8.span, $0) }
    }

    /// Whether the row holds exactly this.
    func holds(_ metadata: RecordMetadata) throws(StoreError) -> Bool {
        if statement.integer(2) == metadata.version, metadata.deletedAt ?? metadata.version == metadata.version,
            statement.isNull(4) == !metadata.isDeleted,
            statement.isNull(5), metadata.extra.isEmpty, statement.withText(3, { metadata.contentHash.isSpelled($0) })
        {
            return true
        }
        // Whatever cannot be read is reported, and unknown keys are compared as they are read.
        return try entry().metadata == metadata
    }

    /// The row, decoded; throws `damaged`.
    func entry() throws(StoreError) -> MetadataEntry {
        let line = StoredRow(values: (0..<6).map { statement.column($0) }, path: path)
        guard let hash = ContentHash(try line.text(3).description) else {
            throw StoreError(.damaged, path: path, reason: "a fingerprint is none")
        }
        return MetadataEntry(
            collection: try line.text(0), id: try line.text(1),
            metadata: RecordMetadata(
                version: try line.integer(2), contentHash: hash, deletedAt: try line.optional(4, line.integer),
                extra: try line.optional(5, line.json)?.objectValue ?? JSONObject()))
    }
}

extension ContentHash {
    /// Whether `digits` are its 16 hexadecimal digits.
    fileprivate func isSpelled(_ digits: Span<UInt8>) -> Bool {
        guard digits.count == 16 else { return false }
        var rest = rawValue
        for index in 0..<16 {
            rest = rest << 4 | rest >> 60
            let digit = UInt8(truncatingIfNeeded: rest & 15)
            guard digits[index] == digit &+ (digit < 10 ? 0x30 : 0x57) else { return false }
        }
        return true
    }
}
