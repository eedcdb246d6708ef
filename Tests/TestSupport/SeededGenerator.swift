/// SplitMix64: small, seeded, the same everywhere, so that a failure can be repeated; tests print the seed that they used.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    package mutating func below(_ limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }

    package mutating func chance(_ oneIn: Int) -> Bool {
        below(oneIn) == 0
    }

    package mutating func pick<C: RandomAccessCollection>(_ items: C) -> C.Element {
        items[items.index(items.startIndex, offsetBy: below(items.count))]
    }

    /// Bytes that don't compress.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in 0..<count {
                buffer[index] = UInt8(truncatingIfNeeded: index % 8 == 0 ? next() : state >> UInt64(index % 8 * 8))
            }
            initialized = count
        }
    }
}
