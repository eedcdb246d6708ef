import CanonicalJSON
import JSONTwin
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
                let expected = bytes[start...].firstIndex { !isPlain($0) }
                failures.expect(
                    StringScan.skipPlain(bytes.span, from: start), expected ?? bytes.count,
                    "\(hex(bytes)) from \(start)"
                )
            }
        }
        failures.report()
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
