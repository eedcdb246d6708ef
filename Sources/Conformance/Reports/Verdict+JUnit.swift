extension Verdict {
    /// The verdict as JUnit XML: a test suite for each stack and kind, a test case for each result.
    ///
    /// It holds no times. Characters that XML can't hold, or that nobody sees, are written as `\uXXXX`.
    public func junit() -> String {
        var text = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
        text += "<testsuites\(Self.attributes([("name", "syncwire verify")] + counts(results)))>\n"
        for suite in suites {
            text += "  <testsuite\(Self.attributes([("name", suite.name)] + counts(suite.results)))>\n"
            text += suite.results.map { Self.testCase($0, suite: suite.name) }.joined()
            text += "  </testsuite>\n"
        }
        return text + "</testsuites>\n"
    }

    /// The results by stack and group, in the order in which they first come.
    private var suites: [(name: String, results: [TestResult])] {
        var suites: [(name: String, results: [TestResult])] = []
        var places: [String: Int] = [:]
        for result in results {
            if let place = places[result.suite] {
                suites[place].results.append(result)
            } else {
                places[result.suite] = suites.count
                suites.append((result.suite, [result]))
            }
        }
        return suites
    }

    private func counts(_ results: [TestResult]) -> [(String, String)] {
        let tally = Tally(results)
        return [
            ("tests", "\(tally.total)"), ("failures", "\(tally.failed)"), ("errors", "0"),
            ("skipped", "\(tally.skipped + tally.known)"),
        ]
    }

    private static func testCase(_ result: TestResult, suite: String) -> String {
        let start = "    <testcase" + attributes([("classname", suite), ("name", result.name)])
        switch result.outcome {
        case .passed: return start + "/>\n"
        case .skipped(let reason): return skipped(start, reason)
        case .known(let failure, let reason): return skipped(start, "known failure: \(reason): \(failure.summary)")
        case .failed(let failure):
            let clauses = escaped("clauses: " + result.clauses.joined(separator: " "))
            return start
                + ">\n      <failure\(attributes([("message", failure.summary)]))>\(clauses)</failure>\n    </testcase>\n"
        }
    }

    private static func skipped(_ start: String, _ message: String) -> String {
        start + ">\n      <skipped\(attributes([("message", message)]))/>\n    </testcase>\n"
    }

    private static func attributes(_ pairs: [(String, String)]) -> String {
        pairs.map { " \($0)=\"\(escaped($1))\"" }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.visible(keeping: ["\n", "\t"]).unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // As they are, a reader of an attribute makes spaces of them.
            case "\n": result += "&#10;"
            case "\t": result += "&#9;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}

extension String {
    /// The text with `\uXXXX` for what is no character to see: controls, format characters, noncharacters.
    func visible(keeping kept: Set<Unicode.Scalar> = []) -> String {
        unicodeScalars.reduce(into: "") { result, scalar in
            let isNoncharacter = scalar.value & 0xFFFE == 0xFFFE
            let isHidden = [.control, .format, .lineSeparator, .paragraphSeparator].contains(
                scalar.properties.generalCategory)
            guard isNoncharacter || isHidden, !kept.contains(scalar) else {
                return result.unicodeScalars.append(scalar)
            }
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
    }
}
