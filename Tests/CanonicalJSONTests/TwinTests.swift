import CanonicalJSON
import TestSupport
import Testing

/// Random documents, whole and damaged, by every route and by the plain twins.
@Suite struct TwinTests {
    private let seed = UInt64(setting("SYNCWIRE_SEED", default: 20_261_130))
    private let count = setting("SYNCWIRE_TWIN_DOCS", default: 4_000)

    /// CJ-8, CJ-9: the parser accepts what the twin accepts, and names the same fault at the same place.
    @Test func damagedDocumentsFailAlike() {
        var generator = DocumentGenerator(seed: seed)
        var failures = Failures()
        var rejected = 0
        for _ in 0..<count {
            let bytes = generator.damaged()
            let actual: Result<[UInt8], JSONError> = Result { () throws(JSONError) in
                try CanonicalJSON.canonicalize(bytes)
            }
            let expected: Result<[UInt8], JSONError> = Result { () throws(JSONError) in
                Array(PlainWriter.write(try PlainReader.read(bytes)).utf8)
            }
            if case .failure = expected { rejected += 1 }
            if actual != expected { failures.add("seed \(seed), \(text(bytes)): \(actual) instead of \(expected)") }
        }
        failures.report()
        #expect(rejected > count / 3 && rejected < count)
    }

    /// CJ-18 to CJ-32: tape, value and twin write the same, and canonical form is a fixed point.
    @Test func everyRouteWritesTheSame() throws {
        var generator = DocumentGenerator(seed: seed &+ 1)
        var canonicalizer = Canonicalizer()
        var failures = Failures()
        var canonicalCount = 0
        for _ in 0..<count {
            let bytes = generator.document()
            let expected = Array(PlainWriter.write(try PlainReader.read(bytes)).utf8)
            let context = "seed \(seed), \(text(bytes))"
            var output: [UInt8] = []
            try canonicalizer.append(bytes.span, to: &output)
            failures.expect(text(output), text(expected), context)
            let value = try JSONValue(parsing: bytes)
            failures.expect(text(try value.canonicalBytes()), text(expected), "by value, \(context)")
            failures.expect(try JSONValue(parsing: output), value, "reread, \(context)")

            let document = try JSONDocument(parsing: bytes)
            failures.expect(document.isCanonical, bytes == expected, "isCanonical, \(context)")
            let difference = zip(bytes, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            let first = difference ?? (bytes == expected ? nil : min(bytes.count, expected.count))
            failures.expect(document.firstDifference, first, "first difference, \(context)")
            failures.expect(try canonicalizer.isCanonical(expected.span), true, "fixed point, \(context)")
            failures.expect(try CanonicalJSON.canonicalize(expected), expected, "idempotence, \(context)")
            if try JSONDocument(parsing: expected).firstDifference != nil { failures.add("not canonical, \(context)") }
            if bytes == expected { canonicalCount += 1 }
        }
        failures.report()
        #expect(canonicalCount > 0 && canonicalCount < count)
    }

    /// The word scan finds the same byte as a look at each one, at every alignment and distance from the end.
    @Test func wordScanEqualsByteScan() {
        var random = SeededGenerator(seed: seed &+ 2)
        var failures = Failures()
        for _ in 0..<2_000 {
            let bytes = (0..<random.below(72)).map { _ in
                random.chance(12) ? UInt8(truncatingIfNeeded: random.next()) : UInt8(0x20 + random.below(0x60))
            }
            for start in 0...bytes.count {
                let expected = bytes[start...].firstIndex { !Self.isPlain($0) }
                failures.expect(
                    StringScan.skipPlain(bytes.span, from: start), expected ?? bytes.count,
                    "\(hex(bytes)) from \(start)"
                )
            }
        }
        failures.report()
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
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
            let length = SequenceTable.isValid(word, first, table[Int(bytes[1])]) ? Int(first >> 32) : 0
            let isEscape = bytes[0] == 0x5C && [0x22, 0x5C, 0x62, 0x66, 0x6E, 0x72, 0x74].contains(bytes[1])
            let isSingle = Self.isPlain(bytes[0]) && !Self.isPlain(bytes[1])
            let expected = isEscape ? 2 : isSingle ? 1 : bytes[0] < 0x80 ? 0 : WTF8.validLength(bytes.span, at: 0)
            failures.expect(length, expected, hex(bytes))
            let isPair = expected == 3 && bytes[3] >= 0x80 && WTF8.validLength(bytes.span, at: 3) == 3
            failures.expect(SequenceTable.isPair(word), isPair, "pair in \(hex(bytes))")
            if isPair { pairs += 1 }
        }
        failures.report()
        #expect(pairs > 100)
    }

