/// UTF-8 with encoded lone surrogates: decoding, encoding and validation, one sequence at a time.
package enum WTF8 {
    /// The length of the valid UTF-8 sequence of two to four bytes that starts at `offset`, or 0 when it is bad.
    ///
    /// Table 3-7 of the Unicode Standard: no overlong form, no surrogate, nothing beyond U+10FFFF.
    package static func validLength(_ bytes: Span<UInt8>, at offset: Int) -> Int {
        let lead = bytes[offset]
        let available = bytes.count - offset
        guard lead >= 0xC2, lead <= 0xF4, available >= 2 else { return 0 }
        let second = bytes[offset + 1]
        if lead < 0xE0 { return second & 0xC0 == 0x80 ? 2 : 0 }
        let least: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
        let most: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
        guard second >= least, second <= most, available >= 3, bytes[offset + 2] & 0xC0 == 0x80 else { return 0 }
        if lead < 0xF0 { return 3 }
        return available >= 4 && bytes[offset + 3] & 0xC0 == 0x80 ? 4 : 0
    }

    /// The code point, or lone surrogate, that starts at `offset` of well-formed WTF-8, and its length in bytes.
    package static func scalar(_ bytes: Span<UInt8>, at offset: Int) -> (value: UInt32, length: Int) {
        let lead = UInt32(bytes[offset])
        if lead < 0x80 { return (lead, 1) }
        let second = UInt32(bytes[offset + 1] & 0x3F)
        if lead < 0xE0 { return ((lead & 0x1F) << 6 | second, 2) }
        let third = UInt32(bytes[offset + 2] & 0x3F)
        if lead < 0xF0 { return ((lead & 0x0F) << 12 | second << 6 | third, 3) }
        return ((lead & 0x07) << 18 | second << 12 | third << 6 | UInt32(bytes[offset + 3] & 0x3F), 4)
    }

    /// Appends one UTF-16 code unit; a trailing surrogate joins a leading one that ends `output`.
    static func append(unit: UInt32, to output: inout [UInt8]) {
        let count = output.count
        if unit & 0xFC00 == 0xDC00, count >= 3, output[count - 3] == 0xED, output[count - 2] & 0xF0 == 0xA0 {
            let high = UInt32(output[count - 2] & 0x0F) << 6 | UInt32(output[count - 1] & 0x3F)
            output.removeLast(3)
            append(scalar: 0x10000 + high << 10 + (unit & 0x3FF), to: &output)
        } else {
            append(scalar: unit, to: &output)
        }
    }

    /// Appends one code point or lone surrogate, which must not complete a pair.
    static func append(scalar: UInt32, to output: inout [UInt8]) {
        if scalar < 0x80 {
            output.append(UInt8(scalar))
            return
        }
        if scalar < 0x800 {
            output.append(UInt8(0xC0 | scalar >> 6))
        } else {
            if scalar < 0x10000 {
                output.append(UInt8(0xE0 | scalar >> 12))
            } else {
                output.append(UInt8(0xF0 | scalar >> 18))
                output.append(UInt8(0x80 | scalar >> 12 & 0x3F))
            }
            output.append(UInt8(0x80 | scalar >> 6 & 0x3F))
        }
        output.append(UInt8(0x80 | scalar & 0x3F))
    }

    /// Whether well-formed WTF-8 holds a surrogate.
    static func hasSurrogate(_ bytes: Span<UInt8>) -> Bool {
        var at = 0
        while at + 1 < bytes.count {
            if bytes[at] == 0xED, bytes[at + 1] >= 0xA0 { return true }
            at += 1
        }
        return false
    }

    /// `bytes` with surrogate pairs joined, or nil when they are not generalized UTF-8.
    static func wellFormed(_ bytes: [UInt8]) -> [UInt8]? {
        var joined: [UInt8] = []
        joined.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            if bytes[at] < 0x80 {
                joined.append(bytes[at])
                at += 1
            } else if bytes[at] == 0xED, at + 2 < bytes.count, bytes[at + 1] & 0xE0 == 0xA0,
                bytes[at + 2] & 0xC0 == 0x80
            {
                append(unit: scalar(bytes.span, at: at).value, to: &joined)
                at += 3
            } else {
                let length = validLength(bytes.span, at: at)
                guard length > 0 else { return nil }
                joined.append(bytes.span, from: at, to: at + length)
                at += length
            }
        }
        return joined
    }
}
