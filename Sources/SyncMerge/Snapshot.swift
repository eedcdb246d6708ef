public import CanonicalJSON
public import SyncBridge

/// What a device has to publish, found by comparing its records with the metadata of the last time.
///
/// Only ``Reconciler/snapshot(of:metadata:now:editedAt:consent:)`` makes one, and a plan for applying remote rows needs
/// one: so nothing remote can be applied before local changes have been found.
public struct Snapshot: Equatable, Sendable {
    /// One record that differs from the last time.
    public struct Change: Equatable, Sendable {
        /// What happened to it.
        public enum Kind: String, CaseIterable, Sendable {
            case created, changed, deleted, recreated
        }

        /// What happened to it.
        public var kind: Kind
        /// Its collection.
        public var collection: JSONString
        /// Its id.
        public var id: JSONString
        /// Its stamp from now on.
        public var version: Int64
    }

    /// All rows of the device with their stamps, tombstones included.
    public let payload: Payload
    /// The metadata to keep from now on.
    public let metadata: SyncMetadata
    /// What differs, by collection and id.
    public let changes: [Change]
}

/// What a snapshot would delete, where that is so much that somebody has to agree.
public struct MassDeletion: Equatable, Sendable {
    /// How many records would be deleted.
    public var deletions: Int
    /// How many live records there were the last time.
    public var live: Int
    /// The deletions by collection, for people.
    public var collections: [JSONString: Int]

    /// The JSON form: `{"deletions","live","collections":{name: count}}`.
    public var value: JSONValue {
        [
            "deletions": .integer(Int64(deletions)), "live": .integer(Int64(live)),
            "collections": .sorted(collections) { .integer(Int64($0)) },
        ]
    }
}

/// A person's agreement to so many deletions and no more.
public struct DeletionConsent: Equatable, Sendable {
    /// How many deletions were shown.
    public var deletions: Int

    /// Makes an agreement.
    public init(deletions: Int) {
        self.deletions = deletions
    }
}

extension Snapshot.Change {
    /// The JSON form: `{"change","collection","id","version"}`.
    public var value: JSONValue {
        [
            "change": kind.jsonName, "collection": .string(collection), "id": .string(id), "version": .integer(version),
        ]
    }
}

extension Snapshot {
    /// The JSON form: `{"payload","metadata","changes":[{"change","collection","id","version"}]}`.
    ///
    /// Throws `MALFORMED_ROW` for a row that no stack may write.
    public func value() throws(BridgeError) -> JSONValue {
        [
            "payload": try JSONValue(bridging: payload.canonicalBytes()), "metadata": metadata.value,
            "changes": .array(changes.map(\.value)),
        ]
    }
}
