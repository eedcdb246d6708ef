import CanonicalJSON

/// What `inspect` prints, in both forms.
struct Report {
    /// The members in the order of CL-11.
    var json = JSONObject()
    /// Lines for people.
    var text = ""

    /// Adds a line with a label.
    mutating func line(_ label: String, _ value: String) {
        let gap = String(repeating: " ", count: max(1, 16 - label.count))
        text += printable(label + gap + value) + "\n"
    }
}

extension JSONValue {
    /// A string of Swift's.
    static func text(_ text: String) -> JSONValue { .string(JSONString(text)) }

    /// A count.
    static func count(_ number: some BinaryInteger) -> JSONValue { .integer(Int64(number)) }
}
