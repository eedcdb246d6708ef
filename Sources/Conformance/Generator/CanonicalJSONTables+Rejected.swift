extension CanonicalJSONTables {
    static let rejected: [Topic<Rejected>] = [
        Topic(
            "utf8",
            ["CJ-1", "CJ-9"],
            [
                ("overlong-2", "top-string", quoted([0xC0, 0xAF]), "an overlong solidus"),
                ("overlong-3", "top-string", quoted([0xE0, 0x80, 0xAF]), "an overlong form of three bytes"),
                ("overlong-4", "top-string", quoted([0xF0, 0x80, 0x80, 0xAF]), "an overlong form of four bytes"),
                ("surrogate", "top-string", quoted([0xED, 0xA0, 0x80]), "an encoded surrogate"),
                (
                    "surrogate-pair", "top-string", quoted([0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]),
                    "a pair of encoded surrogates (CESU-8)"
                ),
                ("too-large", "top-string", quoted([0xF4, 0x90, 0x80, 0x80]), "above U+10FFFF"),
                ("f5", "top-string", quoted([0xF5, 0x80, 0x80, 0x80]), "a lead byte that no code point has"),
                ("ff", "top-string", quoted([0xFF]), "a byte that UTF-8 never has"),
                ("continuation", "top-string", quoted([0x80]), "a continuation byte alone"),
                ("truncated", "string-euro", quoted([0xE2, 0x82]), "a sequence that ends at the quote"),
                ("truncated-at-end", "surrogate-pair-raw", [0x22, 0xF0, 0x9F], "a sequence that ends with the input"),
                ("latin-1", "top-string", quoted([0xE9]), "Latin-1"),
                ("in-key", "syntax-object", Array("{\"".utf8) + [0xFF] + Array("\":1}".utf8), "in a key"),
                ("outside-string", "top-array", [0x5B, 0xC2, 0xA0, 0x5D], "well formed, and no token: U+00A0"),
            ]
        ),
        Topic(
            "bom", ["CJ-2"],
            [("start", "top-object", [0xEF, 0xBB, 0xBF, 0x7B, 0x7D], "a byte order mark before the value")]),
        Topic(
            "syntax",
            ["CJ-3"],
            [
                ("trailing-comma-array", "syntax-array", text("[1,]"), "a trailing comma in an array"),
                ("trailing-comma-object", "syntax-object", text(#"{"a":1,}"#), "a trailing comma in an object"),
                ("missing-comma", "syntax-list", text("[1 2]"), "no comma"),
                ("double-comma", "syntax-list", text("[1,,2]"), "two commas"),
                ("leading-comma", "syntax-array", text("[,1]"), "a comma first"),
                ("comment-line", "syntax-array", text("[1]// x"), "a comment to the end of the line"),
                ("comment-block", "syntax-array", text("[/**/1]"), "a comment between tokens"),
                ("missing-colon", "syntax-object", text(#"{"a" 1}"#), "no colon"),
                ("missing-value", "syntax-object", text(#"{"a":}"#), "no value"),
                ("unquoted-key", "syntax-object", text("{a:1}"), "a key without quotes"),
                ("number-key", "syntax-object", text("{1:1}"), "a number as a key"),
                ("single-quotes", "syntax-string", text("['a']"), "single quotes"),
                ("single-quoted-key", "syntax-object", text("{'a':1}"), "a key in single quotes"),
                ("capital-true", "top-true", text("True"), "a literal in the wrong case"),
                ("truncated-literal", "top-null", text("nul"), "a literal cut short"),
                ("longer-literal", "top-null", text("nulll"), "a literal with a letter more"),
                ("unclosed-array", "syntax-array", text("[1"), "an array that is not closed"),
                ("unclosed-object", "syntax-object", text(#"{"a":1"#), "an object that is not closed"),
                (
                    "unclosed-after-exponent", "syntax-exponent", text(#"{"":5E003"#),
                    "the same after a number of three digits of exponent"
                ),
                ("wrong-bracket", "syntax-array", text("[1}"), "closed by the other bracket"),
                ("undefined", "top-null", text("undefined"), "a word of JavaScript"),
            ]
        ),
        Topic(
            "number",
            ["CJ-3"],
            [
                ("leading-zero", "integer-one", text("01"), "a leading zero"),
                (
                    "leading-zero-negative", "integer-negative-zero-minus-zero", text("-01"),
                    "a leading zero after the sign"
                ),
                ("plus", "integer-one", text("+1"), "a plus sign"),
                ("plus-double", "syntax-mixed", text("[1,+2.5]"), "a plus sign before a double, inside a list"),
                ("no-integer", "double-shortest-half", text(".5"), "no digit before the point"),
                ("no-fraction", "double-integral-one", text("1."), "no digit after the point"),
                ("no-fraction-exponent", "double-integral-one", text("1.e3"), "no digit between point and exponent"),
                ("no-exponent", "double-integral-one-exponent", text("1e"), "no digit in the exponent"),
                ("no-exponent-sign", "double-integral-one-exponent", text("1e+"), "only a sign in the exponent"),
                ("minus", "integer-negative", text("-"), "a sign alone"),
                ("nan", "integer-zero", text("NaN"), "not a number"),
                ("infinity", "integer-zero", text("Infinity"), "infinity"),
                ("minus-infinity", "integer-negative", text("-Infinity"), "minus infinity"),
                ("hex", "integer-zero", text("0x10"), "hexadecimal"),
                ("underscore", "integer-one", text("1_000"), "an underscore"),
                ("full-width", "integer-one", text("\u{FF11}"), "a full-width digit"),
            ]
        ),
        Topic(
            "overflow",
            ["CJ-14"],
            [
                ("e400", "double-read-underflow", text("1e400"), "beyond every double"),
                ("negative", "double-read-underflow-negative", text("-1e400"), "beyond every double, negative"),
                ("just-above", "double-read-max", text("1.7976931348623159e308"), "rounds to infinity"),
                (
                    "long-integer", "integer-overflow-308-digits", text(String(repeating: "9", count: 400)),
                    "an integer literal of 400 digits"
                ),
                ("nested", "syntax-nested", text(#"{"a":[1,2,1e999]}"#), "inside a document"),
            ]
        ),
        Topic(
            "string",
            ["CJ-3"],
            [
                ("unclosed", "string-letters", text("\"abc"), "a string that is not closed"),
                ("newline", "string-letters", text("\"a\nb\""), "a raw newline"),
                ("tab", "string-letters", text("\"a\tb\""), "a raw tab"),
                ("nul", "top-string", quoted([0x00]), "a raw NUL"),
                ("unit-separator", "top-string", quoted([0x1F]), "the last control character"),
                ("escape-x", "escape-41", text(#""\x41""#), "an escape of other languages"),
                ("escape-quote", "top-string", text(#""\'""#), "an escaped apostrophe"),
                ("escape-end", "top-string", text("\"\\"), "a backslash at the end"),
                ("escape-newline", "top-string", text("\"\\\n\""), "an escaped newline"),
                ("unicode-short", "escape-12", text(#""\u12""#), "two hex digits"),
                ("unicode-not-hex", "top-string", text(#""\u12g4""#), "a letter that is no hex digit"),
                ("unicode-braces", "escape-41", text(#""\u{41}""#), "the escape of other languages"),
                ("unicode-plus", "escape-41", text(#""\u+041""#), "a sign among the hex digits"),
                ("capital-u", "escape-41", text(#""\U00000041""#), "an escape with a capital U"),
            ]
        ),
        Topic(
            "space",
            ["CJ-4"],
            [
                ("vertical-tab", "top-array", [0x5B, 0x0B, 0x5D], "a vertical tab between tokens"),
                ("form-feed", "top-array", [0x5B, 0x0C, 0x5D], "a form feed between tokens"),
                ("nul", "integer-zero", [0x00], "a NUL"),
                ("nul-after", "integer-one", [0x31, 0x00], "a NUL after the value"),
            ]
        ),
        Topic(
            "end",
            ["CJ-5", "TP-13"],
            [
                ("empty", "integer-zero", [], "no input at all"),
                ("only-space", "space-final-newline", text(" \n"), "only white space"),
                ("two-values", "integer-one", text("1 2"), "a second value"),
                ("two-objects", "top-object", text("{}{}"), "a second object"),
                ("extra-bracket", "top-array", text("[]]"), "a bracket too many"),
            ]
        ),
    ]

    private static func text(_ string: String) -> [UInt8] { Array(string.utf8) }

    private static func quoted(_ bytes: [UInt8]) -> [UInt8] { [0x22] + bytes + [0x22] }
}
