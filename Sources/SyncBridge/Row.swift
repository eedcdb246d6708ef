public import CanonicalJSON

/// One synchronised row: an id, a stamp, and either data or the mark of a deletion.
///
/// On the wire `{"data":{...},"id":"...","updatedAt":n}`, a tombstone `{"deletedAt":n,"id":"...","updatedAt":n}`. The
/// row's own keys are written in UTF-16 order, everything in `data` in the order it has.
public struct Row: Sendable {
    /// What a row says about its record.
    public enum Content: Equatable, Sendable {
        /// The record's fields.
        case data(JSONObject)
        /// The record was deleted at `updatedAt`.
        case tombstone
    }

    /// What the row consists of, in one place that copies share: a merge copies more rows than it looks into.
    private final class Parts: Sendable {
        let id: JSONString
        let updatedAt: Int64
        let content: Content
        let extra: JSONObject
        /// The id again, where a comparison finds it without waiting for other memory.
        let key: UTF16Order.Key

        init(id: JSONString, updatedAt: Int64, content: Content, extra: JSONObject) {
            (self.id, self.updatedAt, self.content, self.extra) = (id, updatedAt, content, extra)
            key = UTF16Order.Key(id)
        }
    }

    private var parts: Parts

    /// Makes a row; what no row may have is refused when it is written.
    public init(id: JSONString, updatedAt: Int64, content: Content, extra: JSONObject = JSONObject()) {
        parts = Parts(id: id, updatedAt: updatedAt, content: content, extra: extra)
    }

    /// Not empty, at most 255 UTF-16 code units, no lone surrogate.
    public var id: JSONString {
        get { parts.id }
        set { self = Row(id: newValue, updatedAt: updatedAt, content: content, extra: extra) }
    }

    /// Milliseconds since 1970, 0...2^53-1.
    public var updatedAt: Int64 {
        get { parts.updatedAt }
        set { self = Row(id: id, updatedAt: newValue, content: content, extra: extra) }
    }

    /// Data or tombstone.
    public var content: Content {
        get { parts.content }
        set { self = Row(id: id, updatedAt: updatedAt, content: newValue, extra: extra) }
    }

    /// Keys that a newer version wrote beside the known ones.
    public var extra: JSONObject {
        get { parts.extra }
        set { self = Row(id: id, updatedAt: updatedAt, content: content, extra: newValue) }
    }
}

extension Row: Equatable {
    /// Whether all parts are equal.
    public static func == (a: Row, b: Row) -> Bool {
        a.parts === b.parts
            || a.updatedAt == b.updatedAt && a.id == b.id && a.content == b.content && a.extra == b.extra
    }

    /// Whether both are copies of one row; they may be equal also if not.
    @inline(__always)
    func isCopy(of other: Row) -> Bool { parts === other.parts }
}

// What a merge asks of every row, without a copy of the parts that it asks about.
extension Row {
    /// -1, 0 or 1 as the id of this row comes before that of another, equals it, or comes after it.
    package func compareID(with other: Row) -> Int {
        if parts.key.isWhole, other.parts.key.isWhole { return parts.key.compare(other.parts.key) }
        let (a, b) = (parts.id.wtf8, other.parts.id.wtf8)
        return UTF16Order.compare(wtf8: a.span, b.span)
    }

    /// The id as numbers that sort as it does.
    @inline(__always)
    var key: UTF16Order.Key { parts.key }

    /// The same for copies of one row.
    @inline(__always)
    var identity: ObjectIdentifier { ObjectIdentifier(parts) }

    /// How many keys there are beside the known ones.
    package var extraCount: Int { parts.extra.count }
}

