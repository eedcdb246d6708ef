import TestSupport

/// Random documents in many spellings: white space, escapes, number forms, repeated keys, lone surrogates.
struct DocumentGenerator {
    var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// A valid document.
    mutating func document() -> [UInt8] {
        var output: [UInt8] = []
        value(depth: random.below(6), &output)
        space(&output)
        return output
    }

    /// A document with a few bytes changed, removed or added; mostly invalid.
    mutating func damaged() -> [UInt8] {
        var bytes = document()
        for _ in 0...random.below(3) {
            let at = random.below(bytes.count + 1)
            let byte = random.chance(3) ? UInt8(truncatingIfNeeded: random.next()) : random.pick(Self.telling)
            switch random.below(4) {
            case 0 where at < bytes.count: bytes.remove(at: at)
            case 1 where at < bytes.count: bytes.removeSubrange(at...)
            case 2 where at < bytes.count: bytes[at] = byte
            default: bytes.insert(byte, at: at)
            }
        }
        return bytes
    }

    private static let telling = Array("{}[]:,\"\\/0123456789-+.eEuntfaNI# \n\u{0}\u{1F}é機😀".utf8)

    private mutating func space(_ output: inout [UInt8]) {
        guard random.chance(4) else { return }
        for _ in 0...random.below(3) { output.append(random.pick([0x20, 0x20, 0x09, 0x0A, 0x0D])) }
    }

    private mutating func value(depth: Int, _ output: inout [UInt8]) {
        space(&output)
        switch random.below(depth > 0 ? 12 : 7) {
        case 0: output.append(contentsOf: random.pick(["null", "true", "false"]).utf8)
        case 1, 2: string(&output)
        case 3, 4: integer(&output)
        case 5, 6: double(&output)
        case 7, 8, 9: object(depth: depth, &output)
        default: array(depth: depth, &output)
        }
    }

    private mutating func array(depth: Int, _ output: inout [UInt8]) {
        output.append(0x5B)
        for index in 0..<random.below(5) {
            if index > 0 { output.append(0x2C) }
            value(depth: depth - 1, &output)
            space(&output)
        }
        space(&output)
        output.append(0x5D)
    }

    private mutating func object(depth: Int, _ output: inout [UInt8]) {
        output.append(0x7B)
        let isLarge = random.chance(60)
        let count = isLarge ? 60 + random.below(20) : random.below(6)
        for index in 0..<count {
            if index > 0 { output.append(0x2C) }
            space(&output)
            if random.chance(3) {
                string(&output)
            } else {
                key(among: isLarge ? 500 : 8, &output)
            }
            space(&output)
            output.append(0x3A)
            value(depth: isLarge ? 0 : depth - 1, &output)
            space(&output)
        }
        space(&output)
        output.append(0x7D)
    }

    /// A key from a small set, so that some repeat in another spelling.
    private mutating func key(among count: Int, _ output: inout [UInt8]) {
        let name = random.pick(["", "k", "key", "identity", "a longer key ", "é"]) + String(random.below(count))
        output.append(0x22)
        for unit in name.utf16 {
            if random.chance(12) {
                escape(unit, &output)
            } else {
                output.append(contentsOf: String(decoding: [unit], as: UTF16.self).utf8)
            }
        }
        output.append(0x22)
    }

    private mutating func string(_ output: inout [UInt8]) {
        output.append(0x22)
        for _ in 0..<(random.chance(10) ? random.below(60) : random.below(10)) {
            switch random.below(12) {
            case 0:
                output.append(contentsOf: random.pick(["\\n", "\\t", "\\b", "\\f", "\\r", "\\/", "\\\\", "\\\""]).utf8)
            case 1: escape(UInt16(random.below(0x100)), &output)
            case 2: escape(UInt16(truncatingIfNeeded: random.next()), &output)
            case 3: escape(UInt16(0xD800 + random.below(0x800)), &output)
            case 4:
                escape(UInt16(0xD800 + random.below(0x400)), &output)
                escape(UInt16(0xDC00 + random.below(0x400)), &output)
            case 5: output.append(contentsOf: random.pick(Self.characters).utf8)
            case 6:
                if let scalar = Unicode.Scalar(UInt32(0x80 + random.below(0x10FF80))) {
                    output.append(contentsOf: String(scalar).utf8)
                }
            default: output.append(contentsOf: String(Unicode.Scalar(UInt8(0x23 + random.below(0x39)))).utf8)
            }
        }
        output.append(0x22)
    }

    private static let characters = [
        "é", "e\u{301}", "한", "\u{1112}\u{1161}\u{11AB}", "\u{F900}", "豈", "\u{FF5E}", "\u{1F600}", "\u{FEFF}",
        "\u{2028}",
        "\u{7F}", "\u{E000}", "\u{FFFF}", "\u{10FFFF}", "機", "ß", " ",
    ]

    private mutating func escape(_ unit: UInt16, _ output: inout [UInt8]) {
        let digits = String(unit, radix: 16, uppercase: random.chance(2))
        output.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
    }

    private mutating func integer(_ output: inout [UInt8]) {
        if random.chance(3) { output.append(0x2D) }
        switch random.below(6) {
        case 0: output.append(0x30)
        case 1: output.append(contentsOf: "\(random.next())".utf8)
        case 2: output.append(contentsOf: "\(UInt64(1) << 63 &- 3 &+ random.next() % 7)".utf8)
        case 3:
            output.append(0x31)
            digits(random.below(40), &output)
        default: output.append(contentsOf: "\(random.next() >> UInt64(random.below(64)))".utf8)
        }
    }

    private mutating func double(_ output: inout [UInt8]) {
        switch random.below(5) {
        case 0:
            let value = Double(bitPattern: random.next())
            output.append(contentsOf: (value.isFinite ? "\(value)" : "0.5").utf8)
        case 1:
            let value = Double(random.below(100_000_000)) / random.pick([1, 10, 100, 1e3, 1e4, 1e9, 1e14])
            output.append(contentsOf: "\(value)".utf8)
        default:
            if random.chance(3) { output.append(0x2D) }
            if random.chance(3) {
                output.append(0x30)
            } else {
                output.append(UInt8(0x31 + random.below(9)))
                digits(random.below(random.chance(8) ? 40 : 4), &output)
            }
            let hasFraction = random.chance(2)
            if hasFraction {
                output.append(0x2E)
                digits(1 + random.below(random.chance(8) ? 60 : 6), &output)
            }
            guard !hasFraction || random.chance(2) else { return }
            output.append(random.pick([0x65, 0x45]))
            output.append(contentsOf: random.pick(["", "+", "-", "+0", "-00"]).utf8)
            output.append(contentsOf: "\(random.below(random.chance(5) ? 330 : 30) % 260)".utf8)
        }
    }

    private mutating func digits(_ count: Int, _ output: inout [UInt8]) {
        for _ in 0..<count { output.append(UInt8(0x30 + (random.chance(3) ? 0 : random.below(10)))) }
    }
}
