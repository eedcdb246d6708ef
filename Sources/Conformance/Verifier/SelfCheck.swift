import CanonicalJSON

/// The verifier against itself: an answer that passed must not pass with any other expectation (VR-10).
enum SelfCheck {
    /// Judges each answer again by an expectation that one change at a random place has made wrong.
    static func outcome(_ judged: [(vector: Vector, answer: Answer)], seed: UInt64) -> TestResult.Outcome {
        var random = RunRandom(seed: seed, purpose: "spoiled")
        let passing = judged.filter { judgement in
            spoiled(judgement.vector, answer: judgement.answer, &random).contains { wrong in
                Judge.fault(of: judgement.answer, for: wrong) == nil
            }
        }
        guard let first = passing.first else { return .passed }
        return .failed(
            Failure(
                .testee,
                "the run is invalid: \(passing.count) answers pass with a wrong expectation, the first to "
                    + first.vector.id))
    }

    /// The vector with its expectation turned round, and with one output changed.
    private static func spoiled(_ vector: Vector, answer: Answer, _ random: inout RunRandom) -> [Vector] {
        var turned = vector
        guard case .valid(let outputs) = vector.expectation else {
            var other = vector
            other.expectation = .invalid(errorClass: random.word(count: 8).uppercased())
            // One of several readings may be an answer, so that turning round says nothing.
            guard case .invalid = vector.expectation else { return [other] }
            turned.expectation = .valid(outputs: [:])
            return [turned, other]
        }
        turned.expectation = .invalid(errorClass: "LIMIT")
        var changed = vector
        if outputs.isEmpty, vector.operation == "compress" {
            // The expected content is the input itself.
            changed.inputs["msg"] = spoiled(VectorBytes.expanded(vector.inputs)["msg"] ?? .null, &random)
        } else if outputs.isEmpty {
            // A user's own payload has no expected output.
            return [turned]
        } else {
            let name = outputs[random.below(outputs.count)].key
            var expected = outputs
            expected[name] = spoiled(outputs[name] ?? .null, &random)
            changed.expectation = .valid(outputs: expected)
        }
        return [turned, changed]
    }

    private static func spoiled(_ value: JSONValue, _ random: inout RunRandom) -> JSONValue {
        if var bytes = value.bytes {
            guard !bytes.isEmpty else { return .bytes([UInt8(random.below(256))]) }
            bytes[random.below(bytes.count)] ^= UInt8(1 << random.below(8))
            return .bytes(bytes)
        }
        if case .integer(let number) = value { return .integer(number &+ 1) }
        if let text = value.text { return .text(text + random.word(count: 1)) }
        if let length = value["length"]?.integerValue, value["sha256"] != nil {
            var other = value
            other["length"] = .integer(length + 1)
            return other
        }
        return [value]
    }
}
