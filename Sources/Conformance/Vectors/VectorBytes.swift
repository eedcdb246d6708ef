import CanonicalJSON
import SyncBridge
import SyncEnvelope

/// The forms that bytes have in a vector file besides base64 (VE-8).
enum VectorBytes {
    /// The most bytes that a repetition may stand for: what `open` accepts by default.
    static let lengthLimit: Int64 = 268_435_456

    /// What is wrong with the lengths of the repetitions in `values`, or nil.
    static func fault(in values: JSONObject) -> String? {
        for (name, value) in values where value["repeat"] != nil {
            guard let length = value["length"]?.integerValue, (0...lengthLimit).contains(length) else {
                return "\(name): length not in 0...\(lengthLimit)"
            }
        }
        return nil
    }

    /// `inputs` with each `{"repeat": base64, "length": n}` written out, as a stack gets them.
    static func expanded(_ inputs: JSONObject) -> JSONObject {
        JSONObject(inputs.map { (key: $0.key, value: expanded(value: $0.value)) })
    }

    /// The same for one value; any other than that form stays as it is.
    static func expanded(value: JSONValue) -> JSONValue {
        guard let pattern = value["repeat"]?.bytes, let length = value["length"]?.integerValue, !pattern.isEmpty else {
            return value
        }
        return .bytes((0..<Int(length)).map { pattern[$0 % pattern.count] })
    }

    /// `length` bytes that repeat `pattern`, in the short form.
    static func repeated(_ pattern: [UInt8], length: Int) -> JSONValue {
        ["repeat": .bytes(pattern), "length": .integer(Int64(length))]
    }

    /// The short form of expected bytes: base64 up to 4 KiB, above that length and SHA-256.
    static func expected(_ bytes: [UInt8]) throws(VectorError) -> JSONValue {
        guard bytes.count > 4096 else { return .bytes(bytes) }
        return ["sha256": .text(try digest(bytes)), "length": .integer(Int64(bytes.count))]
    }

    /// What is wrong with the output `actual` of name `place`, or nil; `expected` is base64, a hash, or any other value.
    static func fault(of actual: JSONValue, expected: JSONValue, at place: String) -> Failure? {
        guard let hash = expected["sha256"]?.text, let length = expected["length"]?.integerValue else {
            let wanted = expanded(value: expected)
            return areEqual(actual, wanted) ? nil : .difference(at: place, actual: actual, expected: wanted)
        }
        func fault(_ reason: String) -> Failure { Failure(.otherOutput, "\(place): \(reason)") }
        guard let bytes = actual.bytes else { return fault("not base64") }
        guard Int64(bytes.count) == length else { return fault("\(bytes.count) bytes; expected \(length)") }
        guard let observed = try? digest(bytes) else { return fault("SHA-256 is not available") }
        return observed == hash ? nil : fault("SHA-256 \(observed); expected \(hash)")
    }

    /// Equality in which the order of members means nothing (TP-2).
    static func areEqual(_ a: JSONValue, _ b: JSONValue) -> Bool {
        switch (a, b) {
        case (.array(let x), .array(let y)): x.count == y.count && zip(x, y).allSatisfy(areEqual)
        case (.object(let x), .object(let y)):
            x.count == y.count && x.allSatisfy { member in y[member.key].map { areEqual(member.value, $0) } ?? false }
        default: a == b
        }
    }

    /// The SHA-256 of `bytes`, in hex.
    static func digest(_ bytes: [UInt8]) throws(VectorError) -> String {
        do { return Hex.encode(try SHA256.hash(bytes)) } catch {
            throw VectorError(place: "SHA-256", reason: error.reason)
        }
    }
}
