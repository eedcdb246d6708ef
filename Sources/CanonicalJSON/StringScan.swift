/// Finds the bytes of a string that need care, sixteen at a time.
package enum StringScan {
    /// The first offset at or after `start` whose byte is a control character, `"`, `\` or not ASCII, or the end.
    @inline(__always)
    package static func skipPlain(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while let block = bytes.blockIfPresent(at: at) {
            let (low, high) = care(block).words
            if low != 0 { return at &+ (low.trailingZeroBitCount &>> 3) }
            if high != 0 { return at &+ 8 &+ (high.trailingZeroBitCount &>> 3) }
            at &+= 16
        }
        return skipLast(bytes, from: at)
    }

    /// All bits of each byte that is below 0x20, `"`, `\` or not ASCII; as a signed number, the last is negative.
    @inline(__always)
    private static func care(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
        (block .== SIMD16(repeating: 0x22)) .| (block .== SIMD16(repeating: 0x5C))
            .| (SIMD16<Int8>(truncatingIfNeeded: block) .< SIMD16(repeating: 0x20))
    }

    /// The same among the last bytes, fewer than sixteen.
    @inline(never)
    private static func skipLast(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at < bytes.count, !needsCare(bytes[at]) { at &+= 1 }
        return at
    }

    @inline(__always)
    private static func needsCare(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C
    }

    /// The first offset at or after `start` whose byte is no decimal digit, or the end.
    @inline(__always)
    package static func skipDigits(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while let word = bytes.wordIfPresent(at: at) {
            // A digit has a high half of 3, and still has when 6 is added. A carry comes only from a byte that is no
            // digit, and the lowest of these alone is looked at.
            let others = ((word ^ threes) | ((word &+ 0x0606_0606_0606_0606) ^ threes)) & 0xF0F0_F0F0_F0F0_F0F0
            if others != 0 { return at &+ (others.trailingZeroBitCount &>> 3) }
            at &+= 8
        }
        while bytes.byte(at: at) &- 0x30 < 10 { at &+= 1 }
        return at
    }

    @inline(__always)
    private static var threes: UInt64 { 0x3030_3030_3030_3030 }
}
