/// One escape of a string: what it stands for, and how many bytes of source it takes.
struct StringEscape {
    /// The code point, or the surrogate that is not part of a pair.
    let scalar: UInt32
    /// 2, 6, or 12 for a surrogate pair.
    let length: Int

    var isLoneSurrogate: Bool { scalar & 0xFFFF_F800 == 0xD800 }

    /// Reads the escape whose backslash is at `at`.
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
        for offset in at + 2..<at + 6 {
            guard offset < source.count else { throw JSONError(.unexpectedEnd, at: offset, in: source) }
            guard Self.digit(source[offset]) < 16 else { throw JSONError(.invalidEscape, at: offset, in: source) }
        }
        self.init(unitEscape: source, at: at)
    }

    /// Reads the escape at `at`, which has been checked before.
    init(checked source: Span<UInt8>, at: Int) {
        if let scalar = Self.scalar(ofLetter: source[at + 1]) {
            self.init(scalar: scalar, length: 2)
        } else {
            self.init(unitEscape: source, at: at)
        }
    }

    private init(scalar: UInt32, length: Int) {
        self.scalar = scalar
        self.length = length
    }

    /// `\uXXXX` with four digits, joined with the trailing surrogate that follows a leading one.
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

    /// The four digits of the escape at `at`; above 0xFFFF when some are none.
    private static func unit(_ source: Span<UInt8>, at: Int) -> UInt32 {
        var unit: UInt32 = 0
        var all: UInt32 = 0
        for offset in at + 2..<at + 6 {
            let digit = digit(source[offset])
            unit = unit << 4 | digit & 0xF
            all |= digit
        }
        return all < 16 ? unit : .max
    }

    private static func digit(_ byte: UInt8) -> UInt32 {
        switch byte {
        case 0x30...0x39: UInt32(byte) - 0x30
        case 0x41...0x46: UInt32(byte) - 0x37
        case 0x61...0x66: UInt32(byte) - 0x57
        default: 16
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
    /// Appends the decoded content of a checked string, without its quotation marks, as WTF-8.
    static func decode(_ source: Span<UInt8>, from start: Int, to end: Int, into output: inout [UInt8]) {
        forEachPart(source, from: start, to: end, &output) { WTF8.append(scalar: $0, to: &$1) }
    }

    /// Appends the canonical content of a checked string, without its quotation marks.
    static func canonicalize(_ source: Span<UInt8>, from start: Int, to end: Int, into output: inout [UInt8]) {
        forEachPart(source, from: start, to: end, &output) { scalar, output in
            if scalar & 0xFFFF_F800 == 0xD800 {
                EscapeTable.appendHex(UInt16(scalar), to: &output)
            } else if scalar < 0x20 || scalar == 0x22 || scalar == 0x5C {
                EscapeTable.append(escaped: UInt8(scalar), to: &output)
            } else {
                WTF8.append(scalar: scalar, to: &output)
            }
        }
    }

    /// Copies what is not escaped and hands the code points of escapes to `append`.
    @inline(__always)
    private static func forEachPart(
        _ source: Span<UInt8>, from start: Int, to end: Int, _ output: inout [UInt8],
        append: (UInt32, inout [UInt8]) -> Void
    ) {
        var at = start
        var run = start
        while at < end {
            if source[at] == 0x5C {
                output.append(source, from: run, to: at)
                let escape = StringEscape(checked: source, at: at)
                append(escape.scalar, &output)
                at += escape.length
                run = at
            } else {
                at += 1
            }
        }
        output.append(source, from: run, to: end)
    }
}
