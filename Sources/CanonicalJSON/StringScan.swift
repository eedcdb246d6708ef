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

    /// In each byte, the high bit alone when it is below 0x20, `"`, `\` or not ASCII.
    ///
    /// Only operations that every vector unit has: a comparison can compile to a loop over the lanes.
    @inline(__always)
    private static func care(_ block: SIMD16<UInt8>) -> SIMD16<UInt8> {
        let quote = (block ^ SIMD16(repeating: 0x22)) &- SIMD16(repeating: 1)
        let backslash = (block ^ SIMD16(repeating: 0x5C)) &- SIMD16(repeating: 1)
        let control = block &- SIMD16(repeating: 0x20)
        return (quote | backslash | control | block) & SIMD16(repeating: 0x80)
    }

    /// Whether each byte of a string's content is written as it is.
    @inline(__always)
    package static func isVerbatim(_ block: SIMD16<UInt8>) -> Bool {
        let quote = (block ^ SIMD16(repeating: 0x22)) &- SIMD16(repeating: 1)
        let backslash = (block ^ SIMD16(repeating: 0x5C)) &- SIMD16(repeating: 1)
        let control = block &- SIMD16(repeating: 0x20)
        let found = ((quote | backslash | control) & ~block & SIMD16(repeating: 0x80)).words
        return found.low | found.high == 0 && !mayBeginSurrogate(block)
    }

    /// Whether a byte of a string's content can be the first of a surrogate.
    @inline(__always)
    package static func mayBeginSurrogate(_ block: SIMD16<UInt8>) -> Bool {
        let other = block ^ SIMD16(repeating: 0xED)
        let found = ((other &- SIMD16(repeating: 1)) & ~other & SIMD16(repeating: 0x80)).words
        return found.low | found.high != 0
    }

    /// As ``skipPlain(_:from:)``, among the last bytes, fewer than sixteen.
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

    /// The first offset from `start` on, where no escape is cut, up to `end`, at which an escape by code unit or of a
    /// slash begins, or `end`: of checked content, all that may have to be written differently.
    @inline(__always)
    package static func skipToRewritten(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var at = start
        while at < end {
            if let block = bytes.blockIfPresent(at: at), let next = bytes.blockIfPresent(at: at &+ 1) {
                let found =
                    (zeros(block ^ SIMD16(repeating: 0x5C))
                    & (zeros(next ^ SIMD16(repeating: 0x75)) | zeros(next ^ SIMD16(repeating: 0x2F)))).words
                if found.low != 0 {
                    at &+= found.low.trailingZeroBitCount &>> 3
                } else if found.high != 0 {
                    at &+= 8 &+ (found.high.trailingZeroBitCount &>> 3)
                } else {
                    at &+= 16
                    continue
                }
                if at >= end { break }
            } else if bytes[at] != 0x5C || bytes[at &+ 1] != 0x75 && bytes[at &+ 1] != 0x2F {
                at &+= 1
                continue
            }
            // An odd number of backslashes before it: then this one is what the last of them escapes.
            var first = at
            while first > start, bytes[first &- 1] == 0x5C { first &-= 1 }
            if (at &- first) & 1 == 0 { return at }
            at &+= 1
        }
        return end
    }

    /// In each byte, the high bit alone when the byte is 0.
    @inline(__always)
    private static func zeros(_ block: SIMD16<UInt8>) -> SIMD16<UInt8> {
        (block &- SIMD16(repeating: 1)) & ~block & SIMD16(repeating: 0x80)
    }

    /// The first offset from `start` on, up to `end`, whose byte is a backslash, or `end`.
    @inline(__always)
    package static func skipToBackslash(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var at = start
        while at < end, let block = bytes.blockIfPresent(at: at) {
            // Where the byte is a backslash, its high bit is clear and the difference 0 has none before 1 is taken.
            let difference = block ^ SIMD16(repeating: 0x5C)
            let found = ((difference &- SIMD16(repeating: 1)) & ~difference & SIMD16(repeating: 0x80)).words
            if found.low != 0 { return min(at &+ (found.low.trailingZeroBitCount &>> 3), end) }
            if found.high != 0 { return min(at &+ 8 &+ (found.high.trailingZeroBitCount &>> 3), end) }
            at &+= 16
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
