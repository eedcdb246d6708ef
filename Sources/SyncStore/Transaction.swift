import CanonicalJSON
import SQLite

/// Changes that become durable together, while ``Store/transaction(_:)`` runs its body.
///
/// What the store reads meanwhile has the changes already. A change that throws ends the transaction: nothing of it will be
/// committed, even where the body catches the error.
public struct Transaction: ~Copyable {
    /// The store that changes.
    public let store: Store
}

extension Transaction {
    /// Makes a change, or notes that the transaction has failed.
    func change<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        do throws(StoreError) { return try body() } catch {
            if store.failure == nil { store.failure = error }
            throw error
        }
    }

    /// A name as SQLite's text.
    func key(_ name: JSONString, _ what: String) throws(StoreError) -> SQLiteValue {
        guard !name.isEmpty, !name.hasLoneSurrogate else {
            throw store.error(.invalid, "\(what) is empty or has a lone surrogate")
        }
        return SQLiteValue(name)
    }

    /// JSON in its canonical form.
    func json(_ value: JSONValue) throws(StoreError) -> SQLiteValue {
        do { return .text(try value.canonicalBytes(maxDepth: JSONValue.deepestNesting)) } catch {
            throw store.error(.invalid, error.reason)
        }
    }
}
