/// The 16 bytes that name a workspace; public, and bound to every archive of it.
public struct WorkspaceID: Hashable, Sendable, CustomStringConvertible {
    /// Exactly 16 bytes.
    public let bytes: [UInt8]

    /// Takes 16 bytes; throws `INVALID_PARAMETER` for any other number.
    public init(_ bytes: [UInt8]) throws(EnvelopeError) {
        guard bytes.count == 16 else {
            throw EnvelopeError(.invalidParameter, field: "workspaceId", "\(bytes.count) bytes, not 16")
        }
        self.bytes = bytes
    }

    /// 32 lower-case hex digits.
    public var description: String { hexadecimal(bytes) }
}

/// Two lower-case hex digits a byte.
func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
}
