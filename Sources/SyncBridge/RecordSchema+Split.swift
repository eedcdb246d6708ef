import CanonicalJSON

/// Names that a record object uses for the row itself, so that no data field may have them.
let rowNames: [JSONString] = ["id", "updatedAt"]

extension RecordSchema {
    /// The declared values in declaration order, checked, and the unknown fields in the order they came.
    func split(
        _ data: JSONObject, updatedAt: Int64, path: String
    ) throws(BridgeError) -> (values: [JSONValue], extra: JSONObject) {
        var values: [JSONValue] = []
        values.reserveCapacity(fields.count)
        for field in fields {
            guard let value = data[field.name] else { throw field.fault("the field is missing", in: path) }
            try field.check(value, in: path)
            if field.isStamp, value != .integer(updatedAt) {
                throw field.fault("differs from the updatedAt of the row", in: path)
            }
            values.append(value)
        }
        var extra = JSONObject()
        if data.count == fields.count { return (values, extra) }
        for (key, value) in data where !declares(key) {
            guard !rowNames.contains(key) else {
                throw BridgeError(
                    .malformedRecord, path: Pointer.member(key, of: path), reason: "the name belongs to the row")
            }
            extra[key] = value
        }
        return (values, extra)
    }

    func declares(_ name: JSONString) -> Bool {
        fields.contains { $0.name == name }
    }
}
