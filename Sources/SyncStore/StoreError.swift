package import SQLite

/// Why a store refused.
public struct StoreError: Error, Equatable, Sendable {
    /// The kinds of failure.
    public enum Code: String, CaseIterable, Sendable {
        /// There is no file, and none was to be made.
        case notFound
        /// The file is something else; it was not touched.
        case notAStore
        /// The file is damaged; it was not touched.
        case damaged
        /// A newer program wrote the store; it was not touched.
        case tooNew
        /// Another connection is writing, for longer than the caller wants to wait.
        case busy
        /// The disk is full.
        case full
        /// SQLite failed otherwise; `result` says how.
        case failed
        /// A transaction was begun inside of another one.
        case nested
        /// The caller's own value: a row that no stack may write, an empty name.
        case invalid
        /// No account owns the store yet, so that nothing may leave it.
        case unowned
        /// The store holds data without an owner: only an explicit adoption may give them to an account.
        case needsAdoption
        /// The store belongs to another account.
        case otherAccount
        /// A cursor would move backward.
        case cursorBackward
        /// An idempotency key comes again with another content.
        case reusedKey
        /// A sequence number of a document is not larger than the last one.
        case sequence
        /// The outbox has as many operations as it may have.
        case outboxFull
        /// There is no such entry.
        case unknown
        /// The conflict is settled already.
        case settled
    }

    /// The kind of failure.
    public var code: Code
    /// The store's file, as the caller named it.
    public var path: String
    /// SQLite's own name of its result code, such as `SQLITE_IOERR_WRITE`.
    public var result: String?
    /// The statement that failed, never with a value in it.
    public var sql: String?
    /// What is wrong.
    public var reason: String

    init(_ code: Code, path: String, result: String? = nil, sql: String? = nil, reason: String) {
        self.code = code
        self.path = path
        self.result = result
        self.sql = sql
        self.reason = reason
    }
}

extension StoreError: CustomStringConvertible {
    /// `busy: state.sqlite: database is locked (SQLITE_BUSY) in: BEGIN IMMEDIATE`.
    public var description: String {
        var text = "\(code.rawValue): \(path): \(reason)"
        if let result { text += " (\(result))" }
        if let sql { text += " in: \(sql)" }
        return text
    }
}

extension StoreError: SQLiteFailure {
    package init(_ fault: SQLiteFault) {
        let code: Code =
            switch fault.code.primary {
            case .busy, .locked: .busy
            case .corrupt: .damaged
            case .notADatabase: .notAStore
            case .full: .full
            default: .failed
            }
        self.init(
            code, path: fault.path, result: fault.code.description, sql: fault.sql, reason: fault.message)
    }
}
