package import SQLite

/// A database whose errors are those of imports.
typealias ImportDatabase = SQLiteDatabase<ImportError>

extension ImportError: SQLiteFailure {
    package init(_ fault: SQLiteFault) {
        let place = fault.sql.map { " in: \($0)" } ?? ""
        self.init(.database, source: fault.path, reason: fault.message + place)
    }
}
