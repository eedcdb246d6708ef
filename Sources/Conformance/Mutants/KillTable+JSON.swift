import CanonicalJSON

extension KillTable {
    /// The table for programs, in canonical form, with the members of CL-23.
    public func json() throws(VectorError) -> [UInt8] {
        let byVector = mutantsByVector
        let byID = Dictionary(grouping: kills, by: \.mutant)
        let document: JSONObject = [
            "specVersion": .integer(VectorFile.specVersion),
            "mutants": .array(mutants.map { .object(Self.json($0, byID[$0] ?? [])) }),
            "vectors": .array(
                vectors.map { vector in
                    [
                        "id": .text(vector.id), "control": .bool(vector.isControl),
                        "kills": Self.names(byVector[vector.id] ?? []),
                    ]
                }),
            "survivors": Self.names(survivors),
            "idle": .array(idleVectors.map { .text($0.id) }),
            "faults": .array(faults.map { .text($0) }),
            "minimal": .array(coveringSet.map { ["id": .text($0.vector.id), "kills": Self.names($0.mutants)] }),
        ]
        do { return try JSONValue.object(document).canonicalBytes() } catch {
            throw VectorError(place: "kill table", reason: "\(error)")
        }
    }

    private static func json(_ mutant: Mutant, _ kills: [Kill]) -> JSONObject {
        [
            "name": .text(mutant.rawValue), "layer": .text(mutant.layer.rawValue), "mistake": .text(mutant.mistake),
            "remedy": .text(mutant.remedy),
            "reasons": .integer(Int64(Set(kills.map(\.reason)).count)),
            "kills": .array(kills.map { .object(json($0)) }),
        ]
    }

    private static func json(_ kill: Kill) -> JSONObject {
        var members: JSONObject = ["vector": .text(kill.vector), "kind": .text(kill.reason.kind.rawValue)]
        if let errorClass = kill.reason.errorClass { members["errorClass"] = .text(errorClass) }
        if let place = kill.reason.place { members["place"] = .text(place) }
        members["clauses"] = .array(kill.reason.clauses.map { .text($0) })
        members["observed"] = .text(kill.words)
        return members
    }

    private static func names(_ mutants: [Mutant]) -> JSONValue { .array(mutants.map { .text($0.rawValue) }) }
}
