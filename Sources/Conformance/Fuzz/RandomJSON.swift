import CanonicalJSON
import SyncBridge

/// Random JSON texts, with all spellings that JSON has, and damaged ones.
struct RandomJSON {
    private var random: SplitMix64
    private var text: [UInt8] = []
    /// How many more values the document may get.
    private var budget: Int

    private init(_ random: SplitMix64) {
        self.random = random
        budget = 1 + self.random.below(30)
    }

    /// A document, damaged in one case of five.
    static func document(_ random: inout SplitMix64) -> [UInt8] {
        var writer = RandomJSON(random)
        writer.value(depth: 0)
        random = writer.random
        let text = random.oneIn(60) ? nested(writer.text, &random) : writer.text
        return random.oneIn(5) ? damaged(text, &random) : text
    }

    /// `text` inside of so many arrays and objects that the limit of CJ-6 is near.
    private static func nested(_ text: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        let levels = (0..<random.pick([60, 504, 508, 510, 511, 512, 513])).map { _ in random.oneIn(2) }
        return levels.flatMap { $0 ? Array("[".utf8) : Array(#"{"a":"#.utf8) } + text
            + levels.reversed().flatMap { $0 ? "]".utf8 : "}".utf8 }
    }

    /// An object of the members that `names` names, each with any value, and of any others.
    static func object(_ names: [String], _ random: inout SplitMix64) -> [UInt8] {
        var writer = RandomJSON(random)
        writer.object(depth: 0, fixed: names)
        random = writer.random
        return writer.text
    }

    /// The text of a string.
    static func string(_ random: inout SplitMix64) -> [UInt8] {
        var writer = RandomJSON(random)
        writer.string()
        random = writer.random
        return writer.text
    }

    /// `text` with one to three bytes changed, left out or put in.
    static func damaged(_ text: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var text = text
        for _ in 0..<(1 + random.below(3)) where !text.isEmpty {
            let place = random.below(text.count)
            switch random.below(6) {
            case 0: text[place] ^= 1 << UInt8(random.below(8))
            case 1: text.remove(at: place)
            case 2: text.insert(random.pick(punctuation), at: place)
            case 3: text[place] = UInt8(random.below(256))
            case 4: text.removeSubrange(place...)
            default: text.insert(contentsOf: text[place...].prefix(1 + random.below(8)), at: place)
            }
        }
        return text
    }

    private static let punctuation = Array("{}[]:,\"\\ \n\t0-.eE+u1\u{7F}/'".utf8)

    /// Where encoders and orders change their ways.
    private static let scalars: [UInt32] = [
        0x20, 0x22, 0x26, 0x2F, 0x3C, 0x5C, 0x7F, 0x80, 0x85, 0xE9, 0x301, 0x7FF, 0x800, 0x1100, 0x1161, 0x2028, 0x2029,
        0x4E2D, 0xAC00, 0xD7FF, 0xE000, 0xF900, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF,
    ]
    private static let units: [UInt32] = [
        0, 8, 9, 0xA, 0xB, 0xC, 0xD, 0x1F, 0x22, 0x2F, 0x41, 0x5C, 0x7F, 0x9F, 0x2028, 0xD7FF, 0xD800, 0xDBFF, 0xDC00,
        0xDFFF, 0xE000, 0xFFFF,
    ]

    /// What is no UTF-8: cut, overlong, surrogates, beyond U+10FFFF.
    private static let malformed: [[UInt8]] = [
        [0x80], [0xC3], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xE4, 0xB8],
        [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
        [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFF], [0xFE, 0xFF],
    ]

    private mutating func space() {
        guard random.oneIn(8) else { return }
        for _ in 0..<(1 + random.below(3)) { text.append(random.pick([0x20, 0x0A, 0x09, 0x0D])) }
    }

    private mutating func value(depth: Int) {
        budget -= 1
        space()
        let isLeaf = budget <= 0 || depth > 8
        switch random.below(isLeaf ? 6 : 10) {
        case 0, 1: string()
        case 2, 3, 4: number()
        case 5: text += random.pick(["null", "true", "false"]).utf8
        case 6, 7: array(depth: depth)
        default: object(depth: depth, fixed: [])
        }
        space()
    }

    private mutating func array(depth: Int) {
        text.append(UInt8(ascii: "["))
        for index in 0..<random.below(5) {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            value(depth: depth + 1)
        }
        space()
        text.append(UInt8(ascii: "]"))
    }

    private mutating func object(depth: Int, fixed: [String]) {
        text.append(UInt8(ascii: "{"))
        let others = random.below(6)
        for index in 0..<(fixed.count + others) {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            space()
            if index < fixed.count {
                text += "\"\(fixed[index])\"".utf8
            } else if random.oneIn(2) {
                // A few keys that come again, so that repetition and order matter.
                text +=
                    random.pick([
                        #""a""#, #""b""#, #""id""#, #""10""#, #""9""#, #""\u0061""#, #""é""#, #""e\u0301""#, #""""#,
                        // Names that objects of some languages have anyway, or keep before others.
                        #""__proto__""#, #""constructor""#, #""toString""#, #""4294967294""#, #""-1""#,
                    ]).utf8
            } else {
                string()
            }
            space()
            text.append(UInt8(ascii: ":"))
            value(depth: depth + 1)
        }
        space()
        text.append(UInt8(ascii: "}"))
    }

    private mutating func string() {
        text.append(UInt8(ascii: "\""))
        for _ in 0..<random.below(7) {
            if random.oneIn(150) { text += random.pick(Self.malformed) }
            switch random.below(6) {
            case 0, 1: text += random.pick(["a", "Z", "key", " ", "0", "~", "deleted"]).utf8
            case 2: text += random.pick([#"\""#, #"\\"#, #"\/"#, #"\b"#, #"\f"#, #"\n"#, #"\r"#, #"\t"#]).utf8
            case 3: escape(random.pick(Self.units))
            case 4: escape(UInt32(random.below(0x10000)))
            default:
                guard let scalar = Unicode.Scalar(random.pick(Self.scalars)) else { continue }
                text += scalar == "\"" || scalar == "\\" ? "\\\(scalar)".utf8 : String(scalar).utf8
            }
        }
        text.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ unit: UInt32) {
        let digits = Hex.encode([UInt8(unit >> 8), UInt8(unit & 0xFF)])
        text += "\\u\(random.oneIn(2) ? digits : digits.uppercased())".utf8
    }

    private mutating func number() {
        switch random.below(7) {
        case 0: text += random.pick(["0", "-0", "1", "-1", "0.0", "-0.0", "1.0", "1e0", "10E-1", "1E+2"]).utf8
        case 1:
            text +=
                random.pick([
                    "9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993",
                    "9223372036854775807",
                    "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551616",
                    "1e21", "1e-7", "123456789012345680000", "5e-324", "2.4703282292062327e-324",
                    "1.7976931348623157e308",
                    "1.7976931348623159e308", "2.2250738585072011e-308", "1e23", "9.5e-7", "0.000001", "1e22",
                ]).utf8
        case 2: text += "\(Int64(truncatingIfNeeded: random.next()) >> Int64(random.below(64)))".utf8
        case 3:
            let double = Double(bitPattern: random.next())
            text += (double.isFinite ? "\(double)" : "1.5").utf8
        case 4: text += RandomNumber.tie(&random)
        case 5:
            digits(1 + random.below(20))
            text.append(UInt8(ascii: "."))
            for _ in 0...random.below(20) { text.append(UInt8(ascii: "0") + UInt8(random.below(10))) }
        default:
            digits(1 + random.below(17))
            text += random.pick(["e", "E"]).utf8
            text += random.pick(["", "+", "-"]).utf8
            text += "\(random.below(340))".utf8
        }
    }

    /// Decimal digits without a leading zero, of either sign.
    private mutating func digits(_ count: Int) {
        if random.oneIn(2) { text.append(UInt8(ascii: "-")) }
        text.append(UInt8(ascii: "1") + UInt8(random.below(9)))
        for _ in 1..<max(count, 1) { text.append(UInt8(ascii: "0") + UInt8(random.below(10))) }
    }
}
