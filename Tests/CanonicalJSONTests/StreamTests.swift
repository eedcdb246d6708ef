import CanonicalJSON
import TestSupport
import Testing

/// Texts that come in pieces, against the reader of whole texts.
@Suite struct StreamTests {
    private let seed = UInt64(setting("SYNCWIRE_SEED", default: 20_261_201))
    private let count = setting("SYNCWIRE_TWIN_DOCS", default: 4_000)

    /// CJ-37: the output is that of the whole text, and so is the fault, wherever the text is cut.
    @Test func piecesGiveWhatTheWholeGives() {
        var generator = DocumentGenerator(seed: seed)
        var random = SeededGenerator(seed: seed)
        var failures = Failures()
        var rejected = 0
        for index in 0..<count {
            let bytes = index % 2 == 0 ? generator.damaged() : generator.document()
            let actual = Self.canonicalize(bytes, cut: { random.below(20) })
            let expected: Result<[UInt8], JSONError> = Result { () throws(JSONError) in
                try CanonicalJSON.canonicalize(bytes)
            }
            if case .failure = expected { rejected += 1 }
            if actual != expected { failures.add("seed \(seed), \(text(bytes)): \(actual) instead of \(expected)") }
        }
        failures.report()
        #expect(rejected > count / 8 && rejected < count)
    }

    /// CJ-37: a byte order mark is one only where the text begins, not where a piece does.
    @Test func markBehindAValue() {
        let bytes = Array("{}\u{FEFF}{}".utf8)
        for size in 1...bytes.count {
            let fault = Self.canonicalize(bytes, cut: { size })
            let expected = Result { () throws(JSONError) in try CanonicalJSON.canonicalize(bytes) }
            #expect(fault == expected, "pieces of \(size)")
        }
    }

    /// CJ-37: containers larger than the window are entered, at every depth, and come out as from the whole text.
    @Test func largeTexts() throws {
        var generator = DocumentGenerator(seed: seed &+ 1)
        var random = SeededGenerator(seed: seed)
        var failures = Failures()
        for round in [1, 6] {
            let bytes = Self.largeText(&generator, &random, wraps: round)
            #expect(bytes.count > JSONStream.windowSize * 2)
            let actual = Self.canonicalize(bytes, cut: { 1 + random.below(1 << (4 + round)) })
            let expected = Result { () throws(JSONError) in try CanonicalJSON.canonicalize(bytes) }
            failures.expect(actual, expected, "seed \(seed), round \(round)")
            var damaged = bytes
            damaged[bytes.count - 1 - random.below(bytes.count / 2)] = UInt8(random.below(256))
            let fault = Self.canonicalize(damaged, cut: { 1 + random.below(1 << 16) })
            let expectedFault = Result { () throws(JSONError) in try CanonicalJSON.canonicalize(damaged) }
            failures.expect(fault, expectedFault, "seed \(seed), damaged in round \(round)")
        }
        failures.report()
    }

    /// CJ-37: a key that an object larger than the window repeats is found, and the output still says the same.
    @Test func repeatedKeyInALargeObject() throws {
        let filler = (0..<50_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let bytes = Array(#"{"a":1,"\u0061":{"x":[]},\#(filler),"a":2}"#.utf8)
        #expect(bytes.count > JSONStream.windowSize)
        var canonicalizer = StreamCanonicalizer()
        var output: [UInt8] = []
        try canonicalizer.update(bytes.span.extracting(0..<JSONStream.windowSize), into: &output)
        try canonicalizer.update(bytes.span.extracting(JSONStream.windowSize...), into: &output)
        #expect(try !canonicalizer.finish(into: &output))
        try expectSame(CanonicalJSON.canonicalize(output), CanonicalJSON.canonicalize(bytes))
        #expect(text(output).hasPrefix(#"{"a":1,"a":{"x":[]},"k0":0"#))
    }

    /// CJ-37: memory is bounded by the window, so that a text of many small pieces leaves nothing behind.
    @Test func theWindowStaysSmall() throws {
        var stream = JSONStream()
        var values = 0
        let element = Array(#"{"id":"0123456789","n":[1,2,3]},"#.utf8)
        stream.update(Array("[".utf8).span)
        var greatest = 0
        for _ in 0..<20_000 {
            stream.update(element.span)
            while try stream.next(.whenLarge) != .needsInput { values += 1 }
            greatest = max(greatest, stream.bufferedCount)
        }
        #expect(values > 10_000 && greatest <= 2 * JSONStream.windowSize + element.count)
    }

    private static func canonicalize(_ bytes: [UInt8], cut: () -> Int) -> Result<[UInt8], JSONError> {
        var canonicalizer = StreamCanonicalizer()
        var output: [UInt8] = []
        do throws(JSONError) {
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + cut())
                try canonicalizer.update(bytes.span.extracting(start..<end), into: &output)
                start = end
            }
            let isComplete = try canonicalizer.finish(into: &output)
            return .success(isComplete ? output : try CanonicalJSON.canonicalize(output))
        } catch {
            return .failure(error)
        }
    }

    /// Random documents as the elements of an array or the members of an object, in more and more containers.
    private static func largeText(
        _ generator: inout DocumentGenerator, _ random: inout SeededGenerator, wraps: Int
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        for depth in 0..<wraps { bytes += Array((depth % 2 == 0 ? "[0,\n" : #"{"a":[], "b":"#).utf8) }
        let isObject = random.chance(2)
        bytes.append(isObject ? 0x7B : 0x5B)
        var index = 0
        while bytes.count < JSONStream.windowSize * 9 / 4 {
            if index > 0 { bytes.append(0x2C) }
            if isObject { bytes += Array("\"\(index)\":".utf8) }
            bytes += generator.document()
            index += 1
        }
        bytes.append(isObject ? 0x7D : 0x5D)
        for depth in (0..<wraps).reversed() { bytes.append(depth % 2 == 0 ? 0x5D : 0x7D) }
        return bytes
    }
}
