/// A growing list of plain values, such as nodes, that nobody else can hold.
///
/// What `Array` asks at each change, whether its storage is shared, is known here: never. It is one of the two files
/// of this target with unsafe operations; every index is checked against the count, every append against the room.
@safe struct OwnedBuffer<Element: BitwiseCopyable>: ~Copyable {
    /// Nil as long as there is no room.
    private var base: UnsafeMutablePointer<Element>?
    private var capacity = 0
    private(set) var count = 0

    init() {
        unsafe base = nil
    }

    deinit {
        // Elements are plain bytes: there is nothing to deinitialize.
        unsafe base?.deallocate()
    }

    /// Empties the list and makes room for `room` elements.
    mutating func reset(room: Int) {
        count = 0
        if room > capacity { grow(to: room) }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(to: capacity &* 2 &+ 16) }
        // There is room, so there is memory.
        unsafe (base.unsafelyUnwrapped + count).initialize(to: element)
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
            return unsafe base.unsafelyUnwrapped[index]
        }
        _modify {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            yield unsafe &base.unsafelyUnwrapped[index]
        }
    }

    /// Takes the last element off.
    @inline(__always)
    mutating func removeLast() -> Element {
        precondition(count > 0)
        count &-= 1
        return unsafe base.unsafelyUnwrapped[count]
    }

    @inline(__always)
    private mutating func grow(to room: Int) {
        // By value, so that a buffer in a local variable stays in registers where it does not grow.
        unsafe base = Self.grown(base, count, to: room)
        capacity = room
    }

    /// New memory for `room` elements, of which the first `count` come from the old.
    @inline(never)
    private static func grown(
        _ base: UnsafeMutablePointer<Element>?, _ count: Int, to room: Int
    ) -> UnsafeMutablePointer<Element> {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: room)
        if let base = unsafe base {
            unsafe larger.moveInitialize(from: base, count: count)
            unsafe base.deallocate()
        }
        return unsafe larger
    }
}

// The pointer is owned by this one value and changes only through it.
extension OwnedBuffer: @unchecked Sendable where Element: Sendable {}
