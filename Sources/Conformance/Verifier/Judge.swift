import CanonicalJSON
import SyncBridge
import SyncArchive

/// Compares one answer with what its vector demands.
enum Judge {
    /// What is wrong with `answer`, or nil when it is right.
    static func fault(of answer: Answer, for vector: Vector) -> Failure? {
        if case .acceptable(_, let readings) = vector.expectation {
            return fault(of: answer, for: vector, readings: readings)
        }
        return fault(of: answer, for: vector, expectation: vector.expectation)
    }

    /// Which of a vector's readings `answer` is, counted from 0; nil for a vector that leaves nothing open.
    static func reading(of answer: Answer, for vector: Vector) -> Int? {
        guard case .acceptable(_, let readings) = vector.expectation else { return nil }
        return readings.firstIndex { fault(of: answer, for: vector, expectation: $0) == nil }
    }

    /// What is wrong with an answer that is none of `readings`.
    private static func fault(of answer: Answer, for vector: Vector, readings: [Vector.Expectation]) -> Failure? {
        let faults = readings.map { fault(of: answer, for: vector, expectation: $0) }
        guard !faults.contains(nil), var first = faults.compactMap({ $0 }).first else { return nil }
        first.reason = "none of \(readings.count) readings: \(faults.compactMap { $0?.reason }.joined(separator: "; "))"
        return first
    }

    private static func fault(
        of answer: Answer, for vector: Vector, expectation: Vector.Expectation
    ) -> Failure? {
        switch (answer, expectation) {
        case (.broken(let reason), _): Failure(.broken, reason)
        case (.unsupported(let feature), _): Failure(.unsupported, "unsupported: \(feature)")
        case (.ok(let outputs, _), .valid(let expected)): fault(of: outputs, expected: expected, vector: vector)
        case (.ok, .invalid(let errorClass)): Failure(.accepted, "accepted; \(errorClass) expected")
        case (.rejected("INTERNAL", let message), _):
            Failure(.rejected, "INTERNAL: \(message)", errorClass: "INTERNAL")
        case (.rejected(let errorClass, let message), .valid):
            Failure(.rejected, "rejected: \(errorClass): \(message)", errorClass: errorClass)
        case (.rejected(let actual, let message), .invalid(let expected)):
            actual == expected
                ? nil
                : Failure(
                    .otherClass, "rejected as \(actual); \(expected) expected (\(message))", errorClass: actual)
        // Readings have no readings of their own; the schema and the parser refuse them.
        case (_, .acceptable): Failure(.testee, "a reading with readings")
        }
    }

    private static func fault(of outputs: JSONObject, expected: JSONObject, vector: Vector) -> Failure? {
        if vector.determinism == .perImplementation {
            return contentFault(of: outputs, expected: expected, vector: vector)
        }
        for (name, value) in expected {
            guard let actual = outputs[name] else { return Failure(.otherOutput, "no output \(name)") }
            if let fault = VectorBytes.fault(of: actual, expected: value, at: name.description) { return fault }
        }
        return nil
    }

    /// Where deflate is the stack's own: the content, and what surrounds the deflate stream, must be the same.
    private static func contentFault(of outputs: JSONObject, expected: JSONObject, vector: Vector) -> Failure? {
        func fault(_ reason: String) -> Failure { Failure(.otherOutput, reason) }
        switch vector.operation {
        case "compress":
            guard let compressed = outputs["compressed"]?.bytes else { return fault("no output compressed") }
            guard
                let codec = vector.inputs["codec"]?.integerValue.flatMap({ ArchiveCodec(rawValue: UInt8(clamping: $0)) }
                ),
                let message = VectorBytes.expanded(vector.inputs)["msg"]?.bytes
            else { return fault("the vector has no codec or msg") }
            do {
                let content = try Archive.decompress(
                    compressed,
                    codec: codec,
                    length: message.count,
                    limit: message.count
                )
                return content == message ? nil : fault("compressed: decompresses to something else")
            } catch { return fault("compressed: does not decompress: \(error)") }
        case "seal":
            guard let archive = outputs["archive"]?.bytes else { return fault("no output archive") }
            // A user's own payload has no expected header; the stacks are compared with one another.
            guard let prefix = expected["archivePrefix"]?.bytes else { return nil }
            return .difference(at: "archive", actual: Array(archive.prefix(prefix.count)), expected: prefix)
        default:
            return fault("\(vector.operation) has no per-implementation outputs")
        }
    }
}
