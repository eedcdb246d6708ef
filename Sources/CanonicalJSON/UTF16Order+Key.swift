extension UTF16Order {
    /// A string of up to 40 bytes as numbers that sort as it does, for rows that are compared many times.
    ///
    /// It lies where its owner lies, so that a comparison need not look up the bytes of a string somewhere else.
    package struct Key: Sendable {
        /// The bytes, the first in the highest bits of the first word, zeros behind the last. The bytes that lead
        /// U+E000...U+FFFF are 10 hex higher than in WTF-8, so that they come after those which lead a surrogate pair.
        package let words: InlineArray<5, UInt64>
        /// How many bytes there are.
        package let count: Int
        /// Whether the words stand for the string: it is no longer than they are, and has no lone surrogate, which has
        /// no place in an order of bytes.
        package let isWhole: Bool

        package init(_ string: JSONString) {
            let bytes = string.wtf8.span
            var words = InlineArray<5, UInt64>(repeating: 0)
            count = bytes.count
            guard bytes.count <= words.count * 8 else {
                (self.words, isWhole) = (words, false)
                return
            }
            var all: UInt64 = 0
            var at = 0
            while at &+ 8 <= bytes.count {
                words[at >> 3] = bytes.word(at: at).byteSwapped
                all |= words[at >> 3]
                at &+= 8
            }
            while at < bytes.count {
                words[at >> 3] |= UInt64(bytes[at]) << UInt64(56 &- (at & 7) &* 8)
                all |= UInt64(bytes[at])
                at &+= 1
            }
            if all & 0x8080_8080_8080_8080 == 0 {
                (self.words, isWhole) = (words, true)
                return
            }
            for at in bytes.indices where bytes[at] == 0xEE || bytes[at] == 0xEF {
                words[at >> 3] |= 0x10 << UInt64(56 &- (at & 7) &* 8)
            }
            (self.words, isWhole) = (words, !WTF8.hasSurrogate(bytes))
        }

        /// -1, 0 or 1 as the string of this key comes before that of another, equals it, or comes after it; both are whole.
        @inline(__always)
        package func compare(_ other: Key) -> Int {
            assert(isWhole && other.isWhole)
            for index in words.indices where words[index] != other.words[index] {
                return words[index] < other.words[index] ? -1 : 1
            }
            return count == other.count ? 0 : count < other.count ? -1 : 1
        }
    }
}
