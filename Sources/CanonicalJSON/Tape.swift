/// The nodes of a parsed document, and the memory to parse the next one without allocating.
///
/// A tape holds no text: every use of it takes the source that it was parsed from.
struct Tape: ~Copyable, Sendable {
    var nodes = OwnedBuffer<TapeNode>()
    /// The escapes that the canonical form writes differently, in the order of the source.
    var rewritten = OwnedBuffer<RewrittenEscape>()
    /// Whether the canonical form of some double may have more bytes than its source text.
    var mayGrow = false
    /// The containers around the innermost open one, while parsing.
    var outer = OwnedBuffer<Frame>()
    /// Hash slots for the keys of the large object that is being closed.
    var slots: [UInt32] = []
    /// Content of an escaped key while it is hashed.
    var scratch: [UInt8] = []
    /// Keys of this document and of those before it.
    var keyCache = KeyCache()

    /// Where containers begin that have more than `count` bytes; those in which a failure lies, without the innermost,
    /// have all up to `known`.
    func containers(longerThan count: Int, known: Int) -> [Int] {
        var starts: [Int] = []
        for index in 0..<outer.count where outer[index].node >= 0 {
            let start = nodes[outer[index].node].start
            if known - start > count { starts.append(start) }
        }
        for index in 0..<nodes.count where nodes[index].isContainer && nodes[index].length > count {
            starts.append(nodes[index].start)
        }
        return starts
    }

    /// An open container.
    struct Frame: BitwiseCopyable {
        /// The container's node; -1 outside of the root.
        var node: Int
        /// The bracket that ends it.
        var closing: UInt8
        /// The number of keys so far.
        var keys = 0
        /// One bit, chosen by a hash, for each key so far.
        var seen: UInt64 = 0

        var isObject: Bool { closing == 0x7D }
    }
}
