@_spi(_Unicode) import Swift

/// Unicode's normalization form C.
///
/// The standard library has it as an underscored property; a test pins it with Unicode's own NormalizationTest.txt.
package enum Normalization {
    /// The form of `string`, in time proportional to its length.
    package static func nfc(_ string: String) -> String {
        var output = ""
        // What has not been normalized yet ends with the run, when there is one.
        var text = String.UnicodeScalarView()
        var run: [Unicode.Scalar] = []
        for scalar in string.unicodeScalars {
            if isMark(scalar) {
                run.append(scalar)
                continue
            }
            if let vowel = TibetanVowel(scalar) {
                run.append(vowel.first)
                run.append(vowel.second)
                continue
            }
            if run.count > MarkRun.limit {
                // Some mark stays, and nothing composes across it: the form of what follows is its own.
                output.unicodeScalars.append(contentsOf: MarkRun(run).normalized(after: text))
                text = String.UnicodeScalarView()
            } else {
                text.append(contentsOf: run)
            }
            run.removeAll(keepingCapacity: true)
            text.append(scalar)
        }
        if run.count > MarkRun.limit {
            output.unicodeScalars.append(contentsOf: MarkRun(run).normalized(after: text))
        } else {
            text.append(contentsOf: run)
            output.unicodeScalars.append(contentsOf: shortRunsForm(String(text)))
        }
        return output
    }

    /// The standard library's form, right but for three Tibetan vowel signs, and quadratic in the length of a run of marks.
    package static func shortRunsForm(_ string: String) -> String.UnicodeScalarView {
        string._nfc.reduce(into: "".unicodeScalars) { $0.append($1) }
    }

    /// The form of well-formed WTF-8; a lone surrogate stays, and nothing composes across it.
    static func nfc(_ wtf8: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var start = 0
        var at = 0
        while at < wtf8.count {
            if wtf8[at] == 0xED, wtf8[at + 1] >= 0xA0 {
                output.append(contentsOf: nfc(String(decoding: wtf8[start..<at], as: UTF8.self)).utf8)
                output.append(contentsOf: wtf8[at..<at + 3])
                at += 3
                start = at
            } else {
                at += 1
            }
        }
        output.append(contentsOf: nfc(String(decoding: wtf8[start...], as: UTF8.self)).utf8)
        return output
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
    }
}

/// One of the three vowel signs that count as starters but are made of two marks, which the standard library does not
/// sort among those around them.
private struct TibetanVowel {
    let first: Unicode.Scalar = "\u{F71}"
    let second: Unicode.Scalar

    init?(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0xF73: second = "\u{F72}"
        case 0xF75: second = "\u{F74}"
        case 0xF81: second = "\u{F80}"
        default: return nil
        }
    }
}

/// A long run of combining marks, sorted by combining class without looking at any pair of them.
private struct MarkRun {
    /// Runs up to this length are left to the standard library.
    static let limit = 64

    /// So many marks of a class do not all compose with what is before them, so that one stays and blocks the rest: no
    /// character decomposes into more than four.
    private static let telling = 8

    /// The decomposed marks of each class in their order.
    private var classes: [[Unicode.Scalar]] = Array(repeating: [], count: 256)

    init(_ run: [Unicode.Scalar]) {
        for scalar in run {
            for mark in String(scalar)._nfd { classes[Self.combiningClass(mark)].append(mark) }
        }
    }

    /// The form of `text`, which does not end with a mark, and the run after it.
    func normalized(after text: String.UnicodeScalarView) -> String.UnicodeScalarView {
        var short = text
        for marks in classes { short.append(contentsOf: marks.prefix(Self.telling)) }
        var output = Normalization.shortRunsForm(String(short))
        // The marks that stayed, by class; behind those of each class belongs what was left out.
        var kept: [[Unicode.Scalar]] = Array(repeating: [], count: 256)
        while let last = output.last, last.properties.canonicalCombiningClass != .notReordered {
            kept[Self.combiningClass(last)].append(last)
            output.removeLast()
        }
        for (marks, all) in zip(kept, classes) {
            output.append(contentsOf: marks.reversed())
            output.append(contentsOf: all.dropFirst(Self.telling))
        }
        return output
    }

    private static func combiningClass(_ scalar: Unicode.Scalar) -> Int {
        Int(scalar.properties.canonicalCombiningClass.rawValue)
    }
}
