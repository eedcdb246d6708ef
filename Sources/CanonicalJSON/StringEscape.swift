/// One escape of a string: what it stands for, and how many bytes of source it takes.
struct StringEscape {
    /// The code point, or the surrogate that is not part of a pair.
    let scalar: UInt32
    /// 2, 6, or 12 for a surrogate pair.
    let length: Int

    var isLoneSurrogate: Bool { scalar & 0xFFFF_F800 == 0xD800 }

    /// Reads the escape whose backslash is at `at`.
    @inline(__always)
    init(checking source: Span<UInt8>, at: Int) throws(JSONError) {
        guard at + 1 < source.count else { throw JSONError(.unexpectedEnd, at: at + 1, in: source) }
        let letter = source[at + 1]
        if letter != 0x75 {
            guard let scalar = Self.scalar(ofLetter: letter) else {
                throw JSONError(.invalidEscape, at: at + 1, in: source)
            }
            self.init(scalar: scalar, length: 2)
            return
        }
        if Self.unit(source, at: at) > 0xFFFF { throw Self.fault(source, at: at) }
        self.init(unitEscape: source, at: at)
    }

    /// Reads the escape at `at`, which has been checked before.
    @inline(__always)
    init(checked source: Span<UInt8>, at: Int) {
        if let scalar = Self.scalar(ofLetter: source[at + 1]) {
            self.init(scalar: scalar, length: 2)
        } else {
            self.init(unitEscape: source, at: at)
        }
    }

    @inline(__always)
    private init(scalar: UInt32, length: Int) {
        self.scalar = scalar
        self.length = length
    }

    /// `\uXXXX` with four digits, joined with the trailing surrogate that follows a leading one.
    @inline(__always)
    private init(unitEscape source: Span<UInt8>, at: Int) {
        let unit = Self.unit(source, at: at)
        if unit & 0xFC00 == 0xD800, at + 12 <= source.count, source[at + 6] == 0x5C, source[at + 7] == 0x75 {
            let next = Self.unit(source, at: at + 6)
            if next & 0xFFFF_FC00 == 0xDC00 {
                self.init(scalar: 0x10000 + (unit & 0x3FF) << 10 + (next & 0x3FF), length: 12)
                return
            }
        }
        self.init(scalar: unit, length: 6)
    }

    /// What is wrong with the digits of the escape at `at`.
    @inline(never)
    private static func fault(_ source: Span<UInt8>, at: Int) -> JSONError {
        var offset = at + 2
        while offset < source.count, digit(source[offset]) != nil { offset += 1 }
        return JSONError(offset < source.count ? .invalidEscape : .unexpectedEnd, at: offset, in: source)
    }

    /// The four digits of the escape at `at`; above 0xFFFF when some are none, or missing.
    private static func unit(_ source: Span<UInt8>, at: Int) -> UInt32 {
        guard at + 6 <= source.count else { return .max }
        var unit: UInt32 = 0
        for offset in at + 2..<at + 6 {
            guard let digit = digit(source[offset]) else { return .max }
            unit = unit << 4 | digit
        }
        return unit
    }

    static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte) - 0x30
        case 0x41...0x46: UInt32(byte) - 0x37
        case 0x61...0x66: UInt32(byte) - 0x57
        default: nil
        }
    }

    private static func scalar(ofLetter letter: UInt8) -> UInt32? {
        switch letter {
        case 0x22, 0x2F, 0x5C: UInt32(letter)
        case 0x62: 0x08
        case 0x66: 0x0C
        case 0x6E: 0x0A
        case 0x72: 0x0D
        case 0x74: 0x09
        default: nil
        }
    }

    /// Whether the escape, at `at`, is how the canonical form writes its code point.
    func isCanonical(_ source: Span<UInt8>, at: Int) -> Bool {
        guard isLoneSurrogate || scalar < 0x20 || scalar == 0x22 || scalar == 0x5C else { return false }
        if length == 2 { return true }
        guard isLoneSurrogate || EscapeTable.shortEscape(of: UInt8(scalar)) == 0 else { return false }
        for offset in at + 2..<at + 6 where source[offset] >= 0x41 && source[offset] <= 0x46 { return false }
        return true
    }
}

