/// Sixteen bytes as two words, the first byte in the lowest bits of the low one.
///
/// Not a vector: the optimizer makes one of two words that are treated alike, and without an optimizer every operator
/// of vectors is a loop.
struct ByteBlock: BitwiseCopyable {
    var low: UInt64
    var high: UInt64

    /// Whether each byte of a string's content is written as it is.
    @inline(__always)
    var isVerbatim: Bool {
        let needCare = StringScan.care(low) & ~low | StringScan.care(high) & ~high
        return needCare == 0 && !mayBeginSurrogate
    }

    /// Whether a byte of a string's content can be the first of a surrogate.
    @inline(__always)
    var mayBeginSurrogate: Bool {
        let lead: UInt64 = 0xEDED_EDED_EDED_EDED
        return StringScan.zeros(low ^ lead) | StringScan.zeros(high ^ lead) != 0
    }
}
