import CanonicalJSON
import SyncBridge

extension Model {
    /// The value of a field as it is written, if the table allows it.
    func checked(
        _ given: ModelValue?, _ field: FieldSchema, isMissingNull: Bool
    ) throws(Rejection) -> ModelValue {
        func fault(_ reason: String) -> Rejection { malformedRecord(field.name.description, reason) }
        guard let value = given ?? (isMissingNull && field.isNullable ? .null : nil) else { throw fault("missing") }
        switch (field.type, value) {
        case (_, .null) where field.isNullable: return value
        case (_, .null) where makes(.nullAsDefault): return defaultValue(of: field.type)
        case (.string, .string): return value
        case (.enumeration(let names), .string(let name)): return try enumeration(name, names, fault)
        case (.boolean, .bool(let flag)): return makes(.boolAsInteger) ? .integer(flag ? 1 : 0) : value
        case (.boolean, .integer(let number)) where makes(.numbersAsBool): return .bool(number != 0)
        case (.integer, .integer(let number)):
            if makes(.int32Fields) { return .integer(Int64(Int32(truncatingIfNeeded: number))) }
            guard number.magnitude <= Self.largest.magnitude || makes(.largeIntegersAccepted) else {
                throw fault("beyond 2^53-1")
            }
            return value
        case (.integer, .double(let number)) where makes(.integralDoubleAccepted):
            guard let exact = Int64(exactly: number) else { throw fault("no integer") }
            return .integer(exact)
        case (.integer, .string(let text)) where makes(.numericStringAccepted):
            guard let number = Int64(text.description) else { throw fault("no integer") }
            return .integer(number)
        case (.json, .string(let text)): return try jsonField(text, fault)
        case (.json, .array), (.json, .object):
            guard makes(.tagsAsArray) else { throw fault("no JSON text") }
            return value
        default: throw fault("of the wrong type")
        }
    }

    private func enumeration(
        _ name: JSONString, _ names: [JSONString], _ fault: (String) -> Rejection
    ) throws(Rejection) -> ModelValue {
        if names.contains(name) { return .string(name) }
        if makes(.unknownEnumRejected) { throw fault("an unknown name") }
        return .string(makes(.unknownEnumAsFirst) ? names[0] : name)
    }

    /// A JSON text that a string carries.
    private func jsonField(
        _ carried: JSONString, _ fault: (String) -> Rejection
    ) throws(Rejection) -> ModelValue {
        if makes(.jsonFieldUnchecked) { return .string(carried) }
        let value: ModelValue
        do throws(Rejection) { value = try read(carried.wtf8) } catch { throw fault("no JSON: \(error.message)") }
        if makes(.tagsAsArray) { return value }
        if makes(.jsonFieldReformatted) { return JSONString(wtf8: try text(of: value)).map { .string($0) } ?? .null }
        return .string(carried)
    }

    private func defaultValue(of type: FieldType) -> ModelValue {
        switch type {
        case .string, .json: .string("")
        case .integer: .integer(0)
        case .boolean: .bool(false)
        case .enumeration(let names): .string(names[0])
        }
    }
}
