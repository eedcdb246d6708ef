import Foundation

/// The text of bytes in UTF-8.
package func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
}

/// Two hex digits for each byte, in lower case.
package func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String(format: "%02x", $0) }.joined()
}

/// The bytes of a published value; what is no even number of hex digits is a mistake in the test, and ends it.
package func bytes(hex digits: String) -> [UInt8] {
    guard let bytes = [UInt8](hex: digits) else { preconditionFailure("not bytes in hex: \(digits)") }
    return bytes
}

extension [UInt8] {
    /// The bytes of an even number of hex digits, nil for anything else.
    package init?(hex text: some StringProtocol) {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
