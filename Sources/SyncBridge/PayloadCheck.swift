import CanonicalJSON

/// Whether bytes are a payload in canonical form.
public enum PayloadCheck {
    /// Accepts exactly the bytes that a writer of payloads emits.
    ///
    /// Throws `NOT_CANONICAL` for everything else, with the JSON pointer of the first fault and its byte offset: bytes
    /// that are not JSON or not canonical JSON, a value that has not the shape of a payload, keys or rows that are not
    /// sorted or not unique, a row that breaks the shape of rows.
    public static func check(_ bytes: [UInt8]) throws(BridgeError) {
        try check(try canonicalValue(bytes))
    }

    static func canonicalValue(_ bytes: [UInt8]) throws(BridgeError) -> JSONValue {
        let canonical: [UInt8]
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes)
            canonical = try value.canonicalBytes()
        } catch {
            throw BridgeError(.notCanonical, path: "", reason: "not JSON: \(error.reason)", offset: error.offset)
        }
        guard canonical != bytes else { return value }
        let offset =
            zip(bytes, canonical).enumerated().first { $1.0 != $1.1 }?.offset ?? min(bytes.count, canonical.count)
        throw BridgeError(.notCanonical, path: "", reason: "not canonical JSON", offset: offset)
    }

    static func check(_ value: JSONValue) throws(BridgeError) {
        guard let top = value.objectValue else {
            throw BridgeError(.notCanonical, path: "", reason: "a payload is an object")
        }
        try checkOrder(of: top, path: "")
        guard let rows = top["rows"]?.objectValue else {
            throw BridgeError(.notCanonical, path: "/rows", reason: "expected an object of collections")
        }
        guard top["schema"] == .integer(Payload.schema) else {
            throw BridgeError(.notCanonical, path: "/schema", reason: "expected the integer 1")
        }
        try checkOrder(of: rows, path: "/rows")
        for (name, collection) in rows {
            let path = Pointer.member(name, of: "/rows")
            if let fault = Payload.fault(ofName: name) { throw BridgeError(.notCanonical, path: path, reason: fault) }
            guard let elements = collection.arrayValue else {
                throw BridgeError(.notCanonical, path: path, reason: "a collection is an array of rows")
            }
            try check(rows: elements, path: path)
        }
    }

    private static func check(rows: [JSONValue], path: String) throws(BridgeError) {
        var previous: JSONString?
        for (index, element) in rows.enumerated() {
            let path = Pointer.element(index, of: path)
            let row: Row
            do { row = try Row(element) } catch {
                throw BridgeError(.notCanonical, path: path + error.path, reason: error.reason)
            }
            if let object = element.objectValue { try checkOrder(of: object, path: path) }
            if let previous, !(previous < row.id) {
                let reason = previous == row.id ? "the id is there twice" : "the rows are not sorted by id"
                throw BridgeError(.notCanonical, path: path + "/id", reason: reason)
            }
            previous = row.id
        }
    }

    private static func checkOrder(of object: JSONObject, path: String) throws(BridgeError) {
        for (previous, member) in zip(object, object.dropFirst()) where member.key < previous.key {
            throw BridgeError(
                .notCanonical, path: Pointer.member(member.key, of: path), reason: "the keys are not sorted")
        }
    }
}

/// Whether bytes may be the plaintext of a snapshot archive.
public enum SnapshotCheck {
    /// Accepts canonical JSON, and of objects with a member `rows` only payloads in canonical form.
    ///
    /// Throws `NOT_CANONICAL` for everything else, with the JSON pointer of the first fault and its byte offset.
    public static func check(_ bytes: [UInt8]) throws(BridgeError) {
        let value = try PayloadCheck.canonicalValue(bytes)
        if value["rows"] != nil { try PayloadCheck.check(value) }
    }
}
