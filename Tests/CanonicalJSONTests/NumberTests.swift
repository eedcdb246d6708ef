import CanonicalJSON
import Foundation
import JSONTwin
import TestSupport
import Testing

/// CJ-11 to CJ-14, CJ-21 to CJ-27: numbers read to the nearest double and are written in Dart's form.
@Suite struct NumberTests {
    /// The published sequence of doubles: the hash of the ECMAScript texts, made from ours, is the published one, and
    /// each of our texts reads back as the same double.
    ///
    /// `SYNCWIRE_DOUBLES` names a later checkpoint: 1000000 or 10000000.
    @Test(.enabled(if: Repository.peers.exists, "no ../shared/peers")) func publishedSequenceOfDoubles() throws {
        let checkpoints = [
            100_000: "22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7",
            1_000_000: "49415fee2c56c77864931bd3624faad425c3c577d6d74e89a83bc725506dad16",
            10_000_000: "b9f8a44a91d46813b21b9602e72f112613c91408db0b8341fb94603d9db135e0",
        ]
        let count = setting("SYNCWIRE_DOUBLES", default: 100_000)
        let expected = try #require(checkpoints[count], "no checkpoint at \(count)")
        let edge = try String(contentsOf: Repository.peers.appending(path: "jcs/doubles-edge.txt"), encoding: .utf8)
            .split(whereSeparator: \.isNewline).map { try #require(UInt64($0, radix: 16)) }
        var sequence = DoubleSequence(edge: edge)
        let hash = SHA256()
        var failures = Failures()
        var lines: [UInt8] = []
        for _ in 0..<count {
            let value = sequence.next()
            lines.append(contentsOf: String(value.bitPattern, radix: 16).utf8)
            lines.append(0x2C)
            let start = lines.count
            NumberText.append(value, to: &lines)
            let read = NumberText.double(lines.span, from: start, to: lines.count)
            if read.bitPattern != value.bitPattern { failures.add("\(value) reads back as \(read)") }
            // ECMAScript writes no `.0` and no sign of zero.
            if lines[lines.count - 1] == 0x30, lines[lines.count - 2] == 0x2E { lines.removeLast(2) }
            if value == 0 { lines.replaceSubrange(start..., with: [0x30]) }
            lines.append(0x0A)
            if lines.count > 1 << 16 {
                hash.update(lines)
                lines.removeAll(keepingCapacity: true)
            }
        }
        hash.update(lines)
        failures.report()
        #expect(hex(hash.finish()) == expected)
    }

    /// The boundaries of form and type, from the Dart VM.
    @Test func formsAndLimits() throws {
        let cases = [
            ("-0", "0"), ("0e1", "0.0"), ("-0e1", "-0.0"), ("-0E+1", "-0.0"), ("0e-999999999999999999999", "0.0"),
            ("9223372036854775807", "9223372036854775807"), ("9223372036854775808", "9223372036854776000.0"),
            ("-9223372036854775808", "-9223372036854775808"), ("-9223372036854775809", "-9223372036854776000.0"),
            ("18446744073709551616", "18446744073709552000.0"), ("99999999999999999999999", "1e+23"),
            ("1e20", "100000000000000000000.0"), ("1e21", "1e+21"), ("1e-6", "0.000001"), ("1e-7", "1e-7"),
            ("0.00000123", "0.00000123"), ("0.000000123", "1.23e-7"), ("5e-324", "5e-324"), ("1e-400", "0.0"),
            ("-1e-400", "-0.0"), ("1.7976931348623157e308", "1.7976931348623157e+308"),
            ("1.7976931348623158e308", "1.7976931348623157e+308"), ("123456789012345680.0", "123456789012345680.0"),
            ("100.50", "100.5"), ("1.00", "1.0"), ("0.10", "0.1"), ("1E5", "100000.0"), ("0.1e1", "1.0"),
            ("2.4703282292062327208e-324", "0.0"), ("2.4703282292062328e-324", "5e-324"),
            ("2.2250738585072011e-308", "2.225073858507201e-308"), ("0.30000000000000004", "0.30000000000000004"),
            ("9007199254740993.0", "9007199254740992.0"), ("9007199254740993", "9007199254740993"),
        ]
        for (json, expected) in cases {
            #expect(outcome(Array(json.utf8)) == expected)
            #expect(outcome(Array("[\(json)]".utf8)) == "[\(expected)]")
        }
        for value in [Double.infinity, -.infinity, .nan] {
            let error = #expect(throws: JSONError.self) { try JSONValue.array([.double(value)]).canonicalBytes() }
            #expect(error?.code == .nonFiniteNumber)
            #expect(error?.offset == 1)
        }
    }

    /// CJ-21: integers around every power of ten, and at the limits, are written as Swift writes them.
    @Test func integersOfEveryLength() throws {
        var failures = Failures()
        var power: Int64 = 1
        for exponent in 0...18 {
            for value in [power - 1, power, power + 1, 1 - power, -power, 7 * (power / 3), 9 * (power / 10)] {
                failures.expect(text(try JSONValue.integer(value).canonicalBytes()), "\(value)", "10^\(exponent)")
            }
            if exponent < 18 { power *= 10 }
        }
        for value in [Int64.min, .min + 1, .max - 1, .max] {
            failures.expect(text(try JSONValue.integer(value).canonicalBytes()), "\(value)", "limit")
        }
        failures.report()
    }

    /// Literals just below, at and above the middle between two doubles, written out in full, round as they must;
    /// the middle is exact, so the expected value does not come from a parser.
    @Test func roundingIsCorrectAtEveryLength() {
        var random = SeededGenerator(seed: 11)
        var failures = Failures()
        var tried = 0
        while tried < 300 {
            let exponent = random.below(2046)
            let low = Double(bitPattern: UInt64(exponent) << 52 | random.next() >> 12)
            let high = low.nextUp
            guard high.isFinite, low > 0 else { continue }
            tried += 1
            var middle = exactMiddle(low, high)
            let even = low.bitPattern & 1 == 0 ? low : high
            failures.expect(read(middle), even, "middle above \(low)")
            middle.insert(contentsOf: repeatElement(0x30, count: random.below(3000)), at: middle.firstIndex(of: 0x65)!)
            failures.expect(read(middle), even, "middle and zeros above \(low)")
            middle.insert(0x31, at: middle.firstIndex(of: 0x65)!)
            failures.expect(read(middle), high, "just above the middle above \(low)")
        }
        failures.report()
    }

    /// The decimal digits of (low + high) / 2, as `0.ddd…e±N`, by C's exact printing of the two halves.
    private func exactMiddle(_ low: Double, _ high: Double) -> [UInt8] {
        // Doubles print exactly with 1 100 digits; digit-wise addition and halving of the decimals is exact too.
        let places = 1100
        let (a, b) = (String(format: "%.\(places)f", low), String(format: "%.\(places)f", high))
        var x = Array(a.utf8.filter { $0 != 0x2E }.map { Int($0) - 0x30 })
        let y = Array(b.utf8.filter { $0 != 0x2E }.map { Int($0) - 0x30 })
        if x.count < y.count { x.insert(0, at: 0) }
        var carry = 0
        for index in x.indices.reversed() {
            let sum = x[index] + y[index] + carry
            x[index] = sum % 10
            carry = sum / 10
        }
        var halved: [UInt8] = []
        var rest = carry
        for digit in x + [0] {
            halved.append(UInt8(0x30 + (rest * 10 + digit) / 2))
            rest = (rest * 10 + digit) % 2
        }
        return Array("0.".utf8) + halved + Array("e\(x.count - places)".utf8)
    }

    private func read(_ literal: [UInt8]) -> Double {
        (try? JSONValue(parsing: literal))?.doubleValue ?? .nan
    }

    /// A million digits take time in proportion, and read right.
    @Test func longLiteralsAreLinear() {
        let count = 1_000_000
        let ones = String(repeating: "1", count: count)
        let zeros = String(repeating: "0", count: count)
        let cases = [
            ("0.\(ones)", "0.1111111111111111"), ("\(ones)e-\(count)", "0.1111111111111111"),
            ("0.\(zeros)1e\(count + 1)", "1.0"), ("1\(zeros)e-\(count)", "1.0"), ("0.\(zeros)1", "0.0"),
            (ones, "error: numberOverflow"), ("1e\(ones)", "error: numberOverflow"), ("1e-\(ones)", "0.0"),
            ("0e\(ones)", "0.0"), ("-0.\(zeros)", "-0.0"),
        ]
        let time = ContinuousClock().measure {
            for (json, expected) in cases {
                let actual = outcome(Array(json.utf8))
                #expect(actual == expected)
            }
        }
        #expect(time < .seconds(20))
    }

    /// A short decimal that is taken for canonical without being read is what it is written as when read.
    @Test func shortDecimalsAreTheirOwnShortestForm() {
        var random = SeededGenerator(seed: 12)
        var failures = Failures()
        for _ in 0..<20_000 {
            let digits = String(random.next() % 1_000_000_000_000_000_000).prefix(1 + random.below(17))
            let fraction = String(repeating: "0", count: random.below(8)) + digits
            let json =
                (random.chance(2) ? "-" : "") + (random.chance(2) ? "0" : "\(random.below(99_999_999))") + "."
                + fraction
            failures.expect(outcome(Array(json.utf8)), PlainWriter.number(Double(json)!), json)
        }
        failures.report()
    }
}

/// The doubles whose texts the JCS project publishes checkpoints of: edge cases, 2 000 consecutive ones, then four
/// from each block of a chain of SHA-256.
private struct DoubleSequence {
    private var pending: [UInt64]
    private var at = 0
    private var block = start

    /// Until the first digest the values are the given ones, in which zeros count.
    private static let start = [UInt8](repeating: 0, count: 32)

    init(edge: [UInt64]) {
        pending = edge + (0..<2000).map { 0x0010_0000_0000_0000 + $0 }
    }

    mutating func next() -> Double {
        while true {
            if at == pending.count {
                block = SHA256.digest(block)
                pending = block.withUnsafeBytes { bytes in
                    [0, 8, 16, 24].map {
                        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
                    }
                }
                at = 0
            }
            let value = Double(bitPattern: pending[at])
            at += 1
            if value.isFinite, value != 0 || block == Self.start { return value }
        }
    }
}
