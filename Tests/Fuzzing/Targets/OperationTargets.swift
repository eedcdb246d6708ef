import CanonicalJSON
import SyncBridge
import SyncMerge

extension FuzzTarget {
    /// A row of the collection `vitalsTarget` with its state, and behind 0xFF the operations of an outbox.
    static let operations = FuzzTarget(
        "operations",
        seeds: {
            let intents: [[JSONString: Intent]] = [
                ["dose": .set("5 mg")], ["allergies": .append("nuts")], ["careTeam": .add("nurse", at: "m")],
                ["careTeam": .move("nurse", at: "c"), "dosesLogged": .count(2)], ["status": .set("open")],
            ]
            let start = Document(collection: "vitalsTarget", id: "v", rules: rules)
            var (document, operations) = (start, [Operation]())
            for (number, intent) in intents.enumerated() {
                let author = Author(id: JSONString("a\(number)"), replica: "a", wroteAt: 1)
                operations.append(try document.edit(intent, by: author))
            }
            // Two that have not seen each other, and a deletion.
            var other = start
            operations.append(try other.edit(["dose": .set(6)], by: Author(id: "b1", replica: "b", wroteAt: 2)))
            operations.append(try other.delete(by: Author(id: "b2", replica: "b", wroteAt: 3)))
            return try [(start, operations), (document, operations.suffix(2))].map { document, operations in
                try document.row.canonicalBytes() + [0xFF]
                    + JSONValue.array(operations.map(\.value)).canonicalBytes()
            }
        }
    ) { bytes in
        let parts = bytes.parts(atMost: 2)
        guard parts.count == 2, let row = try? Row(parsing: parts[0]),
            let document = try? Document(row, in: "vitalsTarget", rules: rules),
            let values = (try? JSONValue(parsing: parts[1]))?.arrayValue
        else { return }
        try checkForm(document)
        let operations = values.prefix(12).compactMap { try? Operation($0) }
        for operation in operations {
            let read = try Operation(JSONValue(parsing: operation.value.canonicalBytes()))
            try law(read == operation, "an operation does not come back")
        }
        try check(operations, on: document)
    }

    private static let rules = FieldTypes.vitals["vitalsTarget"] ?? [:]

    /// In any order, and again, they give the same; one that is refused is refused always, and changes nothing.
    private static func check(_ operations: [Operation], on document: Document) throws {
        func applied(_ operations: [Operation]) throws -> (document: Document, refused: Set<JSONString>) {
            var (result, refused) = (document, Set<JSONString>())
            for operation in operations {
                let before = result
                do { try result.apply(operation) } catch {
                    refused.insert(operation.id)
                    try law(result == before, "a refused operation changed something")
                }
            }
            return (result, refused)
        }
        let (result, refused) = try applied(operations)
        for other in [operations.reversed(), operations + operations] {
            let (again, refusedAgain) = try applied(other)
            try law(refusedAgain == refused, "in another order another one is refused")
            try law(again == result, "the order matters, or that they come twice")
        }
        var merged = document
        merged.merge(result)
        try law(merged == result, "merged with where it came from it is something else")
        try checkForm(result)
        let conflicts = result.conflicts
        try law(Set(conflicts.map(\.id)).count == conflicts.count, "two conflicts with one id")
        for conflict in conflicts { _ = try conflict.value.canonicalBytes() }
    }

    private static func checkForm(_ document: Document) throws {
        let text = try document.row.canonicalBytes()
        let read = try Document(Row(parsing: text), in: document.collection, rules: document.rules)
        try law(read == document, "a document does not come back from its row")
    }
}
