/// Texts of about `count` bytes, each made to cost more than its length somewhere.
enum HostileTexts {
    /// Those that are JSON, by name.
    static let valid: [(name: String, make: @Sendable (Int) -> [UInt8])] = [
        ("nested arrays", { bytes(nest($0 / 2, "[", "]")) }),
        ("nested objects", { bytes(nest($0 / 6, #"{"a":"#, "}", "1")) }),
        ("an array of nests", { bytes(list($0 / 1000) { _ in nest(500, "[", "]") }) }),
        ("empty arrays", { bytes(list($0 / 3) { _ in "[]" }) }),
        ("empty objects", { bytes(list($0 / 3) { _ in "{}" }) }),
        ("objects of one member", { bytes(list($0 / 8) { _ in #"{"a":0}"# }) }),
        ("objects of other keys each", { bytes(list($0 / 12) { #"{"k\#($0)":0}"# }) }),
        ("different keys", { bytes(object($0 / 12) { "k\($0)" }) }),
        // The unseeded mark of a key is of its length and its ends.
        ("keys that collide", { bytes(object($0 / 30) { "prefix--\($0 + 1_000_000)--suffix" }) }),
        ("escaped keys that collide", { bytes(object($0 / 40) { #"\u0070refix--\#($0 + 1_000_000)--suffix"# }) }),
        ("one key, repeated", { bytes(object($0 / 6) { _ in "a" }) }),
        ("two spellings of one key", { bytes(object($0 / 10) { $0 % 2 == 0 ? "a" : #"\u0061"# }) }),
        ("a repeated key with long values", { bytes(object($0 / 1010, of: nest(500, "[", "]")) { _ in "a" }) }),
        ("repeated keys, nested", { bytes(nest($0 / 14, #"{"a":0,"a":"#, "}", "1")) }),
        (
            "objects of 65 escaped keys that collide",
            { bytes(list($0 / 2500) { _ in object(65) { #"\u0070refix--\#($0 + 1000)--suffix"# } }) }
        ),
        ("long keys that agree but for their last byte", { count in bytes(object(60) { _ in long(count / 60) }) }),
        ("escapes", { bytes(#"""# + String(repeating: #"\n"#, count: $0 / 2) + #"""#) }),
        ("numbered escapes", { bytes(#"""# + String(repeating: #"\u0041"#, count: $0 / 6) + #"""#) }),
        ("unpaired surrogates", { bytes(#"""# + String(repeating: #"\ud800"#, count: $0 / 6) + #"""#) }),
        ("strings with an unpaired surrogate", { bytes(list($0 / 9) { _ in #""\udfff""# }) }),
        ("a long string", { bytes(#"""# + long($0) + #"""#) }),
        ("an integer of many digits", { bytes(String(repeating: "0", count: 0) + "0." + long($0, "1")) }),
        ("a fraction of many zeros", { bytes("0." + long($0, "0") + "1") }),
        ("an exponent of many zeros", { bytes("1e" + long($0, "0") + "1") }),
        ("doubles of many digits", { bytes(list($0 / 25) { "0.1234567890123456789\($0 % 10)e1" }) }),
        ("white space", { bytes(long($0, " ") + "1") }),
        ("white space between tokens", { bytes(list($0 / 22) { _ in long(20, " ") + "1" }) }),
        ("a key of marks", { bytes(#"{"a\#(marks($0 / 4))":0,"é":1}"#) }),
        ("keys of marks", { bytes(object($0 / 80) { "a\(marks(16))\($0)" }) }),
        ("findings under a long key", { bytes(#"{"\#(long($0 / 2))":\#(list($0 / 8) { _ in "1.0" })}"#) }),
        ("findings in a deep nest", { bytes(nest(500, #"{"key":"#, "}", list($0 / 4) { _ in "1.0" })) }),
    ]

    /// Those that are none: each is refused only at its end.
    static let broken: [(name: String, make: @Sendable (Int) -> [UInt8])] = [
        ("arrays that are not closed", { bytes(long($0, "[")) }),
        ("objects that are not closed", { bytes(String(repeating: #"{"a":"#, count: $0 / 5)) }),
        ("a string that is not closed", { bytes(#"""# + long($0)) }),
        ("an integer beyond doubles", { bytes(long($0, "9")) }),
        ("a list that ends with a comma", { bytes("[" + String(repeating: "0,", count: $0 / 2) + "]") }),
        ("a line that is wrong after many", { bytes(long($0, "\n") + "x") }),
    ]

    static func nest(_ depth: Int, _ opening: String, _ closing: String, _ inner: String = "") -> String {
        String(repeating: opening, count: depth) + inner + String(repeating: closing, count: depth)
    }

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func long(_ count: Int, _ character: String = "x") -> String {
        String(repeating: character, count: count)
    }

    /// Marks of two classes in turn, so that each has to be moved.
    private static func marks(_ count: Int) -> String { String(repeating: "\u{301}\u{323}", count: count / 2) }

    private static func list(_ count: Int, _ element: (Int) -> String) -> String {
        "[" + (0..<max(count, 1)).map(element).joined(separator: ",") + "]"
    }

    private static func object(_ count: Int, of value: String = "0", _ key: (Int) -> String) -> String {
        "{" + (0..<max(count, 1)).map { #""\#(key($0))":\#(value)"# }.joined(separator: ",") + "}"
    }
}
