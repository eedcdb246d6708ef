import CanonicalJSON
import SQLite
public import SyncBridge

/// Writes a payload as a SQLite database: a table for each collection, a column for each declared field.
///
/// ``SQLiteImport`` makes the same payload of it, byte for byte. Texts are stored as they are, JSON fields as text,
/// booleans as 0 and 1; a string with a lone surrogate, which UTF-8 cannot say, as its WTF-8 bytes.
public enum SQLiteExport {
    /// Writes into a database file that does not exist yet or has no tables.
    ///
    /// The file is not complete and not safe against a crash until the call returns: give a temporary name and rename it.
    /// Throws ``ImportError``: `database` when SQLite fails, `payload` for rows that no payload may have.
    public static func write(_ payload: Payload, toDatabaseAt path: String) throws(ImportError) {
        let database = try ImportDatabase(path: path, mode: .create)
        guard try database.texts("SELECT name FROM sqlite_master").isEmpty else {
            throw ImportError(.database, source: path, reason: "the database is not empty")
        }
        try database.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
        try database.execute(
            "CREATE TABLE \(TableLayout.payloadTable) (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID"
        )
        let facts = try database.prepare("INSERT INTO \(TableLayout.payloadTable) VALUES (?, ?)")
        if !payload.extra.isEmpty { try insert(["extra", text(.object(payload.extra), "extra")], facts) }
        var taken: Set<String> = [TableLayout.payloadTable]
        for collection in payload.collections.sorted(by: { $0.name < $1.name }) {
            let table = tableName(collection.name, &taken)
            try insert(["collection/\(table)", text(.string(collection.name), table)], facts)
            try write(collection, table, database)
        }
        try database.execute("COMMIT")
    }

    /// The collection's name where a table can have it, else one that is free.
    private static func tableName(_ collection: JSONString, _ taken: inout Set<String>) -> String {
        var name = collection.description
        let isPlain = name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0.isLetterOrDigit }
        // SQLite's names have no case, and those that begin with `sqlite_` are its own.
        if !isPlain || name.lowercased().hasPrefix("sqlite_") || !taken.insert(name.lowercased()).inserted {
            var number = 1
            repeat {
                name = "collection_\(number)"
                number += 1
            } while !taken.insert(name).inserted
        }
        return name
    }

    private static func write(
        _ collection: Payload.Collection, _ table: String, _ database: borrowing ImportDatabase
    ) throws(ImportError) {
        let schema = RecordSchema.of(collection: collection.name)
        let layout = TableLayout(schema)
        let declared = layout.columns.map { "\(quoted($0.name)) \($0.field.type.columnType)" }
        let columns =
            ["id TEXT PRIMARY KEY NOT NULL", "updated_at INTEGER NOT NULL", "deleted_at INTEGER"] + declared
            + (schema == nil ? [] : ["extra TEXT"]) + ["row_extra TEXT", "data TEXT"]
        try database.execute("CREATE TABLE \(quoted(table)) (\(columns.joined(separator: ", "))) WITHOUT ROWID")
        let places = columns.map { _ in "?" }.joined(separator: ", ")
        let statement = try database.prepare("INSERT INTO \(quoted(table)) VALUES (\(places))")
        for row in collection.rows.sorted(by: { $0.id < $1.id }) {
            try insert(try values(of: row, collection.name, schema, layout, table), statement)
        }
    }

    private static func values(
        of row: Row, _ collection: JSONString, _ schema: RecordSchema?, _ layout: TableLayout, _ table: String
    ) throws(ImportError) -> [SQLiteValue] {
        var values: [SQLiteValue] = [.text(row.id.wtf8), .integer(row.updatedAt)]
        let rowExtra = row.extra.isEmpty ? SQLiteValue.null : try text(.object(row.extra), table)
        guard case .data(let data) = row.content else {
            values.append(.integer(row.updatedAt))
            values += layout.columns.map { _ in .null } + (schema == nil ? [] : [.null])
            return values + [rowExtra, .null]
        }
        values.append(.null)
        guard let schema, fits(row, collection) else {
            values += layout.columns.map { _ in .null } + (schema == nil ? [] : [.null])
            return values + [rowExtra, try text(.object(data), table)]
        }
        values += layout.columns.map { SQLiteValue(data[$0.field.name] ?? .null) }
        let extra = JSONObject(data.filter { member in !schema.fields.contains { $0.name == member.key } })
        return values + [extra.isEmpty ? .null : try text(.object(extra), table), rowExtra, .null]
    }

    /// Whether the row comes back unchanged from its fields.
    private static func fits(_ row: Row, _ collection: JSONString) -> Bool {
        guard let record = try? RecordCodec.decode(collection: collection, row: row),
            let back = try? RecordCodec.encode(collection: collection, record: record)
        else { return false }
        return back.content == row.content
    }

    private static func insert(
        _ values: [SQLiteValue], _ statement: borrowing SQLiteStatement<ImportError>
    ) throws(ImportError) {
        for (index, value) in values.enumerated() { try statement.bind(value, at: index + 1) }
        _ = try statement.step()
        statement.reset()
    }

    private static func text(_ value: JSONValue, _ table: String) throws(ImportError) -> SQLiteValue {
        do { return .text(try value.canonicalBytes()) } catch {
            throw ImportError(.payload, source: table, reason: error.reason)
        }
    }
}

extension SQLiteValue {
    /// A value of a declared field.
    fileprivate init(_ value: JSONValue) {
        switch value {
        case .bool(let truth): self = .integer(truth ? 1 : 0)
        case .integer(let number): self = .integer(number)
        case .string(let text): self = .text(text.wtf8)
        default: self = .null
        }
    }
}

extension FieldType {
    /// The column's type: its affinity leaves values of the field as they are.
    fileprivate var columnType: String {
        switch self {
        case .integer, .boolean: "INTEGER"
        case .string, .json, .enumeration: "TEXT"
        }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        self >= 0x30 && self <= 0x39 || self | 0x20 >= 0x61 && self | 0x20 <= 0x7A
    }
}
