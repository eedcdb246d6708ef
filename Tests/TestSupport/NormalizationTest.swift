import Foundation

/// Unicode's NormalizationTest.txt, as Debian's package `unicode-data` installs it.
package enum NormalizationTest {
    package struct Line: Sendable {
        package var text: String
        /// c1 to c5: c2 = NFC(c1) = NFC(c2) = NFC(c3), c4 = NFC(c4) = NFC(c5).
        package var columns: [String]
        /// Part 1 lists, one to a line in c1, all characters that a normalisation form changes.
        package var isInFirstPart: Bool
    }

    private static let file = "/usr/share/unicode/NormalizationTest.txt.bz2"

    package static var isInstalled: Bool { URL(filePath: file).exists }

    package static func lines() throws -> [Line] {
        var lines: [Line] = []
        var isInFirstPart = false
        for line in text(try Tool.output(["bzcat", file])).split(separator: "\n") where !line.hasPrefix("#") {
            guard !line.hasPrefix("@") else {
                isInFirstPart = line.hasPrefix("@Part1 ")
                continue
            }
            let columns = line.split(separator: ";", omittingEmptySubsequences: false).prefix(5).map(string)
            guard columns.count == 5 else { throw CocoaError(.fileReadCorruptFile) }
            lines.append(Line(text: String(line), columns: columns, isInFirstPart: isInFirstPart))
        }
        return lines
    }

    /// The string of a column's code points, such as `0044 0307`.
    private static func string(_ column: Substring) -> String {
        column.split(separator: " ").reduce(into: "") {
            $0.unicodeScalars.append(Unicode.Scalar(UInt32($1, radix: 16)!)!)
        }
    }
}
