extension NumberText {
    /// The value of an integer literal of JSON grammar, or nil when it does not fit 64 bits; `-0` is 0.
    static func integer(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int64? {
        let negative = bytes[start] == 0x2D
        var at = negative ? start + 1 : start
        guard end - at <= 19 else { return nil }
        var value: UInt64 = 0
        while at < end {
            value = value &* 10 &+ UInt64(bytes[at] & 0x0F)
            at += 1
        }
        if negative {
            return value <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- value) : nil
        }
        return Int64(exactly: value)
    }

    /// The double nearest to a literal of JSON grammar, ties to even; infinite on overflow, a zero on underflow.
    ///
    /// Linear in the length of the literal, however many digits it has.
    package static func double(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Double {
        if end - start <= 32 {
            if let value = exact(bytes, from: start, to: end) { return value }
            return parse(String(ascii: bytes, from: start, to: end))
        }
        return LongLiteral(bytes, from: start, to: end).value
    }

    /// The value of text that is a literal within the exponents of `Int`.
    fileprivate static func parse(_ text: String) -> Double {
        guard let value = Double(text) else { preconditionFailure("a decimal literal must read as a double") }
        return value
    }

    /// The value of a literal whose digits and power of ten are both exact as doubles, so that one operation rounds
    /// correctly; nil when there are more than 15 digits, or an exponent.
    private static func exact(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Double? {
        let negative = bytes[start] == 0x2D
        let first = negative ? start + 1 : start
        guard end - first <= 16 else { return nil }
        var digits: Int64 = 0
        var places = 0
        for offset in first..<end {
            let byte = bytes[offset]
            if byte == 0x2E {
                places = end - offset - 1
            } else if byte | 0x20 == 0x65 {
                return nil
            } else {
                digits = digits &* 10 &+ Int64(byte & 0x0F)
            }
        }
        guard digits < 1 << 53 else { return nil }
        let value = Double(digits) / powersOfTen[places]
        return negative ? -value : value
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]
}

/// A literal of any length as significant digits and a power of ten.
private struct LongLiteral {
    private let isNegative: Bool
    /// The first digits, without leading zeros: as many as any double needs to be told from its neighbours.
    private var digits: [UInt8] = []
    /// Whether a digit other than 0 was left out.
    private var isTruncated = false
    /// The power of ten of the last digit kept.
    private var exponent = 0

    /// The decimal in the middle between two neighbouring doubles has at most 767 digits; one more digit, set when
    /// anything follows, decides on which side of it a longer literal is.
    private static let digitLimit = 800

    init(_ bytes: Span<UInt8>, from start: Int, to end: Int) {
        isNegative = bytes[start] == 0x2D
        var at = isNegative ? start + 1 : start
        var seenPoint = false
        while at < end, bytes[at] | 0x20 != 0x65 {
            let byte = bytes[at]
            at += 1
            if byte == 0x2E {
                seenPoint = true
            } else if digits.count < Self.digitLimit {
                if byte != 0x30 || !digits.isEmpty { digits.append(byte) }
                if seenPoint { exponent -= 1 }
            } else {
                if byte != 0x30 { isTruncated = true }
                if !seenPoint { exponent += 1 }
            }
        }
        guard at < end else { return }
        at += 1
        let isSmall = bytes[at] == 0x2D
        if isSmall || bytes[at] == 0x2B { at += 1 }
        var written = 0
        while at < end {
            // Far beyond any literal's number of digits, and small enough to be added to one.
            written = min(written * 10 + Int(bytes[at] & 0x0F), 1 << 40)
            at += 1
        }
        exponent += isSmall ? -written : written
    }

    var value: Double { isNegative ? -magnitude : magnitude }

    private var magnitude: Double {
        guard !digits.isEmpty else { return 0 }
        let leading = digits.count + exponent
        if leading > 310 { return .infinity }
        if leading < -330 { return 0 }
        let text = String(decoding: digits, as: UTF8.self)
        return NumberText.parse(isTruncated ? "\(text)1e\(exponent - 1)" : "\(text)e\(exponent)")
    }
}
