import SQLite

/// What a device keeps beside its data: a file of its own, never the application's main database.
///
/// One store holds one workspace. Changes are made in ``transaction(_:)``, which is durable when it returns; everything
/// that a reader sees was committed. The file is a SQLite database in WAL mode: other programs may read it meanwhile, and
/// `Spec/store.md` says what they find. A store holds no clock: times are milliseconds since 1970 that the caller gives.
///
/// A store is for one task at a time. Several stores, in one process or in several, may be open on one file: one of them
/// writes at a time, the others wait.
public final class Store {
    /// How a store is opened.
    public struct Options: Sendable {
        /// Whether a missing or empty file becomes a new store.
        public var createsFile = true
        /// Whether all pages, indices and references are checked, instead of what is quick to check.
        public var checksThoroughly = false
        /// How many milliseconds to wait for another writer before it is `busy`.
        public var busyTimeout: Int32 = 5000
        /// Most operations that the outbox may hold.
        public var outboxLimit = 10_000
        /// The file system of SQLite to use, for tests that make it fail.
        package var vfs: String?
        /// The statements that lead from each version of the tables to the next, for tests of later versions.
        package var migrations = Schema.migrations

        /// The usual way.
        public init() {}
    }

    /// The file, as it was given.
    public let path: String
    let options: Options
    let database: SQLiteDatabase<StoreError>
    private var statements: [String: PreparedStatement] = [:]
    /// The first failure of a running transaction, which then cannot be committed.
    var failure: StoreError?

    /// Opens a store, and brings one of an older version up to date.
    ///
    /// Throws `notFound`, `notAStore`, `damaged`, `tooNew`, `busy`, `full` or `failed`. A file that is refused is left as
    /// it is.
    public init(at path: String, options: Options = Options()) throws(StoreError) {
        self.path = path
        self.options = options
        database = try StoreFile(path: path, options: options).open()
    }
}

extension Store {
    /// Makes changes that become durable together, or not at all.
    ///
    /// A body that throws undoes all of them, and so does one that goes on after a change was refused. Throws the body's
    /// error, or ``StoreError``: `busy`, `nested` inside of another transaction, `full` and `failed` where the changes
    /// could not be written.
    @_semantics("optimize.sil.specialize.generic.never")  // else Swift 6.3.1 crashes: the body borrows
    public func transaction<Result>(_ body: (borrowing Transaction) throws -> Result) throws -> Result {
        try begin("BEGIN IMMEDIATE")
        do {
            let result = try body(Transaction(store: self))
            try commit()
            return result
        } catch {
            try rollBack()
            throw error
        }
    }

    /// Reads one committed state, whatever others write meanwhile. Errors as in ``transaction(_:)``.
    public func read<Result>(_ body: (Store) throws -> Result) throws -> Result {
        try begin("BEGIN")
        do {
            let result = try body(self)
            try commit()
            return result
        } catch {
            try rollBack()
            throw error
        }
    }

    private func begin(_ sql: String) throws(StoreError) {
        guard database.isIdle else { throw error(.nested, "a transaction is running") }
        failure = nil
        try run(sql)
    }

    /// Commits, but not where a change was refused.
    private func commit() throws(StoreError) {
        if let failure { throw failure }
        try run("COMMIT")
    }

    /// SQLite has undone the transaction by itself after some errors, such as a full disk.
    private func rollBack() throws(StoreError) {
        if !database.isIdle { try run("ROLLBACK") }
    }
}

extension Store {
    /// Runs a statement that gives nothing.
    func run(_ sql: String, _ values: SQLiteValue...) throws(StoreError) {
        _ = try rows(sql, values)
    }

    /// All rows of a statement.
    func rows(_ sql: String, _ values: [SQLiteValue]) throws(StoreError) -> [StoredRow] {
        let prepared = try prepared(sql)
        defer { prepared.statement.reset() }
        for (index, value) in values.enumerated() { try prepared.statement.bind(value, at: index + 1) }
        var rows: [StoredRow] = []
        while try prepared.statement.step() {
            rows.append(StoredRow(values: (0..<prepared.columns).map { prepared.statement.column($0) }, path: path))
        }
        return rows
    }

    func error(_ code: StoreError.Code, _ reason: String) -> StoreError {
        StoreError(code, path: path, reason: reason)
    }

    private func prepared(_ sql: String) throws(StoreError) -> PreparedStatement {
        if let statement = statements[sql] { return statement }
        let statement = PreparedStatement(try database.prepare(sql))
        statements[sql] = statement
        return statement
    }
}

/// A statement that is kept for the next time.
private final class PreparedStatement {
    let statement: SQLiteStatement<StoreError>
    let columns: Int

    init(_ statement: consuming SQLiteStatement<StoreError>) {
        columns = statement.columnCount
        self.statement = statement
    }
}
