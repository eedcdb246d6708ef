/// The random choices of a run: of a generator that is spelled out, so that the same seed makes the same choices everywhere.
struct RunRandom: RandomNumberGenerator, Sendable {
    private var source: SplitMix64

    /// - Parameter purpose: makes the choices for one purpose independent of those for another.
    init(seed: UInt64, purpose: String) {
        source = SplitMix64(
            seed: purpose.utf8.reduce(seed) { state, byte in (state ^ UInt64(byte)) &* 0x100_0000_01B3 })
    }

    mutating func next() -> UInt64 { source.next() }

    /// `elements` in another order: Fisher and Yates, spelled out because the library's way may change.
    mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var elements = elements
        for index in elements.indices.reversed() where index > 0 {
            elements.swapAt(index, below(index + 1))
        }
        return elements
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// A word of lower-case letters.
    mutating func word(count: Int) -> String {
        String(decoding: (0..<count).map { _ in UInt8(ascii: "a") + UInt8(below(26)) }, as: UTF8.self)
    }
}
