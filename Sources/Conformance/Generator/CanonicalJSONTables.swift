/// What the vectors of `canonicalize` are made from: texts, and what becomes of them, each written by hand.
enum CanonicalJSONTables {
    /// The cases of one topic: its part of the vector ids, and the clauses that its vectors test.
    struct Topic<Case: Sendable>: Sendable {
        var name: String
        var clauses: [String]
        var cases: [Case]

        init(_ name: String, _ clauses: [String], _ cases: [Case]) {
            self.name = name
            self.clauses = clauses
            self.cases = cases
        }
    }

    /// A text that is accepted, and its canonical form.
    typealias Accepted = (name: String, json: String, canonical: String, comment: String)
    /// Bytes that are rejected, and the accepted text that they were made from.
    typealias Rejected = (name: String, parent: String, json: [UInt8], comment: String)

    /// 7 * 5^1075 in decimal: 7 * 2^-1075, without its exponent.
    private static let sevenHalves: String = {
        // From the last digit to the first.
        var digits = [7]
        for _ in 0..<1075 {
            var carry = 0
            for index in digits.indices {
                carry += 5 * digits[index]
                digits[index] = carry % 10
                carry /= 10
            }
            if carry > 0 { digits.append(carry) }
        }
        return digits.reversed().map { "\($0)" }.joined()
    }()