extension Row {
    /// Reads a row from a JSON value whose keys may come in any order.
    ///
    /// Throws `MALFORMED_ROW` with the path of the key.
    public init(_ value: JSONValue) throws(BridgeError) {
        guard case .object(let object) = value else {
            throw BridgeError(.malformedRow, path: "", reason: "expected an object, found \(value.kindName)")
        }
        let id = try Self.id(object["id"])
        let updatedAt = try Self.stamp(object["updatedAt"], "updatedAt")
        let content: Content
        switch (object["data"], object["deletedAt"]) {
        case (.object(let data)?, nil):
            content = .data(data)
        case (nil, let deletedAt?):
            guard try Self.stamp(deletedAt, "deletedAt") == updatedAt else {
                throw BridgeError(.malformedRow, path: "/deletedAt", reason: "differs from updatedAt")
            }
            content = .tombstone
        case (nil, nil):
            throw BridgeError(.malformedRow, path: "/data", reason: "neither data nor deletedAt")
        case (_?, _?):
            throw BridgeError(.malformedRow, path: "/deletedAt", reason: "a row with data is not deleted")
        case (let data?, nil):
            throw BridgeError(.malformedRow, path: "/data", reason: "expected an object, found \(data.kindName)")
        }
        var extra = JSONObject()
        for (key, value) in object where !Self.ownKeys.contains(key) { extra[key] = value }
        self.init(id: id, updatedAt: updatedAt, content: content, extra: extra)
    }

    /// Reads a row from JSON bytes in any spelling.
    ///
    /// Throws `MALFORMED_JSON` with the byte offset, `MALFORMED_ROW` with the path of the key.
    public init(parsing bytes: [UInt8]) throws(BridgeError) {
        try self.init(JSONValue(bridging: bytes))
    }

    /// The canonical bytes of a row given as JSON bytes in any spelling; errors as in `init(parsing:)`.
    public static func canonicalize(_ bytes: [UInt8]) throws(BridgeError) -> [UInt8] {
        try Row(parsing: bytes).canonicalBytes()
    }
}

extension Row {
    package static let ownKeys: [JSONString] = ["data", "deletedAt", "id", "updatedAt"]
    package static let stamps: ClosedRange<Int64> = 0...exactIntegers.upperBound

    static func id(_ value: JSONValue?) throws(BridgeError) -> JSONString {
        guard let value else { throw BridgeError(.malformedRow, path: "/id", reason: "the id is missing") }
        guard case .string(let id) = value else {
            throw BridgeError(.malformedRow, path: "/id", reason: "expected a string, found \(value.kindName)")
        }
        if let fault = fault(ofID: id) { throw BridgeError(.malformedRow, path: "/id", reason: fault) }
        return id
    }

    static func stamp(
        _ value: JSONValue?, _ key: String
    ) throws(BridgeError) -> Int64 {
        guard let value else { throw BridgeError(.malformedRow, path: "/\(key)", reason: "the stamp is missing") }
        guard case .integer(let stamp) = value else {
            throw BridgeError(.malformedRow, path: "/\(key)", reason: "expected an integer, found \(value.kindName)")
        }
        guard stamps.contains(stamp) else {
            throw BridgeError(.malformedRow, path: "/\(key)", reason: "not in 0...2^53-1")
        }
        return stamp
    }

    package static func fault(ofID id: JSONString) -> String? {
        if id.wtf8.isEmpty { return "the id is empty" }
        if id.hasLoneSurrogate { return "a lone surrogate in the id" }
        return id.utf16Count > 255 ? "the id is longer than 255 UTF-16 units" : nil
    }

    /// Refuses what no row may have.
    func check() throws(BridgeError) {
        if let fault = Self.fault(ofID: id) { throw BridgeError(.malformedRow, path: "/id", reason: fault) }
        guard Self.stamps.contains(updatedAt) else {
            throw BridgeError(.malformedRow, path: "/updatedAt", reason: "not in 0...2^53-1")
        }
        for (key, _) in extra where Self.ownKeys.contains(key) {
            throw BridgeError(
                .malformedRow, path: Pointer.member(key), reason: "an extra key has the name of a known one")
        }
    }
}
