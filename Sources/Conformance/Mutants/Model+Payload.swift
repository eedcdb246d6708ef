import CanonicalJSON
import SyncBridge

extension Model {
    /// Accepts what may be the plaintext of a snapshot (PL-9); anything else is `NOT_CANONICAL`.
    func checkSnapshot(_ bytes: [UInt8]) throws(Rejection) {
        do throws(Rejection) {
            let value = try read(bytes)
            if !makes(.notCanonicalAccepted), try text(of: value) != bytes { throw notCanonical("", "other bytes") }
            if let payload = value.object, let rows = payload["rows"], !makes(.payloadUnchecked) {
                try checkPayload(payload, rows)
            }
        } catch { throw Rejection(errorClass: "NOT_CANONICAL", message: error.message) }
    }

    private func checkPayload(_ payload: ModelObject, _ rows: ModelValue) throws(Rejection) {
        try checkKeyOrder(payload)
        guard let collections = rows.object else { throw notCanonical("rows", "no object") }
        guard case .integer(Payload.schema)? = payload["schema"] else {
            guard makes(.schemaUnchecked) else { throw notCanonical("schema", "not 1") }
            return
        }
        if !makes(.unsortedCollectionsAccepted) { try checkKeyOrder(collections) }
        for (name, collection) in collections.members {
            guard !name.isEmpty, !name.hasLoneSurrogate, case .array(let rows) = collection else {
                throw notCanonical("rows", "no collection")
            }
            try checkRows(rows)
        }
    }

    private func checkRows(_ rows: [ModelValue]) throws(Rejection) {
        var previous: JSONString?
        for element in rows {
            let row = try row(element)
            if let object = element.object, !makes(.noTopSort) { try checkKeyOrder(object) }
            if let previous {
                let order = order(previous, row.id)
                if order == 0, !makes(.duplicateIDsAccepted) { throw notCanonical("rows", "an id twice") }
                if order > 0, !makes(.unsortedRowsAccepted) { throw notCanonical("rows", "not sorted") }
            }
            previous = row.id
        }
    }

    private func notCanonical(_ member: String, _ reason: String) -> Rejection {
        Rejection(errorClass: "NOT_CANONICAL", message: "/\(member): \(reason)")
    }
}
