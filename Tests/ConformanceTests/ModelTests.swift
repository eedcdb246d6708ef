import CanonicalJSON
import TestSupport
import Testing

@testable import Conformance

/// The model of JSON, rows and records that known mistakes are switched on in.
struct ModelTests {
    /// The vectors of the operations that the model answers itself; of `open`, those that look at the plaintext.
    private static let vectors = Result {
        try Generated.files().flatMap(\.vectors).filter {
            $0.operation == "open"
                ? $0.inputs["profile"] == "snapshot"
                : Model(mutant: nil).jsonHandler(JSONString($0.operation)) != nil
        }
    }

    @Test func withoutAMistakeItAnswersAsTheReference() throws {
        let vectors = try Self.vectors.get()
        #expect(Set(vectors.map(\.operation)).count == 6)
        for vector in vectors {
            let fault = Judge.fault(of: Model(mutant: nil).answer(vector), for: vector)
            #expect(fault == nil, "\(vector.id)")
        }
    }

    /// What is not JSON, or only just, is where two parsers part: bytes of the vectors' texts changed at random.
    @Test func withoutAMistakeItReadsChangedTextsAsTheReference() throws {
        var generator = SeededGenerator(seed: 20)
        let texts = try Self.vectors.get().compactMap { $0.inputs["json"]?.bytes ?? $0.inputs["row"]?.bytes }
            .filter { (1...200).contains($0.count) }
        let spare = Array("{}[]\",:\\/u0123456789abdefnrt+-.eE \u{E9}\u{1F600}".utf8)
        for _ in 0..<3000 {
            var text = try #require(texts.randomElement(using: &generator))
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<text.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: text[place] = spare.randomElement(using: &generator) ?? 0
                case 1: text.insert(spare.randomElement(using: &generator) ?? 0, at: place)
                default: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                }
            }
            let model = Model(mutant: nil)
            let (expected, actual) = (
                try? CanonicalJSON.canonicalize(text),
                try? model.text(of: model.read(text))
            )
            #expect(expected == actual, "\(String(decoding: text, as: UTF8.self))")
            for (operation, inputs) in [
                ("contentHash", ["row": .bytes(text)]),
                ("decodeRecord", ["collection": "group", "row": .bytes(text)]),
                ("encodeRecord", ["collection": "group", "record": .bytes(text)]),
            ] as [(String, JSONObject)] {
                let request: JSONValue = ["inputs": .object(inputs)]
                #expect(
                    Self.outcome(of: Testee.operations[JSONString(operation)], request)
                        == Self.outcome(of: model.jsonHandler(JSONString(operation)), request),
                    "\(operation) \(String(decoding: text, as: UTF8.self))")
            }
        }
    }

    /// The outputs, or the class of the rejection.
    private static func outcome(of handler: Testee.Handler?, _ request: JSONValue) -> JSONValue {
        guard let handler else { return .null }
        do throws(Rejection) {
            return .object(try handler(try Request(request, scratch: nil)).outputs)
        } catch { return .text(error.errorClass) }
    }
}
