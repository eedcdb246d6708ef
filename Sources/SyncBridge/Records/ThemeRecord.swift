public import CanonicalJSON

/// Colours of a terminal: a row of the collection `theme`.
public struct ThemeRecord: SyncRecord {
    /// The row's id.
    public var id: JSONString
    /// The row's stamp, milliseconds since 1970.
    public var updatedAt: Int64
    /// What the user calls the theme.
    public var name: JSONString = ""
    /// Whether the background is darker than the text.
    public var isDark: Bool = false
    /// Colour of text, 0xAARRGGBB.
    public var foreground: Int64 = 0xFF00_0000
    /// Colour behind text, 0xAARRGGBB.
    public var background: Int64 = 0xFFFF_FFFF
    /// JSON text of an array of 16 colours, 0xAARRGGBB.
    public var ansi: JSONString = "[]"
    /// Milliseconds since 1970.
    public var createdAt: Int64 = 0
    /// Fields of `data` that this version does not know, in the order they came.
    public var extra = JSONObject()
    /// Keys of the row that this version does not know.
    public var rowExtra = JSONObject()

    /// The fields in declaration order, which is their order on the wire.
    public static let fields: [RecordField<Self>] = [
        .string("name", \.name),
        .boolean("isDark", \.isDark),
        .integer("foreground", \.foreground),
        .integer("background", \.background),
        .json("ansi", \.ansi),
        .integer("createdAt", \.createdAt),
    ]

    /// The table of this record.
    public static let schema = RecordSchema(record: "ThemeRecord", collection: "theme", fields: fields)

    /// Makes a record whose fields have the defaults of a fresh one.
    public init(id: JSONString, updatedAt: Int64) {
        self.id = id
        self.updatedAt = updatedAt
    }
}
