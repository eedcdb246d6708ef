/// The sequences that a string's content is made of besides runs of plain ASCII: UTF-8, by table 3-7 of the Unicode
/// Standard, the escapes of one letter that the canonical form has, and single characters of ASCII between those.
///
/// Which of them comes next no processor can guess: so they are told apart by a table, without branches.
package enum SequenceTable {
    /// For each byte, from the lowest bits on:
    ///
    /// - 8 bits: when it comes first, the kinds of bytes of which one has to be second;
    /// - 8 bits: when it comes second, the kinds that it belongs to;
    /// - 16 bits: when it comes first, the two highest bits of the third and fourth byte, if there are such bytes;
    /// - 30 bits: its value as a hexadecimal digit, and far enough above it one bit for a capital and one for no digit,
    ///   so that those of four digits, each moved by four places more than the next, do not meet;
    /// - 2 bits: when it comes first, the length of the sequence, less one.
    package static let entries: [UInt64] = (0...UInt8.max).map { byte in
        var entry = UInt64(length(byte) - 1) << 62
        switch length(byte) {
        case 3: entry |= 0x00C0_0000
        case 4: entry |= 0xC0C0_0000
        default: break
        }
        for (number, kind) in kinds.enumerated() {
            if kind.first.contains(byte) { entry |= 1 << UInt64(number) }
            if kind.second.contains(byte) { entry |= 0x100 << UInt64(number) }
        }
        let isCapital = byte >= 0x41 && byte <= 0x46
        let digit = StringEscape.digit(byte).map { isCapital ? $0 | 1 << 16 : $0 } ?? 1 << 17
        return entry | UInt64(digit) << 32
    }

    /// The kind of an escape's letter, in an entry for a first byte.
    static var escape: UInt64 { 1 }

    /// The kind of what may follow a single character of ASCII, in an entry for a first byte.
    static var plain: UInt64 { 1 << 6 }

    private static let kinds: [(first: [UInt8], second: [UInt8])] = [
        ([0x5C], [0x22, 0x5C, 0x62, 0x66, 0x6E, 0x72, 0x74]),
        ([0xC2...0xDF, 0xE1...0xEC, 0xEE...0xEF, 0xF1...0xF3].flatMap(Array.init), Array(0x80...0xBF)),
        ([0xE0], Array(0xA0...0xBF)),
        ([0xED], Array(0x80...0x9F)),
        ([0xF0], Array(0x90...0xBF)),
        ([0xF4], Array(0x80...0x8F)),
        ((0...0xFF).filter(isPlain), (0...0xFF).filter { !isPlain($0) }),
    ]

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
    }

    private static func length(_ first: UInt8) -> Int {
        switch first {
        case 0x5C, 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    /// Whether a sequence is at the low end of `word`, given the entries of its lowest byte and of the next.
    @inline(__always)
    package static func isValid(_ word: UInt64, _ first: UInt64, _ second: UInt64) -> Bool {
        let rest = first & 0xFFFF_0000
        return first & second &>> 8 & 0xFF != 0 && word & rest == rest & 0x8080_0000
    }

    /// Whether two sequences of three bytes, as Chinese text is made of, are at the low end of `word`.
    @inline(__always)
    package static func isPair(_ word: UInt64) -> Bool {
        guard word & 0xC0C0_F0C0_C0F0 == 0x8080_E080_80E0 else { return false }
        // Of a lead and the byte after it, the bits that tell overlong forms and surrogates.
        let (first, second) = (word & 0x200F, word &>> 24 & 0x200F)
        return first != 0 && first != 0x200D && second != 0 && second != 0x200D
    }
}
