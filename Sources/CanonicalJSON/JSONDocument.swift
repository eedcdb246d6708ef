/// A parsed document: its source bytes, and where each value lies in them.
///
/// Parsing decodes nothing and allocates nothing per value. Values are made when asked for, from ``root`` on; a node
/// is two words and keeps the document alive.
public struct JSONDocument: Sendable {
    let storage: Storage

    final class Storage: Sendable {
        let source: [UInt8]
        let tape: Tape

        init(source: [UInt8], tape: consuming Tape) {
            self.source = source
            self.tape = tape
        }
    }

    /// Reads the one JSON value in `source`.
    ///
    /// Throws when the bytes are not strictly RFC 8259, begin with a byte order mark, nest more than `maxDepth` deep,
    /// or hold a number that overflows. Depth costs memory, not stack: any limit is safe.
    public init(parsing source: [UInt8], maxDepth: Int = 512) throws(JSONError) {
        var tape = Tape()
        try tape.parse(source.span, maxDepth: maxDepth)
        storage = Storage(source: source, tape: tape)
    }

    /// The bytes the document was read from.
    public var source: [UInt8] { storage.source }

    /// The one value.
    public var root: JSONNode { JSONNode(storage: storage, index: 0) }

    /// The canonical form.
    public func canonicalBytes() -> [UInt8] {
        var output: [UInt8] = []
        root.appendCanonical(to: &output)
        return output
    }

    /// Whether the source is its own canonical form.
    public var isCanonical: Bool { firstDifference == nil }

    /// The first byte offset at which the source and its canonical form differ, or nil when they are equal.
    public var firstDifference: Int? {
        let source = storage.source
        return storage.tape.firstDifference(source.span)
    }
}
