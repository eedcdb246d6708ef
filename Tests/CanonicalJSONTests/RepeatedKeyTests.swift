import CanonicalJSON
import TestSupport
import Testing

/// CJ-18: a repeated key keeps its first position and takes its last value, whatever its spelling.
@Suite struct RepeatedKeyTests {
    @Test func firstPositionAndLastValue() throws {
        let cases = [
            ("{\"a\":1,\"a\":2}", "{\"a\":2}"),
            ("{\"a\":1,\"a\":2} ", "{\"a\":2}"),
            ("{\"\":1,\"\":2}", "{\"\":2}"),
            ("{\"b\":1,\"a\":2,\"b\":3}", "{\"b\":3,\"a\":2}"),
            ("{\"a\":1,\"\\u0061\":2}", "{\"a\":2}"),
            ("{\"\\u0061\":1,\"a\":2}", "{\"a\":2}"),
            ("{\"\\ud83d\\ude00\":1,\"😀\":2,\"\\uD83D\\uDE00\":3}", "{\"😀\":3}"),
            ("{\"\\ud800\":1,\"\\uD800\":2,\"\\ud801\":3}", "{\"\\ud800\":2,\"\\ud801\":3}"),
            ("{\"a\":1,\"a\":2,\"a\":3,\"a\":{\"a\":4,\"a\":5}}", "{\"a\":{\"a\":5}}"),
            ("{\"a\":{\"x\":[1,2]},\"b\":[],\"a\":{\"y\":2},\"c\":0}", "{\"a\":{\"y\":2},\"b\":[],\"c\":0}"),
            ("[{\"a\":[1],\"b\":2,\"a\":[3]},4]", "[{\"a\":[3],\"b\":2},4]"),
            ("{\"é\":1,\"e\u{301}\":2,\"\\u00e9\":3}", "{\"é\":3,\"e\u{301}\":2}"),
            ("{\"12345678\":1,\"12345679\":2,\"12345678\":3}", "{\"12345678\":3,\"12345679\":2}"),
            ("{\"a\":1,\"a\\u0000\":2,\"a\":3}", "{\"a\":3,\"a\\u0000\":2}"),
        ]
        for (json, expected) in cases {
            let bytes = Array(json.utf8)
            #expect(outcome(bytes) == expected)
            #expect(try text(JSONValue(parsing: bytes).canonicalBytes()) == expected)
            let document = try JSONDocument(parsing: bytes)
            #expect(!document.isCanonical)
            let names = document.root.members.map(\.key)
            #expect(Set(names).count == names.count)
        }
    }

    /// Keys that agree in length and in their first and last eight bytes are told apart by what is between.
    @Test func keysThatLookAlikeAreDifferent() throws {
        for count in [2, 60, 64, 65, 66, 300] {
            let members = (0..<count).map { "\"prefix--\($0 + 1000)--suffix\":\($0)" }
            let json = "{" + members.joined(separator: ",") + "}"
            #expect(try canonical(json) == json)
            #expect(try JSONDocument(parsing: Array(json.utf8)).isCanonical)
        }
    }

    /// The same at every size around the change from filter to hash, with each key repeated in turn.
    @Test func repetitionIsFoundAtAnySize() throws {
        var failures = Failures()
        for count in [1, 2, 7, 63, 64, 65, 127, 128, 200] {
            for repeated in stride(from: 0, to: count, by: 1 + count / 20) {
                var members = (0..<count).map { "\"k\($0)\":\($0)" }
                let json = "{" + members.joined(separator: ",") + ",\"\\u006b\(repeated)\":true}"
                members[repeated] = "\"k\(repeated)\":true"
                failures.expect(
                    outcome(Array(json.utf8)), "{" + members.joined(separator: ",") + "}", "\(repeated) of \(count)"
                )
            }
        }
        failures.report()
    }

    /// Among keys made to collide in every unseeded hash of length and ends the repeated one is found, too; what they cost
    /// is a matter of `ResourceTests`.
    @Test func repetitionIsFoundAmongCollidingKeys() throws {
        let members = (0..<40_000).map { "\"prefix--\($0 + 100_000)--suffix\":0" }
        let json = "{" + members.joined(separator: ",") + ",\"prefix--100007--suffix\":1}"
        #expect(try CanonicalJSON.canonicalize(Array(json.utf8)).count == json.utf8.count - 27)
    }
}
