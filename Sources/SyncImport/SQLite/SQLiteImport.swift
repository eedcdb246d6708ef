import CanonicalJSON
import SQLite
import SyncBridge

/// Reads a SQLite database with a table for each collection, as drift makes them or ``SQLiteExport``.
///
/// A table needs the columns `id` and `updated_at`. One whose name is that of a known collection, in camel or snake case,
/// one or many, gives its rows; any other gives a collection of its own name. Virtual tables are noted and left. The data
/// of a row is either a `data` column with the text of a JSON object, or the other columns: a known field by its name in
/// snake case or as on the wire, with 0 and 1 for a boolean; any other column as an unknown field of its name. A
/// `deleted_at` that is not NULL makes the row a tombstone.
///
/// Times are taken as they are and must be milliseconds: where drift stores seconds, the stamps look like it and are
/// noted. The file is opened read-only.
public enum SQLiteImport {
    /// Reads a database file.
    ///
    /// Throws ``ImportError``: `database` when SQLite fails, `row` with table and id for a value that no row can hold.
    public static func read(databaseAt path: String) throws(ImportError) -> ImportResult {
        let database = try ImportDatabase(path: path, mode: .readOnly)
        // A schema out of a foreign file may not call functions that do more than compute.
        try database.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
        // A virtual table has no pages of its own: reading one runs a module over whatever the file feeds it.
        let condition = "type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND rootpage"
        let tables = try database.texts("SELECT name FROM sqlite_master WHERE \(condition) <> 0 ORDER BY name")
        let virtual = try database.texts("SELECT name FROM sqlite_master WHERE \(condition) = 0 ORDER BY name")
        var payload = Payload()
        var notes = virtual.map { ImportNote(source: $0, message: "a virtual table: not imported") }
        var names: [String: JSONString] = [:]
        if tables.contains(TableLayout.payloadTable) {
            (payload.extra, names) = try facts(database)
        }
        for table in tables where table != TableLayout.payloadTable {
            let columns = try database.texts("SELECT name FROM pragma_table_info(?) ORDER BY cid", "\(table)")
            let collection = names[table] ?? TableLayout.collection(ofTable: table)
            guard let reader = TableReader(table, columns, collection) else {
                notes.append(ImportNote(source: table, message: "no columns id and updated_at: not imported"))
                continue
            }
            if payload.collections.contains(where: { $0.name == collection }) {
                throw ImportError(.row, source: table, reason: "another table holds the collection \(collection)")
            }
            let rows = try reader.rows(database, &notes)
            payload.collections.append(.init(name: collection, rows: rows))
        }
        return ImportResult(payload: payload, notes: notes)
    }

    /// What the export wrote beside the tables.
    private static func facts(
        _ database: borrowing ImportDatabase
    ) throws(ImportError) -> (extra: JSONObject, names: [String: JSONString]) {
        var extra = JSONObject()
        var names: [String: JSONString] = [:]
        let statement = try database.prepare("SELECT key, value FROM \(TableLayout.payloadTable)")
        while try statement.step() {
            guard case .text(let key) = statement.column(0), case .text(let text) = statement.column(1),
                let value = try? JSONValue(parsing: text)
            else { throw ImportError(.row, source: TableLayout.payloadTable, reason: "a line is not a key and JSON") }
            let name = String(decoding: key, as: UTF8.self)
            if name == "extra", let object = value.objectValue { extra = object }
            if name.hasPrefix("collection/"), let collection = value.stringValue {
                names[String(name.dropFirst("collection/".count))] = collection
            }
        }
        return (extra, names)
    }
}
