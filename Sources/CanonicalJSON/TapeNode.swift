/// One value or key of a parsed document: 16 bytes that say where it is, never what it decodes to.
///
/// Nodes lie in the order of the source. A container is followed by its content: an array by its elements, an object
/// by key, value, key, value. A scalar's `next` is the index after it; a container's is the index after its content,
/// and 0 while it is still open. A key's `next` is the index of the value that the
/// member has: that of a later member when its key is repeated.
struct TapeNode {
    /// Where the source text begins, and in the upper half how many bytes it has, with quotation marks and brackets.
    private var place: UInt64
    /// The link to another node, and above it kind, flags (a byte each) and mark.
    private var rest: UInt64

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

        /// In the place of the protocol's own, which without optimization is a walk through three generic functions.
        @inline(__always)
        func contains(_ flags: Flags) -> Bool { rawValue & flags.rawValue == flags.rawValue }
    }

    /// Two words that are put together in registers, since a node is written far more often than read.
    @inline(__always)
    init(_ kind: Kind, from start: Int, to end: Int, next: Int, _ flags: Flags, mark: UInt16 = 0) {
        self.init(from: start, length: end &- start, next: next, TapeNode.traits(kind, flags, mark))
    }

    /// A node with ready-made `traits`.
    @inline(__always)
    init(from start: Int, length: Int, next: Int, _ traits: UInt64) {
        assert(start >= 0 && length >= 0 && start + length <= Int(UInt32.max) && next >= 0 && next <= Int(UInt32.max))
        place = UInt64(truncatingIfNeeded: start) | UInt64(truncatingIfNeeded: length) &<< 32
        rest = UInt64(truncatingIfNeeded: next) | traits
    }

    /// Kind, flags and mark, where they are in a node.
    @inline(__always)
    static func traits(_ kind: Kind, _ flags: Flags, _ mark: UInt16) -> UInt64 {
        UInt64(kind.rawValue) &<< 32 | UInt64(flags.rawValue) &<< 40 | UInt64(mark) &<< 48
    }

    /// Kind, flags and mark, of any node whose text is the same.
    @inline(__always)
    var traits: UInt64 { rest & 0xFFFF_FFFF_0000_0000 }

    @inline(__always)
    var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: rest &>> 32)) ?? .null }

    @inline(__always)
    var isContainer: Bool { UInt8(truncatingIfNeeded: rest &>> 32) >= Kind.array.rawValue }

    /// Whether it is a double that may be written differently from its source text.
    @inline(__always)
    var isOtherDouble: Bool { rest & (0x1FF &<< 32) == UInt64(Kind.double.rawValue) &<< 32 }

    @inline(__always)
    var flags: Flags {
        get { Flags(rawValue: UInt8(truncatingIfNeeded: rest &>> 40)) }
        set { rest = rest & ~(0xFF &<< 40) | UInt64(newValue.rawValue) &<< 40 }
    }

    /// Of a key: bits of a hash of the decoded content, equal for equal keys.
    @inline(__always)
    var mark: UInt16 { UInt16(truncatingIfNeeded: rest &>> 48) }

    @inline(__always)
    var next: Int {
        get { Int(UInt32(truncatingIfNeeded: rest)) }
        set { rest = rest & ~0xFFFF_FFFF | UInt64(truncatingIfNeeded: newValue) }
    }

    /// Closes a container that ends at `end` and whose last node is before `next`.
    @inline(__always)
    mutating func close(at end: Int, next: Int, _ flags: Flags) {
        self = TapeNode(kind, from: start, to: end, next: next, flags)
    }

    /// How many bytes of source text the value has.
    @inline(__always) var length: Int { Int(truncatingIfNeeded: place &>> 32) }
    /// Where the value begins.
    @inline(__always) var start: Int { Int(truncatingIfNeeded: place & 0xFFFF_FFFF) }
    /// Where the value ends.
    @inline(__always) var end: Int { start &+ length }
    /// Where the content of a string begins, after the quotation mark.
    @inline(__always) var contentStart: Int { start &+ 1 }
    /// Where the content of a string ends, before the quotation mark.
    @inline(__always) var contentEnd: Int { end &- 1 }
}
