import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Where secrets lie: pages that the system neither swaps out nor writes into core dumps, as far as it allows.
///
/// Locking whole pages costs two system calls, so one region serves all secrets of a process: an operation that makes and
/// forgets keys makes no call at all. What does not fit lies on the heap. That the system locks no more memory for this
/// process is no error.
@safe enum SecretMemory {
    private static let slotCount = 64
    private static let wordCount = 4
    /// How many bytes the region has.
    static let capacity = slotCount * wordCount * 64

    /// Which slots of 64 bytes are free: a bit for each.
    private static let freeSlots = Mutex([UInt64](repeating: .max, count: wordCount))

    // Written once; who may use which part of it is the business of the slots.
    nonisolated(unsafe) private static let region: UnsafeMutableRawPointer? = {
        let protection = PROT_READ | PROT_WRITE
        #if canImport(Darwin)
            let mapped = unsafe mmap(nil, capacity, protection, MAP_PRIVATE | MAP_ANON, -1, 0)
        #else
            let mapped = unsafe mmap(nil, capacity, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        #endif
        guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else { return nil }
        unsafe mlock(mapped, capacity)
        #if os(Linux)
            unsafe madvise(mapped, capacity, MADV_DONTDUMP)
        #endif
        return unsafe mapped
    }()

    /// Room for `count` bytes, which may hold anything.
    static func allocate(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
        guard let region = unsafe region, let slot = reserve((count + 63) / 64) else {
            return .allocate(capacity: count)
        }
        let start = unsafe (region + slot * 64).bindMemory(to: UInt8.self, capacity: count)
        return unsafe UnsafeMutableBufferPointer(start: start, count: count)
    }

    /// Gives room back that its owner has wiped.
    static func free(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
        guard let region = unsafe region, let start = bytes.baseAddress,
            case let offset = unsafe UnsafeRawPointer(start) - UnsafeRawPointer(region), (0..<capacity).contains(offset)
        else { return unsafe bytes.deallocate() }
        let (slot, count) = (offset / 64, (bytes.count + 63) / 64)
        freeSlots.withLock { free in
            let mask = mask(count) << (slot % slotCount)
            assert(free[slot / slotCount] & mask == 0, "a secret was freed twice")
            free[slot / slotCount] |= mask
        }
    }

    /// The first of `count` neighbouring slots that nobody else has; nil where there are no such.
    private static func reserve(_ count: Int) -> Int? {
        guard (1...slotCount).contains(count) else { return nil }
        return freeSlots.withLock { free in
            for word in free.indices {
                guard let slot = firstRun(of: count, in: free[word]) else { continue }
                free[word] &= ~(mask(count) << slot)
                return word * slotCount + slot
            }
            return nil
        }
    }

    private static func mask(_ count: Int) -> UInt64 { .max >> (slotCount - count) }

    /// The lowest bit at which `count` bits in a row are set; nil where there is none.
    static func firstRun(of count: Int, in bits: UInt64) -> Int? {
        // After each step a bit is set where `length` bits in a row are, so that few steps do for any count.
        var (starts, length) = (bits, 1)
        while length < count && starts != 0 {
            let step = min(length, count - length)
            starts &= starts >> step
            length += step
        }
        return starts == 0 ? nil : starts.trailingZeroBitCount
    }
}
