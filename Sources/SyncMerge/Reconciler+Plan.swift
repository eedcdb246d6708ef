public import CanonicalJSON
public import SyncBridge

extension Reconciler {
    /// What to apply to the device and what to upload, after remote rows were merged with a snapshot.
    public struct Plan: Equatable, Sendable {
        /// One row to apply: data to write, or a deletion.
        public struct Application: Equatable, Sendable {
            /// The collection.
            public var collection: JSONString
            /// The row as it was merged.
            public var row: Row

            /// Makes an application.
            public init(collection: JSONString, row: Row) {
                self.collection = collection
                self.row = row
            }
        }

        /// All rows, local and remote, merged: what is uploaded.
        public let payload: Payload
        /// The rows that change something on the device, in the order of the payload.
        public let apply: [Application]
        /// Whether the upload would change anything in the store.
        public let needsUpload: Bool
        /// What the merge reports.
        public let merge: Merge.Result
        let snapshot: Snapshot
        let reconciler: Reconciler
    }

    /// Merges what was downloaded, none or several payloads, with a snapshot.
    ///
    /// Errors as in ``Merge/payloads(_:detail:)``.
    public func plan(
        remote: [Payload], over snapshot: Snapshot, detail: Merge.Detail = .none
    ) throws(BridgeError) -> Plan {
        let merge = Merge(profile)
        let shared =
            profile.mistake == .deviceSettingsPublished ? snapshot.payload : snapshot.payload.withoutDeviceSettings()
        let result = try merge.payloads([shared] + remote, detail: detail)
        var apply: [Plan.Application] = []
        for collection in result.payload.collections {
            var local: [JSONString: Row] = [:]
            for row in shared.rows(of: collection.name) { local[row.id] = row }
            // What belongs to this device alone is not written over by what others call the same.
            let own = Set(snapshot.payload.rows(of: collection.name).map(\.id)).subtracting(local.keys)
            for row in collection.rows where local[row.id]?.normalized != row && !own.contains(row.id) {
                apply.append(Plan.Application(collection: collection.name, row: row))
            }
        }
        let known = try merge.payloads(remote).payload
        let needsUpload = remote.isEmpty || known != result.payload || profile.mistake == .alwaysUploads
        return Plan(
            payload: result.payload, apply: apply, needsUpload: needsUpload, merge: result, snapshot: snapshot,
            reconciler: self)
    }
}

extension Reconciler.Plan {
    /// The metadata to keep once rows have landed in the device's store, in the transaction that wrote them where
    /// there is one.
    ///
    /// A row that did not land keeps its old metadata, or none: it is neither deleted nor taken for published, and the
    /// next plan applies it again. Fingerprints are those of the rows that were applied, never of what the store holds
    /// afterwards: a change that a person made in between is then found by the next snapshot.
    public func metadata(afterLanding landed: [Application]) throws(BridgeError) -> SyncMetadata {
        var metadata = snapshot.metadata
        for application in landed where apply.contains(application) {
            let row = application.row
            let held = snapshot.payload.rows(of: application.collection).first { $0.id == row.id }
            let fingerprinted = reconciler.profile.mistake == .fingerprintOfStore ? held ?? row : row
            metadata[application.collection, row.id] = RecordMetadata(
                version: row.updatedAt,
                contentHash: try reconciler.fingerprint(fingerprinted, in: application.collection),
                deletedAt: row.content == .tombstone ? row.updatedAt : nil, extra: row.extra)
        }
        return metadata
    }

    /// The JSON form: `{"apply":[{"collection","row"}],"needsUpload","payload","trace"}`.
    ///
    /// Throws `MALFORMED_ROW` for a row that no stack may write.
    public func value() throws(BridgeError) -> JSONValue {
        var rows: [JSONValue] = []
        for application in apply {
            rows.append(["collection": .string(application.collection), "row": try application.row.value()])
        }
        return [
            "apply": .array(rows), "needsUpload": .bool(needsUpload),
            "payload": try JSONValue(bridging: payload.canonicalBytes()),
            "trace": .array(merge.trace.map(\.value)),
        ]
    }
}
