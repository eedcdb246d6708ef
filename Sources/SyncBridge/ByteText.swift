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
///
/// By pointers, which are quick without the optimiser too: every byte of the messages to stacks passes here, and the tests
/// send many.
package enum Base64 {
    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    private static let padding: UInt8 = 0x3D

    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 0xFF, count: 256)
        for value in 0..<64 { table[Int(unsafe alphabet.utf8Start[value])] = UInt8(value) }
        return table
    }()

    /// The text of `bytes`, padded, without line breaks.
    package static func encode(_ bytes: [UInt8]) -> String {
        let (count, length) = (bytes.count, (bytes.count + 2) / 3 * 4)
        guard count > 0 else { return "" }
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe String(unsafeUninitializedCapacity: length) { text in
                let (units, source, digits) = unsafe (
                    text.baseAddress!, bytes.baseAddress!, alphabet.utf8Start
                )
                var (from, to) = (0, 0)
                while to < length {
                    var group = unsafe UInt32(source[from]) &<< 16
                    if from + 1 < count { group |= unsafe UInt32(source[from + 1]) &<< 8 }
                    if from + 2 < count { group |= unsafe UInt32(source[from + 2]) }
                    unsafe units[to] = digits[Int(group &>> 18)]
                    unsafe units[to + 1] = digits[Int(group &>> 12 & 63)]
                    unsafe units[to + 2] = from + 1 < count ? digits[Int(group &>> 6 & 63)] : padding
                    unsafe units[to + 3] = from + 2 < count ? digits[Int(group & 63)] : padding
                    from += 3
                    to += 4
                }
                return length
            }
        }
    }

    /// The bytes of `text`, or nil where it is not exactly what `encode` gives for them.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        if let bytes = text.withContiguousStorageIfAvailable({ unsafe decode($0) }) { return bytes }
        return unsafe Array(text).withUnsafeBufferPointer { unsafe decode($0) }
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        let count = text.count
        guard count.isMultiple(of: 4) else { return nil }
        guard count > 0, let units = text.baseAddress else { return [] }
        let isPadded = unsafe units[count - 1] == padding
        let surplus = isPadded ? unsafe units[count - 2] == padding ? 2 : 1 : 0
        let size = count / 4 * 3 - surplus
        var isRight = true
        let bytes = unsafe values.withUnsafeBufferPointer { values in
            unsafe [UInt8](unsafeUninitializedCapacity: size) { bytes, initialized in
                let (target, table) = (bytes.baseAddress!, values.baseAddress!)
                var (from, to) = (0, 0)
                while from < count {
                    let digits = from + 4 < count ? 4 : 4 - surplus
                    var group: UInt32 = 0
                    var position = 0
                    while position < digits {
                        let value = unsafe table[Int(units[from + position])]
                        if value == 0xFF { isRight = false }
                        group |= UInt32(value & 63) &<< UInt32(18 &- 6 &* position)
                        position += 1
                    }
                    unsafe target[to] = UInt8(truncatingIfNeeded: group &>> 16)
                    if digits > 2 { unsafe target[to + 1] = UInt8(truncatingIfNeeded: group &>> 8) }
                    if digits > 3 { unsafe target[to + 2] = UInt8(truncatingIfNeeded: group) }
                    // The bits that padding leaves over are zero.
                    if digits < 4, group & (1 &<< UInt32(8 * surplus) - 1) != 0 { isRight = false }
                    from += 4
                    to += 3
                }
                initialized = size
            }
        }
        return isRight ? bytes : nil
    }
}
