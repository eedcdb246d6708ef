import CanonicalJSON
import SyncBridge

/// The one change that makes an invalid vector of its parent (VE-11).
enum Mutation {
    /// Names the input in which `vector` differs from `parent`, for a vector that does not say so itself.
    ///
    /// A vector about which of several faults counts (VE-28) may differ in more than one.
    ///
    /// - Throws: `VectorError` when there is not exactly one.
    static func derived(_ vector: Vector, from parent: Vector) throws(VectorError) -> JSONObject {
        var fields: [JSONString] = []
        for name in Set(vector.inputs.map(\.key)).union(parent.inputs.map(\.key)).sorted()
        where vector.inputs[name] != parent.inputs[name] && !isExpectation(name, vector) { fields.append(name) }
        // Another list of slots draws other salts, and another key kind goes by another name.
        if fields.isEmpty && vector.entropy != parent.entropy { fields = ["entropy"] }
        if fields == ["key", "passphrase"] { fields = ["key"] }
        guard fields.count == 1 || fields.count > 1 && vector.isAboutOrder else {
            throw VectorError(
                place: vector.id, reason: "differs from \(parent.id) in \(fields.count) inputs: \(fields)")
        }
        return joined(fields.map { derived($0, of: vector, from: parent) })
    }

    /// One change as it is, several as one of op `several`.
    static func joined(_ changes: [JSONObject]) -> JSONObject {
        changes.count == 1 ? changes[0] : ["op": "several", "changes": .array(changes.map { .object($0) })]
    }

    private static func derived(_ field: JSONString, of vector: Vector, from parent: Vector) -> JSONObject {
        guard Messages.isByteString(field, of: vector.operation) else {
            return ["op": "field", "field": .string(field)]
        }
        let before = VectorBytes.expanded(value: parent.inputs[field] ?? .null).bytes
        let after = VectorBytes.expanded(value: vector.inputs[field] ?? .null).bytes
        var mutation: JSONObject = ["op": "replace", "field": .string(field)]
        if let before, let after, let change = change(from: before, to: after) {
            for (name, value) in change { mutation[name] = value }
        }
        return mutation
    }

    /// The most bytes that a change of bytes may bring in; beyond that it is another input.
    private static let valueLimit = 1100

    /// The smallest change of bytes in one place; nil where it would bring in too many.
    static func change(from before: [UInt8], to after: [UInt8]) -> JSONObject? {
        let start = zip(before, after).prefix { $0 == $1 }.count
        let end = zip(before[start...].reversed(), after[start...].reversed()).prefix { $0 == $1 }.count
        let removed = before.count - start - end
        let value = Array(after[start..<(after.count - end)])
        let offset = JSONValue.integer(Int64(start))
        guard value.count <= valueLimit else { return nil }
        if value.isEmpty {
            return end == 0
                ? ["op": "cut", "offset": offset]
                : ["op": "delete", "offset": offset, "count": .integer(Int64(removed))]
        }
        if removed == 0 {
            return end == 0
                ? ["op": "append", "value": .hex(value)] : ["op": "insert", "offset": offset, "value": .hex(value)]
        }
        guard removed == value.count else {
            return ["op": "replace", "offset": offset, "value": .hex(value), "count": .integer(Int64(removed))]
        }
        let bits = zip(value, before[start...]).map { $0 ^ $1 }
        let isFlip = bits.count == 1 && bits[0].nonzeroBitCount == 1
        return ["op": isFlip ? "flip" : "set", "offset": offset, "value": .hex(isFlip ? bits : value)]
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
        case "insert": result.insert(contentsOf: value, at: offset)
        case "delete", "replace":
            let count = mutation["count"]?.integerValue.map(Int.init) ?? 0
            guard count > 0, count <= bytes.count - offset else { return nil }
            result.replaceSubrange(offset..<(offset + count), with: value)
        default: return nil
        }
        return result
    }

    /// A parent that opens an archive may expect things of it that its mutants leave out.
    static func isExpectation(_ name: JSONString, _ vector: Vector) -> Bool {
        name == "expect" && vector.inputs[name] == nil
    }
}
