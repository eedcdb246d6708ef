extension CanonicalJSONTables {
    /// Texts on which programs in use were reported to fail, and what stands beside them.
    static let reported: [Topic<Accepted>] = [
        Topic(
            "short-escape",
            ["CJ-28", "CJ-31"],
            [
                ("quote", #""\"""#, #""\"""#, "an escaped quotation mark"),
                ("backslash", #""\\""#, #""\\""#, "an escaped backslash"),
                ("solidus", #""\/""#, #""/""#, "an escaped solidus alone"),
                ("backspace", #""\b""#, #""\b""#, "a backspace in its short form"),
                ("form-feed", #""\f""#, #""\f""#, "a form feed in its short form"),
                ("newline", #""\n""#, #""\n""#, "a newline in its short form"),
                ("return", #""\r""#, #""\r""#, "a carriage return in its short form"),
                ("tab", #""\t""#, #""\t""#, "a tab in its short form"),
                ("all", #""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#, "all short forms in a row"),
            ]
        ),
        Topic(
            "solidus",
            ["CJ-31"],
            [
                ("in-value", #"{"u":"a\/b"}"#, #"{"u":"a/b"}"#, "an escaped solidus in a value"),
                ("in-key", #"{"a\/b":1}"#, #"{"a/b":1}"#, "an escaped solidus in a key"),
                ("bare", #"{"u":"a/b"}"#, #"{"u":"a/b"}"#, "a solidus that is not escaped"),
                ("lower-hex", #"{"u":"a\u002fb"}"#, #"{"u":"a/b"}"#, "a solidus by its number"),
                ("behind-backslash", #""\\/""#, #""\\/""#, "a solidus behind an escaped backslash"),
                ("escaped-behind-backslash", #""\\\/""#, #""\\/""#, "the same, escaped itself"),
                ("twice", #""https:\/\/a""#, #""https://a""#, "two of them"),
                ("end-tag", #""<\/script>""#, #""</script>""#, "as in a page"),
                ("same-key", #"{"a\/b":1,"a/b":2}"#, #"{"a/b":2}"#, "two spellings of one key"),
            ]
        ),
        Topic(
            "number-kinds",
            ["CJ-21", "CJ-24", "CJ-26"],
            [
                (
                    "doubles", "[1.1,1.0,1e20,1e21,1e-7,1e-6,-0.0,123456789012345680.0,5e-324]",
                    "[1.1,1.0,100000000000000000000.0,1e+21,1e-7,0.000001,-0.0,123456789012345680.0,5e-324]",
                    "doubles that lose digits, padding, sign or fraction"
                ),
                ("integral", #"{"x":1.0}"#, #"{"x":1.0}"#, "a double that is integral"),
                ("integral-zero", #"{"x":0.0,"y":0,"z":-0.0}"#, #"{"x":0.0,"y":0,"z":-0.0}"#, "three zeros"),
                (
                    "booleans", #"[true,1,1.0,"1","true",false,0,0.0,"0",null]"#,
                    #"[true,1,1.0,"1","true",false,0,0.0,"0",null]"#, "what is equal in some language"
                ),
                (
                    "repeated-kinds", #"{"a":true,"a":1,"b":1,"b":1.0,"c":1.0,"c":true}"#, #"{"a":1,"b":1.0,"c":true}"#,
                    "a repeated key whose values are equal in some language"
                ),
                (
                    "large-integers", "[9007199254740991,9007199254740993,9223372036854775808]",
                    "[9007199254740991,9007199254740993,9223372036854776000.0]", "beyond 2^53 and 2^63"
                ),
                (
                    "large-negative", "[-9007199254740993,-9223372036854775808,-9223372036854775809]",
                    "[-9007199254740993,-9223372036854775808,-9223372036854776000.0]", "the same below zero"
                ),
                (
                    "unknown-field", #"{"a":1.0,"new":1,"v":2}"#, #"{"a":1.0,"new":1,"v":2}"#,
                    "a field of a newer version"
                ),
            ]
        ),
        Topic(
            "unpaired",
            ["CJ-30"],
            [
                (
                    "same-as-replaced", #"{"\ud800":1,"\ufffd":2,"?":3}"#, "{\"\\ud800\":1,\"\u{FFFD}\":2,\"?\":3}",
                    "a key, and what others make of it"
                ),
                ("across-strings", #"["\ud83d","\ude00"]"#, #"["\ud83d","\ude00"]"#, "two halves in two strings"),
            ]
        ),
        Topic(
            "equivalent",
            ["CJ-17", "CJ-18"],
            [
                (
                    "repeated", "{\"\\u00e9\":1,\"e\\u0301\":2,\"\u{E9}\":3}", "{\"\u{E9}\":3,\"e\u{301}\":2}",
                    "one of two equivalent keys is repeated"
                ),
                (
                    "hangul", "{\"\u{AC00}\":1,\"\u{1100}\u{1161}\":2}", "{\"\u{AC00}\":1,\"\u{1100}\u{1161}\":2}",
                    "a syllable and its letters"
                ),
                (
                    "mark-order", "{\"a\u{323}\u{307}\":1,\"a\u{307}\u{323}\":2}",
                    "{\"a\u{323}\u{307}\":1,\"a\u{307}\u{323}\":2}", "two orders of marks"
                ),
                ("ohm", "{\"\u{2126}\":1,\"\u{3A9}\":2}", "{\"\u{2126}\":1,\"\u{3A9}\":2}", "a sign and its letter"),
            ]
        ),
    ]
}
