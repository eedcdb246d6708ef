import CanonicalJSON
import SyncBridge

/// The one change that makes an invalid vector of its parent (VE-11).
enum Mutation {
    /// Byte strings among the inputs; of these a change replaces the whole value, of others it sets a field.
    private static let byteStrings: Set<JSONString> = [
        "json", "a", "b", "row", "record", "msg", "compressed", "plaintext", "archive",
    ]

    /// Names the input in which `vector` differs from `parent`, for a vector that does not say so itself.
    ///
    /// - Throws: `VectorError` when there is not exactly one.
    static func derived(_ vector: Vector, from parent: Vector) throws(VectorError) -> JSONObject {
        var fields: [JSONString] = []
        for name in Set(vector.inputs.map(\.key)).union(parent.inputs.map(\.key)).sorted()
        where vector.inputs[name] != parent.inputs[name] && !isExpectation(name, vector) { fields.append(name) }
        // Another list of slots draws other salts, and another key kind goes by another name.
        if fields.isEmpty && vector.entropy != parent.entropy { fields = ["entropy"] }
        if fields == ["key", "passphrase"] { fields = ["key"] }
        guard fields.count == 1 else {
            throw VectorError(
                place: vector.id, reason: "differs from \(parent.id) in \(fields.count) inputs: \(fields)")
        }
        return ["op": byteStrings.contains(fields[0]) ? "replace" : "field", "field": .string(fields[0])]
    }

    /// The bytes that `mutation` makes of `bytes`; nil for a change that is not one of bytes, or does not fit.
    static func applied(_ mutation: JSONObject, to bytes: [UInt8]) -> [UInt8]? {
        let offset = mutation["offset"]?.integerValue.map(Int.init) ?? 0
        let value = mutation["value"]?.hexBytes ?? []
        guard (0...bytes.count).contains(offset) else { return nil }
        var result = bytes
        switch mutation["op"]?.text {
        case "flip":
            guard offset + value.count <= bytes.count else { return nil }
            for (index, bits) in value.enumerated() { result[offset + index] ^= bits }
        case "set":
            guard offset + value.count <= bytes.count else { return nil }
            result.replaceSubrange(offset..<(offset + value.count), with: value)
        case "cut": result = Array(bytes[..<offset])
        case "append": result += value
        default: return nil
        }
        return result
    }

    /// A parent that opens an archive may expect things of it that its mutants leave out.
    private static func isExpectation(_ name: JSONString, _ vector: Vector) -> Bool {
        name == "expect" && vector.inputs[name] == nil
    }
}
