/// The 64-bit FNV-1a hash of canonical bytes, by which rows are compared without being read.
///
/// A checksum against accidents, not a defence: whoever writes the row can choose its hash.
public struct ContentHash: Hashable, Sendable {
    /// The hash as a number.
    public var rawValue: UInt64

    /// A hash known beforehand.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The hash of `bytes`; no bytes give the offset basis `cbf29ce484222325`.
    public init(of bytes: Span<UInt8>) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in bytes.indices {
            hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
        }
        rawValue = hash
    }

    /// The hash of `bytes`; no bytes give the offset basis `cbf29ce484222325`.
    public init(of bytes: [UInt8]) {
        self.init(of: bytes.span)
    }

    /// The hash that `text`, exactly 16 lower-case hexadecimal digits, spells; nil for anything else.
    public init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 16 else { return nil }
        var value: UInt64 = 0
        for digit in digits {
            switch digit {
            case 0x30...0x39: value = value << 4 | UInt64(digit - 0x30)
            case 0x61...0x66: value = value << 4 | UInt64(digit - 0x57)
            default: return nil
            }
        }
        rawValue = value
    }
}

extension ContentHash: CustomStringConvertible {
    /// 16 lower-case hexadecimal digits, padded with zeros.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
