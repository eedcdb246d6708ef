import CanonicalJSON
import JSONTwin
import TestSupport
import Testing

/// The value model that callers use: order, equality, literals, subscripts.
@Suite struct ValueTests {
    @Test func literalsAndSubscripts() throws {
        var value: JSONValue = ["b": [1, 2.0, "é", true, nil], "a": ["x": -7], "b": [0]]
        #expect(try text(value.canonicalBytes()) == "{\"b\":[0],\"a\":{\"x\":-7}}")
        #expect(value["b"]?[0]?.integerValue == 0)
        #expect(value["b"]?[1] == nil)
        #expect(value["a"]?["x"]?.doubleValue == -7)
        #expect(value["a"]?["y"] == nil && value["a"]?[0] == nil && value["b"]?["x"] == nil)
        value["a"]?["y"] = ["n": nil]
        value["c"] = "end"
        value["b"] = nil
        #expect(try text(value.canonicalBytes()) == "{\"a\":{\"x\":-7,\"y\":{\"n\":null}},\"c\":\"end\"}")
        #expect(value["a"]?["y"]?["n"]?.isNull == true && value["c"]?.stringValue == "end")
        var number: JSONValue = 1
        number["k"] = nil
        #expect(number == 1)
        number["k"] = 2
        #expect(number == ["k": 2])
    }

    /// CJ-10: kinds do not mix, and equality is that of the canonical bytes.
    @Test func equalityIsThatOfCanonicalBytes() throws {
        let values: [JSONValue] = [
            nil, true, false, 1, 1.0, 0, 0.0, .double(-0.0), "1", "true", "", [], [:], [1], [1.0], [[]], ["a": 1],
            ["a": 1.0],
            ["a": 1, "b": 2], ["b": 2, "a": 1], "é", "e\u{301}", .string(JSONString(utf16: [0xD800])),
            .string(JSONString(utf16: [0xDC00])),
        ]
        for (i, a) in values.enumerated() {
            for (j, b) in values.enumerated() {
                #expect((a == b) == (i == j))
                #expect(try (a.canonicalBytes() == b.canonicalBytes()) == (i == j))
            }
            #expect(try JSONValue(parsing: a.canonicalBytes()) == a)
        }
        #expect(Set(values).count == values.count)
    }

    @Test func accessorsGiveNilForOtherKinds() {
        let values: [JSONValue] = [nil, true, 1, 1.5, "s", [], [:]]
        #expect(values.map { $0.isNull } == [true, false, false, false, false, false, false])
        #expect(values.map { $0.boolValue } == [nil, true, nil, nil, nil, nil, nil])
        #expect(values.map { $0.integerValue } == [nil, nil, 1, nil, nil, nil, nil])
        #expect(values.map { $0.doubleValue } == [nil, nil, 1, 1.5, nil, nil, nil])
        #expect(values.map { $0.stringValue } == [nil, nil, nil, nil, "s", nil, nil])
        #expect(values.map { $0.arrayValue } == [nil, nil, nil, nil, nil, [], nil])
        #expect(values.map { $0.objectValue } == [nil, nil, nil, nil, nil, nil, [:]])
    }

    /// Objects of every size behave like a list of pairs that is searched from the start.
    @Test func objectEqualsAPlainList() {
        var random = SeededGenerator(seed: 3)
        var failures = Failures()
        for limit in [3, 12, 200] {
            var object = JSONObject()
            var list: [(key: JSONString, value: JSONValue)] = []
            for step in 0..<1_500 {
                let key = JSONString("k\(random.below(limit))")
                let value: JSONValue? = random.chance(3) ? nil : .integer(Int64(step))
                object[key] = value
                let position = list.firstIndex { $0.key == key }
                switch (position, value) {
                case (let position?, let value?): list[position].value = value
                case (let position?, nil): list.remove(at: position)
                case (nil, let value?): list.append((key, value))
                case (nil, nil): break
                }
                let probe = JSONString("k\(random.below(limit))")
                failures.expect(object[probe], list.first { $0.key == probe }?.value, "step \(step) of \(limit)")
                if step % 50 == 0 {
                    failures.expect(object.map(\.key), list.map(\.key), "keys at \(step) of \(limit)")
                    failures.expect(object.map(\.value), list.map(\.value), "values at \(step) of \(limit)")
                    failures.expect(object, JSONObject(list), "rebuilt at \(step) of \(limit)")
                }
            }
        }
        failures.report()
    }

    /// CJ-15, CJ-16, CJ-17: strings are code units; pairs join, lone surrogates stay.
    @Test func stringsAreCodeUnits() {
        let lone = JSONString(utf16: [0x61, 0xD83D, 0x62])
        #expect(lone.hasLoneSurrogate && lone.string == nil && lone.utf16 == [0x61, 0xD83D, 0x62])
        #expect(lone.wtf8 == [0x61, 0xED, 0xA0, 0xBD, 0x62] && lone.description == "a\\ud83db")
        let pair = JSONString(utf16: [0xD83D, 0xDE00])
        #expect(pair == "😀" && !pair.hasLoneSurrogate && pair.string == "😀" && pair.utf16Count == 2)
        #expect(JSONString(wtf8: [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80]) == pair)
        #expect(JSONString(wtf8: [0xED, 0xB8, 0x80, 0xED, 0xA0, 0xBD])?.utf16 == [0xDE00, 0xD83D])
        #expect(JSONString(wtf8: Array("\u{D7FF}\u{E000}".utf8))?.hasLoneSurrogate == false)
        for bad: [UInt8] in [
            [0x80], [0xC0, 0x80], [0xED, 0xA0], [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0x80], [0xFF],
        ] {
            #expect(JSONString(wtf8: bad) == nil)
        }
        #expect("e\u{301}" as JSONString != "é" && JSONString("").isEmpty && ("aé機😀" as JSONString).utf16Count == 5)
    }

    /// Random code units survive the way through WTF-8 and through JSON text.
    @Test func codeUnitsSurvive() throws {
        var random = SeededGenerator(seed: 4)
        var failures = Failures()
        for _ in 0..<3_000 {
            let units = (0..<random.below(8)).map { _ in
                UInt16(random.chance(2) ? 0xD700 + random.below(0xA00) : random.below(0x10000))
            }
            let string = JSONString(utf16: units)
            failures.expect(string.utf16, units, "\(units)")
            failures.expect(string.utf16Count, units.count, "\(units)")
            failures.expect(JSONString(wtf8: string.wtf8), string, "\(units)")
            failures.expect(text(try JSONValue.string(string).canonicalBytes()), PlainWriter.string(string), "\(units)")
            failures.expect(
                try JSONValue(parsing: JSONValue.string(string).canonicalBytes()).stringValue, string, "\(units)"
            )
        }
        failures.report()
    }
}
