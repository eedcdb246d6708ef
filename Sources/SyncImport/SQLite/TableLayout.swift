import CanonicalJSON
import SyncBridge

/// How the rows of a collection lie in a table.
///
/// `id`, `updated_at` and `deleted_at` are the row's own. A declared field has a column of its name in snake case, with
/// `data_` before it where the row's own columns have that name. `extra` holds unknown fields, `row_extra` unknown keys
/// of the row, and `data` the whole data of a row whose data does not fit the table: all three as JSON text.
struct TableLayout {
    /// Columns that are no fields.
    static let own = ["id", "updated_at", "deleted_at", "extra", "row_extra", "data"]
    /// The table that says what the tables cannot: `extra`, the payload's unknown keys as JSON, and for each table
    /// `collection/<table>`, its collection as JSON.
    static let payloadTable = "syncwire_payload"

    /// The declared fields but those that repeat the row's stamp, with their columns.
    var columns: [(name: String, field: FieldSchema)]

    init(_ schema: RecordSchema?) {
        columns = (schema?.fields ?? []).filter { !$0.isStamp }.map { (Self.column(of: $0), $0) }
    }

    /// The field of a column, named in snake case or as on the wire.
    func field(of column: String) -> FieldSchema? {
        columns.first { $0.name == column }?.field
            ?? columns.first { $0.field.name == JSONString(column) && !Self.own.contains(column) }?.field
    }

    private static func column(of field: FieldSchema) -> String {
        let name = snakeCase(field.name.description)
        return own.contains(name) ? "data_\(name)" : name
    }

    /// `jumpHostIds` becomes `jump_host_ids`. Field names are ASCII.
    static func snakeCase(_ name: String) -> String {
        var text = ""
        for character in name {
            if character.isUppercase { text += "_" }
            text += character.lowercased()
        }
        return text
    }

    /// The collection that a foreign table holds: a known one by its name in camel or snake case, one or many; else the
    /// table's own name.
    static func collection(ofTable table: String) -> JSONString {
        let known = RecordSchema.all.first { schema in
            let name = schema.collection.description
            return [name, snakeCase(name)].contains { one in
                let many = one.hasSuffix("y") ? String(one.dropLast()) + "ies" : one + "s"
                return table == one || table == many
            }
        }
        return known?.collection ?? JSONString(table)
    }
}
