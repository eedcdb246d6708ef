extension Tape {
    /// The node of the number that begins with `byte` at `at`, which is moved behind it; `next` is the index after the
    /// node.
    ///
    /// Its text is kept; a value is made when someone asks. What must be known now costs nothing for ordinary
    /// numbers: whether an integer fits 64 bits, whether a double overflows, whether the text is canonical.
    @inline(__always)
    static func number(
        _ source: Span<UInt8>, _ at: inout Int, _ dirty: inout Int, _ byte: UInt8, next index: Int
    ) throws(JSONError) -> TapeNode {
        let start = at
        // Most numbers are plain integers or short decimals, whose text is canonical.
        if byte &- 0x30 < 10 {
            at = StringScan.skipDigits(source, from: start &+ 1)
            let next = source.byte(at: at)
            let isPlain = byte != 0x30 || at == start &+ 1
            if next != 0x2E, next | 0x20 != 0x65, isPlain, at &- start <= 18 {
                return TapeNode(.integer, from: start, to: at, next: index, .canonical)
            }
            if next == 0x2E, byte != 0x30, let end = endOfShortDecimal(source, start, point: at) {
                at = end
                return TapeNode(.double, from: start, to: end, next: index, .canonical)
            }
            at = start
        }
        // In a variable of its own, so that the caller's stays in a register.
        var end = at
        defer { at = end }
        let (kind, flags) = try otherNumber(source, &end)
        if !flags.contains(.canonical) { dirty = start }
        return TapeNode(kind, from: start, to: end, next: index, flags)
    }

    /// The end of a decimal that begins with a digit other than 0, has its point at `point`, and is certainly written in
    /// its canonical form; nil when that takes a closer look.
    @inline(never)
    private static func endOfShortDecimal(_ source: Span<UInt8>, _ start: Int, point: Int) -> Int? {
        let end = StringScan.skipDigits(source, from: point &+ 1)
        guard end > point &+ 1, end &- start <= 16, source.byte(at: end &- 1) != 0x30,
            source.byte(at: end) | 0x20 != 0x65
        else { return nil }
        assert(isShortestDecimal(source, start, point, end))
        return end
    }

    /// Any number, in particular negative integers, integers of 19 digits and more, and doubles.
    @inline(never)
    private static func otherNumber(
        _ source: Span<UInt8>, _ at: inout Int
    ) throws(JSONError) -> (TapeNode.Kind, TapeNode.Flags) {
        let start = at
        if source[at] == 0x2D { at &+= 1 }
        let first = at
        try skipDigits(source, &at)
        let integerEnd = at
        let digits = integerEnd &- first
        if digits > 1, source[first] == 0x30 { throw JSONError(.leadingZero, at: first &+ 1, in: source) }
        let byte = source.byte(at: at)
        var kind = TapeNode.Kind.integer
        var flags: TapeNode.Flags = []
        var mayOverflow = false
        if byte != 0x2E, byte | 0x20 != 0x65 {
            if digits <= 18 {
                // Everything but -0.
                if first == start || source[first] != 0x30 { flags = .canonical }
            } else if NumberText.integer(source, from: start, to: at) == nil {
                kind = .double
                flags = .bigInteger
                mayOverflow = digits > 308
            } else {
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
                mayOverflow = digits > 200 || (!isSmall && at &- first > 2)
            } else {
                mayOverflow = digits > 308
                if isShortestDecimal(source, first, integerEnd, at) { flags = .canonical }
            }
        }
        if mayOverflow, NumberText.double(source, from: start, to: at).isInfinite {
            throw JSONError(.numberOverflow, at: start, in: source)
        }
        return (kind, flags)
    }

    private static func skipDigits(_ source: Span<UInt8>, _ at: inout Int) throws(JSONError) {
        let first = at
        at = StringScan.skipDigits(source, from: at)
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