    static let accepted: [Topic<Accepted>] = [
        Topic(
            "space",
            ["CJ-4", "CJ-19"],
            [
                ("all-four", " \t\r\n[ 1 ,\t2\n]\r\n", "[1,2]", "the four white space bytes go"),
                ("in-object", "{ \"a\" : 1 , \"b\" : [ ] }", #"{"a":1,"b":[]}"#, "white space around every token"),
                ("final-newline", "{}\n", "{}", "a newline at the end of the file is not part of the value"),
                ("in-string", "\"  a  \"", "\"  a  \"", "white space in a string stays"),
            ]
        ),
        Topic(
            "top",
            ["CJ-5", "CJ-21", "TP-13"],
            [
                ("null", "null", "null", "any value may stand at the top"),
                ("true", "true", "true", "a boolean at the top"),
                ("false", "false", "false", "the other boolean"),
                ("string", "\"\"", "\"\"", "an empty string"),
                ("array", "[]", "[]", "an empty array"),
                ("object", "{}", "{}", "an empty object"),
                (
                    "bool-and-number", #"{"b":true,"n":1,"z":0,"d":1.0}"#, #"{"b":true,"n":1,"z":0,"d":1.0}"#,
                    "true and 1, 1 and 1.0 stay apart"
                ),
            ]
        ),
        Topic(
            "utf8",
            ["CJ-1", "CJ-31"],
            [
                ("two-bytes", "\"\u{80}\u{7FF}\"", "\"\u{80}\u{7FF}\"", "the ends of two bytes"),
                (
                    "three-bytes", "\"\u{800}\u{D7FF}\u{E000}\u{FFFF}\"", "\"\u{800}\u{D7FF}\u{E000}\u{FFFF}\"",
                    "the ends of three bytes, with surrogates between them"
                ),
                ("four-bytes", "\"\u{10000}\u{10FFFF}\"", "\"\u{10000}\u{10FFFF}\"", "the ends of four bytes"),
            ]
        ),
        Topic(
            "bom", ["CJ-2"],
            [("inside", "\"\u{FEFF}\"", "\"\u{FEFF}\"", "U+FEFF inside of a string, not as an escape")]
        ),
        Topic(
            "overflow",
            ["CJ-14"],
            [
                (
                    "just-below", "1.7976931348623158e308", "1.7976931348623157e+308",
                    "beyond the largest double, and nearer to it than to the next"
                )
            ]
        ),
        Topic(
            "fixed-point",
            ["CJ-32"],
            [
                (
                    "mixed", #"{"b":[1.0,-0.0,1e+21,1e-7],"a":"\n\u001f\ud800é/"}"#,
                    #"{"b":[1.0,-0.0,1e+21,1e-7],"a":"\n\u001f\ud800é/"}"#, "a canonical text stays as it is"
                )
            ]
        ),
        Topic(
            "syntax",
            ["CJ-3"],
            [
                ("array", "[1]", "[1]", "an array of one"),
                ("list", "[1,2]", "[1,2]", "an array of two"),
                ("mixed", "[1,2.5]", "[1,2.5]", "an integer and a double"),
                ("string", #"["a"]"#, #"["a"]"#, "a string in an array"),
                ("object", #"{"a":1}"#, #"{"a":1}"#, "an object of one"),
                ("exponent", #"{"":5E003}"#, #"{"":5000.0}"#, "an exponent of three digits before a bracket"),
                ("nested", #"{"a":[1,2,1e99]}"#, #"{"a":[1,2,1e+99]}"#, "an array in an object"),
            ]
        ),
        Topic(
            "integer",
            ["CJ-10", "CJ-11", "CJ-21"],
            [
                ("zero", "0", "0", "zero"),
                ("one", "1", "1", "one"),
                ("negative", "-17", "-17", "a sign"),
                (
                    "int53", "9007199254740991", "9007199254740991",
                    "the largest integer that a double holds without gaps"
                ),
                ("beyond-int53", "9007199254740993", "9007199254740993", "an integer that a double cannot hold"),
                ("int64-max", "9223372036854775807", "9223372036854775807", "the largest Int64"),
                ("int64-min", "-9223372036854775808", "-9223372036854775808", "the smallest Int64"),
            ]
        ),
        Topic(
            "integer-overflow",
            ["CJ-11"],
            [
                ("above", "9223372036854775808", "9223372036854776000.0", "one above Int64 is a double"),
                ("below", "-9223372036854775809", "-9223372036854776000.0", "one below Int64 is a double"),
                ("twenty-digits", "10000000000000000000", "10000000000000000000.0", "1e19 as an integer literal"),
                ("exponent-form", "1000000000000000000000", "1e+21", "1e21 as an integer literal"),
                ("uint64-max", "18446744073709551615", "18446744073709552000.0", "the largest UInt64"),
                (
                    "308-digits", String(repeating: "9", count: 308), "1e+308",
                    "an integer literal that a double still holds"
                ),
            ]
        ),
        Topic(
            "integer-negative-zero", ["CJ-12"],
            [
                ("minus-zero", "-0", "0", "integer minus zero is zero"),
                ("among-others", "[-0,-0.0,0]", "[0,-0.0,0]", "and stays apart from the double"),
            ]),
        Topic(
            "double-read",
            ["CJ-13", "CJ-22"],
            [
                ("half-even", "9007199254740993.0", "9007199254740992.0", "a tie goes to the even neighbour"),
                ("half-up", "9007199254740995.0", "9007199254740996.0", "a tie whose even neighbour is above"),
                (
                    "past-half", "9007199254740993.00000000000000000000000000001", "9007199254740994.0",
                    "a digit far behind decides"
                ),
                ("underflow", "1e-400", "0.0", "too small becomes zero"),
                ("underflow-negative", "-1e-400", "-0.0", "and keeps its sign"),
                ("subnormal-tie", "2.4703282292062327e-324", "0.0", "below half of the smallest subnormal"),
                ("subnormal-min", "2.4703282292062328e-324", "5e-324", "above half of the smallest subnormal"),
                (
                    "long-fraction", "0.1000000000000000055511151231257827021181583404541015625", "0.1",
                    "the exact decimal expansion of a double"
                ),
                ("exponent-plus", "1E+2", "100.0", "capital E and a plus sign"),
                ("leading-zeros-in-exponent", "1e0002", "100.0", "leading zeros in the exponent are allowed"),
                ("max", "1.7976931348623157e308", "1.7976931348623157e+308", "the largest double"),
                (
                    "exponent-401", "[1\(String(repeating: "0", count: 401))e-401,2]", "[1.0,2]",
                    "an exponent that a clamping parser takes for underflow"
                ),
                (
                    "exponent-plus-401", "[0.\(String(repeating: "0", count: 100))1e401,2]", "[1e+300,2]",
                    "an exponent that a clamping parser takes for overflow"
                ),
                (
                    "exponent-20000", "1\(String(repeating: "0", count: 20_000))e-20000", "1.0",
                    "an exponent that a clamping parser takes for -19999"
                ),
                (
                    "subnormal-long-tie", "\(sevenHalves)e-1075", "2e-323",
                    "half-way between 3 and 4 times the smallest subnormal, in 753 digits"
                ),
                ("huge-exponent-of-zero", "0e9999999999", "0.0", "zero times anything is zero"),
            ]
        ),
        Topic(
            "double-shortest",
            ["CJ-22"],
            [
                ("third", "0.3333333333333333", "0.3333333333333333", "16 digits"),
                ("seventeen", "0.30000000000000004", "0.30000000000000004", "17 digits are needed"),
                ("trailing-zeros", "1.5000", "1.5", "trailing zeros go"),
                ("five-e-324", "4.9406564584124654e-324", "5e-324", "the smallest subnormal has one digit"),
                ("min-normal", "2.2250738585072014e-308", "2.2250738585072014e-308", "the smallest normal double"),
                ("one-tenth", "0.1", "0.1", "one tenth"),
                ("half", "0.5", "0.5", "one half"),
                ("e23", "1e23", "1e+23", "the nearest double lies below 1e23 and still prints as it"),
                ("nine-e22", "9.5e22", "9.5e+22", "one decimal"),
            ]
        ),
        Topic(
            "double-decimal",
            ["CJ-23"],
            [
                ("small-limit", "1e-6", "0.000001", "the smallest power of ten in decimal form"),
                ("above-small-limit", "1.5e-6", "0.0000015", "decimal form with zeros in front"),
                ("large-limit", "999999999999999900000", "999999999999999900000.0", "an integer literal near 1e21"),
                ("e20", "1e20", "100000000000000000000.0", "the largest power of ten in decimal form"),
                ("large-digits", "123456789012345680.0", "123456789012345680.0", "zeros behind the digits"),
            ]
        ),
        Topic(
            "double-integral",
            ["CJ-24", "CJ-10"],
            [
                ("one", "1.0", "1.0", "a double with an integral value keeps its .0"),
                ("one-exponent", "1e0", "1.0", "an exponent makes a double"),
                ("minus-one", "-1.0", "-1.0", "with a sign"),
                ("hundred", "1e2", "100.0", "1e2 is a double"),
                ("int53", "9007199254740992.0", "9007199254740992.0", "2^53 as a double"),
            ]
        ),
        Topic(
            "double-exponent",
            ["CJ-25"],
            [
                ("e21", "1e21", "1e+21", "the smallest power of ten in exponent form"),
                ("e-7", "1e-7", "1e-7", "one digit has no point"),
                ("digits-e-7", "1.25e-7", "1.25e-7", "a point after the first digit"),
                ("e22", "1.5e22", "1.5e+22", "a plus sign before the exponent"),
                ("no-padding", "1e-9", "1e-9", "no leading zero in the exponent"),
                ("e100", "1e100", "1e+100", "three digits of exponent"),
                ("negative", "-2.5e-10", "-2.5e-10", "a sign on both"),
                ("below-small-limit", "0.00000099999", "9.9999e-7", "just below 1e-6"),
            ]
        ),
        Topic(
            "double-zero",
            ["CJ-26"],
            [
                ("zero", "0.0", "0.0", "zero as a double"),
                ("minus-zero", "-0.0", "-0.0", "negative zero keeps its sign"),
                ("minus-zero-exponent", "-0e5", "-0.0", "also with an exponent"),
            ]
        ),
        Topic(
            "string",
            ["CJ-31"],
            [
                ("letters", "\"ab\"", "\"ab\"", "nothing but letters"),
                ("solidus", #""a\/b""#, #""a/b""#, "an escaped solidus is read and written bare"),
                ("html", #""<script>&'</script>""#, #""<script>&'</script>""#, "nothing is escaped for HTML"),
                (
                    "line-separators", #""\u2028\u2029""#, "\"\u{2028}\u{2029}\"",
                    "the line separators of JavaScript stay bare"
                ),
                ("feff", #""\ufeff""#, "\"\u{FEFF}\"", "U+FEFF inside a string is a character"),
                ("delete-in-key", "{\"\u{7F}\":1}", "{\"\u{7F}\":1}", "U+007F in a key, given bare"),
                ("latin", #""\u00e9\u00C9""#, "\"\u{E9}\u{C9}\"", "hex digits of both cases are read"),
                ("euro", "\"\u{20AC}\"", "\"\u{20AC}\"", "three bytes of UTF-8"),
                ("replacement", #""\ufffd""#, "\"\u{FFFD}\"", "U+FFFD is a character like any other"),
                ("noncharacter", #""\uffff""#, "\"\u{FFFF}\"", "so is U+FFFF"),
                ("private-use", #""\ue000""#, "\"\u{E000}\"", "the first code point after the surrogates"),
                ("before-surrogates", #""\ud7ff""#, "\"\u{D7FF}\"", "the last code point before the surrogates"),
            ]
        ),
        Topic(
            "surrogate-pair",
            ["CJ-16"],
            [
                ("emoji", #""\ud83d\ude00""#, "\"\u{1F600}\"", "two escapes, one code point"),
                ("raw", "\"\u{1F600}\"", "\"\u{1F600}\"", "the same in UTF-8"),
                ("first-astral", #""\uD800\uDC00""#, "\"\u{10000}\"", "U+10000"),
                ("last", #""\uDBFF\uDFFF""#, "\"\u{10FFFF}\"", "U+10FFFF"),
            ]
        ),
        Topic(
            "lone-surrogate",
            ["CJ-15", "CJ-30"],
            [
                ("high", #""\uD800""#, #""\ud800""#, "an unpaired high surrogate, lower case"),
                ("low", #""\uDFFF""#, #""\udfff""#, "an unpaired low surrogate"),
                ("reversed", #""\ude00\ud83d""#, #""\ude00\ud83d""#, "low before high is no pair"),
                (
                    "high-high-low", #""\ud83d\ud83d\ude00""#, "\"\\ud83d\u{1F600}\"",
                    "the second high one has a partner"
                ),
                ("before-letter", #""\ud83dA""#, #""\ud83dA""#, "followed by a letter"),
                ("before-escape", #""\ud83d\n""#, #""\ud83d\n""#, "followed by another escape"),
                ("before-escaped-letter", #""\ud83d\u0041""#, #""\ud83dA""#, "followed by an escaped letter"),
                ("in-key", #"{"\udc00":1}"#, #"{"\udc00":1}"#, "in a key"),
                (
                    "four", #"{"k":"\ud800","l":"\udc00\ud800","m":"\ud83d\ude00","n":"\ufffd"}"#,
                    "{\"k\":\"\\ud800\",\"l\":\"\\udc00\\ud800\",\"m\":\"\u{1F600}\",\"n\":\"\u{FFFD}\"}",
                    "all of them together"
                ),
            ]
        ),
        Topic(
            "object-order",
            ["CJ-20"],
            [
                ("kept", #"{"b":1,"a":2,"10":3,"9":4}"#, #"{"b":1,"a":2,"10":3,"9":4}"#, "members keep their order"),
                (
                    "nested", #"{"z":{"y":1,"x":2},"a":[{"d":1,"c":2}]}"#, #"{"z":{"y":1,"x":2},"a":[{"d":1,"c":2}]}"#,
                    "at every level"
                ),
                (
                    "numeric-keys", #"{"2":1,"1":2,"01":3}"#, #"{"2":1,"1":2,"01":3}"#,
                    "keys that look like array indexes are not moved"
                ),
                (
                    "proto", #"{"__proto__":1,"a":{"__proto__":2}}"#, #"{"__proto__":1,"a":{"__proto__":2}}"#,
                    "a key that JavaScript treats specially"
                ),
            ]
        ),
        Topic(
            "duplicate-key",
            ["CJ-18"],
            [
                ("two", #"{"a":1,"a":2}"#, #"{"a":2}"#, "the last value"),
                ("first-place", #"{"b":1,"a":2,"b":3}"#, #"{"b":3,"a":2}"#, "at the first position"),
                ("three", #"{"a":1,"b":2,"a":3,"c":4,"a":5}"#, #"{"a":5,"b":2,"c":4}"#, "of three the third"),
                ("escaped", #"{"a":1,"\u0061":2}"#, #"{"a":2}"#, "keys are compared after unescaping"),
                ("nested", #"{"x":{"a":1,"a":{"b":1,"b":2}}}"#, #"{"x":{"a":{"b":2}}}"#, "inside a replaced value too"),
                ("empty", #"{"":1,"":2}"#, #"{"":2}"#, "the empty key"),
                ("eight-bytes", #"{"abcdefgh":1,"abcdefgh":2}"#, #"{"abcdefgh":2}"#, "keys of eight bytes"),
                (
                    "nine-bytes", #"{"abcdefghi":1,"abcdefghj":2}"#, #"{"abcdefghi":1,"abcdefghj":2}"#,
                    "that differ in the ninth byte only"
                ),
                ("lone-surrogate", #"{"\ud800":1,"\uD800":2}"#, #"{"\ud800":2}"#, "a key with an unpaired surrogate"),
            ]
        ),
        Topic(
            "no-normalisation",
            ["CJ-17"],
            [
                (
                    "nfc-and-nfd", #"{"\u00e9":1,"e\u0301":2}"#, "{\"\u{E9}\":1,\"e\u{301}\":2}",
                    "NFC and NFD are two keys"
                ),
                ("nfd-kept", #""e\u0301""#, "\"e\u{301}\"", "NFD stays NFD"),
                (
                    "hangul", #"{"\uac00":1,"\u1100\u1161":2}"#, "{\"\u{AC00}\":1,\"\u{1100}\u{1161}\":2}",
                    "a syllable and its jamo"
                ),
                (
                    "compatibility-ideograph", #"{"\uf900":1,"\u8c48":2}"#, "{\"\u{F900}\":1,\"\u{8C48}\":2}",
                    "a compatibility ideograph and what it maps to"
                ),
                ("kelvin", #"{"\u212a":1,"K":2}"#, "{\"\u{212A}\":1,\"K\":2}", "the Kelvin sign and K"),
            ]
        ),
    ]
}
