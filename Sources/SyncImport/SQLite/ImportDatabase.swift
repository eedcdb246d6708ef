package import SQLite

/// A database whose errors are those of imports.
typealias ImportDatabase = SQLiteDatabase<ImportError>

extension ImportError: SQLiteFailure {
    package init(_ fault: SQLiteFault) {
        let place = fault.sql.map { " in: \($0)" } ?? ""
        let isOfSystem = [.ioError, .full, .cannotOpen, .readOnly, .noMemory].contains(fault.code.primary)
        self.init(isOfSystem ? .failed : .database, source: fault.path, reason: fault.message + place)
    }
}
