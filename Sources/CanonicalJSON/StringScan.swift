/// Finds the bytes of a string that need care, eight or sixteen at a time.
package enum StringScan {
    /// The first offset at or after `start` whose byte is a control character, `"`, `\` or not ASCII, or the end.
    @inline(__always)
    package static func skipPlain(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while let block = bytes.blockIfPresent(at: at) {
            let (low, high) = (care(block.low), care(block.high))
            // One question for both, so that the optimizer makes a vector of them.
            if low | high != 0 { return at &+ (low != 0 ? first(low) : 8 &+ first(high)) }
            at &+= 16
        }
        return skipLast(bytes, from: at)
    }

    /// As ``skipPlain(_:from:)``, given the eight bytes at `start`, which is mostly enough in a text full of escapes.
    @inline(__always)
    static func skipPlain(_ bytes: Span<UInt8>, from start: Int, _ word: UInt64) -> Int {
        let found = care(word)
        return found != 0 ? start &+ first(found) : skipPlain(bytes, from: start &+ 8)
    }

    /// As ``skipPlain(_:from:)``, among the last bytes, fewer than sixteen.
    @inline(never)
    private static func skipLast(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var at = start
        if let word = bytes.wordIfPresent(at: at) {
            let found = care(word)
            if found != 0 { return at &+ first(found) }
            at &+= 8
        }
        let rest = bytes.count &- at
        if rest > 0, let word = bytes.wordIfPresent(at: bytes.count &- 8) {
            // Fewer than eight bytes: the zeros that follow them count as found.
            return at &+ first(care(word &>> UInt64(truncatingIfNeeded: 64 &- rest &* 8)))
        }
        while at < bytes.count, !needsCare(bytes[at]) { at &+= 1 }
        return at
    }

    @inline(__always)
    private static func needsCare(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C
    }

    /// Not 0 when a byte is below 0x20, `"`, `\` or not ASCII: then the high bit of the lowest such byte is the lowest
    /// bit.
    ///
    /// A borrow comes only from a byte that needs care, and changes only what is above it.
    @inline(__always)
    static func care(_ word: UInt64) -> UInt64 {
        let quote = (word ^ 0x2222_2222_2222_2222) &- ones
        let backslash = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- ones
        let control = word &- 0x2020_2020_2020_2020
        return (quote | backslash | control | word) & highs
    }

    /// Not 0 when a byte is 0: then the high bit of the lowest such byte is the lowest bit.
    @inline(__always)
    static func zeros(_ word: UInt64) -> UInt64 {
        (word &- ones) & ~word & highs
    }

    /// The number of the lowest byte with a bit in `found`, which is not 0.
    @inline(__always)
    private static func first(_ found: UInt64) -> Int { found.trailingZeroBitCount &>> 3 }

    @inline(__always) private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    @inline(__always) private static var highs: UInt64 { 0x8080_8080_8080_8080 }

    /// The first offset from `start` on, up to `end`, whose byte is a backslash, or `end`.
    @inline(__always)
    package static func skipToBackslash(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var at = start
        while at < end, let word = bytes.wordIfPresent(at: at) {
            let found = zeros(word ^ 0x5C5C_5C5C_5C5C_5C5C)
            if found != 0 { return min(at &+ first(found), end) }
            at &+= 8
        }
        while at < end, bytes[at] != 0x5C { at &+= 1 }
        return min(at, end)
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
