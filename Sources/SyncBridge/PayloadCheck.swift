import CanonicalJSON

/// Whether bytes are a payload in canonical form.
public enum PayloadCheck {
    /// Accepts exactly the bytes that a writer of payloads emits.
    ///
    /// Throws `NOT_CANONICAL` for everything else, with the JSON pointer of the first fault and its byte offset: bytes
    /// that are not JSON or not canonical JSON, a value that has not the shape of a payload, keys or rows that are not
    /// sorted or not unique, a row that breaks the shape of rows. Works on the source bytes, without a value per row.
    public static func check(_ bytes: [UInt8]) throws(BridgeError) {
        try check(canonicalDocument(bytes))
    }
}

/// Whether bytes may be the plaintext of a snapshot archive.
public enum SnapshotCheck {
    /// Accepts canonical JSON, and of objects with a member `rows` only payloads in canonical form.
    ///
    /// Throws `NOT_CANONICAL` for everything else, with the JSON pointer of the first fault and its byte offset.
    public static func check(_ bytes: [UInt8]) throws(BridgeError) {
        let document = try PayloadCheck.canonicalDocument(bytes)
        if document.root.member("rows") != nil { try PayloadCheck.check(document) }
    }
}

/// Whether bytes may be the plaintext of a metadata archive.
public enum MetadataCheck {
    /// Accepts canonical JSON.
    ///
    /// Throws `NOT_CANONICAL` for everything else, with the JSON pointer of the first difference and its byte offset.
    public static func check(_ bytes: [UInt8]) throws(BridgeError) {
        _ = try PayloadCheck.canonicalDocument(bytes)
    }
}

extension PayloadCheck {
    static func canonicalDocument(_ bytes: [UInt8]) throws(BridgeError) -> JSONDocument {
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: bytes)
        } catch {
            throw BridgeError(.notCanonical, path: "", reason: "not JSON: \(error.reason)", offset: error.offset)
        }
        guard let offset = document.firstDifference else { return document }
        let path = document.root.path(toByte: offset)
        throw BridgeError(.notCanonical, path: path, reason: "not the canonical form", offset: offset)
    }

    static func check(_ document: JSONDocument) throws(BridgeError) {
        let top = document.root
        guard top.kind == .object else { throw fault(top, "", "a payload is an object") }
        try checkOrder(of: top, path: "")
        guard let rows = top.member("rows"), rows.kind == .object else {
            throw fault(top.member("rows") ?? top, "/rows", "expected an object of collections")
        }
        guard let schema = top.member("schema"), schema.integerValue == Payload.schema else {
            throw fault(top.member("schema") ?? top, "/schema", "expected the integer 1")
        }
        try checkOrder(of: rows, path: "/rows")
        for collection in rows.members {
            let path = Pointer.member(collection.key, of: "/rows")
            if let reason = Payload.fault(ofName: collection.key) { throw fault(collection.value, path, reason) }
            guard collection.value.kind == .array else {
                throw fault(collection.value, path, "a collection is an array of rows")
            }
            try checkRows(of: collection.value, path: path)
        }
    }

    private static func checkRows(of collection: JSONNode, path: String) throws(BridgeError) {
        var previous: [UInt8] = []
        var index = 0
        for element in collection.elements {
            let id: [UInt8]
            if let plain = plainRowID(element) {
                id = plain
            } else {
                id = try checkedRowID(element, path: Pointer.element(index, of: path))
            }
            // No id is empty, so the first one is greater than this beginning.
            let order = UTF16Order.compare(wtf8: previous, id)
            guard order < 0 else {
                let reason = order == 0 ? "the id is there twice" : "the rows are not sorted by id"
                throw fault(element.member("id") ?? element, Pointer.element(index, of: path) + "/id", reason)
            }
            previous = id
            index += 1
        }
    }

    private static let data = Array("data".utf8)
    private static let deletedAt = Array("deletedAt".utf8)
    private static let id = Array("id".utf8)
    private static let updatedAt = Array("updatedAt".utf8)

    /// The id of a row that has its three keys in order and is right in everything; `nil` for any other, which is
    /// looked at more closely.
    private static func plainRowID(_ row: JSONNode) -> [UInt8]? {
        var members = row.members
        guard let first = members.next(), let second = members.next(), let third = members.next(),
            members.next() == nil, second.hasKey(wtf8: id.span), third.hasKey(wtf8: updatedAt.span),
            let stamp = third.value.integerValue, Row.stamps.contains(stamp), let text = second.value.stringWTF8,
            // A shorter id is short in UTF-16 too, and without these leading bytes it has no surrogate.
            (1...255).contains(text.count), !text.contains(0xED)
        else { return nil }
        let isLive = first.hasKey(wtf8: data.span) && first.value.kind == .object
        let isDeleted = first.hasKey(wtf8: deletedAt.span) && first.value.integerValue == stamp
        return isLive || isDeleted ? text : nil
    }

    private static func checkedRowID(_ element: JSONNode, path: String) throws(BridgeError) -> [UInt8] {
        var bytes: [UInt8] = []
        element.appendCanonical(to: &bytes)
        let row: Row
        do {
            row = try Row(parsing: bytes)
        } catch {
            let place = error.path.utf8.dropFirst()
            let member = JSONString(wtf8: Array(place)).flatMap { element.member($0) }
            throw fault(member ?? element, path + error.path, error.reason)
        }
        try checkOrder(of: element, path: path)
        return row.id.wtf8
    }

    private static func checkOrder(of object: JSONNode, path: String) throws(BridgeError) {
        var previous: [UInt8] = []
        for member in object.members {
            let key = member.keyWTF8
            guard UTF16Order.compare(wtf8: previous, key) <= 0 else {
                throw BridgeError(
                    .notCanonical, path: Pointer.member(member.key, of: path), reason: "the keys are not sorted",
                    offset: member.keyRange.lowerBound)
            }
            previous = key
        }
    }

    private static func fault(_ node: JSONNode, _ path: String, _ reason: String) -> BridgeError {
        BridgeError(.notCanonical, path: path, reason: reason, offset: node.sourceRange.lowerBound)
    }
}

extension JSONNode {
    /// The JSON pointer of the innermost value that holds a byte of the source, or whose key does.
    fileprivate func path(toByte offset: Int) -> String {
        var path = ""
        var node = self
        search: while true {
            for member in node.members
            where member.keyRange.lowerBound <= offset && offset < member.value.sourceRange.upperBound {
                path = Pointer.member(member.key, of: path)
                node = member.value
                continue search
            }
            for (index, element) in node.elements.enumerated() where element.sourceRange.contains(offset) {
                path = Pointer.element(index, of: path)
                node = element
                continue search
            }
            return path
        }
    }
}
