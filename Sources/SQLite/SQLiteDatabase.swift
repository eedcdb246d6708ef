import CSQLite

/// An open database file. Errors carry the statement and SQLite's message, never a bound value.
@safe package struct SQLiteDatabase<Failure: SQLiteFailure>: ~Copyable {
    private let handle: OpaquePointer
    package let path: String

    package enum Mode: Sendable {
        case readOnly
        case readWrite
        case create
        /// As a file that nobody changes: without locks or a log, and without making a file beside it.
        case immutable
    }

    /// Opens a file, by the VFS of that name where one is given.
    package init(path: String, mode: Mode, vfs: String? = nil) throws(Failure) {
        let flags =
            switch mode {
            case .readOnly: SQLITE_OPEN_READONLY
            case .readWrite: SQLITE_OPEN_READWRITE
            case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            }
        var opened: OpaquePointer?
        // SQLite takes an empty name and `:memory:` for databases without a file.
        var file = path.hasPrefix("/") ? path : "./\(path)"
        if mode == .immutable { file = "file:\(escaped(file))?immutable=1" }
        let code =
            if let vfs {
                unsafe sqlite3_open_v2(file, &opened, flags | SQLITE_OPEN_EXRESCODE, vfs)
            } else {
                unsafe sqlite3_open_v2(file, &opened, flags | SQLITE_OPEN_EXRESCODE, nil)
            }
        guard code == SQLITE_OK, let opened = unsafe opened else {
            let message = unsafe String(cString: opened.map { unsafe sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
            unsafe sqlite3_close_v2(opened)
            throw Failure(SQLiteFault(code: SQLiteCode(code), message: message, sql: nil, path: path))
        }
        unsafe handle = opened
        self.path = path
    }

    deinit {
        unsafe sqlite3_close_v2(handle)
    }

    /// Whether no transaction is open.
    package var isIdle: Bool { unsafe sqlite3_get_autocommit(handle) != 0 }

    /// How many rows the last statement changed.
    package var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

    /// The key of the last row that was inserted.
    package var lastInserted: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// Whether the last connection to close copies the write-ahead log into the file, as SQLite does by itself.
    package func setCheckpointOnClose(_ isOn: Bool) throws(Failure) {
        try configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !isOn)
    }

    /// Refuses statements that can damage the file.
    package func setDefensive() throws(Failure) {
        try configure(SQLITE_DBCONFIG_DEFENSIVE, true)
    }

    /// Waits so many milliseconds for a lock before it is an error.
    package func setBusyTimeout(milliseconds: Int32) {
        unsafe sqlite3_busy_timeout(handle, milliseconds)
    }

    package func execute(_ sql: String) throws(Failure) {
        guard unsafe sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(in: sql) }
    }

    package func prepare(_ sql: String) throws(Failure) -> SQLiteStatement<Failure> {
        var statement: OpaquePointer?
        guard unsafe sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement = unsafe statement
        else { throw failure(in: sql) }
        return unsafe SQLiteStatement(statement, sql: sql, path: path)
    }

    /// The first column of all rows, of those that are text.
    package func texts(_ sql: String, _ values: SQLiteValue...) throws(Failure) -> [String] {
        try firstColumn(sql, values).compactMap { value in
            if case .text(let bytes) = value { String(decoding: bytes, as: UTF8.self) } else { nil }
        }
    }

    /// The first column of all rows, of those that are integers.
    package func integers(_ sql: String, _ values: SQLiteValue...) throws(Failure) -> [Int64] {
        try firstColumn(sql, values).compactMap { value in
            if case .integer(let number) = value { number } else { nil }
        }
    }

    private func firstColumn(_ sql: String, _ values: [SQLiteValue]) throws(Failure) -> [SQLiteValue] {
        let statement = try prepare(sql)
        for (index, value) in values.enumerated() { try statement.bind(value, at: index + 1) }
        var column: [SQLiteValue] = []
        while try statement.step() { column.append(statement.column(0)) }
        return column
    }

    private func configure(_ option: Int32, _ isOn: Bool) throws(Failure) {
        guard unsafe csqlite_configure(handle, option, isOn ? 1 : 0) == SQLITE_OK else { throw failure(in: nil) }
    }

    private func failure(in sql: String?) -> Failure {
        let message = unsafe String(cString: sqlite3_errmsg(handle))
        let code = SQLiteCode(unsafe sqlite3_extended_errcode(handle))
        return Failure(SQLiteFault(code: code, message: message, sql: sql, path: path))
    }
}

/// A path as part of a URI, in which three characters would end or change it.
private func escaped(_ path: String) -> String {
    path.reduce(into: "") { text, character in
        switch character {
        case "%": text += "%25"
        case "?": text += "%3f"
        case "#": text += "%23"
        default: text.append(character)
        }
    }
}
