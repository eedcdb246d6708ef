public import CanonicalJSON
import SQLite
import SyncBridge
public import SyncMerge

extension Store {
    /// What is remembered of all records.
    public func metadata() throws(StoreError) -> SyncMetadata {
        var metadata = SyncMetadata()
        let cursor = try MetadataCursor(self)
        while try cursor.step() {
            let entry = try cursor.entry()
            metadata[entry.collection, entry.id] = entry.metadata
        }
        return metadata
    }
}

extension Transaction {
    /// Remembers this of all records, and forgets all others. Throws `invalid`.
    public func setMetadata(_ metadata: SyncMetadata) throws(StoreError) {
        try change { () throws(StoreError) in
            // In the order of the table, in which it is read and written fastest.
            let entries = metadata.entriesByBytes
            let changes = try store.metadataChanges(to: entries)
            for (collection, id) in changes.gone {
                try store.run(
                    "DELETE FROM metadata WHERE collection = ? AND id = ?", SQLiteValue(collection), SQLiteValue(id))
            }
            for index in changes.written {
                try write(entries[index].metadata, entries[index].id, in: entries[index].collection)
            }
        }
    }

    /// Remembers this of one record. Throws `invalid`.
    public func setMetadata(_ metadata: RecordMetadata, of id: JSONString, in collection: JSONString) throws(StoreError)
    {
        try change { () throws(StoreError) in try write(metadata, id, in: collection) }
    }

    /// Keeps the keys of the payload that this version does not know. Throws `invalid`.
    public func setPayloadExtra(_ extra: JSONObject) throws(StoreError) {
        try change { () throws(StoreError) in
            let value = extra.isEmpty ? SQLiteValue.null : try json(.object(extra.sortedByKey()))
            try store.run("UPDATE workspace_sync_state SET payload_extra_json = ?", value)
        }
    }

    private func write(_ metadata: RecordMetadata, _ id: JSONString, in collection: JSONString) throws(StoreError) {
        guard Stamp.range.contains(metadata.version), metadata.deletedAt ?? metadata.version == metadata.version else {
            throw store.error(.invalid, "metadata without a stamp, or with another time of deletion")
        }
        try store.run(
            """
            INSERT INTO metadata (collection, id, version, content_hash, deleted, deleted_at, extra_json)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (collection, id) DO UPDATE SET version = excluded.version,
                content_hash = excluded.content_hash, deleted = excluded.deleted, deleted_at = excluded.deleted_at,
                extra_json = excluded.extra_json
            """,
            try key(collection, "the name of the collection"), try key(id, "the id"), .integer(metadata.version),
            "\(metadata.contentHash)", SQLiteValue(metadata.isDeleted), SQLiteValue(metadata.deletedAt),
            metadata.extra.isEmpty ? .null : try json(.object(metadata.extra.sortedByKey())))
    }
}
