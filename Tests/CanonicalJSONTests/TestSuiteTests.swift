import CanonicalJSON
import Foundation
import TestSupport
import Testing

/// CJ-34: JSONTestSuite, all files, each decided.
@Suite(.enabled(if: Repository.peers.exists, "no ../shared/peers beside the package"))
struct TestSuiteTests {
    private let suite = Repository.peers.appending(path: "json-test-suite")

    /// What the files that the suite leaves open give: the canonical form, or the error.
    private let decided = [
        "number_double_huge_neg_exp": "[0.0]",
        "number_huge_exp": "error: numberOverflow",
        "number_neg_int_huge_exp": "error: numberOverflow",
        "number_pos_double_huge_exp": "error: numberOverflow",
        "number_real_neg_overflow": "error: numberOverflow",
        "number_real_pos_overflow": "error: numberOverflow",
        "number_real_underflow": "[0.0]",
        "number_too_big_neg_int": "[-1.2312312312312312e+29]",
        "number_too_big_pos_int": "[100000000000000000000.0]",
        "number_very_big_negative_int": "[-2.374623746732769e+47]",
        "object_key_lone_2nd_surrogate": "{\"\\udfaa\":0}",
        "string_1st_surrogate_but_2nd_missing": "[\"\\udada\"]",
        "string_1st_valid_surrogate_2nd_invalid": "[\"\\ud888\u{1234}\"]",
        "string_UTF-16LE_with_BOM": "error: invalidUTF8",
        "string_UTF-8_invalid_sequence": "error: invalidUTF8",
        "string_UTF8_surrogate_U+D800": "error: invalidUTF8",
        "string_incomplete_surrogate_and_escape_valid": "[\"\\ud800\\n\"]",
        "string_incomplete_surrogate_pair": "[\"\\udd1ea\"]",
        "string_incomplete_surrogates_escape_valid": "[\"\\ud800\\ud800\\n\"]",
        "string_invalid_lonely_surrogate": "[\"\\ud800\"]",
        "string_invalid_surrogate": "[\"\\ud800abc\"]",
        "string_invalid_utf-8": "error: invalidUTF8",
        "string_inverted_surrogates_U+1D11E": "[\"\\udd1e\\ud834\"]",
        "string_iso_latin_1": "error: invalidUTF8",
        "string_lone_second_surrogate": "[\"\\udfaa\"]",
        "string_lone_utf8_continuation_byte": "error: invalidUTF8",
        "string_not_in_unicode_range": "error: invalidUTF8",
        "string_overlong_sequence_2_bytes": "error: invalidUTF8",
        "string_overlong_sequence_6_bytes": "error: invalidUTF8",
        "string_overlong_sequence_6_bytes_null": "error: invalidUTF8",
        "string_truncated-utf-8": "error: invalidUTF8",
        "string_utf16BE_no_BOM": "error: unexpectedByte",
        "string_utf16LE_no_BOM": "error: unexpectedByte",
        "structure_500_nested_arrays": String(repeating: "[", count: 500) + String(repeating: "]", count: 500),
        "structure_UTF-8_BOM_empty_object": "error: byteOrderMark",
    ]

    /// What real Dart prints for the transforms; it refuses raw surrogates as we do.
    private let transforms = [
        "number_-9223372036854775808": "[-9223372036854775808]",
        "number_-9223372036854775809": "[-9223372036854776000.0]",
        "number_1.0": "[1.0]",
        "number_1.000000000000000005": "[1.0]",
        "number_1000000000000000": "[1000000000000000]",
        "number_10000000000000000999": "[10000000000000000000.0]",
        "number_1e-999": "[0.0]",
        "number_1e6": "[1000000.0]",
        "number_9223372036854775807": "[9223372036854775807]",
        "number_9223372036854775808": "[9223372036854776000.0]",
        "object_key_nfc_nfd": "{\"\u{E9}\":\"NFC\",\"e\u{301}\":\"NFD\"}",
        "object_key_nfd_nfc": "{\"e\u{301}\":\"NFD\",\"\u{E9}\":\"NFC\"}",
        "object_same_key_different_values": "{\"a\":2}",
        "object_same_key_same_value": "{\"a\":1}",
        "object_same_key_unclear_values": "{\"a\":0}",
        "string_1_escaped_invalid_codepoint": "[\"\\ud800\"]",
        "string_1_invalid_codepoint": "error: invalidUTF8",
        "string_2_escaped_invalid_codepoints": "[\"\\ud800\\ud800\"]",
        "string_2_invalid_codepoints": "error: invalidUTF8",
        "string_3_escaped_invalid_codepoints": "[\"\\ud800\\ud800\\ud800\"]",
        "string_3_invalid_codepoints": "error: invalidUTF8",
        "string_with_escaped_NULL": "[\"A\\u0000B\"]",
    ]

