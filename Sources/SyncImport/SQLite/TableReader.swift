import CanonicalJSON
import SQLite
import SyncBridge

/// Makes rows of the lines of one table.
struct TableReader {
    private let table: String
    private let columns: [String]
    private let collection: JSONString
    private let schema: RecordSchema?
    private let layout: TableLayout
    /// Positions of the columns that are no fields.
    private let own: [String: Int]

    /// `nil` for a table without the columns that every row needs.
    init?(_ table: String, _ columns: [String], _ collection: JSONString) {
        schema = RecordSchema.of(collection: collection)
        layout = TableLayout(schema)
        var own: [String: Int] = [:]
        for (position, column) in columns.enumerated() {
            let name = ["updatedAt": "updated_at", "deletedAt": "deleted_at"][column] ?? column
            if TableLayout.own.contains(name), own[name] == nil { own[name] = position }
        }
        if schema == nil {
            // Where nothing is declared, a column beside the row's own is a field, and then `data` is one too.
            own["extra"] = nil
            if own.count != columns.count { own["data"] = nil }
            if own["data"] == nil { own["row_extra"] = nil }
        }
        guard own["id"] != nil, own["updated_at"] != nil else { return nil }
        self.table = table
        self.columns = columns
        self.collection = collection
        self.own = own
    }

    /// The rows in the order of the table; an id that is there twice is an error.
    func rows(_ database: borrowing ImportDatabase, _ notes: inout [ImportNote]) throws(ImportError) -> [Row] {
        // A quoted name that no column has would be a string literal, were the table's name not before it.
        let list = columns.map { "\(quoted(table)).\(quoted($0))" }.joined(separator: ", ")
        let statement = try database.prepare("SELECT \(list) FROM \(quoted(table))")
        var rows: [Row] = []
        var ids: Set<JSONString> = []
        var moved = 0
        while try statement.step() {
            let values = columns.indices.map { statement.column($0) }
            let row = try row(values, &moved)
            guard ids.insert(row.id).inserted else { throw error(row.id, "the id is there twice") }
            rows.append(row)
        }
        if moved > 0 {
            notes.append(ImportNote(source: table, message: "\(moved) tombstones take the later of their two stamps"))
        }
        let latest = rows.map(\.updatedAt).max() ?? 0
        if 100_000_000..<100_000_000_000 ~= latest {
            notes.append(ImportNote(source: table, message: "updated_at looks like seconds: taken as milliseconds"))
        }
        return rows
    }

    private func row(_ values: [SQLiteValue], _ moved: inout Int) throws(ImportError) -> Row {
        func value(_ name: String) -> SQLiteValue { own[name].map { values[$0] } ?? .null }
        let id = try id(value("id"))
        let updatedAt = try stamp(value("updated_at"), "updated_at", id)
        var row: Row
        if value("deleted_at") != .null {
            let deletedAt = try stamp(value("deleted_at"), "deleted_at", id)
            if deletedAt != updatedAt { moved += 1 }
            row = Row(id: id, updatedAt: max(updatedAt, deletedAt), content: .tombstone)
        } else if value("data") != .null {
            row = Row(id: id, updatedAt: updatedAt, content: .data(try object(value("data"), "data", id)))
        } else {
            let extra = value("extra") == .null ? JSONObject() : try object(value("extra"), "extra", id)
            row = try fields(values, id, updatedAt, extra)
        }
        if value("row_extra") != .null { row.extra = try object(value("row_extra"), "row_extra", id) }
        do { _ = try row.value() } catch { throw self.error(id, "\(error)") }
        return row
    }

    /// A row whose data stands in columns.
    private func fields(
        _ values: [SQLiteValue], _ id: JSONString, _ updatedAt: Int64, _ extra: JSONObject
    ) throws(ImportError) -> Row {
        var record = JSONObject()
        for (position, column) in columns.enumerated() where !own.values.contains(position) {
            if let field = layout.field(of: column) {
                record[field.name] = .some(try value(values[position], field, column, id))
            } else {
                record[JSONString(column)] = .some(try value(values[position], column, id))
            }
        }
        guard let schema else { return Row(id: id, updatedAt: updatedAt, content: .data(record)) }
        // A domain's own stamp that shares its column with the row's.
        if schema.fields.contains(where: { $0.name == "updated_at" }), record["updated_at"] == nil {
            record["updated_at"] = .integer(updatedAt)
        }
        for (key, value) in extra { record[key] = value }
        record["id"] = .string(id)
        record["updatedAt"] = .integer(updatedAt)
        do { return try RecordCodec.encode(collection: collection, record: record) } catch {
            throw self.error(id, "\(error)")
        }
    }

    private func id(_ value: SQLiteValue) throws(ImportError) -> JSONString {
        switch value {
        case .text(let bytes): if let id = JSONString(wtf8: bytes) { return id }
        case .integer(let number): return JSONString("\(number)")
        default: break
        }
        throw ImportError(.row, source: table, reason: "an id that is no text: \(value.typeName)")
    }

    private func stamp(_ value: SQLiteValue, _ column: String, _ id: JSONString) throws(ImportError) -> Int64 {
        guard case .integer(let stamp) = value else {
            throw error(id, "\(column) is \(value.typeName): integer milliseconds are expected")
        }
        return stamp
    }

    private func object(_ value: SQLiteValue, _ column: String, _ id: JSONString) throws(ImportError) -> JSONObject {
        guard case .text(let bytes) = value, let object = (try? JSONValue(parsing: bytes))?.objectValue else {
            throw error(id, "\(column) is not the text of a JSON object")
        }
        return object
    }

    /// The value of a declared field; the table's checks follow.
    private func value(
        _ value: SQLiteValue, _ field: FieldSchema, _ column: String, _ id: JSONString
    ) throws(ImportError) -> JSONValue {
        switch (field.type, value) {
        case (.boolean, .integer(0)): .bool(false)
        case (.boolean, .integer(1)): .bool(true)
        default: try self.value(value, column, id)
        }
    }

    private func value(_ value: SQLiteValue, _ column: String, _ id: JSONString) throws(ImportError) -> JSONValue {
        switch value {
        case .null: return .null
        case .integer(let number): return .integer(number)
        case .real(let number) where number.isFinite: return .double(number)
        case .text(let bytes):
            guard let text = JSONString(wtf8: bytes) else { throw error(id, "\(column) is not UTF-8") }
            return .string(text)
        case .real, .blob: throw error(id, "\(column) is \(value.typeName), which JSON cannot hold")
        }
    }

    private func error(_ id: JSONString, _ reason: String) -> ImportError {
        ImportError(.row, source: table, reason: "\(id): \(reason)")
    }
}
