extension SplitMix64 {
    /// The start of one of many sequences of the same seed, far away from the others.
    init(seed: UInt64, sequence: UInt64) {
        var first = SplitMix64(seed: seed &+ sequence &* 0xD134_2543_DE82_EF95)
        self.init(seed: first.next())
    }

    /// Whether the one case in `count` has come.
    mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }
}
