import CanonicalJSON
import SyncBridge

extension Model {
    /// The row of a record object.
    func encodeRecord(_ collection: JSONString, _ bytes: [UInt8]) throws(Rejection) -> [UInt8] {
        let fields = try fields(of: collection)
        guard let record = try read(bytes).object else { throw malformedRecord("", "no object") }
        if record.members.count == 3, record["id"] != nil, record["updatedAt"] != nil, record["deletedAt"] != nil {
            return try text(of: value(of: try row(.object(record))))
        }
        var data = ModelObject()
        for field in inOrder(fields, of: record) {
            if field.isStamp {
                if !makes(.stampFieldOmitted) { data[field.name] = record["updatedAt"] ?? .null }
                continue
            }
            let value = try checked(record[field.name], field, isMissingNull: true)
            if value.isNull, makes(.missingInsteadOfNull) { continue }
            data[field.name] = value
        }
        var unknown = record.members.filter { member in
            member.key != "id" && member.key != "updatedAt" && !fields.contains { $0.name == member.key }
        }
        if makes(.unknownFieldsSorted) { unknown.sort { order($0.key, $1.key) < 0 } }
        if makes(.dropUnknownField) { unknown = [] }
        data.members = makes(.unknownFieldsFirst) ? unknown + data.members : data.members + unknown
        let (id, stamp) = (try rowID(record["id"]), try stamp(record["updatedAt"], "updatedAt"))
        return try text(of: value(of: ModelRow(id: id, updatedAt: stamp, data: data)))
    }

    /// The record object of a row.
    func decodeRecord(_ collection: JSONString, _ bytes: [UInt8]) throws(Rejection) -> [UInt8] {
        let fields = try fields(of: collection)
        let row = try singleRow(bytes).row
        var record = ModelObject()
        record["id"] = .string(row.id)
        record["updatedAt"] = makes(.bumpNow) ? .integer(Self.now) : .integer(row.updatedAt)
        guard let data = row.data else {
            record["deletedAt"] = makes(.tombstoneNow) ? .integer(Self.now) : .integer(row.updatedAt)
            return try text(of: .object(record))
        }
        for field in inOrder(fields, of: data) {
            let value = try checked(data[field.name], field, isMissingNull: makes(.missingFieldAccepted))
            if field.isStamp {
                guard case .integer(row.updatedAt) = value else {
                    if makes(.stampFieldUnchecked) { continue }
                    throw malformedRecord(field.name.description, "differs from the row's")
                }
            } else if !(value.isNull && makes(.missingInsteadOfNull)) {
                record[field.name] = value
            }
        }
        var unknown = data.members.filter { member in !fields.contains { $0.name == member.key } }
        if makes(.unknownFieldsSorted) { unknown.sort { order($0.key, $1.key) < 0 } }
        for (key, value) in unknown where !makes(.dropUnknownField) {
            guard key != "id" && key != "updatedAt" || makes(.rowNamesAccepted) else {
                throw malformedRecord(key.description, "belongs to the row")
            }
            record[key] = value
        }
        if makes(.unknownFieldsFirst) { record = fieldsMoved(record, behind: unknown.map(\.key)) }
        return try text(of: .object(record))
    }

    /// The record with the members of these names right after id and updatedAt.
    private func fieldsMoved(_ record: ModelObject, behind names: [JSONString]) -> ModelObject {
        let rest = record.members.dropFirst(2)
        return ModelObject(
            members: record.members.prefix(2) + rest.filter { names.contains($0.key) }
                + rest.filter { !names.contains($0.key) })
    }

    /// The fields in the order in which they are written.
    private func inOrder(_ fields: [FieldSchema], of object: ModelObject) -> [FieldSchema] {
        guard makes(.fieldsInInputOrder) else { return fields }
        let given = object.members.compactMap { member in fields.first { $0.name == member.key } }
        return given + fields.filter { !given.contains($0) }
    }

    private func fields(of collection: JSONString) throws(Rejection) -> [FieldSchema] {
        if let schema = RecordSchema.of(collection: collection) { return schema.fields }
        guard makes(.unknownCollectionAccepted) else { throw .parameter("unknown collection") }
        return []
    }

    func malformedRecord(_ field: String, _ reason: String) -> Rejection {
        Rejection(errorClass: "MALFORMED_RECORD", message: "\(field): \(reason)")
    }
}
