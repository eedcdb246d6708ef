public import CanonicalJSON

/// The table of one record: its collection and its fields in declaration order, as in `Spec/records.json`.
public struct RecordSchema: Equatable, Sendable {
    /// Name of the record type.
    public var record: String
    /// Name of the collection that holds its rows.
    public var collection: JSONString
    /// The fields in declaration order, which is their order on the wire.
    public var fields: [FieldSchema]

    init<Record: SyncRecord>(record: String, collection: JSONString, fields: [RecordField<Record>]) {
        self.record = record
        self.collection = collection
        self.fields = fields.map(\.schema)
    }
}

extension RecordSchema {
    /// The types of all records, in the order of `Spec/records.json`.
    public static let types: [any SyncRecord.Type] = [
        HostRecord.self, GroupRecord.self, SnippetRecord.self, PortForwardRecord.self, KeyRecord.self,
        CredentialRecord.self, KnownHostRecord.self, SettingRecord.self, ThemeRecord.self, RoomRecord.self,
        ItemRecord.self, MemberRecord.self, VitalsTargetRecord.self, VitalsReadingRecord.self, EventRecord.self,
        HistoryRecord.self, SyncChangeRecord.self,
    ]

    /// The tables of all records, in the same order.
    public static let all: [RecordSchema] = types.map { $0.schema }

    /// The table of a collection, or `nil` for one that this version does not know.
    public static func of(collection: JSONString) -> RecordSchema? {
        all.first { $0.collection == collection }
    }
}

/// One field of a record.
public struct FieldSchema: Equatable, Sendable {
    /// Name on the wire.
    public var name: JSONString
    /// What values it takes.
    public var type: FieldType
    /// Whether it may be `null`. It is present in the bytes either way.
    public var isNullable: Bool
    /// Whether it repeats the row's `updatedAt`, so that a record names it once.
    public var isStamp: Bool
}

/// What values a field takes.
public enum FieldType: Equatable, Sendable {
    /// Any string of UTF-16 code units.
    case string
    /// An integer from -(2^53-1) to 2^53-1.
    case integer
    /// `true` or `false`, never 0 or 1.
    case boolean
    /// A JSON text carried as a string; since it is UTF-8 for whoever reads it, it holds no lone surrogate.
    case json
    /// A name; the known ones are listed, any other survives.
    case enumeration([JSONString])
}

extension FieldType {
    /// The name of the type in `Spec/records.json`.
    public var name: String {
        switch self {
        case .string: "string"
        case .integer: "integer"
        case .boolean: "boolean"
        case .json: "json"
        case .enumeration: "enum"
        }
    }
}
