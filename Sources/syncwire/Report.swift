import CanonicalJSON
import CommandLineKit

/// What `inspect` prints, in both forms.
struct Report {
    /// The members in the order of CL-11.
    var json = JSONObject()
    /// Lines for people that have not been printed; none where JSON is asked for.
    private var text = ""

    private let isJSON: Bool
    private let usesColor: Bool

    /// An empty report, in the form and with the colours that the arguments ask for.
    init(_ arguments: ParsedArguments) {
        isJSON = arguments.option("format") == "json"
        usesColor = outputHasColor(arguments)
    }

    /// Adds a line with a label.
    mutating func line(_ label: String, _ value: String) {
        guard !isJSON else { return }
        let gap = String(repeating: " ", count: max(1, 16 - label.count))
        text += TextStyle.bold.applied(to: label, usesColor: usesColor) + gap + printable(value) + "\n"
    }
}

extension Report {
    /// Prints the lines if there are many, so that a list of rows does not have to fit the memory.
    mutating func flush() throws {
        guard text.utf8.count > 1 << 16 else { return }
        try StandardStream.output.write(text)
        text = ""
    }

    /// Prints what has not been printed.
    func finish() throws {
        if isJSON { try writeJSON(.object(json)) } else { try StandardStream.output.write(text) }
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
