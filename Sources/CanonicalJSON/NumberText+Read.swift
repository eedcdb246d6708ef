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
        let literal = DecimalLiteral(bytes, from: start, to: end)
        return literal.isNegative ? -literal.magnitude : literal.magnitude
    }
}

/// A literal as significant digits and a power of ten.
private struct DecimalLiteral {
    let isNegative: Bool
    /// The first digits, without leading zeros: as many as any double needs to be told from its neighbours.
    private var digits: [UInt8] = []
    /// Whether a digit other than 0 was left out.
    private var isTruncated = false
    /// The power of ten of the last digit kept.
    private var exponent = 0

    /// Between two neighbouring doubles lies a decimal of at most 767 digits; one more digit, set when anything
    /// follows, decides on which side of it a longer literal is.
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
        let negative = bytes[at] == 0x2D
        if negative || bytes[at] == 0x2B { at += 1 }
        var written = 0
        while at < end {
            // Far beyond any literal's number of digits, and small enough to be added to one.
            written = min(written * 10 + Int(bytes[at] & 0x0F), 1 << 40)
            at += 1
        }
        exponent += negative ? -written : written
    }

    var magnitude: Double {
        guard !digits.isEmpty else { return 0 }
        let leading = digits.count + exponent
        if leading > 310 { return .infinity }
        if leading < -330 { return 0 }
        if let exact { return exact }
        var text = String(decoding: digits, as: UTF8.self)
        if isTruncated { text += "1" }
        text += "e\(isTruncated ? exponent - 1 : exponent)"
        guard let value = Double(text) else { preconditionFailure("a decimal literal must read as a double") }
        return value
    }

    /// The value when digits and power of ten are both exact as doubles, so that one operation rounds correctly.
    private var exact: Double? {
        guard digits.count <= 15, exponent.magnitude <= 22 else { return nil }
        var value: Int64 = 0
        for digit in digits { value = value * 10 + Int64(digit & 0x0F) }
        let power = Self.powers[Int(exponent.magnitude)]
        return exponent < 0 ? Double(value) / power : Double(value) * power
    }

    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}
