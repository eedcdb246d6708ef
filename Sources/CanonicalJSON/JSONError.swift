/// Why bytes are not JSON that this library accepts, or why a value has no canonical form.
///
/// Reading errors point at the first byte that cannot be part of a valid text (CJ-9), at the first byte of a malformed
/// UTF-8 sequence or of an overflowing number, or at the end of the input where it ends too early. Writing errors (a hand-built `JSONValue` that is too
/// deep or holds a NaN) point at the place in the output where the value would have begun.
public struct JSONError: Error, Equatable, Sendable {
    /// The kinds of failure; tests and callers compare these, never the prose.
    public enum Code: String, Sendable, CaseIterable {
        /// The input ends inside a value, or there is none.
        case unexpectedEnd
        /// A byte that starts nothing that may stand here.
        case unexpectedByte
        /// A value is complete and something other than white space follows.
        case trailingData
        /// A comma directly before `]` or `}`.
        case trailingComma
        /// `//`, `/*` or `#`.
        case comment
        /// Something that starts like `true`, `false` or `null` and is not.
        case invalidLiteral
        /// A decimal literal with a superfluous leading zero, such as `01`.
        case leadingZero
        /// A number that starts with `+`.
        case plusSign
        /// `.5`, `1.`, `1e`, `-`: a number that lacks digits where the grammar asks for them.
        case missingDigits
        /// `NaN` or `Infinity` in any spelling.
        case notANumber
        /// A literal whose nearest double is infinite, such as `1e400`.
        case numberOverflow
        /// A raw U+0000...U+001F inside a string.
        case controlCharacter
        /// A backslash followed by anything but `"\/bfnrt` or `u` and four hexadecimal digits.
        case invalidEscape
        /// Overlong, truncated, out-of-range or surrogate-encoding UTF-8; the offset is that of the bad sequence.
        case invalidUTF8
        /// U+FEFF before the value.
        case byteOrderMark
        /// More nested arrays and objects than the limit.
        case depthExceeded
        /// An input of 4 GiB or more, which node offsets cannot address.
        case inputTooLarge
        /// A NaN or an infinity in a hand-built value.
        case nonFiniteNumber
    }

    /// What went wrong.
    public let code: Code
    /// The byte offset, 0-based.
    public let offset: Int
    /// The line, 1-based; lines end with U+000A.
    public let line: Int
    /// The column in bytes, 1-based.
    public let column: Int

    /// An error at a known place.
    public init(code: Code, offset: Int, line: Int, column: Int) {
        self.code = code
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// An error at a byte offset of `source`, whose line and column are counted now.
    package init(_ code: Code, at offset: Int, in source: Span<UInt8>) {
        var line = 1
        var lineStart = 0
        for index in 0..<min(offset, source.count) where source[index] == 0x0A {
            line += 1
            lineStart = index + 1
        }
        self.init(code: code, offset: offset, line: line, column: offset - lineStart + 1)
    }

    /// The same failure in a larger text of which the parsed bytes are a part: `bytes` and `lines` come before it.
    ///
    /// The column keeps its meaning only when the part starts a line, as rows of a `--lines` input do.
    public func shifted(bytes: Int, lines: Int) -> JSONError {
        JSONError(code: code, offset: offset + bytes, line: line + lines, column: column)
    }

    /// The code as a plain sentence without place.
    public var reason: String {
        switch code {
        case .unexpectedEnd: "the input ends before the value is complete"
        case .unexpectedByte: "a byte that cannot stand here"
        case .trailingData: "something follows the value"
        case .trailingComma: "a comma before the closing bracket"
        case .comment: "JSON has no comments"
        case .invalidLiteral: "only true, false and null may stand bare"
        case .leadingZero: "a number with a leading zero"
        case .plusSign: "a number with a plus sign"
        case .missingDigits: "a number lacks digits"
        case .notANumber: "JSON has neither NaN nor Infinity"
        case .numberOverflow: "the number is too large for a double"
        case .controlCharacter: "a raw control character in a string"
        case .invalidEscape: "an escape that JSON does not have"
        case .invalidUTF8: "the bytes are not UTF-8"
        case .byteOrderMark: "a byte order mark before the value"
        case .depthExceeded: "arrays and objects nest too deeply"
        case .inputTooLarge: "the input has 4 GiB or more"
        case .nonFiniteNumber: "a number that is not finite"
        }
    }
}

extension JSONError: CustomStringConvertible {
    /// `trailingComma at byte 5 (line 1, column 6): a comma before the closing bracket`.
    public var description: String {
        "\(code.rawValue) at byte \(offset) (line \(line), column \(column)): \(reason)"
    }
}
