import CanonicalJSON

/// Whether bytes are a payload in canonical form.
public enum PayloadCheck {
    /// Accepts exactly the bytes that a writer of payloads emits.
    ///
    /// Throws `NOT_CANONICAL` for everything else, with the JSON pointer of the first fault and its byte offset: bytes
    /// that are not JSON or not canonical JSON, a value that has not the shape of a payload, keys or rows that are not
    /// sorted or not unique, a row that breaks the shape of rows. Works on the source bytes, without a value per row.
    public static func check(_ bytes: [UInt8]) throws(BridgeError) {
        try ContentChecker.check(bytes, .payload)
    }
}

/// Whether bytes may be the plaintext of a snapshot archive.
public enum SnapshotCheck {
    /// Accepts canonical JSON, and of objects with a member `rows` only payloads in canonical form.
    ///
    /// Throws `NOT_CANONICAL` for everything else, with the JSON pointer of the first fault and its byte offset.
    public static func check(_ bytes: [UInt8]) throws(BridgeError) {
        try ContentChecker.check(bytes, .snapshot)
    }
}

/// Whether bytes may be the plaintext of a metadata archive.
public enum MetadataCheck {
    /// Accepts canonical JSON.
    ///
    /// Throws `NOT_CANONICAL` for everything else, with the JSON pointer of the first difference and its byte offset.
    public static func check(_ bytes: [UInt8]) throws(BridgeError) {
        try ContentChecker.check(bytes, .metadata)
    }
}

/// Checks a plaintext of any size that comes in pieces, in constant memory.
public struct ContentChecker: ~Copyable, Sendable {
    /// What the plaintext may be.
    public enum Rule: Sendable {
        /// As ``PayloadCheck`` says.
        case payload
        /// As ``SnapshotCheck`` says.
        case snapshot
        /// As ``MetadataCheck`` says.
        case metadata
    }

    private var reader: PayloadReader

    /// A check by that rule.
    public init(_ rule: Rule) {
        reader = PayloadReader(rule)
    }

    /// Takes the next bytes, cut anywhere; throws `NOT_CANONICAL` with the place of the first fault that shows in them.
    public mutating func update(_ piece: Span<UInt8>) throws(BridgeError) {
        reader.update(piece)
        try drain()
    }

    /// Ends the plaintext; throws as ``update(_:)``.
    public mutating func finish() throws(BridgeError) {
        reader.finish()
        try drain()
    }

    private mutating func drain() throws(BridgeError) {
        while true {
            let event = try reader.next()
            if event == .needsInput || event == .finished { return }
        }
    }

    static func check(_ bytes: [UInt8], _ rule: Rule) throws(BridgeError) {
        var checker = ContentChecker(rule)
        var start = 0
        while start < bytes.count {
            let end = min(start + pieceCount, bytes.count)
            try checker.update(bytes.span.extracting(start..<end))
            start = end
        }
        try checker.finish()
    }

    /// Small enough to stay in the cache, and many rows.
    private static let pieceCount = 1 << 16
}
