extension CanonicalJSONTables {
    static let rejected: [Topic<Rejected>] = [
        Topic(
            "utf8",
            ["CJ-1", "CJ-9"],
            [
                ("overlong-2", quoted([0xC0, 0xAF]), "an overlong solidus"),
                ("overlong-3", quoted([0xE0, 0x80, 0xAF]), "an overlong form of three bytes"),
                ("overlong-4", quoted([0xF0, 0x80, 0x80, 0xAF]), "an overlong form of four bytes"),
                ("surrogate", quoted([0xED, 0xA0, 0x80]), "an encoded surrogate"),
                (
                    "surrogate-pair", quoted([0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]),
                    "a pair of encoded surrogates (CESU-8)"
                ),
                ("too-large", quoted([0xF4, 0x90, 0x80, 0x80]), "above U+10FFFF"),
                ("f5", quoted([0xF5, 0x80, 0x80, 0x80]), "a lead byte that no code point has"),
                ("ff", quoted([0xFF]), "a byte that UTF-8 never has"),
                ("continuation", quoted([0x80]), "a continuation byte alone"),
                ("truncated", quoted([0xE2, 0x82]), "a sequence that ends at the quote"),
                ("truncated-at-end", [0x22, 0xF0, 0x9F], "a sequence that ends with the input"),
                ("latin-1", quoted([0xE9]), "Latin-1"),
                ("in-key", Array("{\"".utf8) + [0xFF] + Array("\":1}".utf8), "in a key"),
                ("outside-string", [0x5B, 0xC2, 0xA0, 0x5D], "well formed, and no token: U+00A0"),
            ]
        ),
        Topic("bom", ["CJ-2"], [("start", [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], "a byte order mark before the value")]),
        Topic(
            "syntax",
            ["CJ-3"],
            [
                ("trailing-comma-array", text("[1,]"), "a trailing comma in an array"),
                ("trailing-comma-object", text(#"{"a":1,}"#), "a trailing comma in an object"),
                ("missing-comma", text("[1 2]"), "no comma"),
                ("double-comma", text("[1,,2]"), "two commas"),
                ("leading-comma", text("[,1]"), "a comma first"),
                ("comment-line", text("[1]// x"), "a comment to the end of the line"),
                ("comment-block", text("[/**/1]"), "a comment between tokens"),
                ("missing-colon", text(#"{"a" 1}"#), "no colon"),
                ("missing-value", text(#"{"a":}"#), "no value"),
                ("unquoted-key", text("{a:1}"), "a key without quotes"),
                ("number-key", text("{1:1}"), "a number as a key"),
                ("single-quotes", text("['a']"), "single quotes"),
                ("single-quoted-key", text("{'a':1}"), "a key in single quotes"),
                ("capital-true", text("True"), "a literal in the wrong case"),
                ("truncated-literal", text("nul"), "a literal cut short"),
                ("longer-literal", text("nulll"), "a literal with a letter more"),
                ("unclosed-array", text("[1"), "an array that is not closed"),
                ("unclosed-object", text(#"{"a":1"#), "an object that is not closed"),
                ("unclosed-after-exponent", text(#"{"":5E003"#), "the same after a number of three digits of exponent"),
                ("wrong-bracket", text("[1}"), "closed by the other bracket"),
                ("undefined", text("undefined"), "a word of JavaScript"),
            ]
        ),
        Topic(
            "number",
            ["CJ-3"],
            [
                ("leading-zero", text("01"), "a leading zero"),
                ("leading-zero-negative", text("-01"), "a leading zero after the sign"),
                ("plus", text("+1"), "a plus sign"),
                ("plus-double", text("[1,+2.5]"), "a plus sign before a double, inside a list"),
                ("no-integer", text(".5"), "no digit before the point"),
                ("no-fraction", text("1."), "no digit after the point"),
                ("no-fraction-exponent", text("1.e3"), "no digit between point and exponent"),
                ("no-exponent", text("1e"), "no digit in the exponent"),
                ("no-exponent-sign", text("1e+"), "only a sign in the exponent"),
                ("minus", text("-"), "a sign alone"),
                ("nan", text("NaN"), "not a number"),
                ("infinity", text("Infinity"), "infinity"),
                ("minus-infinity", text("-Infinity"), "minus infinity"),
                ("hex", text("0x10"), "hexadecimal"),
                ("underscore", text("1_000"), "an underscore"),
                ("full-width", text("\u{FF11}"), "a full-width digit"),
            ]
        ),
        Topic(
            "overflow",
            ["CJ-14"],
            [
                ("e400", text("1e400"), "beyond every double"),
                ("negative", text("-1e400"), "beyond every double, negative"),
                ("just-above", text("1.7976931348623159e308"), "rounds to infinity"),
                ("long-integer", text(String(repeating: "9", count: 400)), "an integer literal of 400 digits"),
                ("nested", text(#"{"a":[1,2,1e999]}"#), "inside a document"),
            ]
        ),
        Topic(
            "string",
            ["CJ-3"],
            [
                ("unclosed", text("\"abc"), "a string that is not closed"),
                ("newline", text("\"a\nb\""), "a raw newline"),
                ("tab", text("\"a\tb\""), "a raw tab"),
                ("nul", quoted([0x00]), "a raw NUL"),
                ("unit-separator", quoted([0x1F]), "the last control character"),
                ("escape-x", text(#""\x41""#), "an escape of other languages"),
                ("escape-quote", text(#""\'""#), "an escaped apostrophe"),
                ("escape-end", text("\"\\"), "a backslash at the end"),
                ("escape-newline", text("\"\\\n\""), "an escaped newline"),
                ("unicode-short", text(#""\u12""#), "two hex digits"),
                ("unicode-not-hex", text(#""\u12g4""#), "a letter that is no hex digit"),
                ("unicode-braces", text(#""\u{41}""#), "the escape of other languages"),
                ("unicode-plus", text(#""\u+041""#), "a sign among the hex digits"),
                ("capital-u", text(#""\U00000041""#), "an escape with a capital U"),
            ]
        ),
        Topic(
            "space",
            ["CJ-4"],
            [
                ("vertical-tab", [0x5B, 0x0B, 0x5D], "a vertical tab between tokens"),
                ("form-feed", [0x5B, 0x0C, 0x5D], "a form feed between tokens"),
                ("nul", [0x00], "a NUL"),
                ("nul-after", [0x31, 0x00], "a NUL after the value"),
            ]
        ),
        Topic(
            "end",
            ["CJ-5"],
            [
                ("empty", [], "no input at all"),
                ("only-space", text(" \n"), "only white space"),
                ("two-values", text("1 2"), "a second value"),
                ("two-objects", text("{}{}"), "a second object"),
                ("extra-bracket", text("[]]"), "a bracket too many"),
            ]
        ),
    ]

    private static func text(_ string: String) -> [UInt8] { Array(string.utf8) }

    private static func quoted(_ bytes: [UInt8]) -> [UInt8] { [0x22] + bytes + [0x22] }
}
