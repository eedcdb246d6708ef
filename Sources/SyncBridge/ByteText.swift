/// Bytes as lower-case hex digits.
package enum Hex {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Two lower-case digits a byte.
    package static func encode(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The bytes of `text`, an even number of digits of either case; nil for anything else.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var high: UInt8?
        for unit in text {
            let value: UInt8
            switch unit {
            case 0x30...0x39: value = unit - 0x30
            case 0x41...0x46: value = unit - 0x41 + 10
            case 0x61...0x66: value = unit - 0x61 + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }
}

/// Bytes as base64 of RFC 4648 section 4: the standard alphabet, padded.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 0xFF, count: 256)
        for (value, unit) in alphabet.enumerated() { table[Int(unit)] = UInt8(value) }
        return table
    }()

    /// The text of `bytes`, padded, without line breaks.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let count = min(3, bytes.count - index)
            var group = UInt32(bytes[index]) << 16
            if count > 1 { group |= UInt32(bytes[index + 1]) << 8 }
            if count > 2 { group |= UInt32(bytes[index + 2]) }
            for position in 0..<4 {
                text.append(position > count ? 0x3D : alphabet[Int(group >> UInt32(18 - 6 * position) & 63)])
            }
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of `text`, or nil where it is not exactly what `encode` gives for them.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count.isMultiple(of: 4) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var group: UInt32 = 0
        var digits = 0
        var padding = 0
        for unit in text {
            if unit == 0x3D {
                padding += 1
            } else {
                let value = values[Int(unit)]
                guard value != 0xFF, padding == 0 else { return nil }
                group = group << 6 | UInt32(value)
                digits += 1
            }
            if digits + padding == 4 {
                // Only the last group may be padded, and the bits that padding leaves over are zero.
                guard padding <= 2, padding == 0 || bytes.count + 3 == text.count / 4 * 3 else { return nil }
                group <<= UInt32(6 * padding)
                guard group & (1 << UInt32(8 * padding) - 1) == 0 else { return nil }
                for index in 0..<(3 - padding) {
                    bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * index)))
                }
                (group, digits, padding) = (0, 0, 0)
            }
        }
        return bytes
    }
}
