/// Why SQLite refused: never with a bound value in it.
package struct SQLiteFault: Equatable, Sendable {
    /// The extended result code.
    package var code: SQLiteCode
    /// SQLite's own message.
    package var message: String
    /// The statement, where it was one.
    package var sql: String?
    /// The database, as it was opened.
    package var path: String
}

/// An error of a module that uses SQLite, so that everything here throws what the module throws.
package protocol SQLiteFailure: Error {
    init(_ fault: SQLiteFault)
}
