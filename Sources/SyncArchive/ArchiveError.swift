/// Why bytes could not be compressed or decompressed.
public struct ArchiveError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of failure; each fault has exactly one.
    public enum Code: String, Sendable, CaseIterable {
        /// The input does not start with `1F 8B`; to the lenient reader also: its method is not deflate.
        case notGzip
        /// Raw deflate was expected and a zlib container (RFC 1950, `78 xx`) was found.
        case zlibContainer
        /// A gzip header, but not the pinned one; the offset is that of the first byte that differs.
        case headerNotPinned
        /// One of the three flag bits that RFC 1952 reserves is set.
        case reservedFlag
        /// The input ends too early.
        case truncated
        /// Something follows the end that is not another gzip member.
        case trailingBytes
        /// Another gzip member follows the first.
        case severalMembers
        /// The CRC-32 of the plaintext, or that of a foreign gzip header, does not match.
        case crcMismatch
        /// ISIZE of the gzip trailer does not match.
        case sizeMismatch
        /// The plaintext is shorter or longer than declared.
        case lengthMismatch
        /// The caller's limit would be exceeded; checked before inflating where the length is declared.
        case limitExceeded
        /// The deflate stream itself is invalid.
        case invalidDeflate
        /// zlib failed for a reason that is not in the input, such as memory.
        case `internal`
    }

    /// The kind of failure.
    public let code: Code
    /// Where: a byte offset, from 0, in the compressed input.
    public let offset: Int
    /// Why, in words.
    public let reason: String

    /// Creates an error from its parts.
    public init(code: Code, offset: Int, reason: String) {
        self.code = code
        self.offset = offset
        self.reason = reason
    }

    /// One line: code, offset, reason.
    public var description: String { "\(code.rawValue) at byte \(offset): \(reason)" }
}
