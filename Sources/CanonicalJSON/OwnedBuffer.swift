/// A growing list of plain values, such as nodes, that nobody else can hold.
///
/// What `Array` asks at each change, whether its storage is shared, is known here: never. It is one of the two files
/// of this target with unsafe operations; every index is checked against the count, every append against the room.
@safe struct OwnedBuffer<Element: BitwiseCopyable>: ~Copyable {
    /// Points nowhere as long as there is no room.
    private var base: UnsafeMutablePointer<Element>
    private var capacity = 0
    private(set) var count = 0

    init() {
        // An alignment is no null.
        unsafe base = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    }

    deinit {
        // Elements are plain bytes: there is nothing to deinitialize.
        if capacity > 0 { unsafe base.deallocate() }
    }

    /// Empties the list and makes room for `room` elements.
    mutating func reset(room: Int) {
        count = 0
        if room > capacity { grow(to: room) }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(to: capacity &* 2 &+ 16) }
        unsafe (base + count).initialize(to: element)
        count &+= 1
    }

    /// Appends `element` if it is wanted, without a branch: for what a processor could not guess.
    @inline(__always)
    mutating func append(_ element: Element, if isWanted: Bool) {
        append(element)
        count &-= isWanted ? 0 : 1
    }

    @inline(__always)
    subscript(index: Int) -> Element {
        get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            return unsafe base[index]
        }
        _modify {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            yield unsafe &base[index]
        }
    }

    /// Takes the last element off.
    @inline(__always)
    mutating func removeLast() -> Element {
        precondition(count > 0)
        count &-= 1
        return unsafe base[count]
    }

    @inline(__always)
    private mutating func grow(to room: Int) {
        // By value, so that a buffer in a local variable stays in registers where it does not grow.
        unsafe base = Self.grown(base, count, from: capacity, to: room)
        capacity = room
    }

    /// New memory for `room` elements, of which the first `count` come from the old, for `capacity`.
    @inline(never)
    private static func grown(
        _ base: UnsafeMutablePointer<Element>, _ count: Int, from capacity: Int, to room: Int
    ) -> UnsafeMutablePointer<Element> {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: room)
        if capacity > 0 {
            unsafe larger.moveInitialize(from: base, count: count)
            unsafe base.deallocate()
        }
        return unsafe larger
    }
}

// The pointer is owned by this one value and changes only through it.
extension OwnedBuffer: @unchecked Sendable where Element: Sendable {}
