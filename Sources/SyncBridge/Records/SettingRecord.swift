public import CanonicalJSON

/// A setting of the client: a row of the collection `setting`.
///
/// Rows of scope ``SettingScope/device`` never leave the device.
public struct SettingRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// Name of the setting; equal to the row id.
    public var key: JSONString
    /// JSON text of the value.
    public var value: JSONString = "null"
    /// Whether the setting leaves the device.
    public var scope: SettingScope = .shared
    /// Fields of `data` that this version does not know, in the order they came.
    public var extra = JSONObject()
    /// Keys of the row that this version does not know.
    public var rowExtra = JSONObject()

    /// The fields in declaration order, which is their order on the wire.
    public static let fields: [RecordField<Self>] = [
        .string("key", \.key),
        .json("value", \.value),
        .enumeration("scope", \.scope),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "SettingRecord", collection: "setting", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    ///
    /// `key` is the id.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
        key = id
    }
}

/// How far a setting travels; names that this version does not know survive.
public struct SettingScope: OpenEnum {
    /// The name on the wire.
    public var rawValue: JSONString

    /// Takes any name.
    public init(rawValue: JSONString) {
        self.rawValue = rawValue
    }

    /// `shared` on the wire.
    public static let shared = Self(rawValue: "shared")
    /// `device` on the wire.
    public static let device = Self(rawValue: "device")

    /// The names of the table, in its order.
    public static let known: [Self] = [.shared, .device]
}
