import CanonicalJSON
import TestSupport
import Testing

/// The standard library's NFC is Unicode's, on every line of NormalizationTest.txt.
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
}
