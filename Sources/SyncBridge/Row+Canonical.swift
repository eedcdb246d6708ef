public import CanonicalJSON

extension Row {
    /// The row as a JSON value, its own keys in UTF-16 order.
    ///
    /// Throws `MALFORMED_ROW` for an id or a stamp that no row may have.
    public func value() throws(BridgeError) -> JSONValue {
        try check()
        var members: [(key: JSONString, value: JSONValue)] = extra.map { ($0.key, $0.value) }
        switch content {
        case .data(let data): members.append(("data", .object(data)))
        case .tombstone: members.append(("deletedAt", .integer(updatedAt)))
        }
        members.append(("id", .string(id)))
        members.append(("updatedAt", .integer(updatedAt)))
        members.sort { $0.key < $1.key }
        var object = JSONObject()
        for (key, value) in members { object[key] = value }
        return .object(object)
    }

    /// The bytes that every stack writes for this row.
    ///
    /// Throws `MALFORMED_ROW` as `value()` does, `MALFORMED_JSON` for data nested too deeply.
    public func canonicalBytes() throws(BridgeError) -> [UInt8] {
        try value().bridgedBytes()
    }

    /// FNV-1a 64 over the canonical bytes of `data`, of no bytes for a tombstone.
    ///
    /// `names` are data fields to leave out, such as volatile ones, so that they do not change the hash.
    public func contentHash(excluding names: Set<JSONString> = []) throws(BridgeError) -> ContentHash {
        guard case .data(let data) = content else { return ContentHash(of: []) }
        guard !names.isEmpty else { return ContentHash(of: try JSONValue.object(data).bridgedBytes()) }
        var kept = JSONObject()
        for (key, value) in data where !names.contains(key) { kept[key] = value }
        return ContentHash(of: try JSONValue.object(kept).bridgedBytes())
    }
}
