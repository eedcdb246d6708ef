/// The one gzip header that archives have, and its check.
enum PinnedGzip {
    /// Magic, deflate, no flags, no time, no extra flags, operating system unknown (RFC 1952 section 2.3).
    static let header: [UInt8] = [0x1F, 0x8B, 0x08, 0x00, 0, 0, 0, 0, 0x00, 0xFF]

    /// CRC-32 and ISIZE, little-endian, each four bytes.
    static let trailerSize = 8

    /// The flag bits that RFC 1952 reserves.
    static let reservedFlags: UInt8 = 0b1110_0000

    /// Checks the byte at `offset` (0 to 9) of a header that starts at `start` in the input.
    static func check(_ byte: UInt8, at offset: Int, from start: Int = 0) throws(ArchiveError) {
        let expected = header[offset]
        guard byte != expected else { return }
        let reason = "found \(hex(byte)), expected \(hex(expected))"
        switch offset {
        case 0, 1:
            throw ArchiveError(code: .notGzip, offset: start + offset, reason: reason)
        case 3 where byte & reservedFlags != 0:
            throw ArchiveError(code: .reservedFlag, offset: start + offset, reason: "the flags are \(hex(byte))")
        default:
            throw ArchiveError(code: .headerNotPinned, offset: start + offset, reason: reason)
        }
    }
}

/// Two upper-case hex digits, as the specification writes bytes.
func hex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
}

/// Appends `value` as four bytes, least significant first.
func appendLittleEndian(_ value: UInt32, to output: inout [UInt8]) {
    for shift in stride(from: 0, to: 32, by: 8) { output.append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
}

/// The four bytes of `bytes` from `offset` as an integer, least significant first.
func littleEndian(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
}
