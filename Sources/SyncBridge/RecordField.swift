public import CanonicalJSON

/// How one field of a record type is read and set: a line of its table bound to a property.
public struct RecordField<Record>: Sendable {
    /// The field's line in the table.
    public let schema: FieldSchema
    let get: @Sendable (Record) -> JSONValue
    /// Takes only what the schema has let pass.
    let set: @Sendable (inout Record, JSONValue) -> Void
}

extension RecordField {
    /// A string that is always there.
    public static func string(_ name: JSONString, _ path: any WritableKeyPath<Record, JSONString> & Sendable) -> Self {
        field(name, .string, path, JSONValue.string, \.stringValue)
    }

    /// A string that may be `null`.
    public static func string(_ name: JSONString, _ path: any WritableKeyPath<Record, JSONString?> & Sendable) -> Self {
        nullable(name, .string, path, JSONValue.string, \.stringValue)
    }

    /// A JSON text that is always there.
    public static func json(_ name: JSONString, _ path: any WritableKeyPath<Record, JSONString> & Sendable) -> Self {
        field(name, .json, path, JSONValue.string, \.stringValue)
    }

    /// A JSON text that may be `null`.
    public static func json(_ name: JSONString, _ path: any WritableKeyPath<Record, JSONString?> & Sendable) -> Self {
        nullable(name, .json, path, JSONValue.string, \.stringValue)
    }

    /// An integer that is always there.
    public static func integer(_ name: JSONString, _ path: any WritableKeyPath<Record, Int64> & Sendable) -> Self {
        field(name, .integer, path, JSONValue.integer, \.integerValue)
    }

    /// An integer that may be `null`.
    public static func integer(_ name: JSONString, _ path: any WritableKeyPath<Record, Int64?> & Sendable) -> Self {
        nullable(name, .integer, path, JSONValue.integer, \.integerValue)
    }

    /// A boolean.
    public static func boolean(_ name: JSONString, _ path: any WritableKeyPath<Record, Bool> & Sendable) -> Self {
        field(name, .boolean, path, JSONValue.bool, \.boolValue)
    }

    /// A name out of a list that may grow.
    public static func enumeration<Name: OpenEnum>(
        _ name: JSONString, _ path: any WritableKeyPath<Record, Name> & Sendable
    ) -> Self {
        field(name, .enumeration(Name.known.map(\.rawValue)), path, { .string($0.rawValue) }) { value in
            value.stringValue.map(Name.init(rawValue:))
        }
    }
}

extension RecordField where Record: SyncRecord {
    /// A field that repeats the row's `updatedAt`.
    public static func stamp(_ name: JSONString) -> Self {
        let schema = FieldSchema(name: name, type: .integer, isNullable: false, isStamp: true)
        return Self(schema: schema, get: { .integer($0.updatedAt) }, set: { _, _ in })
    }
}

extension RecordField {
    private static func field<Value>(
        _ name: JSONString, _ type: FieldType, _ path: any WritableKeyPath<Record, Value> & Sendable,
        _ encode: @escaping @Sendable (Value) -> JSONValue, _ decode: @escaping @Sendable (JSONValue) -> Value?
    ) -> Self {
        Self(
            schema: FieldSchema(name: name, type: type, isNullable: false, isStamp: false),
            get: { encode($0[keyPath: path]) },
            set: { record, value in
                if let value = decode(value) { record[keyPath: path] = value }
            }
        )
    }

    private static func nullable<Value>(
        _ name: JSONString, _ type: FieldType, _ path: any WritableKeyPath<Record, Value?> & Sendable,
        _ encode: @escaping @Sendable (Value) -> JSONValue, _ decode: @escaping @Sendable (JSONValue) -> Value?
    ) -> Self {
        Self(
            schema: FieldSchema(name: name, type: type, isNullable: true, isStamp: false),
            get: { $0[keyPath: path].map(encode) ?? .null },
            set: { record, value in record[keyPath: path] = decode(value) }
        )
    }
}
