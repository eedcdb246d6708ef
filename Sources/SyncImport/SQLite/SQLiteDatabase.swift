import CSQLite

/// A value in a column.
enum SQLiteValue: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    /// UTF-8 by convention; bytes that are none come through as they are.
    case text([UInt8])
    case blob([UInt8])

    /// The name of its storage class, for messages.
    var typeName: String {
        switch self {
        case .null: "NULL"
        case .integer: "INTEGER"
        case .real: "REAL"
        case .text: "TEXT"
        case .blob: "BLOB"
        }
    }
}

/// An open database file. Errors carry the statement and SQLite's message, never a bound value.
@safe struct SQLiteDatabase: ~Copyable {
    private let handle: OpaquePointer
    let path: String

    enum Mode {
        case readOnly
        case create
    }

    init(path: String, mode: Mode) throws(ImportError) {
        let flags = mode == .readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        // SQLite takes an empty name and `:memory:` for databases without a file.
        let file = path.hasPrefix("/") ? path : "./\(path)"
        let code = unsafe sqlite3_open_v2(file, &opened, flags | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened = unsafe opened else {
            let message = unsafe String(cString: opened.map { unsafe sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
            unsafe sqlite3_close_v2(opened)
            throw ImportError(.database, source: path, reason: message)
        }
        unsafe handle = opened
        self.path = path
    }

    deinit {
        unsafe sqlite3_close_v2(handle)
    }

    func execute(_ sql: String) throws(ImportError) {
        guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw error(in: sql) }
    }

    func prepare(_ sql: String) throws(ImportError) -> SQLiteStatement {
        var statement: OpaquePointer?
        guard unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement = unsafe statement
        else { throw error(in: sql) }
        return unsafe SQLiteStatement(statement, sql: sql, path: path)
    }

    /// The first column of all rows, as text.
    func texts(_ sql: String, _ values: SQLiteValue...) throws(ImportError) -> [String] {
        let statement = try prepare(sql)
        for (index, value) in values.enumerated() { try statement.bind(value, at: index + 1) }
        var texts: [String] = []
        while try statement.step() {
            guard case .text(let bytes) = statement.column(0) else { continue }
            texts.append(String(decoding: bytes, as: UTF8.self))
        }
        return texts
    }

    private func error(in sql: String) -> ImportError {
        let message = unsafe String(cString: sqlite3_errmsg(handle))
        return ImportError(.database, source: path, reason: "\(message) in: \(sql)")
    }
}

/// A prepared statement; its parameters count from 1, its columns from 0.
@safe struct SQLiteStatement: ~Copyable {
    private let handle: OpaquePointer
    private let sql: String
    private let path: String

    @unsafe init(_ handle: OpaquePointer, sql: String, path: String) {
        unsafe self.handle = handle
        self.sql = sql
        self.path = path
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    func bind(_ value: SQLiteValue, at index: Int) throws(ImportError) {
        let index = Int32(index)
        let code =
            switch value {
            case .null: unsafe sqlite3_bind_null(handle, index)
            case .integer(let number): unsafe sqlite3_bind_int64(handle, index, number)
            case .real(let number): unsafe sqlite3_bind_double(handle, index, number)
            case .text(let bytes):
                // An empty array has no address, and a null address would bind NULL.
                unsafe (bytes + [0]).withUnsafeBytes { buffer in
                    unsafe sqlite3_bind_text64(
                        handle, index, buffer.bindMemory(to: CChar.self).baseAddress, UInt64(bytes.count),
                        csqlite_transient(), UInt8(SQLITE_UTF8))
                }
            case .blob(let bytes):
                unsafe (bytes + [0]).withUnsafeBytes { buffer in
                    unsafe sqlite3_bind_blob64(
                        handle, index, buffer.baseAddress, UInt64(bytes.count), csqlite_transient())
                }
            }
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Goes to the next row; `false` after the last.
    func step() throws(ImportError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        guard code == SQLITE_ROW || code == SQLITE_DONE else { throw error(code) }
        return code == SQLITE_ROW
    }

    /// Makes the statement ready to run again; its bindings stay.
    func reset() {
        unsafe sqlite3_reset(handle)
    }

    func column(_ index: Int) -> SQLiteValue {
        let index = Int32(index)
        switch unsafe sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(handle, index))
        case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(handle, index))
        case SQLITE_TEXT: return .text(unsafe bytes(UnsafeRawPointer(sqlite3_column_text(handle, index)), index))
        case SQLITE_BLOB: return .blob(unsafe bytes(sqlite3_column_blob(handle, index), index))
        default: return .null
        }
    }

    private func bytes(_ start: UnsafeRawPointer?, _ index: Int32) -> [UInt8] {
        let count = Int(unsafe sqlite3_column_bytes(handle, index))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    private func error(_ code: Int32) -> ImportError {
        // The connection's message says more than the code, if it is about this failure.
        let connection = unsafe sqlite3_db_handle(handle)
        let isLast = unsafe sqlite3_extended_errcode(connection) == code
        let message = unsafe String(cString: isLast ? sqlite3_errmsg(connection) : sqlite3_errstr(code))
        return ImportError(.database, source: path, reason: "\(message) in: \(sql)")
    }
}

/// A name as a quoted identifier, so that no name can end it.
func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
}
