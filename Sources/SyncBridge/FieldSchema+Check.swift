import CanonicalJSON

/// The integers that every stack holds exactly: those a double can.
let exactIntegers: ClosedRange<Int64> = -9_007_199_254_740_991...9_007_199_254_740_991

extension FieldSchema {
    /// Refuses a value that this field cannot hold; `path`, that of the object which has the field, goes into the error.
    func check(_ value: JSONValue, in path: String) throws(BridgeError) {
        switch (type, value) {
        case (_, .null) where isNullable:
            return
        case (.string, .string), (.enumeration, .string), (.boolean, .bool):
            return
        case (.integer, .integer(let number)):
            guard exactIntegers.contains(number) else {
                throw fault("integer beyond 2^53-1", in: path)
            }
        case (.json, .string(let text)):
            try checkText(text, in: path)
        default:
            let wanted = isNullable ? "\(type.article) or null" : type.article
            throw fault("expected \(wanted), found \(value.kindName)", in: path)
        }
    }

    private func checkText(_ text: JSONString, in path: String) throws(BridgeError) {
        do {
            _ = try JSONDocument(parsing: text.wtf8)
        } catch {
            throw fault("invalid JSON in the text: \(error.reason) at its byte \(error.offset)", in: path)
        }
    }

    /// `MALFORMED_RECORD` at this field of the object at `path`.
    func fault(_ reason: String, in path: String) -> BridgeError {
        BridgeError(.malformedRecord, path: Pointer.member(name, of: path), reason: reason)
    }
}

extension FieldType {
    var article: String {
        switch self {
        case .string: "a string"
        case .integer: "an integer"
        case .boolean: "a boolean"
        case .json: "a string with JSON text"
        case .enumeration: "a string naming a case"
        }
    }
}

extension JSONValue {
    /// What kind of value it is, for messages.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer: "an integer"
        case .double: "a number with a fraction or exponent"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
