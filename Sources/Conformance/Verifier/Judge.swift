import CanonicalJSON
import SyncBridge
import SyncArchive

/// Compares one answer with what its vector demands.
enum Judge {
    /// What is wrong with `answer`, or nil when it is right.
    static func fault(of answer: Answer, for vector: Vector) -> String? {
        switch (answer, vector.expectation) {
        case (.broken(let reason), _): reason
        case (.unsupported(let feature), _): "unsupported: \(feature)"
        case (.ok(let outputs, _), .valid(let expected)): fault(of: outputs, expected: expected, vector: vector)
        case (.ok, .invalid(let errorClass)): "accepted; \(errorClass) expected"
        case (.rejected("INTERNAL", let message), _): "INTERNAL: \(message)"
        case (.rejected(let errorClass, let message), .valid): "rejected: \(errorClass): \(message)"
        case (.rejected(let actual, let message), .invalid(let expected)):
            actual == expected ? nil : "rejected as \(actual); \(expected) expected (\(message))"
        }
    }

    private static func fault(of outputs: JSONObject, expected: JSONObject, vector: Vector) -> String? {
        if vector.determinism == .perImplementation {
            return contentFault(of: outputs, expected: expected, vector: vector)
        }
        for (name, value) in expected {
            guard let actual = outputs[name] else { return "no output \(name)" }
            if let fault = VectorBytes.fault(of: actual, expected: value) { return "\(name): \(fault)" }
        }
        return nil
    }

    /// Where deflate is the stack's own: the content, and what surrounds the deflate stream, must be the same.
    private static func contentFault(of outputs: JSONObject, expected: JSONObject, vector: Vector) -> String? {
        switch vector.operation {
        case "compress":
            guard let compressed = outputs["compressed"]?.bytes else { return "no output compressed" }
            guard
                let codec = vector.inputs["codec"]?.integerValue.flatMap({ ArchiveCodec(rawValue: UInt8(clamping: $0)) }
                ),
                let message = VectorBytes.expanded(vector.inputs)["msg"]?.bytes
            else { return "the vector has no codec or msg" }
            do {
                let content = try Archive.decompress(
                    compressed,
                    codec: codec,
                    length: message.count,
                    limit: message.count
                )
                return content == message ? nil : "compressed: decompresses to something else"
            } catch { return "compressed: does not decompress: \(error)" }
        case "seal":
            guard let archive = outputs["archive"]?.bytes else { return "no output archive" }
            // A user's own payload has no expected header; the stacks are compared with one another.
            guard let prefix = expected["archivePrefix"]?.bytes else { return nil }
            let actual = Array(archive.prefix(prefix.count))
            return actual == prefix ? nil : "archive: " + difference(actual: actual, expected: prefix)
        default:
            return "\(vector.operation) has no per-implementation outputs"
        }
    }

    /// The first difference of two values, in words: the offset and the bytes around it for byte strings.
    static func difference(actual: JSONValue, expected: JSONValue) -> String {
        guard let actualBytes = actual.bytes, let expectedBytes = expected.bytes else {
            return "\(text(actual)); expected \(text(expected))"
        }
        return difference(actual: actualBytes, expected: expectedBytes)
    }

    /// The first difference of two byte strings: its offset, and up to 16 bytes from there on each side.
    static func difference(actual: [UInt8], expected: [UInt8]) -> String {
        let offset = zip(actual, expected).prefix { $0 == $1 }.count
        func window(_ bytes: [UInt8]) -> String {
            offset >= bytes.count ? "the end" : Hex.encode(Array(bytes[offset...].prefix(16)))
        }
        return "differs at byte \(offset): \(window(actual)); expected \(window(expected))"
    }

    private static func text(_ value: JSONValue) -> String {
        guard let bytes = try? value.canonicalBytes() else { return "a value without text" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
