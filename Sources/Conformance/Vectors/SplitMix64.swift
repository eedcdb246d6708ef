import CanonicalJSON

/// The seeded generator of corpora and challenges, exact so that any language can make the same (VE-22).
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `limit - 1`; slightly uneven, which a corpus does not mind.
    mutating func below<Number: FixedWidthInteger>(_ limit: Number) -> Number { Number(next() % UInt64(limit)) }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[below(elements.count)]
    }

    mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }
}

extension SplitMix64 {
    /// Any finite double, each bit pattern as likely as the next.
    mutating func double() -> Double {
        while true {
            let value = Double(bitPattern: next())
            if value.isFinite { return value }
        }
    }

    /// An integer of any size.
    mutating func integer() -> Int64 {
        let bits = next()
        return Int64(bitPattern: bits >> below(64))
    }

    /// Code units of every class, pairs and unpaired surrogates among them.
    mutating func units(below limit: UInt64) -> [UInt16] {
        var units: [UInt16] = []
        for _ in 0..<below(limit) {
            switch below(8) {
            case 0: units.append(UInt16(0x61 + below(3)))
            case 1: units.append(UInt16(below(0x80)))
            case 2: units.append(UInt16(below(0x800)))
            case 3: units.append(UInt16(below(0x10000)))
            case 4: units.append(UInt16(0xD800 + below(0x800)))
            case 5: units.append(UInt16(0xE000 + below(0x2000)))
            case 6:
                units.append(UInt16(0xD800 + below(0x400)))
                units.append(UInt16(0xDC00 + below(0x400)))
            default: units.append(UInt16(0x41 + below(2)))
            }
        }
        return units
    }

    mutating func string() -> JSONString { JSONString(utf16: units(below: 9)) }

    /// A document that is `depth` levels deep already.
    mutating func value(depth: Int = 0) -> JSONValue {
        switch below(depth >= 3 ? 6 : 8) {
        case 0: return .null
        case 1: return .bool(below(2) == 1)
        case 2: return .integer(integer())
        case 3: return .double(double())
        case 4, 5: return .string(string())
        case 6: return .array((0..<below(4)).map { _ in value(depth: depth + 1) })
        default:
            var members: JSONObject = [:]
            for _ in 0..<below(4) {
                let key = string()
                members[key] = value(depth: depth + 1)
            }
            return .object(members)
        }
    }
}