extension StringEscape {
    /// Reads the escape of a code unit, but none of a surrogate, that `word` begins with after the backslash and `u`;
    /// nil when it is something else. Also says whether the canonical form has it.
    ///
    /// Without branches that depend on which it is; `entries` are those of ``SequenceTable``.
    @inline(__always)
    static func unit(in word: UInt64, _ entries: Span<UInt64>) -> (escape: StringEscape, isCanonical: Bool)? {
        let first = UInt32(truncatingIfNeeded: entries[Int(truncatingIfNeeded: word &>> 16 & 0xFF)] &>> 32) &<< 12
        let second = UInt32(truncatingIfNeeded: entries[Int(truncatingIfNeeded: word &>> 24 & 0xFF)] &>> 32) &<< 8
        let third = UInt32(truncatingIfNeeded: entries[Int(truncatingIfNeeded: word &>> 32 & 0xFF)] &>> 32) &<< 4
        let fourth = UInt32(truncatingIfNeeded: entries[Int(truncatingIfNeeded: word &>> 40 & 0xFF)] &>> 32)
        let unit = (first | second | third | fourth) & 0x3FFF_FFFF
        guard unit & 0x2222_0000 == 0, unit & 0xF800 != 0xD800 else { return nil }
        // Bits for the code units below 32 but those that have a letter; a capital makes it more than 63.
        let hasCode = (0xFFFF_C8FF as UInt64) &>> UInt64(min(unit, 63)) & 1
        return (StringEscape(scalar: unit & 0xFFFF, length: 6), hasCode != 0)
    }
}

extension StringEscape {
    /// Appends the decoded content of a checked string, without its quotation marks, as WTF-8, which is no longer than
    /// the source.
    static func decode(_ source: Span<UInt8>, from start: Int, to end: Int, into output: inout [UInt8]) {
        output.append(room: end - start) { output in
            var at = start
            while at < end {
                if source[at] == 0x5C {
                    let escape = StringEscape(checked: source, at: at)
                    output.append(scalar: escape.scalar)
                    at &+= escape.length
                } else {
                    let next = StringScan.skipToBackslash(source, from: at, to: end)
                    output.append(source, from: at, count: next &- at)
                    at = next
                }
            }
        }
    }
}

extension ByteSink {
    /// Appends one code point or lone surrogate as WTF-8.
    @inline(__always)
    mutating func append(scalar: UInt32) {
        let scalar = UInt64(scalar)
        if scalar < 0x80 {
            append(scalar, count: 1)
        } else if scalar < 0x10000 {
            // Both forms, and then a choice without a branch.
            let two = 0x80C0 | scalar &>> 6 | (scalar & 0x3F) &<< 8
            let three = 0x8080E0 | scalar &>> 12 | (scalar &>> 6 & 0x3F) &<< 8 | (scalar & 0x3F) &<< 16
            append(scalar < 0x800 ? two : three, count: scalar < 0x800 ? 2 : 3)
        } else {
            let low = (scalar &>> 6 & 0x3F) &<< 16 | (scalar & 0x3F) &<< 24
            append(0x8080_80F0 | scalar &>> 18 | (scalar &>> 12 & 0x3F) &<< 8 | low, count: 4)
        }
    }

    /// The sink after one ASCII character or lone surrogate, as it is written in a string of the canonical form.
    @inline(never)
    func appending(canonical scalar: UInt32) -> ByteSink {
        var sink = self
        sink.append(canonical: scalar)
        return sink
    }

    private mutating func append(canonical scalar: UInt32) {
        if scalar & 0xFFFF_F800 == 0xD800 {
            append(hex: UInt16(scalar))
        } else if scalar < 0x20 || scalar == 0x22 || scalar == 0x5C {
            let short = EscapeTable.shortEscape(of: UInt8(scalar))
            if short != 0 {
                append(0x5C | UInt64(short) << 8, count: 2)
            } else {
                append(hex: UInt16(scalar))
            }
        } else {
            append(scalar: scalar)
        }
    }

    private mutating func append(hex unit: UInt16) {
        append(0x755C, count: 2)
        for shift: UInt16 in [12, 8, 4, 0] {
            let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
            append(digit < 10 ? 0x30 + digit : 0x57 + digit)
        }
    }
}
