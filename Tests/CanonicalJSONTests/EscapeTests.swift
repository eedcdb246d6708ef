import CanonicalJSON
import JSONTwin
import TestSupport
import Testing

/// Strings full of escapes and of UTF-8, by the fast routes and by the plain twins.
@Suite struct EscapeTests {
    private let seed = UInt64(setting("SYNCWIRE_SEED", default: 20_261_202))
    private let count = setting("SYNCWIRE_TWIN_DOCS", default: 4_000)

    /// CJ-8, CJ-15, CJ-28 to CJ-31: strings of every kind of escape are read and rewritten alike, or fail alike, wherever
    /// they are cut: at the end of the input and further from it.
    @Test func escapesCutAnywhere() {
        var random = SeededGenerator(seed: seed)
        var failures = Failures()
        var rejected = 0
        for round in 0..<count / 10 {
            let parts = (0..<1 + random.below(6)).map { _ in Self.part(&random, isBad: random.chance(12)) }
            let whole = Array("[\"\(parts.joined())\",\"\\/\"]".utf8)
            for end in round % 10 == 0 ? Array(0...whole.count) : [random.below(whole.count), whole.count] {
                for spaces in [0, 1 + random.below(20)] {
                    let bytes = whole[..<end] + [UInt8](repeating: 0x20, count: spaces)
                    let actual: Result<[UInt8], JSONError> = Result { () throws(JSONError) in
                        try CanonicalJSON.canonicalize(Array(bytes))
                    }
                    let expected: Result<[UInt8], JSONError> = Result { () throws(JSONError) in
                        Array(PlainWriter.write(try PlainReader.read(Array(bytes))).utf8)
                    }
                    if case .failure = expected { rejected += 1 }
                    if actual != expected {
                        failures.add("seed \(seed), \(text(Array(bytes))): \(actual) instead of \(expected)")
                    }
                }
            }
        }
        failures.report()
        #expect(rejected > count / 10)
    }

    /// CJ-31: any one of many strings is rewritten as it is alone, in whatever order they are asked for.
    @Test func oneOfManyStrings() throws {
        var random = SeededGenerator(seed: seed &+ 1)
        var failures = Failures()
        for _ in 0..<count / 100 {
            let strings = (0..<1 + random.below(12)).map { _ in
                "\"" + (0..<random.below(4)).map { _ in Self.part(&random, isBad: false) }.joined() + "\""
            }
            let document = try JSONDocument(parsing: Array("[\(strings.joined(separator: ", "))]".utf8))
            let elements = Array(document.root.elements)
            for _ in strings {
                let index = random.below(strings.count)
                var output: [UInt8] = []
                elements[index].appendCanonical(to: &output)
                failures.expect(text(output), try canonical(strings[index]), "seed \(seed), \(strings), \(index)")
            }
        }
        failures.report()
    }

    /// Some characters of a string, in a spelling of many; none that JSON allows if it is to be bad.
    private static func part(_ random: inout SeededGenerator, isBad: Bool) -> String {
        func unit(_ value: Int) -> String {
            let digits = String(value, radix: 16).leftPadded(to: 4)
            return "\\u" + String(digits.map { random.chance(2) ? Character($0.uppercased()) : $0 })
        }
        if isBad {
            return random.pick([
                "\\x", "\\ ", "\\u12G4", "\\u:000", "\\u00/0", "\\u@000", "\\u000`", "\\uD8é", "\u{1F}", "\\U0041",
                "\\u 041", "\\\u{8}",
            ])
        }
        switch random.below(8) {
        case 0: return random.pick(["\\b", "\\f", "\\n", "\\r", "\\t", "\\\"", "\\\\", "\\/"])
        case 1: return unit(random.below(0x30))
        case 2: return unit(random.pick([0x22, 0x2F, 0x5C, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFEFF, 0xFFFF]))
        case 3: return unit(random.below(0x10000))
        case 4: return unit(0xD800 + random.below(0x400)) + unit(0xDC00 + random.below(0x400))
        case 5: return unit(0xD800 + random.below(0x800))
        case 6: return random.pick(["é", "ж", "字", "中文", "😀", "\u{7F}", "\u{2028}"])
        default: return random.pick(["a", "/", "u", "plain text", "a rather long run of ordinary characters"])
        }
    }

