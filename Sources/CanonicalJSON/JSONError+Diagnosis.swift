extension JSONError {
    /// What is wrong with the byte at `offset`, where a value was expected.
    static func noValue(at offset: Int, in source: Span<UInt8>) -> JSONError {
        let code: Code =
            switch offset < source.count ? source[offset] : 0 {
            case 0x2B: .plusSign
            case 0x2E: .missingDigits
            case 0x49, 0x4E: .notANumber
            default: .unexpectedByte
            }
        return unexpected(at: offset, in: source, otherwise: code)
    }

    /// What is wrong with the byte at `offset`: a fault that can stand anywhere between tokens, or `otherwise`.
    static func unexpected(
        at offset: Int, in source: Span<UInt8>, otherwise: Code = .unexpectedByte
    ) -> JSONError {
        guard offset < source.count else { return JSONError(.unexpectedEnd, at: offset, in: source) }
        let code: Code =
            switch source[offset] {
            case 0x2F, 0x23: .comment
            case 0x80...: codeOfNonASCII(at: offset, in: source) ?? otherwise
            default: otherwise
            }
        return JSONError(code, at: offset, in: source)
    }

    /// A word that begins at `start` like a literal, and at `offset` differs from it.
    static func badLiteral(from start: Int, at offset: Int, in source: Span<UInt8>) -> JSONError {
        let isNaN =
            start + 2 < source.count && source[start] == 0x6E && source[start + 1] | 0x20 == 0x61
            && source[start + 2] | 0x20 == 0x6E
        return JSONError(isNaN ? .notANumber : .invalidLiteral, at: offset, in: source)
    }

    /// No digit at `offset`, where a number needs one.
    static func badNumber(at offset: Int, in source: Span<UInt8>) -> JSONError {
        guard offset < source.count else { return JSONError(.unexpectedEnd, at: offset, in: source) }
        let isWord = source[offset] == 0x49 || source[offset] == 0x4E
        return JSONError(isWord ? .notANumber : .missingDigits, at: offset, in: source)
    }

    private static func codeOfNonASCII(at offset: Int, in source: Span<UInt8>) -> Code? {
        let length = WTF8.validLength(source, at: offset)
        if length == 0 { return .invalidUTF8 }
        let isMark =
            offset == 0 && length == 3 && source[0] == 0xEF && source[1] == 0xBB && source[2] == 0xBF
        return isMark ? .byteOrderMark : nil
    }
}
