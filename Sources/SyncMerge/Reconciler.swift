public import CanonicalJSON
public import SyncBridge

/// Finds local changes without hooks in the application, and says what remote rows change there.
///
/// One synchronisation is: ``snapshot(of:metadata:now:editedAt:consent:)``, download, ``plan(remote:over:detail:)``,
/// apply the plan's rows and call ``Plan/metadata(afterLanding:)`` with those that landed, upload the plan's payload.
public struct Reconciler: Equatable, Sendable {
    /// The rules: fields that the fingerprint leaves out, the limit of deletions, the order of versions.
    public let profile: Profile

    /// Makes a reconciler by these rules.
    public init(_ profile: Profile) {
        self.profile = profile
    }

    /// What comparing found.
    public enum Outcome: Equatable, Sendable {
        /// The device's rows and what of them is new.
        case snapshot(Snapshot)
        /// Nothing was decided, since so many deletions need a person's consent.
        case needsConsent(MassDeletion)

        /// The JSON form: `{"snapshot":...}` or `{"needsConsent":...}`; throws as ``Snapshot/value()``.
        public func value() throws(BridgeError) -> JSONValue {
            switch self {
            case .snapshot(let snapshot): ["snapshot": try snapshot.value()]
            case .needsConsent(let deletion): ["needsConsent": deletion.value]
            }
        }
    }

    /// The times of edits that the application recorded, by collection and id.
    public typealias EditTimes = [JSONString: [JSONString: Int64]]

    /// Compares the device's records with the metadata of the last time.
    ///
    /// The stamps of `domain`'s rows count for nothing, and a tombstone among them as no record. A changed record gets
    /// `max(now, version + 1)`, or its time in `editedAt` instead of `now`. Throws `NOT_CANONICAL` for a collection or
    /// an id that is there twice, `MALFORMED_ROW` for data that cannot be written, `INVALID_PARAMETER` where there is
    /// no later stamp.
    public func snapshot(
        of domain: Payload, metadata: SyncMetadata, now: Int64, editedAt: EditTimes = [:],
        consent: DeletionConsent? = nil
    ) throws(BridgeError) -> Outcome {
        let domain = try Merge(profile).payloads([domain]).payload
        var comparison = Comparison(profile: profile, metadata: metadata)
        for collection in domain.collections {
            for row in collection.rows where row.content != .tombstone {
                let now = editedAt[collection.name]?[row.id] ?? now
                try comparison.find(row, in: collection.name, hash: fingerprint(row, in: collection.name), now: now)
            }
        }
        let deletion = comparison.missing
        if isTooMuch(deletion), profile.mistake != .unguardedDeletes,
            consent.map({ deletion.deletions > $0.deletions && profile.mistake != .consentForAll }) ?? true
        {
            return .needsConsent(deletion)
        }
        try comparison.deleteMissing(now: now)
        return .snapshot(comparison.snapshot(extra: domain.extra))
    }

    /// The fingerprint by which a record is compared with the last time.
    public func fingerprint(_ row: Row, in collection: JSONString) throws(BridgeError) -> ContentHash {
        let hash = try row.contentHash(
            excluding: profile.mistake == .hashWithoutExclude ? [] : Set(profile.hashExclude[collection] ?? []))
        guard profile.mistake == .stampInFingerprint else { return hash }
        return ContentHash(of: Array("\(hash) \(row.updatedAt)".utf8))
    }

    /// Whether deletions reach the profile's limit, or leave nothing of two records or more.
    private func isTooMuch(_ deletion: MassDeletion) -> Bool {
        guard let limit = profile.massDelete else { return false }
        if deletion.live > 1, deletion.deletions == deletion.live { return true }
        return deletion.deletions >= limit.count
            && Int64(deletion.deletions) * 100 >= Int64(deletion.live) * limit.percent
    }
}

/// The comparison of a device's records with its metadata, one record after the other.
private struct Comparison {
    let profile: Profile
    let before: SyncMetadata
    var after: SyncMetadata
    var rows: [JSONString: [Row]] = [:]
    var changes: [Snapshot.Change] = []
    var found: [JSONString: Set<JSONString>] = [:]

    init(profile: Profile, metadata: SyncMetadata) {
        self.profile = profile
        before = metadata
        after = metadata
    }

    mutating func find(_ row: Row, in collection: JSONString, hash: ContentHash, now: Int64) throws(BridgeError) {
        found[collection, default: []].insert(row.id)
        let old = before[collection, row.id]
        var version = old?.version ?? 0
        if old == nil || old?.isDeleted == true || old?.contentHash != hash || profile.mistake == .unchangedRestamped {
            version = try profile.stamp(after: profile.mistake == .editAtNow ? nil : old?.version, now: now)
            let kind: Snapshot.Change.Kind = old.map { $0.isDeleted ? .recreated : .changed } ?? .created
            changes.append(.init(kind: kind, collection: collection, id: row.id, version: version))
        }
        // What the application does not know of a row, the metadata keep for it.
        let remembered = profile.mistake == .rowKeysForgotten ? nil : old?.extra
        let extra = row.extra.isEmpty ? remembered ?? JSONObject() : row.extra
        after[collection, row.id] = RecordMetadata(version: version, contentHash: hash, extra: extra)
        rows[collection, default: []].append(
            Row(id: row.id, updatedAt: version, content: row.content, extra: extra))
    }

    /// What is in the metadata and alive there, but not among the records.
    var missing: MassDeletion {
        var deletion = MassDeletion(deletions: 0, live: 0, collections: [:])
        for (collection, entries) in before.records {
            for (id, entry) in entries where !entry.isDeleted {
                deletion.live += 1
                guard !isFound(id, in: collection) else { continue }
                deletion.deletions += 1
                deletion.collections[collection, default: 0] += 1
            }
        }
        return deletion
    }

    mutating func deleteMissing(now: Int64) throws(BridgeError) {
        if profile.mistake == .deletionsForgotten { return }
        for (collection, entries) in before.records {
            for (id, entry) in entries where !isFound(id, in: collection) {
                var entry = entry
                if !entry.isDeleted {
                    let seen = profile.mistake == .tombstoneAtNow ? nil : entry.version
                    let deletedAt = try profile.stamp(after: seen, now: now)
                    entry = RecordMetadata(
                        version: deletedAt, contentHash: ContentHash(of: []), deletedAt: deletedAt, extra: entry.extra)
                    changes.append(.init(kind: .deleted, collection: collection, id: id, version: deletedAt))
                }
                after[collection, id] = entry
                rows[collection, default: []].append(
                    Row(id: id, updatedAt: entry.version, content: .tombstone, extra: entry.extra))
            }
        }
    }

    func snapshot(extra: JSONObject) -> Snapshot {
        let collections = rows.sorted { $0.key < $1.key }.map { name, rows in
            Payload.Collection(name: name, rows: rows.sorted { $0.id < $1.id })
        }
        return Snapshot(
            payload: Payload(collections: collections, extra: extra), metadata: after,
            changes: changes.sorted { ($0.collection, $0.id) < ($1.collection, $1.id) })
    }

    private func isFound(_ id: JSONString, in collection: JSONString) -> Bool {
        found[collection]?.contains(id) ?? false
    }
}