    /// Eight bytes begin with a sequence by the table and by masks exactly when they do by the rules.
    @Test func sequencesAreValidAlike() {
        var random = SeededGenerator(seed: seed &+ 5)
        let telling: [UInt8] = [
            0x22, 0x2F, 0x5C, 0x61, 0x62, 0x66, 0x6E, 0x72, 0x74, 0x75, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0,
            0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xF8, 0xFF,
        ]
        let table = SequenceTable.entries
        var failures = Failures()
        var pairs = 0
        for round in 0..<5 * count {
            var bytes: [UInt8] = (0..<8).map { _ in random.pick(telling) }
            if round % 3 == 0 {
                let text = (0..<2).map { _ in random.pick(["é", "中", "文", "\u{800}", "\u{D7FF}", "\u{E000}", "😀"]) }
                bytes = Array((Array(text.joined().utf8) + bytes).prefix(8))
                if random.chance(4) { bytes[random.below(8)] = random.pick(telling) }
            }
            let word = bytes.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            let first = table[Int(bytes[0])]
            let length = SequenceTable.isValid(word, first, table[Int(bytes[1])]) ? Int(first >> 62) + 1 : 0
            let isEscape = bytes[0] == 0x5C && [0x22, 0x5C, 0x62, 0x66, 0x6E, 0x72, 0x74].contains(bytes[1])
            let isSingle = isPlain(bytes[0]) && !isPlain(bytes[1])
            let expected = isEscape ? 2 : isSingle ? 1 : bytes[0] < 0x80 ? 0 : WTF8.validLength(bytes.span, at: 0)
            failures.expect(length, expected, hex(bytes))
            let isPair = expected == 3 && bytes[3] >= 0x80 && WTF8.validLength(bytes.span, at: 3) == 3
            failures.expect(SequenceTable.isPair(word), isPair, "pair in \(hex(bytes))")
            if isPair { pairs += 1 }
        }
        failures.report()
        #expect(pairs > 100)
    }

    /// CJ-28 to CJ-31: strings are escaped alike by blocks through the table and by code unit, at every length, cut
    /// anywhere.
    @Test func stringsAreEscapedAlike() throws {
        var random = SeededGenerator(seed: seed &+ 7)
        var failures = Failures()
        let telling: [UInt16] = [
            0, 7, 8, 9, 10, 12, 13, 0x1F, 0x22, 0x5C, 0x7F, 0x80, 0xE9, 0x7FF, 0x4E2D, 0xD000, 0xD7FF, 0xD800, 0xDBFF,
            0xDC00, 0xDFFF, 0xFFFF,
        ]
        for round in 0..<count {
            let length = round % 100 == 0 ? 4_000 + random.below(9_000) : random.below(80)
            let often = 1 + random.below(20)
            let units = (0..<length).map { _ in
                random.chance(often) ? random.pick(telling) : UInt16(0x61 + random.below(26))
            }
            let string = JSONString(utf16: units)
            let written = try JSONValue.string(string).canonicalBytes()
            failures.expect(text(written), PlainWriter.string(string), "seed \(seed), \(units)")
            // And back, through escapes for everything.
            let escaped = units.map { "\\u" + String($0, radix: 16).leftPadded(to: 4) }.joined()
            let document = try JSONDocument(parsing: Array("[\"\(escaped)\"]".utf8))
            failures.expect(
                text(document.canonicalBytes()), "[\(text(written))]", "from escapes, seed \(seed), \(units)")
            failures.expect(document.root.value, .array([.string(string)]), "decoded, seed \(seed), \(units)")
        }
        failures.report()
    }
}
