/// A growing list of nodes that nobody else can hold.
///
/// What `Array` asks at each change, whether its storage is shared, is known here: never. It is one of the two files
/// of this target with unsafe operations; every index is checked against the count.
@safe struct NodeBuffer: ~Copyable {
    private var base: UnsafeMutablePointer<TapeNode>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 16) {
        self.capacity = capacity
        unsafe base = .allocate(capacity: capacity)
    }

    deinit {
        // Nodes are trivial: there is nothing to deinitialize.
        unsafe base.deallocate()
    }

    /// Empties the list and makes room for `room` nodes.
    mutating func reset(room: Int) {
        count = 0
        if room > capacity { grow(to: room) }
    }

    @inline(__always)
    mutating func append(_ node: TapeNode) {
        if count == capacity { grow(to: capacity * 2) }
        unsafe (base + count).initialize(to: node)
        count &+= 1
    }

    @inline(__always)
    subscript(index: Int) -> TapeNode {
        get {
            precondition(index >= 0 && index < count)
            return unsafe base[index]
        }
        _modify {
            precondition(index >= 0 && index < count)
            yield unsafe &base[index]
        }
    }

    @inline(never)
    private mutating func grow(to room: Int) {
        let larger = UnsafeMutablePointer<TapeNode>.allocate(capacity: room)
        unsafe larger.moveInitialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = larger
        capacity = room
    }
}

// The pointer is owned by this one value and changes only through it.
extension NodeBuffer: @unchecked Sendable {}
