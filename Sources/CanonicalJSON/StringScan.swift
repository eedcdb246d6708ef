/// Finds the bytes of a string that need care, eight at a time.
package enum StringScan {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    /// The first offset at or after `start` whose byte is a control character, `"`, `\` or not ASCII, or the end.
    @inline(__always)
    package static func skipPlain(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var at = start
        while at &+ 8 <= bytes.count {
            let word = bytes.word(at: at)
            let quote = word ^ ones &* 0x22
            let backslash = word ^ ones &* 0x5C
            // In each byte the high bit is set when the byte is below 0x20, equals one of the two, or is not ASCII.
            // A borrow can set a bit too many only above the first true one, which alone is looked at.
            let care =
                ((word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones) | word) & highs
            if care != 0 {
                return at &+ (care.trailingZeroBitCount &>> 3)
            }
            at &+= 8
        }
        while at < bytes.count, !needsCare(bytes[at]) {
            at &+= 1
        }
        return at
    }

    @inline(__always)
    private static func needsCare(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C
    }
}
