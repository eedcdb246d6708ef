import CanonicalJSON
import TestSupport
import Testing

/// What is rejected, with which code, and where.
@Suite struct ParserErrorTests {
    /// CJ-2, CJ-3, CJ-4, CJ-5, CJ-9, CJ-14: each fault has its code and the offset of the first wrong byte.
    @Test func faultsHaveCodeAndOffset() {
        let cases: [(String, JSONError.Code, Int)] = [
            ("", .unexpectedEnd, 0), (" \n", .unexpectedEnd, 2), ("[", .unexpectedEnd, 1), ("[1", .unexpectedEnd, 2),
            ("[1,", .unexpectedEnd, 3), ("{", .unexpectedEnd, 1), ("{\"a\"", .unexpectedEnd, 4),
            ("{\"a\":", .unexpectedEnd, 5), ("\"ab", .unexpectedEnd, 3), ("\"\\", .unexpectedEnd, 2),
            ("\"\\u12", .unexpectedEnd, 5), ("tru", .unexpectedEnd, 3), ("-", .unexpectedEnd, 1),
            ("1.", .unexpectedEnd, 2), ("1e", .unexpectedEnd, 2), ("1e+", .unexpectedEnd, 3),
            ("[1,]", .trailingComma, 3), ("{\"a\":1,}", .trailingComma, 7), ("[1 , ]", .trailingComma, 5),
            ("[,]", .unexpectedByte, 1), ("[1 2]", .unexpectedByte, 3), ("{\"a\" 1}", .unexpectedByte, 5),
            ("{a:1}", .unexpectedByte, 1), ("{1:1}", .unexpectedByte, 1), ("{'a':1}", .unexpectedByte, 1),
            ("{\"a\":1,b:2}", .unexpectedByte, 7), ("[1}", .unexpectedByte, 2), ("{\"a\":1]", .unexpectedByte, 6),
            ("]", .unexpectedByte, 0), ("\u{0}", .unexpectedByte, 0), ("[\u{0B}1]", .unexpectedByte, 1),
            ("[\u{A0}1]", .unexpectedByte, 1), ("{\"a\":1,,\"b\":2}", .unexpectedByte, 7),
            ("1 1", .trailingData, 2), ("[]]", .trailingData, 2), ("\"a\"b", .trailingData, 3),
            ("1\u{0}", .trailingData, 1),
            ("// c\n1", .comment, 0), ("[1/*c*/]", .comment, 2), ("1 # c", .comment, 2), ("1 //", .comment, 2),
            ("True", .unexpectedByte, 0), ("trUe", .invalidLiteral, 2), ("falsy", .invalidLiteral, 4),
            ("nil", .invalidLiteral, 1), ("[nulL]", .invalidLiteral, 4),
            ("01", .leadingZero, 1), ("-01", .leadingZero, 2), ("[00]", .leadingZero, 2), ("-00.5", .leadingZero, 2),
            ("+1", .plusSign, 0), (".5", .missingDigits, 0), ("1.}", .missingDigits, 2), ("[1.]", .missingDigits, 3),
            ("[-]", .missingDigits, 2), ("-.5", .missingDigits, 1), ("1.e5", .missingDigits, 2),
            ("[1e]", .missingDigits, 3), ("[1e+]", .missingDigits, 4), ("[1e1.5]", .unexpectedByte, 4),
            ("0x10", .trailingData, 1), ("[1_0]", .unexpectedByte, 2),
            ("NaN", .notANumber, 0), ("nan", .notANumber, 1), ("-NaN", .notANumber, 1), ("[Infinity]", .notANumber, 1),
            ("[-Infinity]", .notANumber, 2),
            ("1e400", .numberOverflow, 0), ("[1, -1e309]", .numberOverflow, 4),
            ("1.7976931348623159e308", .numberOverflow, 0),
            ("\"a\nb\"", .controlCharacter, 2), ("\"\u{0}\"", .controlCharacter, 1),
            ("\"\u{1F}\"", .controlCharacter, 1),
            ("{\"a\tb\":1}", .controlCharacter, 3),
            ("\"\\x\"", .invalidEscape, 2), ("\"\\'\"", .invalidEscape, 2), ("\"\\u00g0\"", .invalidEscape, 5),
            ("\"\\u12\"", .invalidEscape, 5), ("\"\\U0041\"", .invalidEscape, 2), ("\"ab\\\u{e9}\"", .invalidEscape, 4),
            ("\"\\ud83d\\u+e00\"", .invalidEscape, 9), ("\"\\ud83d\\x\"", .invalidEscape, 8),
            ("\u{FEFF}1", .byteOrderMark, 0), (" \u{FEFF}1", .unexpectedByte, 1), ("1\u{FEFF}", .trailingData, 1),
        ]
        var failures = Failures()
        for (json, code, offset) in cases {
            failures.expect(fault(Array(json.utf8)), "\(code.rawValue) at \(offset)", json.debugDescription)
        }
        failures.report()
    }

    /// CJ-1: the offset of malformed UTF-8 is that of the bad sequence, in strings, keys and between tokens.
    @Test func malformedUTF8IsRejectedWhereItBegins() {
        let sequences: [[UInt8]] = [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x20], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE6, 0x97], [0xE6, 0x97, 0x41], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF0, 0x9F, 0x98, 0x41], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF], [0xFE],
            [0xFF],
        ]
        var failures = Failures()
        for sequence in sequences {
            for (before, after) in [
                ("\"", "\""), ("[\"abc é 機 \\n", "\"]"), ("{\"k", "\":1}"), ("[1,", "]"), ("1 ", ""),
            ] {
                let bytes = Array(before.utf8) + sequence + Array(after.utf8)
                let expected = "invalidUTF8 at \(before.utf8.count)"
                failures.expect(fault(bytes), expected, "\(hex(bytes))")
                // The end of the input may cut the sequence anywhere.
                failures.expect(fault(Array(before.utf8) + sequence), expected, "\(hex(bytes)), cut")
            }
        }
        failures.report()
    }

    /// CJ-9: lines end with 0A and count from 1, columns are bytes and count from 1.
    @Test func linesAndColumns() throws {
        let cases: [(String, Int, Int)] = [
            ("x", 1, 1), ("\nx", 2, 1), ("[1,\n  2,\n  x]", 3, 3), ("[\r\n\r\nx", 3, 1), ("[\"é\",x]", 1, 7),
            ("[1,\n", 2, 1),
        ]
        for (json, line, column) in cases {
            let error = #expect(throws: JSONError.self) { try canonical(json) }
            #expect(error?.line == line, "\(json.debugDescription)")
            #expect(error?.column == column, "\(json.debugDescription)")
        }
        let error = JSONError(code: .trailingComma, offset: 5, line: 2, column: 3)
        #expect("\(error)" == "trailingComma at byte 5 (line 2, column 3): a comma before the closing bracket")
        #expect(error.shifted(bytes: 10, lines: 4) == JSONError(code: .trailingComma, offset: 15, line: 6, column: 3))
    }

    private func fault(_ bytes: [UInt8]) -> String {
        do {
            return "accepted as \(text(try CanonicalJSON.canonicalize(bytes)))"
        } catch {
            return "\(error.code.rawValue) at \(error.offset)"
        }
    }
}