    @Test func parsingFilesAreDecided() throws {
        var failures = Failures()
        var counts: [Character: Int] = [:]
        for file in try files(in: suite.appending(path: "test_parsing")) {
            let name = file.deletingPathExtension().lastPathComponent
            let bytes = try file.bytes()
            let result = outcome(bytes)
            counts[name.first!, default: 0] += 1
            switch name.first {
            case "y": if result.hasPrefix("error: ") { failures.add("\(name): \(result)") }
            case "n": if !result.hasPrefix("error: ") { failures.add("\(name): \(result.prefix(80))") }
            default:
                failures.expect(
                    Array(result.utf8), Array((decided[String(name.dropFirst(2))] ?? "undecided").utf8), name)
            }
        }
        failures.report()
        #expect(counts == ["y": 95, "n": 188, "i": 35])
    }

    @Test func transformsAreThoseOfDart() throws {
        var failures = Failures()
        let files = try self.files(in: suite.appending(path: "test_transform"))
        for file in files {
            let name = file.deletingPathExtension().lastPathComponent
            let result = outcome(try file.bytes())
            failures.expect(Array(result.utf8), Array((transforms[name] ?? "undecided").utf8), name)
        }
        failures.report()
        #expect(files.count == 22)
    }

    /// The tables above are what the VM says, but for the byte order mark, which `utf8.decode` drops.
    @Test(.enabled(if: DartVM.path != nil, "\(DartVM.missing)")) func dartDecidesAlike() throws {
        let files =
            try self.files(in: suite.appending(path: "test_parsing"))
            + self.files(in: suite.appending(path: "test_transform"))
        let inputs = try files.map { try $0.bytes() }
        let replies = try DartVM.map(inputs, "json.encode(json.decode(utf8.decode(input)))")
        var failures = Failures()
        for (file, (input, reply)) in zip(files, zip(inputs, replies)) {
            let name = file.lastPathComponent
            if name == "i_structure_UTF-8_BOM_empty_object.json" || name.hasPrefix("n_structure_UTF8_BOM_no_data") {
                continue
            }
            failures.expect(try? CanonicalJSON.canonicalize(input), reply, name)
        }
        failures.report()
    }

    /// RFC 8785's published outputs, with the two differences: it sorts each level, and prints `1.0` as `1`.
    @Test func jcsOutputs() throws {
        let jcs = Repository.peers.appending(path: "jcs")
        let files = try self.files(in: jcs.appending(path: "input"))
        var failures = Failures()
        for file in files {
            let value = try JSONValue(parsing: file.bytes())
            let expected = try jcs.appending(path: "output/\(file.lastPathComponent)").bytes()
            failures.expect(text(try jcsForm(of: value).canonicalBytes()), text(expected), file.lastPathComponent)
        }
        failures.report()
        #expect(files.count == 6)
    }

    private func files(in folder: URL) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    private func jcsForm(of value: JSONValue) -> JSONValue {
        switch value {
        case .double(let number) where number == number.rounded() && abs(number) < 0x1p53: .integer(Int64(number))
        case .array(let elements): .array(elements.map { jcsForm(of: $0) })
        case .object(let members):
            .object(JSONObject(members.map { ($0.key, jcsForm(of: $0.value)) }).sortedByKey())
        default: value
        }
    }
}
