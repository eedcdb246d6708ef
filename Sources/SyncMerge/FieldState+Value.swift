public import CanonicalJSON
import SyncBridge

extension FieldState {
    /// The field's value in `data`: of a register its value, of the others a JSON text; nil for a field never written.
    public var value: JSONValue? {
        switch rule.kind {
        case .register, .move:
            guard case .set(let value)? = shown?.action else { return nil }
            return value
        case .counter: return text(countsValue)
        case .list: return text(.array(elements.map(\.value)))
        case .set: return text(.array(members))
        }
    }

    /// The sum of a counter, within 64 bits.
    public var total: Int64 {
        counts.values.reduce(0) { sum, count in
            let (result, isOver) = sum.addingReportingOverflow(count.up - count.down)
            return isOver ? (sum < 0 ? .min : .max) : result
        }
    }

    /// The elements of a list that were not removed, in the order that is the same everywhere.
    ///
    /// An element stands after the one that it was inserted after. Of several inserted after the same one the latest comes
    /// first, so that what one device appended stays together. An element whose predecessor has not come yet counts as
    /// inserted at the start.
    public var elements: [(id: EditID, value: JSONValue)] {
        var inserted: [EditID?: [(id: EditID, value: JSONValue)]] = [:]
        var removed: Set<EditID> = []
        let known = Set(edits.map(\.id))
        for edit in edits {
            switch edit.action {
            case .insert(let value, let after):
                let parent = after.flatMap { known.contains($0) ? $0 : nil }
                inserted[parent, default: []].append((edit.id, value))
            case .remove(let target): removed.insert(target)
            default: break
            }
        }
        // Edits are sorted by id, so the last of a parent's is the latest; a stack takes it first.
        var elements: [(id: EditID, value: JSONValue)] = []
        var stack: [(id: EditID, value: JSONValue)]
        if rule.mistake == .listByID {
            return inserted.values.flatMap(\.self).filter { !removed.contains($0.id) }.sorted { $0.id < $1.id }
        }
        if rule.mistake == .listEarliestFirst { inserted = inserted.mapValues { $0.reversed() } }
        stack = inserted[nil] ?? []
        while let element = stack.popLast() {
            if !removed.contains(element.id) { elements.append(element) }
            stack += inserted[element.id] ?? []
        }
        return elements
    }

    /// The elements of a set by position in UTF-16 order, those at the same position by their canonical text.
    public var members: [JSONValue] {
        let latest = LatestEdits(edits, rule: rule)
        var members: [(position: JSONString, text: [UInt8], element: JSONValue)] = []
        for (element, last) in latest.membership {
            var position: JSONString
            switch last.edit.action {
            case .add(_, let added): position = added
            case .move(_, let moved): position = moved
            default: continue
            }
            switch latest.position[element]?.edit.action {
            case .add(_, let place), .move(_, let place): position = place
            default: break
            }
            members.append((position, (try? element.canonicalBytes()) ?? [], element))
        }
        return members.sorted { a, b in
            a.position == b.position ? UTF16Order.compare(wtf8: a.text, b.text) < 0 : a.position < b.position
        }.map(\.element)
    }

    var countsValue: JSONValue {
        .sorted(counts) { [.integer($0.up), .integer($0.down)] }
    }

    private func text(_ value: JSONValue) -> JSONValue? {
        guard !edits.isEmpty || !counts.isEmpty else { return nil }
        return (try? value.canonicalBytes()).map { .string(JSONString(wellFormed: $0)) }
    }
}
