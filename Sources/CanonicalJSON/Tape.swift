/// The nodes of a parsed document, and the memory to parse the next one without allocating.
///
/// A tape holds no text: every use of it takes the source that it was parsed from.
struct Tape: ~Copyable, Sendable {
    var nodes = NodeBuffer()
    /// The containers around the innermost open one, while parsing.
    var outer: [Frame] = []
    /// Hash slots for the keys of the large object that is being closed.
    var slots: [UInt32] = []
    /// Content of an escaped key while it is hashed.
    var scratch: [UInt8] = []

    /// After a failure, where the containers begin in which it lies, without the innermost.
    var openContainers: [Int] {
        outer.compactMap { $0.node < 0 ? nil : nodes[$0.node].start }
    }

    /// An open container.
    struct Frame {
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
