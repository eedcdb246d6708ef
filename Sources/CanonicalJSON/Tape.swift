/// The nodes of a parsed document, and the memory to parse the next one without allocating.
///
/// A tape holds no text: every use of it takes the source that it was parsed from.
struct Tape {
    var nodes: [TapeNode] = []
    /// The objects and arrays that are open while parsing.
    var open: [Frame] = []
    /// Hash slots for the keys of the large object that is being closed.
    var slots: [UInt32] = []
    /// Content of escaped keys while they are compared.
    var scratch: [UInt8] = []

    struct Frame {
        /// The container's node.
        var node: Int
        var isObject: Bool
        /// The number of keys so far.
        var keys = 0
        /// One bit, chosen by a hash, for each key so far.
        var seen: UInt64 = 0
    }

    /// Empties the tape and makes room for the nodes of a source of `count` bytes.
    mutating func reset(forSourceOf count: Int) {
        nodes.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        let estimate = count / 8 + 16
        if nodes.capacity < estimate { nodes.reserveCapacity(estimate) }
    }
}
