public import SyncBridge
import CanonicalJSON

extension Merge {
    /// The merge of whole payloads, two or more or any number, by one pass over their sorted rows.
    ///
    /// Collections and keys that this version does not know survive; of two values of an unknown key of the payload the
    /// larger canonical text stays. Throws `NOT_CANONICAL` for a collection or an id that one input holds twice, and as
    /// ``rows(_:in:)``.
    public func payloads(_ inputs: [Payload], detail: Detail = .none) throws(BridgeError) -> Result {
        if detail == .none, profile.mistake == nil, let result = withoutReasons(inputs) { return result }
        return try withReasons(inputs, detail)
    }

    /// The merge as its definition has it, row by row through `rows(_:in:)`.
    package func withReasons(_ inputs: [Payload], _ detail: Detail) throws(BridgeError) -> Result {
        var result = Result(payload: Payload(), trace: [], conflicts: [])
        var sorted: [[JSONString: [Row]]] = []
        for input in mistaken(inputs) { sorted.append(try Self.sorted(input)) }
        for name in Set(sorted.flatMap(\.keys)).sorted() {
            var collection = Payload.Collection(name: name, rows: [])
            var cursors = sorted.map { Cursor(rows: $0[name] ?? []) }
            while let id = cursors.compactMap(\.id).min() {
                var versions: [Row?] = []
                for index in cursors.indices { versions.append(cursors[index].take(id)) }
                if profile.mistake == .absenceDeletes, versions.contains(where: { $0 == nil }) { continue }
                guard let (row, trace) = try rows(versions, in: name) else { continue }
                collection.rows.append(row)
                if trace.isConflict { result.conflicts.append(trace) }
                if detail == .all || detail == .differences && !trace.isUnanimous { result.trace.append(trace) }
            }
            result.payload.collections.append(collection)
        }
        result.payload.extra = profile.mistake == .payloadKeysDropped ? JSONObject() : try Self.extra(inputs)
        return result
    }

    /// The inputs as the mistakes about whole payloads take them.
    private func mistaken(_ inputs: [Payload]) -> [Payload] {
        switch profile.mistake {
        case .unknownCollectionDropped:
            return inputs.map { input in
                var input = input
                input.collections.removeAll { RecordSchema.of(collection: $0.name) == nil }
                return input
            }
        case .blobLWW:
            let stamps = inputs.map { $0.collections.flatMap(\.rows).map(\.updatedAt).max() ?? -1 }
            guard let latest = stamps.indices.max(by: { stamps[$0] < stamps[$1] }) else { return inputs }
            return [inputs[latest]]
        default: return inputs
        }
    }

    /// A position in the sorted rows of one input.
    private struct Cursor {
        let rows: [Row]
        var position = 0

        var id: JSONString? { position < rows.count ? rows[position].id : nil }

        mutating func take(_ id: JSONString) -> Row? {
            guard self.id == id else { return nil }
            defer { position += 1 }
            return rows[position]
        }
    }

    private static func sorted(_ payload: Payload) throws(BridgeError) -> [JSONString: [Row]] {
        var collections: [JSONString: [Row]] = [:]
        for collection in payload.collections {
            let path = Pointer.member(collection.name, of: "/rows")
            guard collections[collection.name] == nil else {
                throw BridgeError(.notCanonical, path: path, reason: "the collection is there twice")
            }
            var rows = collection.rows
            // Rows that were read are nearly always sorted already.
            if zip(rows, rows.dropFirst()).contains(where: { $1.id < $0.id }) { rows.sort { $0.id < $1.id } }
            guard !zip(rows, rows.dropFirst()).contains(where: { $0.id == $1.id }) else {
                throw BridgeError(.notCanonical, path: path, reason: "two rows have the same id")
            }
            collections[collection.name] = rows
        }
        return collections
    }

    static func extra(_ inputs: [Payload]) throws(BridgeError) -> JSONObject {
        var extra = JSONObject()
        for input in inputs {
            for (key, value) in input.extra {
                guard let other = extra[key] else {
                    extra[key] = value
                    continue
                }
                if UTF16Order.compare(wtf8: try value.bridgedBytes(), try other.bridgedBytes()) > 0 {
                    extra[key] = value
                }
            }
        }
        return extra.sortedByKey()
    }
}
