import CanonicalJSON
import SQLite
import SyncBridge

/// One row of a result; what is not as the schema has it means a damaged file.
struct StoredRow {
    let values: [SQLiteValue]
    let path: String

    func integer(_ column: Int) throws(StoreError) -> Int64 {
        guard case .integer(let number) = values[column] else { throw fault(column, "no integer") }
        return number
    }

    func text(_ column: Int) throws(StoreError) -> JSONString {
        guard case .text(let bytes) = values[column], let text = JSONString(wtf8: bytes) else {
            throw fault(column, "no text")
        }
        return text
    }

    /// A name out of a fixed list.
    func name<Name: RawRepresentable<String>>(_ column: Int) throws(StoreError) -> Name {
        guard let name = try text(column).string.flatMap(Name.init(rawValue:)) else {
            throw fault(column, "no known name")
        }
        return name
    }

    func json(_ column: Int) throws(StoreError) -> JSONValue {
        do { return try JSONValue(parsing: try text(column).wtf8, maxDepth: JSONValue.deepestNesting) } catch {
            throw fault(column, "no JSON")
        }
    }

    func row(_ column: Int) throws(StoreError) -> Row {
        do { return try Row(json(column)) } catch { throw fault(column, "no row") }
    }

    /// What a reader makes of a column that may be empty.
    func optional<Value>(
        _ column: Int, _ read: (Int) throws(StoreError) -> Value
    ) throws(StoreError) -> Value? {
        values[column] == .null ? nil : try read(column)
    }

    private func fault(_ column: Int, _ reason: String) -> StoreError {
        StoreError(.damaged, path: path, reason: "column \(column) of a result is \(reason)")
    }
}

extension SQLiteValue {
    init(_ text: JSONString?) {
        self = text.map { .text($0.wtf8) } ?? .null
    }

    init(_ number: Int64?) {
        self = number.map { .integer($0) } ?? .null
    }

    init(_ flag: Bool) {
        self = .integer(flag ? 1 : 0)
    }
}
