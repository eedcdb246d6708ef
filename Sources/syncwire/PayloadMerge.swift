import CanonicalJSON
import SyncBridge

extension Payload {
    /// The payload with the rows of another one that was imported.
    ///
    /// Of two rows with one id the imported one stays if it says something else than the present one. When a record was
    /// made, which an import takes from its clock, is kept from the present row and makes no difference.
    func adding(_ imported: Payload) -> Payload {
        var result = self
        for collection in imported.collections {
            guard let place = result.collections.firstIndex(where: { $0.name == collection.name }) else {
                result.collections.append(collection)
                continue
            }
            var positions: [JSONString: Int] = [:]
            for (index, row) in result.collections[place].rows.enumerated() { positions[row.id] = index }
            for row in collection.rows {
                if let position = positions[row.id] {
                    result.collections[place].rows[position].update(with: row)
                } else {
                    result.collections[place].rows.append(row)
                }
            }
        }
        return result
    }
}

extension Row {
    private static let beginnings: [JSONString] = ["createdAt", "addedAt"]

    /// Takes what an imported row says, unless it says nothing new.
    fileprivate mutating func update(with imported: Row) {
        guard case .data(let present) = content, case .data(var data) = imported.content else {
            if content != imported.content { self = imported }
            return
        }
        for key in Self.beginnings where data[key] != nil {
            if let kept = present[key] { data[key] = kept }
        }
        guard data != present else { return }
        self = Row(id: id, updatedAt: imported.updatedAt, content: .data(data), extra: imported.extra)
    }
}
