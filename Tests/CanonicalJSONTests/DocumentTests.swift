import CanonicalJSON
import TestSupport
import Testing

/// Navigation over the tape without building values.
@Suite struct DocumentTests {
    private let source = Array(
        "{ \"a\" : [1, -2.50, \"x\\u0041\", null, true], \"\\u0062\": {\"k\": {}, \"k\": [9223372036854775808]}, \"c\":false }"
            .utf8
    )

    @Test func nodesSayWhatAndWhere() throws {
        let root = try JSONDocument(parsing: source).root
        #expect(root.kind == .object && root.sourceRange == 0..<source.count)
        #expect(root.members.map(\.keyWTF8) == [[0x61], [0x62], [0x63]])
        let array = try #require(root.member("a"))
        #expect(array.kind == .array)
        #expect(array.elements.map(\.kind) == [.integer, .double, .string, .null, .bool])
        #expect(
            array.elements.map { text(Array(source[$0.sourceRange])) } == [
                "1", "-2.50", "\"x\\u0041\"", "null", "true",
            ])
        let elements = Array(array.elements)
        #expect(elements[0].integerValue == 1 && elements[0].doubleValue == 1 && elements[1].doubleValue == -2.5)
        #expect(
            elements[1].integerValue == nil && elements[2].stringWTF8 == [0x78, 0x41] && elements[4].boolValue == true)
        #expect(elements[2].stringValue == "xA" && elements[3].boolValue == nil && elements[0].stringValue == nil)
        #expect(root.member(wtf8: Array("c".utf8).span)?.boolValue == false && root.member("d") == nil)
        #expect(
            array.member("a") == nil && elements[0].elements.map(\.kind).isEmpty && array.members.map(\.key).isEmpty)
    }

    @Test func membersHideWhatIsRepeated() throws {
        let root = try JSONDocument(parsing: source).root
        let inner = try #require(root.member("b"))
        let members = Array(inner.members)
        #expect(members.count == 1 && members[0].value.kind == .array)
        #expect(members[0].value.elements.map(\.kind) == [.double])
        #expect(members[0].hasKey(wtf8: Array("k".utf8).span) && !members[0].hasKey(wtf8: Array("kk".utf8).span))
        #expect(text(Array(source[members[0].keyRange])) == "\"k\"")
    }

    @Test func partsAreWrittenCanonically() throws {
        let document = try JSONDocument(parsing: source)
        var parts: [UInt8] = []
        for member in document.root.members {
            member.appendCanonicalKey(to: &parts)
            parts.append(0x3D)
            member.value.appendCanonical(to: &parts)
            parts.append(0x3B)
        }
        #expect(text(parts) == "\"a\"=[1,-2.5,\"xA\",null,true];\"b\"={\"k\":[9223372036854776000.0]};\"c\"=false;")
        #expect(document.root.value == (try JSONValue(parsing: source)))
        #expect(document.root.member("a")?.value == [1, -2.5, "xA", nil, true])
        #expect(!document.isCanonical && document.firstDifference == 1 && document.source == source)
    }

    /// One canonicalizer, many documents: what one leaves behind does not show in the next, also after an error.
    @Test func canonicalizerIsReusable() throws {
        var canonicalizer = Canonicalizer()
        var generator = DocumentGenerator(seed: 6)
        var failures = Failures()
        for _ in 0..<1_000 {
            let bytes = generator.random.chance(3) ? generator.damaged() : generator.document()
            var output = Array("before".utf8)
            do throws(JSONError) {
                try canonicalizer.append(bytes.span, to: &output)
                failures.expect(text(output), "before" + outcome(bytes), text(bytes))
            } catch {
                failures.expect(text(output), "before", text(bytes))
                failures.expect("error: \(error.code.rawValue)", outcome(bytes), text(bytes))
            }
        }
        failures.report()
    }
}
