import CanonicalJSON
import Foundation
import TestSupport
import Testing

/// The canonical form is what a real Dart VM prints.
@Suite(.enabled(if: DartVM.path != nil, "\(DartVM.missing)"))
struct DartTests {
    private let seed = UInt64(setting("SYNCWIRE_SEED", default: Int(UInt32.random(in: 0...UInt32.max))))

    /// Random documents in many spellings, one in five of them damaged: the same bytes, or an error on both sides.
    ///
    /// `SYNCWIRE_DART_DOCS` sets how many, `SYNCWIRE_SEED` repeats a run.
    @Test func randomDocuments() throws {
        let count = setting("SYNCWIRE_DART_DOCS", default: 10_000)
        var generator = DocumentGenerator(seed: seed)
        let inputs = (0..<count).map { $0 % 5 == 4 ? generator.damaged() : generator.document() }
            // Dart's `utf8.decode` drops a byte order mark, which only damage can put there.
            .filter { !$0.starts(with: [0xEF, 0xBB, 0xBF]) }
        let replies = try DartVM.map(inputs, "json.encode(json.decode(utf8.decode(input)))")
        var failures = Failures()
        var accepted = 0
        for (input, reply) in zip(inputs, replies) {
            do throws(JSONError) {
                let output = try CanonicalJSON.canonicalize(input)
                accepted += 1
                if output != reply {
                    failures.add("\(text(input)): \(text(output)), Dart \(reply.map { text($0) } ?? "error")")
                }
            } catch {
                // Dart reads an overflowing number as infinity and notices when it writes it, unless a repeated key
                // has dropped it.
                if let reply, error.code != .numberOverflow {
                    failures.add("\(text(input)): \(error), Dart \(text(reply))")
                }
            }
        }
        print("\(inputs.count) documents against Dart, \(accepted) valid, seed \(seed)")
        if failures.count > 0 { Issue.record("seed \(seed)") }
        failures.report()
        #expect(accepted > count / 2)
    }

    /// CJ-28 to CJ-31: each of the 65 536 code units, alone, from both spellings; 2 082 are escaped.
    @Test func everyCodeUnit() throws {
        // In arrays of 256 strings, since a document costs more than a string.
        let blocks = (0..<256).map { block in (0..<256).map { UInt16(block << 8 | $0) } }
        let inputs = blocks.map { units in
            let strings = units.map { "\"\\u\(String($0, radix: 16, uppercase: true).leftPadded(to: 4))\"" }
            return Array("[\(strings.joined(separator: ","))]".utf8)
        }
        let replies = try DartVM.map(inputs, "json.encode(json.decode(utf8.decode(input)))")
        var failures = Failures()
        var escaped = 0
        for (units, (input, reply)) in zip(blocks, zip(inputs, replies)) {
            let output = try CanonicalJSON.canonicalize(input)
            failures.expect(text(output), reply.map { text($0) } ?? "error", "units from \(units[0])")
            let value = JSONValue.array(units.map { .string(JSONString(utf16: [$0])) })
            failures.expect(try value.canonicalBytes(), output, "values from \(units[0])")
            let document = try JSONDocument(parsing: output)
            escaped += document.root.elements.count { output[$0.sourceRange.lowerBound + 1] == 0x5C }
        }
        failures.report()
        #expect(escaped == 2_082)
    }

    /// CJ-33: the order of strings is that of `String.compareTo`, on pairs from the classes that matter.
    @Test func orderOfStrings() throws {
        var random = SeededGenerator(seed: seed)
        let pairs = (0..<20_000).map { _ in OrderedPair(&random) }
        let inputs = pairs.map { pair in
            (pair.a + [UInt16(pair.a.count)] + pair.b).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
                + [UInt8(pair.a.count)]
        }
        // The last byte says how many units the first string has.
        let replies = try DartVM.map(
            inputs,
            """
            (() {
              final units = [for (var i = 0; i + 1 < input.length; i += 2) input[i] | input[i + 1] << 8];
              final n = input.last;
              return '${String.fromCharCodes(units.take(n)).compareTo(String.fromCharCodes(units.skip(n + 1)))}';
            })()
            """
        )
        var failures = Failures()
        for (pair, reply) in zip(pairs, replies) {
            failures.expect("\(pair.order)", reply.map { text($0) } ?? "error", "seed \(seed), \(pair)")
        }
        failures.report()
    }
}
