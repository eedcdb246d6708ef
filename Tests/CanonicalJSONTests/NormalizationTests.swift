import CanonicalJSON
import Foundation
import Testing

/// The standard library's NFC is Unicode's, on every line of NormalizationTest.txt.
@Suite struct NormalizationTests {
    private static let file = "/usr/share/unicode/NormalizationTest.txt.bz2"

    @Test(.enabled(if: FileManager.default.fileExists(atPath: file), "no package unicode-data"))
    func everyLineOfUnicodesTest() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["bzcat", Self.file]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let lines = text([UInt8](try output.fileHandleForReading.readToEnd() ?? Data())).split(separator: "\n")
        process.waitUntilExit()
        var failures = Failures()
        var count = 0
        for line in lines where line.contains(";") && !line.hasPrefix("#") {
            let columns = line.split(separator: ";", omittingEmptySubsequences: false).prefix(5).map { column in
                column.split(separator: " ").reduce(into: "") {
                    $0.unicodeScalars.append(Unicode.Scalar(UInt32($1, radix: 16)!)!)
                }
            }
            count += 1
            for (column, form) in zip(columns, [1, 1, 1, 3, 3]) {
                failures.expect(
                    Array(Normalization.nfc(column).unicodeScalars), Array(columns[form].unicodeScalars), "\(line)"
                )
            }
        }
        failures.report()
        #expect(count > 18_000)
    }
}
