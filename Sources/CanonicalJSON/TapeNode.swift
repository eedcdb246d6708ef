/// One value or key of a parsed document: 16 bytes that say where it is, never what it decodes to.
///
/// Nodes lie in the order of the source. A container is followed by its content: an array by its elements, an object
/// by key, value, key, value. A scalar's `next` is the index after it; a container's is the index after its content,
/// and while the container is still open, the index of its parent. A key's `next` is the index of the value that the
/// member has: that of a later member when its key is repeated.
struct TapeNode {
    /// Where the source text of the value begins.
    var offset: UInt32
    /// How many bytes it has, quotation marks and brackets included.
    var length: UInt32
    var next: UInt32
    var kind: Kind
    var flags: Flags
    /// Of a key: bits of a hash of the decoded content, equal for equal keys.
    var mark: UInt16 = 0

    enum Kind: UInt8 {
        case null, bool, integer, double, string, array, object
    }

    struct Flags: OptionSet {
        let rawValue: UInt8
        /// The source text is known to be the canonical text.
        static let canonical = Flags(rawValue: 1)
        /// The string has escapes, so that its content is not its source text.
        static let escaped = Flags(rawValue: 2)
        /// The string has an escaped surrogate that is not part of a pair.
        static let loneSurrogate = Flags(rawValue: 4)
        /// The key repeats an earlier one: the member is not there, but for its value.
        static let superseded = Flags(rawValue: 8)
        /// The double was written as an integer that does not fit 64 bits.
        static let bigInteger = Flags(rawValue: 16)
    }

    @inline(__always)
    init(_ kind: Kind, from start: Int, to end: Int, next: Int, _ flags: Flags) {
        offset = UInt32(truncatingIfNeeded: start)
        length = UInt32(truncatingIfNeeded: end &- start)
        self.next = UInt32(truncatingIfNeeded: next)
        self.kind = kind
        self.flags = flags
    }

    /// Where the value begins.
    @inline(__always) var start: Int { Int(offset) }
    /// Where the value ends.
    @inline(__always) var end: Int { Int(offset) &+ Int(length) }
    /// Where the content of a string begins, after the quotation mark.
    @inline(__always) var contentStart: Int { start &+ 1 }
    /// Where the content of a string ends, before the quotation mark.
    @inline(__always) var contentEnd: Int { end &- 1 }
}
