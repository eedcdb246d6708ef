public import CanonicalJSON
public import SyncBridge

/// What a device remembers of one record between snapshots.
public struct RecordMetadata: Equatable, Sendable {
    /// The record's stamp on the wire.
    public var version: Int64
    /// The fingerprint of its data when it had that stamp, without volatile fields.
    public var contentHash: ContentHash
    /// When it was deleted, which is then also its version; nil while it lives.
    public var deletedAt: Int64?
    /// Keys of the row that this version does not know, sorted.
    public var extra: JSONObject

    /// Whether the record is deleted.
    public var isDeleted: Bool { deletedAt != nil }

    /// Makes metadata; the keys of `extra` may come in any order.
    public init(version: Int64, contentHash: ContentHash, deletedAt: Int64? = nil, extra: JSONObject = JSONObject()) {
        self.version = version
        self.contentHash = contentHash
        self.deletedAt = deletedAt
        self.extra = extra.isEmpty ? extra : extra.sortedByKey()
    }
}

extension RecordMetadata {
    /// The JSON form: `{"version","contentHash","deleted","deletedAt"}`, and `"extra"` where there is some.
    public var value: JSONValue {
        var value: JSONValue = [
            "version": .integer(version), "contentHash": .string(JSONString(contentHash.description)),
            "deleted": .bool(isDeleted), "deletedAt": .orNull(deletedAt),
        ]
        if !extra.isEmpty { value["extra"] = .object(extra) }
        return value
    }

    init(_ members: Members) throws(BridgeError) {
        try members.allowOnly(["version", "contentHash", "deleted", "deletedAt", "extra"])
        let version = try members.integer("version")
        guard let hash = try members.string("contentHash").string.flatMap({ ContentHash($0) }) else {
            throw members.fault("contentHash", "expected 16 lower-case hexadecimal digits")
        }
        let deletedAt = try members.value("deletedAt").isNull ? nil : members.integer("deletedAt")
        guard try members.bool("deleted") == (deletedAt != nil), deletedAt == nil || deletedAt == version else {
            throw members.fault("deletedAt", "a deleted record, and no other, has the version as time of deletion")
        }
        let extra = members.object["extra"] == nil ? JSONObject() : try members.members("extra").object
        if let key = Row.ownKeys.first(where: { extra[$0] != nil }) {
            throw members.fault("extra", "\(key) is a key of every row")
        }
        self.init(version: version, contentHash: hash, deletedAt: deletedAt, extra: extra)
    }
}

/// What a device remembers of all records: by collection and id.
public struct SyncMetadata: Equatable, Sendable {
    /// The records' metadata.
    public var records: [JSONString: [JSONString: RecordMetadata]]

    /// Makes metadata, without argument those of a device that never synchronised.
    public init(records: [JSONString: [JSONString: RecordMetadata]] = [:]) {
        self.records = records
    }

    /// The metadata of one record, or nil for one that was never in a snapshot.
    public subscript(collection: JSONString, id: JSONString) -> RecordMetadata? {
        get { records[collection]?[id] }
        set {
            records[collection, default: [:]][id] = newValue
            if records[collection]?.isEmpty == true { records[collection] = nil }
        }
    }

    /// Reads `{collection: {id: metadata}}`; throws `INVALID_PARAMETER` with the path of a member.
    public init(_ value: JSONValue) throws(BridgeError) {
        self.init()
        let collections = try Members(value, .invalidParameter)
        for (collection, _) in collections.object {
            if let fault = Payload.fault(ofName: collection) { throw collections.fault(collection, fault) }
            let entries = try collections.members(collection)
            for (id, _) in entries.object {
                if let fault = Row.fault(ofID: id) { throw entries.fault(id, fault) }
                self[collection, id] = try RecordMetadata(entries.members(id))
            }
        }
    }

    /// The JSON form `{collection: {id: metadata}}`, sorted.
    public var value: JSONValue {
        .sorted(records) { .sorted($0, \.value) }
    }
}
