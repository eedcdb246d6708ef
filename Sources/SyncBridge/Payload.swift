public import CanonicalJSON

/// Everything that a snapshot carries: the rows of each collection.
///
/// On the wire `{"rows":{"group":[row,...],"host":[row,...]},"schema":1}`: the payload's own keys and the collections
/// in UTF-16 order, the rows of a collection sorted by id and unique. Collections and keys that this version does not
/// know survive.
public struct Payload: Equatable, Sendable {
    /// The rows of one collection.
    public struct Collection: Equatable, Sendable {
        /// Its key in `rows`: not empty, no lone surrogate.
        public var name: JSONString
        /// Its rows, in any order until they are written.
        public var rows: [Row]

        /// Makes a collection.
        public init(name: JSONString, rows: [Row]) {
            self.name = name
            self.rows = rows
        }
    }

    /// The only `schema` there is.
    public static let schema: Int64 = 1

    /// The collections, in any order until they are written.
    public var collections: [Collection]
    /// Keys that a newer version wrote beside `rows` and `schema`.
    public var extra: JSONObject

    /// Makes a payload; what no payload may have is refused when it is written.
    public init(collections: [Collection] = [], extra: JSONObject = JSONObject()) {
        self.collections = collections
        self.extra = extra
    }
}

extension Payload {
    /// The rows of a collection, or none.
    public func rows(of name: JSONString) -> [Row] {
        collections.first { $0.name == name }?.rows ?? []
    }

    /// The bytes that every stack writes: keys, collections and rows sorted. A collection without rows is kept.
    ///
    /// Throws `NOT_CANONICAL` for an id or a collection that is there twice and for a name that no collection may have,
    /// `MALFORMED_ROW` with the path of the key for a row that no stack may write.
    public func canonicalBytes() throws(BridgeError) -> [UInt8] {
        var rows = JSONObject()
        for collection in collections.sorted(by: { $0.name < $1.name }) {
            let path = Pointer.member(collection.name, of: "/rows")
            if let fault = Self.fault(ofName: collection.name) {
                throw BridgeError(.notCanonical, path: path, reason: fault)
            }
            guard rows[collection.name] == nil else {
                throw BridgeError(.notCanonical, path: path, reason: "the collection is there twice")
            }
            rows[collection.name] = .array(try Self.values(of: collection.rows, path: path))
        }
        var members: [(key: JSONString, value: JSONValue)] = [
            ("rows", .object(rows)), ("schema", .integer(Self.schema)),
        ]
        for (key, value) in extra {
            guard !Self.ownKeys.contains(key) else {
                throw BridgeError(.notCanonical, path: Pointer.member(key), reason: "an extra key has a known name")
            }
            members.append((key, value))
        }
        return try JSONValue.object(JSONObject(members).sortedByKey()).bridgedBytes()
    }

    private static func values(of rows: [Row], path: String) throws(BridgeError) -> [JSONValue] {
        var values: [JSONValue] = []
        values.reserveCapacity(rows.count)
        var previous: JSONString?
        for row in rows.sorted(by: { $0.id < $1.id }) {
            if row.id == previous {
                throw BridgeError(.notCanonical, path: path, reason: "two rows have the same id")
            }
            previous = row.id
            do { values.append(try row.value()) } catch { throw error.inside(Pointer.element(values.count, of: path)) }
        }
        return values
    }
}

extension Payload {
    /// Reads a payload whose spelling and order may be anything, for bringing it into canonical form.
    ///
    /// Throws `MALFORMED_JSON` with the byte offset, `NOT_CANONICAL` for a value that has not the shape of a payload,
    /// `MALFORMED_ROW` with the path of the key for a row that breaks the shape of rows.
    public init(parsing bytes: [UInt8]) throws(BridgeError) {
        guard case .object(let top) = try JSONValue(bridging: bytes) else {
            throw BridgeError(.notCanonical, path: "", reason: "a payload is an object")
        }
        guard let rows = top["rows"]?.objectValue else {
            throw BridgeError(.notCanonical, path: "/rows", reason: "expected an object of collections")
        }
        guard top["schema"] == .integer(Self.schema) else {
            throw BridgeError(.notCanonical, path: "/schema", reason: "expected the integer 1")
        }
        collections = []
        for (name, value) in rows {
            let path = Pointer.member(name, of: "/rows")
            if let fault = Self.fault(ofName: name) { throw BridgeError(.notCanonical, path: path, reason: fault) }
            guard case .array(let elements) = value else {
                throw BridgeError(.notCanonical, path: path, reason: "a collection is an array of rows")
            }
            var collection = Collection(name: name, rows: [])
            collection.rows.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                do {
                    collection.rows.append(try Row(element))
                } catch {
                    throw error.inside(Pointer.element(index, of: path))
                }
            }
            collections.append(collection)
        }
        extra = JSONObject(top.filter { !Self.ownKeys.contains($0.key) })
    }

    /// Reads a payload that must be in canonical form.
    ///
    /// Throws as ``PayloadCheck/check(_:)`` does.
    public init(canonical bytes: [UInt8]) throws(BridgeError) {
        try PayloadCheck.check(bytes)
        try self.init(parsing: bytes)
    }

    /// The canonical form of a payload in any spelling and order.
    ///
    /// Throws as `init(parsing:)` and ``canonicalBytes()`` do; an id that a collection holds twice is `NOT_CANONICAL`.
    public static func canonicalize(_ bytes: [UInt8]) throws(BridgeError) -> [UInt8] {
        try Payload(parsing: bytes).canonicalBytes()
    }
}

extension Payload {
    static let ownKeys: [JSONString] = ["rows", "schema"]

    package static func fault(ofName name: JSONString) -> String? {
        if name.isEmpty { return "the name of the collection is empty" }
        return name.hasLoneSurrogate ? "a lone surrogate in the name of the collection" : nil
    }
}

extension BridgeError {
    /// The same fault in a larger value that holds the faulty one at `path`.
    package func inside(_ path: String) -> BridgeError {
        var error = self
        error.path = Pointer.joined(path, error.path)
        return error
    }
}
