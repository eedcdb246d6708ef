public import CanonicalJSON
import SQLite

/// Downloaded changes that are committed together with the cursor behind them.
public struct Batch: Equatable, Sendable {
    /// One downloaded change.
    public struct Change: Equatable, Sendable {
        /// What it is known by, the same whenever it comes again.
        public var key: JSONString
        /// The change itself.
        public var content: JSONValue

        /// Makes a change.
        public init(key: JSONString, content: JSONValue) {
            self.key = key
            self.content = content
        }
    }

    /// What became of a batch.
    public struct Result: Equatable, Sendable {
        /// How many changes the body was given.
        public var fresh: Int
        /// How many had been processed before.
        public var duplicates: Int
        /// The cursor after it.
        public var cursor: Cursor
    }

    /// The changes, in the order of the feed.
    public var changes: [Change]
    /// The position behind the last of them.
    public var cursor: Cursor
    /// Whether it comes again from the start on purpose: the body gets what was processed before too, and the cursor stays
    /// where it is until the replay passes it.
    public var isReplay: Bool

    /// Makes a batch.
    public init(changes: [Change], cursor: Cursor, isReplay: Bool = false) {
        self.changes = changes
        self.cursor = cursor
        self.isReplay = isReplay
    }
}

extension Store {
    /// Applies a batch: what the body writes, the keys of the changes and the cursor are committed together.
    ///
    /// The body gets the changes that were not processed before; where it throws, nothing has happened, and the batch can
    /// be applied again. Where the application's data lie elsewhere, the body commits them there before it returns: a
    /// crash between the two commits then only applies the batch once more. Throws the body's error, and ``StoreError``
    /// as ``transaction(_:)`` does, `unowned`, `otherAccount`, `cursorBackward`, and `reusedKey` for a key that was
    /// processed with another content.
    @discardableResult
    public func apply(
        _ batch: Batch, for account: JSONString, body: (borrowing Transaction, [Batch.Change]) throws -> Void
    ) throws -> Batch.Result {
        try transaction { try apply(batch, for: account, in: $0, body) }
    }

    private func apply(
        _ batch: Batch, for account: JSONString, in transaction: borrowing Transaction,
        _ body: (borrowing Transaction, [Batch.Change]) throws -> Void
    ) throws -> Batch.Result {
        try require(account)
        let before = try syncState().cursor
        guard batch.isReplay || batch.cursor.position >= before.position else {
            throw error(.cursorBackward, "the batch ends before the cursor")
        }
        let fresh = try transaction.takeKeys(of: batch)
        try body(transaction, fresh)
        let cursor = batch.cursor.position >= before.position ? batch.cursor : before
        try transaction.advance(to: cursor)
        return Batch.Result(fresh: fresh.count, duplicates: batch.changes.count - fresh.count, cursor: cursor)
    }

    /// Those of the keys that were processed.
    public func processed(among keys: [JSONString]) throws(StoreError) -> Set<JSONString> {
        var found: Set<JSONString> = []
        for key in keys where try processedHash(of: key, as: .change) != nil { found.insert(key) }
        return found
    }

    /// The hash of what a key stood for, nil for one that was not processed.
    func processedHash(of key: JSONString, as scope: ProcessedScope) throws(StoreError) -> JSONString? {
        try rows(
            "SELECT content_hash FROM processed WHERE scope = ? AND key = ?", ["\(scope.rawValue)", SQLiteValue(key)]
        ).first?.text(0)
    }
}

extension Transaction {
    /// Notes the keys, and gives the changes that the body is to see.
    fileprivate func takeKeys(of batch: Batch) throws(StoreError) -> [Batch.Change] {
        try change { () throws(StoreError) in
            var fresh: [Batch.Change] = []
            for change in batch.changes {
                let hash = try hash(of: change.content)
                if let known = try store.processedHash(of: change.key, as: .change) {
                    guard known == hash else { throw store.error(.reusedKey, "a key comes again with another content") }
                    if batch.isReplay { fresh.append(change) }
                } else {
                    try store.run(
                        "INSERT INTO processed (scope, key, content_hash) VALUES ('change', ?, ?)",
                        try key(change.key, "an idempotency key"), SQLiteValue(hash))
                    fresh.append(change)
                }
            }
            return fresh
        }
    }

    /// The content hash of a value, as text.
    func hash(of value: JSONValue) throws(StoreError) -> JSONString {
        guard case .text(let bytes) = try json(value) else { return "" }
        return JSONString(ContentHash(of: bytes).description)
    }
}

/// Whose keys a key is one of: a downloaded change may bear the id of the operation that it came from.
enum ProcessedScope: String {
    case change, operation
}
