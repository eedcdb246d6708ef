public import CanonicalJSON
import SQLite

/// How far a device has read a feed.
public struct Cursor: Equatable, Sendable {
    /// The position, 0 at the start; a later one is larger.
    public var position: Int64
    /// What the server calls it, where that is no number.
    public var token: JSONString?

    /// Makes a cursor.
    public init(position: Int64, token: JSONString? = nil) {
        self.position = position
        self.token = token
    }
}

/// What the engine has to know after a restart.
public struct SyncState: Equatable, Sendable {
    /// How the last attempt ended.
    public enum Outcome: Equatable, Sendable {
        /// It did all that there was to do.
        case succeeded
        /// The class of the error that ended it.
        case failed(JSONString)
    }

    /// What the provider calls the snapshot.
    public var fileReference: JSONString?
    /// The version of the snapshot that was last published or read: an ETag, a revision.
    public var versionToken: JSONString?
    /// How far the feed was read and committed.
    public var cursor: Cursor
    /// When the last attempt was, nil before the first.
    public var attemptedAt: Int64?
    /// How it ended.
    public var outcome: Outcome?
    /// How many attempts have failed since the last success.
    public var failures: Int64
    /// When to try again.
    public var retryAt: Int64?
    /// When an attempt last succeeded.
    public var succeededAt: Int64?
}

extension Store {
    /// What the engine has to know after a restart.
    public func syncState() throws(StoreError) -> SyncState {
        let columns = """
            file_reference, version_token, cursor_position, cursor_token, attempted_at, error_class, failures, retry_at,
            succeeded_at
            """
        guard let line = try rows("SELECT \(columns) FROM workspace_sync_state", []).first else {
            throw error(.damaged, "there is no sync state")
        }
        let attemptedAt = try line.optional(4, line.integer)
        let errorClass = try line.optional(5, line.text)
        return SyncState(
            fileReference: try line.optional(0, line.text), versionToken: try line.optional(1, line.text),
            cursor: Cursor(position: try line.integer(2), token: try line.optional(3, line.text)),
            attemptedAt: attemptedAt,
            outcome: attemptedAt == nil ? nil : errorClass.map { .failed($0) } ?? .succeeded,
            failures: try line.integer(6), retryAt: try line.optional(7, line.integer),
            succeededAt: try line.optional(8, line.integer))
    }
}

extension Transaction {
    /// Notes which snapshot the device stands on: after a successful upload, or after a download was merged.
    public func setRemote(fileReference: JSONString?, versionToken: JSONString?) throws(StoreError) {
        try change { () throws(StoreError) in
            try store.run(
                "UPDATE workspace_sync_state SET file_reference = ?, version_token = ?", SQLiteValue(fileReference),
                SQLiteValue(versionToken))
        }
    }

    /// Notes that an attempt succeeded; it ends a series of failures.
    public func noteSuccess(at now: Int64) throws(StoreError) {
        try change { () throws(StoreError) in
            try store.run(
                """
                UPDATE workspace_sync_state SET attempted_at = ?1, outcome = 'succeeded', error_class = NULL,
                    failures = 0, retry_at = NULL, succeeded_at = ?1
                """, .integer(now))
        }
    }

    /// Notes that an attempt failed with an error of this class, and when to try again, nil for never by itself.
    public func noteFailure(_ errorClass: JSONString, at now: Int64, retryAt: Int64?) throws(StoreError) {
        try change { () throws(StoreError) in
            try store.run(
                """
                UPDATE workspace_sync_state SET attempted_at = ?, outcome = 'failed', error_class = ?,
                    failures = failures + 1, retry_at = ?
                """, .integer(now), try key(errorClass, "the class of the error"), SQLiteValue(retryAt))
        }
    }

    /// Moves the cursor, with everything else that the transaction commits. Throws `cursorBackward`.
    public func advance(to cursor: Cursor) throws(StoreError) {
        try change { () throws(StoreError) in
            guard cursor.position >= (try store.syncState().cursor.position) else {
                throw store.error(.cursorBackward, "the cursor would move backward")
            }
            try store.run(
                "UPDATE workspace_sync_state SET cursor_position = ?, cursor_token = ?", .integer(cursor.position),
                SQLiteValue(cursor.token))
        }
    }
}
