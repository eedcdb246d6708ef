public import CanonicalJSON

/// Changes of a flagged field that had not seen each other, and what a person made of them.
///
/// An entry follows from the edits of the document, so that it is the same on every device that has them, and it stays
/// when it is settled.
public struct FieldConflict: Equatable, Sendable {
    /// The collection of the document.
    public let collection: JSONString
    /// Its id.
    public let doc: JSONString
    /// The field.
    public let field: JSONString
    /// The changes, with device, device time and the ids of what each had seen.
    public let sides: [Edit]
    /// The changes that the sides had seen, as far as they are known here.
    public let seen: [Edit]
    /// The change that settled it; nil while it is open.
    public let resolution: Edit?

    /// What the entry is known by: 16 hex digits, the same for the same sides of the same field.
    public var id: JSONString {
        let key: JSONValue = [
            .string(collection), .string(doc), .string(field), .array(sides.map(\.id.value)),
        ]
        return JSONString(ContentHash(of: (try? key.canonicalBytes()) ?? []).description)
    }

    /// The JSON form: `{"id","collection","doc","field","sides":[edit],"seen":[edit],"resolution"}`.
    public var value: JSONValue {
        [
            "id": .string(id), "collection": .string(collection), "doc": .string(doc), "field": .string(field),
            "sides": .array(sides.map(\.value)), "seen": .array(seen.map(\.value)),
            "resolution": resolution?.value ?? .null,
        ]
    }
}

extension Document {
    /// The conflicts of the document's flagged fields, settled and open, by field and in the order of the edits.
    public var conflicts: [FieldConflict] {
        fields.sorted { $0.key < $1.key }.flatMap { field, state in
            guard state.rule.isFlagged else { return [FieldConflict]() }
            let byID = Dictionary(uniqueKeysWithValues: state.edits.map { ($0.id, $0) })
            func conflict(_ sides: [Edit], _ resolution: Edit?) -> FieldConflict {
                FieldConflict(
                    collection: collection, doc: id, field: field, sides: sides,
                    seen: Set(sides.flatMap(\.saw)).sorted().compactMap { byID[$0] }, resolution: resolution)
            }
            var found: [FieldConflict] = []
            for edit in state.edits {
                let sides = edit.saw.compactMap { byID[$0] }
                if state.rule.kind.disagree(sides) { found.append(conflict(sides, edit)) }
            }
            if state.isDisputed { found.append(conflict(state.heads, nil)) }
            return found
        }
    }
}