    /// The scan for backslashes finds the first before an end, at every alignment.
    @Test func backslashScanEqualsByteScan() {
        var random = SeededGenerator(seed: seed &+ 6)
        var failures = Failures()
        for _ in 0..<500 {
            let bytes: [UInt8] = (0..<random.below(50)).map { _ in
                random.pick([0x5B, 0x5C, 0x5D, 0xDC, 0x5D, 0x20, 0x80, 0xFF])
            }
            for start in 0...bytes.count {
                let end = start + random.below(bytes.count - start + 1)
                failures.expect(
                    StringScan.skipToBackslash(bytes.span, from: start, to: end),
                    bytes[start..<end].firstIndex(of: 0x5C) ?? end, "\(hex(bytes)) from \(start) to \(end)")
            }
        }
        failures.report()
    }

    /// CJ-28 to CJ-31: strings are escaped alike by blocks through the table and by code unit, at every length, cut anywhere.
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

    /// The digit scan ends where a look at each byte ends.
    @Test func digitScanEqualsByteScan() {
        var random = SeededGenerator(seed: seed &+ 3)
        var failures = Failures()
        for _ in 0..<4_000 {
            let bytes = (0..<random.below(32)).map { _ in
                random.chance(10) ? UInt8(truncatingIfNeeded: random.next()) : UInt8(0x30 + random.below(10))
            }
            for start in 0...bytes.count {
                let expected = bytes[start...].firstIndex { $0 < 0x30 || $0 > 0x39 } ?? bytes.count
                failures.expect(
                    StringScan.skipDigits(bytes.span, from: start), expected, "\(hex(bytes)) from \(start)")
            }
        }
        failures.report()
    }

    /// CJ-18: keys that come in an expected order, and then do not, are read as the twin reads them.
    ///
    /// One canonicalizer for all, so that what it remembers of one document meets the next.
    @Test func rowsOfLikeKeysAreReadAlike() {
        let keys = [
            "", "a", "ab", #"\u0061"#, "id", "id ", "data", #"data\""#, #"data\\"#, "é", "updatedAt", "updatedA",
            "updatedAtupda", "updatedAtupdat", "updatedAtupdate", "updatedAtupdateX", "updatedAtupdatedAtupdatedAt",
        ]
        var random = SeededGenerator(seed: seed &+ 4)
        var canonicalizer = Canonicalizer()
        var failures = Failures()
        var shape = keys
        for _ in 0..<count / 2 {
            if random.chance(10) { shape = (0..<random.below(12)).map { _ in random.pick(keys) } }
            var rows: [String] = []
            for _ in 0..<1 + random.below(4) {
                var names = shape
                if !names.isEmpty, random.chance(4) { names[random.below(names.count)] = random.pick(keys) }
                let members = names.map { name in
                    "\"\(name)\"\(random.chance(20) ? " " : ""):\(random.chance(9) ? "{\"id\":1}" : "22")"
                }
                rows.append("{\(members.joined(separator: ","))}")
            }
            var bytes = Array("[\(rows.joined(separator: ","))]".utf8)
            if random.chance(4) { bytes.remove(at: random.below(bytes.count)) }
            var output: [UInt8] = []
            let actual: Result<[UInt8], JSONError> = Result { () throws(JSONError) in
                try canonicalizer.append(bytes.span, to: &output)
                return output
            }
            let expected: Result<[UInt8], JSONError> = Result { () throws(JSONError) in
                Array(PlainWriter.write(try PlainReader.read(bytes)).utf8)
            }
            if actual != expected { failures.add("\(text(bytes)): \(actual) instead of \(expected)") }
        }
        failures.report()
    }
}

extension String {
    /// The string behind as many zeros as make it `count` characters long.
    fileprivate func leftPadded(to count: Int) -> String {
        String(repeating: "0", count: Swift.max(0, count - self.count)) + self
    }
}
