import CanonicalJSON
import TestSupport
import Testing

/// The standard library's NFC is Unicode's, on every line of NormalizationTest.txt, and ours is the same on long runs.
@Suite struct NormalizationTests {
    @Test(.enabled(if: NormalizationTest.isInstalled, "no package unicode-data"))
    func everyLineOfUnicodesTest() throws {
        let lines = try NormalizationTest.lines()
        var failures = Failures()
        for line in lines {
            for (column, form) in zip(line.columns, [1, 1, 1, 3, 3]) {
                failures.expect(
                    Array(Normalization.nfc(column).unicodeScalars), Array(line.columns[form].unicodeScalars), line.text
                )
            }
        }
        failures.report()
        #expect(lines.count > 18_000)
    }

    /// Runs of marks around the length from which they are sorted by class, between starters that may compose.
    @Test func longRunsOfMarks() {
        let starters = Array("ae\u{C5}\u{1100}\u{1161}\u{11A8}\u{AC00}\u{9C7}\u{9BE}\u{F40}\u{1E0B}中😀".unicodeScalars)
        let marks = Array(
            """
            \u{300}\u{301}\u{302}\u{303}\u{304}\u{307}\u{308}\u{313}\u{323}\u{327}\u{328}\u{331}\u{340}\u{344}\u{345}\
            \u{3099}\u{F71}\u{F72}\u{F74}\u{1D165}\u{1D16E}
            """.unicodeScalars)
        var random = SeededGenerator(seed: UInt64(setting("SYNCWIRE_SEED", default: 20_261_130)))
        var failures = Failures()
        for _ in 0..<200 {
            var text = String.UnicodeScalarView()
            for _ in 0..<1 + random.below(3) {
                for _ in 0..<random.below(4) { text.append(random.pick(starters)) }
                let some = (0..<1 + random.below(6)).map { _ in random.pick(marks) }
                for _ in 0..<random.below(200) { text.append(random.pick(some)) }
            }
            failures.expect(
                Array(Normalization.nfc(String(text)).unicodeScalars), Array(Normalization.shortRunsForm(String(text))),
                text.map { String($0.value, radix: 16) }.joined(separator: " "))
        }
        failures.report()
    }

    /// Three vowel signs are starters made of marks, which are sorted among the marks around them.
    @Test func tibetanVowels() {
        let long = String(repeating: "\u{F73}", count: 100)
        for (text, form) in [
            ("\u{F40}\u{F74}\u{F73}", "\u{F40}\u{F71}\u{F72}\u{F74}"),
            ("\u{F81}\u{F71}\u{F75}", "\u{F71}\u{F71}\u{F71}\u{F80}\u{F74}"),
            ("a" + long, "a" + String(repeating: "\u{F71}", count: 100) + String(repeating: "\u{F72}", count: 100)),
        ] {
            #expect(Array(Normalization.nfc(text).unicodeScalars) == Array(form.unicodeScalars))
        }
    }
}
