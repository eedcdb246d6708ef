extension Tape {
    /// Checks the string that begins at `at` and moves behind its closing quotation mark.
    @inline(__always)
    static func scanString(
        _ source: Span<UInt8>, _ at: inout Int, _ dirty: inout Int
    ) throws(JSONError) -> TapeNode.Flags {
        at = StringScan.skipPlain(source, from: at &+ 1)
        if source.byte(at: at) == 0x22 {
            at &+= 1
            return .canonical
        }
        // In variables of their own, so that those of the caller stay in registers.
        var (end, difference) = (at, dirty)
        defer { (at, dirty) = (end, difference) }
        return try scanRest(source, &end, &difference)
    }

    /// Goes on at the first byte that is neither plain ASCII nor the end of the string.
    @inline(never)
    private static func scanRest(
        _ source: Span<UInt8>, _ at: inout Int, _ dirty: inout Int
    ) throws(JSONError) -> TapeNode.Flags {
        var flags: TapeNode.Flags = .canonical
        while true {
            let byte = source.byte(at: at)
            if byte >= 0x80 {
                let end = WTF8.skipValid(source, from: at)
                guard end > at else { throw JSONError(.invalidUTF8, at: at, in: source) }
                at = end
            } else if byte == 0x5C, EscapeTable.isShortEscape(source.byte(at: at &+ 1)) {
                flags.insert(.escaped)
                at &+= 2
            } else if byte == 0x5C {
                let escape = try StringEscape(checking: source, at: at)
                flags.insert(.escaped)
                if escape.isLoneSurrogate { flags.insert(.loneSurrogate) }
                if !escape.isCanonical(source, at: at) { flags.remove(.canonical) }
                at &+= escape.length
            } else if byte == 0x22 {
                if !flags.contains(.canonical) { dirty = at }
                at &+= 1
                return flags
            } else if byte < 0x20 {
                throw JSONError(at < source.count ? .controlCharacter : .unexpectedEnd, at: at, in: source)
            } else {
                at = StringScan.skipPlain(source, from: at)
            }
        }
    }
}
