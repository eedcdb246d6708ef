import CanonicalJSON
import TestSupport
import Testing

/// Two strings that are likely to share a prefix and to differ where orders differ.
struct OrderedPair {
    let a: [UInt16]
    let b: [UInt16]

    init(_ random: inout SeededGenerator) {
        let prefix = Self.units(&random, random.below(4))
        a = prefix + Self.units(&random, random.below(3))
        b = prefix + Self.units(&random, random.below(3))
    }

    /// Our order, on WTF-8.
    var order: Int { UTF16Order.compare(wtf8: JSONString(utf16: a).wtf8, JSONString(utf16: b).wtf8) }

    private static let pieces = [
        "a", "Z", "é", "e\u{301}", "\u{301}", "한", "\u{1112}\u{1161}\u{11AB}", "豈", "\u{F900}", "機", "\u{D7FF}",
        "\u{E000}",
        "\u{EFFF}", "\u{F000}", "\u{FF5E}", "\u{FFFF}", "\u{10000}", "\u{1F600}", "\u{1F601}", "\u{2F800}",
        "\u{10FFFF}", "\u{0}",
        "abcdefgh", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}",
    ]
    private static let surrogates: [UInt16] = [0xD800, 0xD83D, 0xDBFF, 0xDC00, 0xDE00, 0xDFFF]

    private static func units(_ random: inout SeededGenerator, _ count: Int) -> [UInt16] {
        (0..<count).flatMap { _ in
            random.chance(4) ? [random.pick(surrogates)] : Array(random.pick(pieces).utf16)
        }
    }
}

/// CJ-33: order by UTF-16 code unit, straight on WTF-8.
@Suite struct OrderTests {
    /// The same as comparing the code units one by one, lone surrogates included, in both directions.
    @Test func equalsTheOrderOfCodeUnits() {
        var random = SeededGenerator(seed: 5)
        var failures = Failures()
        var counts = [0, 0, 0]
        var keys = [0, 0, 0]
        for _ in 0..<20_000 {
            let pair = OrderedPair(&random)
            let expected = pair.a == pair.b ? 0 : pair.a.lexicographicallyPrecedes(pair.b) ? -1 : 1
            counts[expected + 1] += 1
            failures.expect(pair.order, expected, "\(pair)")
            let (x, y) = (JSONString(utf16: pair.a), JSONString(utf16: pair.b))
            failures.expect(UTF16Order.compare(wtf8: y.wtf8, x.wtf8), -expected, "\(pair) reversed")
            failures.expect(x < y, expected < 0, "\(pair) by operator")
            failures.expect(x == y, expected == 0, "\(pair) by equality")
            let (key, other) = (UTF16Order.Key(x), UTF16Order.Key(y))
            failures.expect(key.isWhole, x.wtf8.count <= 40 && !x.hasLoneSurrogate, "\(pair) as a key")
            if key.isWhole, other.isWhole {
                failures.expect(key.compare(other), expected, "\(pair) as keys")
                keys[expected + 1] += 1
            }
            if let a = x.string, let b = y.string {
                failures.expect(a.utf16.lexicographicallyPrecedes(b.utf16), expected < 0, "\(pair) as String")
            }
        }
        failures.report()
        #expect(counts.allSatisfy { $0 > 100 })
        #expect(keys.allSatisfy { $0 > 100 })
    }

    /// Pairs on which a wrong order is known to fail.
    @Test func knownPairs() {
        let sorted: [JSONString] = [
            "", "10", "9", "B", "a", "aa", "e\u{301}", "é", "\u{1100}\u{1161}", "一", "가", JSONString(utf16: [0xD83D]),
            "😀",
            JSONString(utf16: [0xDE00]), "\u{E000}", "\u{F900}", "\u{FF5E}",
        ]
        #expect(sorted.reversed().sorted() == sorted)
        for (low, high) in zip(sorted, sorted.dropFirst()) { #expect(low < high) }
        #expect("é" as JSONString != "e\u{301}")
    }

    @Test func sortingAnObjectByKey() {
        let object: JSONObject = ["\u{FF5E}": 1, "😀": 2, "b": ["z": 1, "a": 2]]
        #expect(object.sortedByKey().map(\.key) == ["b", "😀", "\u{FF5E}"])
        #expect(object.sortedByKey()["b"]?.objectValue?.map(\.key) == ["z", "a"])
    }
}
