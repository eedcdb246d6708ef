import CanonicalJSON

extension Vector {
    /// Clauses that say which of several faults counts, so that their vectors have more than one (VE-28).
    private static let orderClauses: Set<String> = ["EN-37", "EN-57", "ER-4", "ER-5", "ER-6"]

    /// Whether the vector is about which of several faults counts.
    var isAboutOrder: Bool { !Self.orderClauses.isDisjoint(with: clauses) }

    /// Why the vector is not its parent with one change (VE-11, VE-27, VE-28); nil where it is, and for one that is not invalid.
    ///
    /// - Parameter vectors: all vectors of the suite by their ids.
    func originFault(among vectors: [String: Vector]) -> String? {
        guard case .invalid = expectation else {
            return parent == nil && mutation == nil ? nil : "has a parent or a mutation, and is not invalid"
        }
        guard let parent, let mutation else { return "is invalid and has no parent and mutation" }
        guard let origin = vectors[parent], case .valid = origin.expectation, origin.operation == operation else {
            return "its parent \(parent) is no valid vector of \(operation)"
        }
        var changes = [mutation]
        if mutation["op"] == "several" {
            changes = mutation["changes"]?.arrayValue?.compactMap(\.objectValue) ?? []
            guard isAboutOrder, changes.count > 1 else {
                return "has several changes, and is not about which of several faults counts"
            }
        }
        var made = origin.inputs
        var isFreeEntropy = false
        for change in changes {
            guard let field = change["field"]?.stringValue else { return "a mutation without field" }
            if field == "slots" || field == "entropy" { isFreeEntropy = true }
            guard apply(change, to: field, of: &made) else { return "its mutation does not fit \(parent)" }
        }
        for name in Set(inputs.map(\.key)).union(made.map(\.key)).sorted()
        where !Mutation.isExpectation(name, self) {
            let (left, right) = (inputs[name] ?? .null, made[name] ?? .null)
            guard VectorBytes.expanded(value: left) == VectorBytes.expanded(value: right),
                (inputs[name] == nil) == (made[name] == nil)
            else { return "\(name): not what its mutation makes of \(parent)" }
        }
        return isFreeEntropy || entropy == origin.entropy ? nil : "entropy: not that of \(parent)"
    }

    /// Makes one change; false where it can't be made.
    func apply(_ change: JSONObject, to field: JSONString, of made: inout JSONObject) -> Bool {
        switch change["op"]?.text {
        case "field" where field == "key":
            // A key and a passphrase stand for one another.
            made["key"] = inputs["key"]
            made["passphrase"] = inputs["passphrase"]
        case "field": made[field] = inputs[field]
        case "replace" where change["offset"] == nil:
            // Only what is too long to be written down.
            guard let before = VectorBytes.expanded(value: made[field] ?? .null).bytes,
                let after = VectorBytes.expanded(value: inputs[field] ?? .null).bytes,
                Mutation.change(from: before, to: after) == nil
            else { return false }
            made[field] = inputs[field]
        default:
            guard let bytes = VectorBytes.expanded(value: made[field] ?? .null).bytes else { return false }
            let changed =
                change["part"] == nil
                ? Mutation.applied(change, to: bytes) : ArchiveForge.resealed(bytes, change, key: made["key"]?.hexBytes)
            guard let changed else { return false }
            made[field] = .bytes(changed)
        }
        return true
    }
}

extension [VectorFile] {
    /// VE-27: the invalid vectors that are not one change away from a valid one.
    func originFaults() -> [VectorError] {
        let vectors = flatMap(\.vectors)
        let byID = Dictionary(vectors.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return vectors.compactMap { vector in
            vector.originFault(among: byID).map { VectorError(place: vector.id, reason: $0) }
        }
    }
}
