extension Tape {
    /// Checks the number that begins at `at` and appends its node.
    ///
    /// Its text is kept; a value is made when someone asks. What must be known now costs nothing for ordinary
    /// numbers: whether an integer fits 64 bits, whether a double overflows, whether the text is canonical.
    @inline(__always)
    mutating func appendNumber(
        _ source: Span<UInt8>, _ at: inout Int, _ dirty: inout Int
    ) throws(JSONError) {
        let start = at
        if source.byte(at: at) == 0x2D { at &+= 1 }
        let first = at
        while source.byte(at: at) &- 0x30 < 10 { at &+= 1 }
        let digits = at &- first
        guard digits > 0 else { throw JSONError.badNumber(at: at, in: source) }
        if digits > 1, source.byte(at: first) == 0x30 { throw JSONError(.leadingZero, at: first &+ 1, in: source) }
        let next = source.byte(at: at)
        let isInteger = next != 0x2E && next | 0x20 != 0x65
        if isInteger, digits <= 18, first == start || source.byte(at: first) != 0x30 {
            nodes.append(TapeNode(.integer, from: start, to: at, next: nodes.count &+ 1, .canonical))
        } else {
            try appendRareNumber(source, start, &at, &dirty, integerDigits: digits, isInteger: isInteger)
        }
    }

    /// `-0`, integers of 19 digits and more, and doubles, from the end of the integer part on.
    @inline(never)
    private mutating func appendRareNumber(
        _ source: Span<UInt8>, _ start: Int, _ at: inout Int, _ dirty: inout Int, integerDigits: Int, isInteger: Bool
    ) throws(JSONError) {
        let integerEnd = at
        var kind = TapeNode.Kind.integer
        var flags: TapeNode.Flags = []
        var mayOverflow = false
        if isInteger {
            if NumberText.integer(source, from: start, to: at) == nil {
                kind = .double
                flags = .bigInteger
                mayOverflow = integerDigits > 308
            } else if integerDigits > 1 {
                flags = .canonical
            }
        } else {
            kind = .double
            if source[at] == 0x2E {
                at &+= 1
                try skipDigits(source, &at)
            }
            if at < source.count, source[at] | 0x20 == 0x65 {
                at &+= 1
                let isSmall = at < source.count && source[at] == 0x2D
                if isSmall || (at < source.count && source[at] == 0x2B) { at &+= 1 }
                let first = at
                try skipDigits(source, &at)
                // An exponent of up to two digits keeps an integer part of ordinary length far from the limit.
                mayOverflow = integerDigits > 200 || (!isSmall && at &- first > 2)
            } else {
                mayOverflow = integerDigits > 308
                if Self.isShortestDecimal(source, integerEnd &- integerDigits, integerEnd, at) { flags = .canonical }
            }
        }
        if mayOverflow, NumberText.double(source, from: start, to: at).isInfinite {
            throw JSONError(.numberOverflow, at: start, in: source)
        }
        if !flags.contains(.canonical) { dirty = start }
        nodes.append(TapeNode(kind, from: start, to: at, next: nodes.count &+ 1, flags))
    }

    private func skipDigits(_ source: Span<UInt8>, _ at: inout Int) throws(JSONError) {
        let first = at
        while source.byte(at: at) &- 0x30 < 10 { at &+= 1 }
        guard at > first else { throw JSONError.badNumber(at: at, in: source) }
    }

    /// Whether a decimal without exponent is certainly written in its canonical form.
    ///
    /// Decimals of up to 15 digits all read as different doubles, so that no shorter one can stand for the same; what
    /// is left is the form: no superfluous zero at the end, and nothing below 1e-6.
    private static func isShortestDecimal(_ source: Span<UInt8>, _ start: Int, _ point: Int, _ end: Int) -> Bool {
        guard end - start <= 16 else { return false }
        if source[end - 1] == 0x30 { return end - point == 2 }
        guard source[start] == 0x30 else { return true }
        for offset in point + 1..<min(point + 7, end) where source[offset] != 0x30 { return true }
        return false
    }
}
