extension Tape {
    /// Checks the string that begins at `at` and moves behind its closing quotation mark.
    @inline(__always)
    static func scanString(
        _ source: Span<UInt8>, _ at: inout Int, _ dirty: inout Int, _ rewritten: inout OwnedBuffer<RewrittenEscape>
    ) throws(JSONError) -> TapeNode.Flags {
        at = StringScan.skipPlain(source, from: at &+ 1)
        if source.byte(at: at) == 0x22 {
            at &+= 1
            return .canonical
        }
        // In variables of their own, so that those of the caller stay in registers.
        var (end, difference) = (at, dirty)
        defer { (at, dirty) = (end, difference) }
        return try scanRest(source, &end, &difference, &rewritten)
    }

    /// Goes on at the first byte that is neither plain ASCII nor the end of the string.
    @inline(never)
    private static func scanRest(
        _ source: Span<UInt8>, _ position: inout Int, _ dirty: inout Int,
        _ rewritten: inout OwnedBuffer<RewrittenEscape>
    ) throws(JSONError) -> TapeNode.Flags {
        let table = SequenceTable.entries
        let entries = table.span
        precondition(entries.count == 256)
        let rewrittenBefore = rewritten.count
        var flags: TapeNode.Flags = []
        // The entries of all that came first in a sequence.
        var seen: UInt64 = 0
        // A copy, which stays in a register.
        var at = position
        defer { position = at }
        while true {
            if let word = source.wordIfPresent(at: at) {
                if SequenceTable.isPair(word) {
                    assert(WTF8.validLength(source, at: at) == 3 && WTF8.validLength(source, at: at + 3) == 3)
                    at &+= 6
                    continue
                }
                let first = entries[Int(truncatingIfNeeded: word & 0xFF)]
                let second = entries[Int(truncatingIfNeeded: word &>> 8 & 0xFF)]
                if SequenceTable.isValid(word, first, second) {
                    let length = Int(truncatingIfNeeded: first &>> 62) &+ 1
                    assert(word & 0x80 == 0 || WTF8.validLength(source, at: at) == length)
                    seen |= first
                    at &+= length
                    continue
                }
                if first & SequenceTable.plain != 0 {
                    at = StringScan.skipPlain(source, from: at, word)
                    continue
                }
                if word & 0xFFFF == 0x755C, let (escape, isCanonical) = StringEscape.unit(in: word, entries) {
                    assert(isCanonical == escape.isCanonical(source, at: at))
                    seen |= SequenceTable.escape
                    rewritten.append(RewrittenEscape(escape, at: at), if: !isCanonical)
                    at &+= 6
                    continue
                }
            }
            let byte = source.byte(at: at)
            if byte == 0x22 {
                at &+= 1
                break
            } else if byte == 0x5C {
                let escape = try StringEscape(checking: source, at: at)
                seen |= SequenceTable.escape
                if escape.isLoneSurrogate { flags.insert(.loneSurrogate) }
                rewritten.append(RewrittenEscape(escape, at: at), if: !escape.isCanonical(source, at: at))
                at &+= escape.length
            } else if byte >= 0x80 {
                let length = WTF8.validLength(source, at: at)
                guard length > 0 else { throw JSONError(.invalidUTF8, at: at, in: source) }
                at &+= length
            } else if byte < 0x20 {
                throw JSONError(at < source.count ? .controlCharacter : .unexpectedEnd, at: at, in: source)
            } else {
                at = StringScan.skipPlain(source, from: at &+ 1)
            }
        }
        if seen & SequenceTable.escape != 0 { flags.insert(.escaped) }
        if rewritten.count == rewrittenBefore {
            flags.insert(.canonical)
        } else {
            dirty = at &- 1
        }
        return flags
    }
}
