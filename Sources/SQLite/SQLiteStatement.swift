import CSQLite

/// A prepared statement; its parameters count from 1, its columns from 0.
@safe package struct SQLiteStatement<Failure: SQLiteFailure>: ~Copyable {
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

    package func bind(_ value: SQLiteValue, at index: Int) throws(Failure) {
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
        guard code == SQLITE_OK else { throw failure(code) }
    }

    /// Goes to the next row; `false` after the last.
    package func step() throws(Failure) -> Bool {
        let code = unsafe sqlite3_step(handle)
        guard code == SQLITE_ROW || code == SQLITE_DONE else { throw failure(code) }
        return code == SQLITE_ROW
    }

    /// Makes the statement ready to run again; its bindings stay.
    package func reset() {
        unsafe sqlite3_reset(handle)
    }

    /// How many columns a row has.
    package var columnCount: Int { Int(unsafe sqlite3_column_count(handle)) }

    package func column(_ index: Int) -> SQLiteValue {
        let index = Int32(index)
        switch unsafe sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(handle, index))
        case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(handle, index))
        case SQLITE_TEXT: return .text(unsafe bytes(UnsafeRawPointer(sqlite3_column_text(handle, index)), index))
        case SQLITE_BLOB: return .blob(unsafe bytes(sqlite3_column_blob(handle, index), index))
        default: return .null
        }
    }

    /// Whether a column holds nothing.
    package func isNull(_ index: Int) -> Bool { unsafe sqlite3_column_type(handle, Int32(index)) == SQLITE_NULL }

    /// The integer in a column, 0 where it holds none.
    package func integer(_ index: Int) -> Int64 { unsafe sqlite3_column_int64(handle, Int32(index)) }

    /// Gives `body` the text of a column where it lies, without a copy; no bytes where it holds none.
    package func withText<Result>(_ index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
        let index = Int32(index)
        let start = unsafe sqlite3_column_text(handle, index)
        let count = unsafe start == nil ? 0 : Int(sqlite3_column_bytes(handle, index))
        let text = unsafe UnsafeBufferPointer(start: start, count: count)
        return body(unsafe text.span)
    }

    private func bytes(_ start: UnsafeRawPointer?, _ index: Int32) -> [UInt8] {
        let count = Int(unsafe sqlite3_column_bytes(handle, index))
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }

    private func failure(_ code: Int32) -> Failure {
        // The connection's message says more than the code, if it is about this failure.
        let connection = unsafe sqlite3_db_handle(handle)
        let isLast = unsafe sqlite3_extended_errcode(connection) == code
        let message = unsafe String(cString: isLast ? sqlite3_errmsg(connection) : sqlite3_errstr(code))
        return Failure(SQLiteFault(code: SQLiteCode(code), message: message, sql: sql, path: path))
    }
}
