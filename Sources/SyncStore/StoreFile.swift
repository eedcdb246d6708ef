import SQLite

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// Opens a store's file, without touching it before it is known to be one.
struct StoreFile {
    let path: String
    let options: Store.Options

    /// What marks a file in its header.
    private struct Mark {
        var application: Int64
        var version: Int64
        var hasTables: Bool

        var isEmpty: Bool { application == 0 && version == 0 && !hasTables }
    }

    /// The version that this program writes.
    private var version: Int64 { Int64(options.migrations.count) }

    func open() throws(StoreError) -> SQLiteDatabase<StoreError> {
        let size = size(of: path)
        guard size != nil || options.createsFile else {
            throw StoreError(.notFound, path: path, reason: "there is no such file")
        }
        if size == nil { try create() }
        if size ?? 0 > 0, !hasLog { try probe() }
        let database = try SQLiteDatabase<StoreError>(path: path, mode: .readWrite, vfs: options.vfs)
        database.setBusyTimeout(milliseconds: options.busyTimeout)
        try database.setCheckpointOnClose(false)
        try database.setDefensive()
        try database.execute(Self.settings)
        let mark = try mark(of: database)
        try judge(mark)
        if !mark.isEmpty { try check(database) }
        try migrate(database)
        guard try database.texts("PRAGMA journal_mode = WAL") == ["wal"] else {
            throw StoreError(.failed, path: path, reason: "the file system has no shared memory for a log")
        }
        try database.setCheckpointOnClose(true)
        return database
    }

    private static let settings = """
        PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA foreign_keys = ON;
        PRAGMA recursive_triggers = ON; PRAGMA synchronous = FULL; PRAGMA fullfsync = ON;
        PRAGMA checkpoint_fullfsync = ON
        """

    /// Makes an empty file that only its user can read; SQLite gives its companions the same mode.
    private func create() throws(StoreError) {
        let descriptor = createFile(path)
        guard descriptor >= 0 || errno == EEXIST else {
            throw StoreError(.failed, path: path, reason: unsafe String(cString: strerror(errno)))
        }
        close(descriptor)
    }

    /// Whether the file alone may not be what was committed: it is to be rolled back first, or a log goes on where it ends,
    /// perhaps after a crash in the middle of copying the log into it.
    private var hasLog: Bool { size(of: path + "-journal") != nil || size(of: path + "-wal") ?? 0 > 0 }

    /// Looks at the file as at one that nobody changes: without locks, a log, or anything written.
    private func probe() throws(StoreError) {
        do throws(StoreError) {
            let database = try SQLiteDatabase<StoreError>(path: path, mode: .immutable, vfs: options.vfs)
            try judge(mark(of: database))
        } catch {
            // Another process may have begun to write meanwhile: whether the file is damaged is found out under a lock.
            guard error.code == .damaged else { throw error }
        }
    }

    private func mark(of database: borrowing SQLiteDatabase<StoreError>) throws(StoreError) -> Mark {
        let tables = try database.integers("SELECT count(*) FROM sqlite_schema")
        return Mark(
            application: try database.integers("PRAGMA application_id").first ?? 0,
            version: try database.integers("PRAGMA user_version").first ?? 0, hasTables: tables != [0])
    }

    private func judge(_ mark: Mark) throws(StoreError) {
        if mark.isEmpty, options.createsFile { return }
        guard mark.application == Schema.applicationID, mark.version > 0 else {
            throw StoreError(.notAStore, path: path, reason: "the database is not marked as a store")
        }
        guard mark.version <= version else {
            throw StoreError(
                .tooNew, path: path,
                reason: "the store has version \(mark.version), this program knows \(version)")
        }
    }

    private func check(_ database: borrowing SQLiteDatabase<StoreError>) throws(StoreError) {
        let findings = try database.texts(
            options.checksThoroughly ? "PRAGMA integrity_check(1)" : "PRAGMA quick_check(1)")
        guard findings == ["ok"] else {
            throw StoreError(.damaged, path: path, reason: findings.first ?? "the check gives no answer")
        }
        guard options.checksThoroughly else { return }
        let orphans = try database.texts("SELECT \"table\" FROM pragma_foreign_key_check")
        guard orphans.isEmpty else {
            throw StoreError(.damaged, path: path, reason: "a row of \(orphans[0]) refers to nothing")
        }
    }

    /// Goes from the file's version to the program's, in one transaction.
    private func migrate(_ database: borrowing SQLiteDatabase<StoreError>) throws(StoreError) {
        guard try database.integers("PRAGMA user_version") != [version] else { return }
        try database.execute("BEGIN IMMEDIATE")
        do throws(StoreError) {
            // Another process may have done it while this one waited.
            let mark = try mark(of: database)
            try judge(mark)
            for migration in options.migrations.dropFirst(Int(mark.version)) { try database.execute(migration) }
            try database.execute(
                "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(version); COMMIT")
        } catch {
            if !database.isIdle { try database.execute("ROLLBACK") }
            throw error
        }
    }

    private func size(of path: String) -> Int64? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Int64(status.st_size)
    }
}

/// Outside of the type, where `open` is the system's.
private func createFile(_ path: String) -> Int32 {
    while true {
        let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 || errno != EINTR { return descriptor }
    }
}
