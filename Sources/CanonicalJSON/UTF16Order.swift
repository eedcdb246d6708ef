/// The order of strings by UTF-16 code unit, which is Dart's `String.compareTo` and JavaScript's `<`.
///
/// It works on UTF-8 bytes as they are. UTF-8 sorts by code point; UTF-16 differs in one thing, that a character
/// beyond U+FFFF counts as its leading surrogate (U+D800...U+DBFF) and so comes before U+E000...U+FFFF. Lone
/// surrogates, three bytes each in WTF-8, sort as the code units they are.
public enum UTF16Order {
    /// -1, 0 or 1 as `a` comes before `b`, equals it, or comes after it.
    ///
    /// Both must be well-formed WTF-8: UTF-8, plus surrogates encoded as three bytes where they are not a pair.
    public static func compare(wtf8 a: Span<UInt8>, _ b: Span<UInt8>) -> Int {
        let common = min(a.count, b.count)
        var at = 0
        while at + 8 <= common, a.word(at: at) == b.word(at: at) {
            at += 8
        }
        while at < common, a[at] == b[at] {
            at += 1
        }
        guard at < common else {
            return a.count == b.count ? 0 : a.count < b.count ? -1 : 1
        }
        let (x, y) = (a[at], b[at])
        // A difference in a trailing byte has the same lead on both sides, where both orders agree.
        if x >= 0xF0, y >= 0xED, y < 0xF0 {
            return compareAstral(a, to: b, at: at)
        }
        if y >= 0xF0, x >= 0xED, x < 0xF0 {
            return -compareAstral(b, to: a, at: at)
        }
        return x < y ? -1 : 1
    }

    /// -1, 0 or 1 as `a` comes before `b`, equals it, or comes after it.
    public static func compare(wtf8 a: [UInt8], _ b: [UInt8]) -> Int {
        compare(wtf8: a.span, b.span)
    }

    /// Compares where `a` has a four-byte character at `at`, and `b` one of U+D000...U+FFFF.
    private static func compareAstral(_ a: Span<UInt8>, to b: Span<UInt8>, at: Int) -> Int {
        guard b[at] == 0xED else { return -1 }
        let other = UInt32(0xD000) | UInt32(b[at + 1] & 0x3F) << 6 | UInt32(b[at + 2] & 0x3F)
        // A trailing byte never has these lead values, so `at` starts a character on both sides.
        let scalar =
            UInt32(a[at] & 0x07) << 18 | UInt32(a[at + 1] & 0x3F) << 12 | UInt32(a[at + 2] & 0x3F) << 6
            | UInt32(a[at + 3] & 0x3F)
        let high = 0xD800 + (scalar - 0x10000) >> 10
        if high != other { return high < other ? -1 : 1 }
        // The leading surrogate stands alone in `b`, so what follows it there is no trailing surrogate: it is the
        // end, or a unit below U+DC00, both less than `a`'s trailing surrogate, or U+E000 and above.
        guard at + 3 < b.count else { return 1 }
        let next = b[at + 3]
        return next == 0xEE || next == 0xEF ? -1 : 1
    }
}
