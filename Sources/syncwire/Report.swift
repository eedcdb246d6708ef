import CanonicalJSON
import CommandLineKit

/// What `inspect` prints, in both forms.
struct Report {
    /// The members in the order of CL-11.
    var json = JSONObject()
    /// Lines for people.
    private(set) var text = ""

    private let usesColor: Bool

    /// An empty report, with the colours that the arguments ask for.
    init(_ arguments: ParsedArguments) {
        usesColor = outputHasColor(arguments)
    }

    /// Adds a line with a label.
    mutating func line(_ label: String, _ value: String) {
        let gap = String(repeating: " ", count: max(1, 16 - label.count))
        text += TextStyle.bold.applied(to: label, usesColor: usesColor) + gap + printable(value) + "\n"
    }
}

/// Whether results are coloured.
func outputHasColor(_ arguments: ParsedArguments) -> Bool {
    arguments.option("color").flatMap(ColorPolicy.init)?.usesColor(1) ?? false
}

extension JSONValue {
    /// A string of Swift's.
    static func text(_ text: String) -> JSONValue { .string(JSONString(text)) }

    /// A count.
    static func count(_ number: some BinaryInteger) -> JSONValue { .integer(Int64(number)) }
}
