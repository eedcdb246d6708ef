import Foundation
import TestSupport
import Testing

@testable import SyncEnvelope

/// EN-21 to EN-26: what a passphrase may be, and what the key derivations get of it.
@Suite struct PassphraseTests {
    private func normalized(_ bytes: [UInt8]) throws -> [UInt8] { copy(try Passphrase(utf8: bytes.span).secret) }

    /// EN-22, EN-23, EN-24: taken as they are.
    @Test func accepted() throws {
        for text in [
            "a", " ", " a ", "a\n", "\u{FEFF}a", "A", "\u{1}", "\u{FFFF}", "\u{10FFFF}", "\u{FB01}", "ß",
            String(repeating: "a", count: 1024), String(repeating: "\u{20AC}", count: 341),
        ] {
            #expect(try normalized(Array(text.utf8)) == Array(text.utf8))
        }
        // NFC, not NFKC; and the limit is on the normalised bytes.
        #expect(try normalized(Array("A\u{30A}".utf8)) == Array("\u{C5}".utf8))
        #expect(try normalized(Array("\u{212B}".utf8)) == Array("\u{C5}".utf8))
        #expect(try normalized(Array(String(repeating: "A\u{30A}", count: 512).utf8)).count == 1024)
        // No text shrinks more; what cannot shrink enough is refused before it is looked at.
        #expect(
            try normalized(Array(String(repeating: "\u{1FBE}\u{308}\u{301}", count: 512).utf8))
                == Array(String(repeating: "\u{390}", count: 512).utf8))
        #expect(try normalized(Array("\u{1112}\u{1161}\u{11AB}".utf8)) == Array("\u{D55C}".utf8))
    }

    /// EN-26: vowel signs that are starters made of marks, beside other marks; expected is what Python's unicodedata gives.
    @Test func tibetanVowels() throws {
        for (given, expected) in [
            ("e0bdb3ccb4", "ccb4e0bdb1e0bdb2"), ("e0bcb9e0bdb5e0bdb1", "e0bdb1e0bdb1e0bdb4e0bcb9"),
            ("e0bd80e0be81e0bcb9", "e0bd80e0bdb1e0be80e0bcb9"), ("61e0be80e0bdb3", "61e0bdb1e0be80e0bdb2"),
        ] {
            #expect(try hex(normalized(bytes(hex: given))) == expected)
        }
    }

    /// SC-7, EN-23: normalising a run of marks takes quadratic time, so that a long one is not.
    @Test func longOnesAreRefusedAtOnce() {
        let ratio = Growth.ratio(100_000, make: { [0x61] + Array(String(repeating: "\u{301}", count: $0).utf8) }) {
            marks in #expect(errorClass { _ = try Passphrase(utf8: marks.span) } == .invalidPassphrase)
        }
        #expect(ratio < Growth.limit)
    }

    /// EN-22, EN-23.
    @Test func refused() {
        var refused: [[UInt8]] = [
            [], [0], Array("a\0".utf8), Array("\0a".utf8), Array(repeating: 0x61, count: 1025),
            Array(String(repeating: "\u{20AC}", count: 342).utf8),
            // One byte too many only once normalised: U+1D160 has 4 bytes, its NFC 12.
            Array((String(repeating: "\u{1D160}", count: 85) + "aaaaa").utf8),
            Array(String(repeating: "A\u{30A}", count: 512).utf8) + [0x61],
        ]
        // Not UTF-8: lone continuation, overlong forms, surrogates (WTF-8), above U+10FFFF, cut sequences.
        refused += [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
            [0xC3, 0x28], [0xE2, 0x82, 0x28], [0xF0, 0x9F, 0x98, 0x28], [0xE2, 0x28, 0xA1], [0xF0, 0x28, 0x8C, 0xBC],
        ]
        for bytes in refused {
            #expect(errorClass { _ = try Passphrase(utf8: bytes.span) } == .invalidPassphrase, "\(hex(bytes))")
            // The same fault after something sound.
            guard !bytes.isEmpty else { continue }
            #expect(errorClass { _ = try Passphrase(utf8: (Array("ok".utf8) + bytes).span) } == .invalidPassphrase)
        }
    }

    /// The strict check against Foundation's, on every one- and two-byte sequence and many longer ones.
    @Test func validationAgreesWithFoundation() {
        var failures: [[UInt8]] = []
        func compare(_ bytes: [UInt8]) {
            let valid = (try? UTF8Validation.check(bytes.span)) != nil
            if valid != (String(bytes: bytes, encoding: .utf8) != nil && !bytes.contains(0)) { failures.append(bytes) }
        }
        let edges: [UInt8] = [0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0]
        for first in UInt8.min...UInt8.max {
            compare([first])
            for second in UInt8.min...UInt8.max { compare([first, second]) }
            guard first >= 0xE0 else { continue }
            for second in edges {
                for third in edges {
                    compare([first, second, third])
                    for fourth in edges { compare([first, second, third, fourth]) }
                }
            }
        }
        #expect(failures.isEmpty, "\(failures.count): \(failures.prefix(5).map(hex))")
    }

    /// EN-21, EN-26: each line of Unicode's NormalizationTest.txt: c2 = NFC(c1) = NFC(c2) = NFC(c3), c4 = NFC(c4) = NFC(c5).
    @Test(.enabled(if: NormalizationTest.isInstalled, "needs Debian's unicode-data"))
    func unicodeConformance() throws {
        let lines = try NormalizationTest.lines()
        var failures: [String] = []
        for line in lines {
            for (source, target) in [(0, 1), (1, 1), (2, 1), (3, 3), (4, 3)]
            where try normalized(Array(line.columns[source].utf8)) != Array(line.columns[target].utf8) {
                failures.append("\(line.text.prefix(60)) column \(source + 1)")
            }
        }
        #expect(failures.isEmpty, "\(failures.count) failed: \(failures.prefix(5))")
        #expect(lines.count > 19_000)

        // "Every code point not listed in Part 1 is its own NFC"; those that the file's version does not know excepted.
        let listed = Set(lines.filter(\.isInFirstPart).map { $0.columns[0].unicodeScalars.first!.value })
        let changed = (UInt32(0x300)...0x3FFFF).filter { value in
            guard let scalar = Unicode.Scalar(value), !listed.contains(value),
                scalar.properties.age.map({ $0 <= (15, 0) }) ?? false
            else { return false }
            let bytes = Array(String(scalar).utf8)
            return copy(Passphrase.normalized(bytes.span)) != bytes
        }
        #expect(changed.isEmpty, "\(changed.count) changed: \(changed.prefix(5).map { String($0, radix: 16) })")
    }
}
