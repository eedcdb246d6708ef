public import CanonicalJSON
import SQLite

/// The account that a store belongs to, for ever.
public struct Owner: Equatable, Sendable {
    /// The account, as the server knows it.
    public var account: JSONString
    /// When it was bound.
    public var boundAt: Int64
    /// Whether it took over data that were there before.
    public var isAdopted: Bool
}

extension Store {
    /// The account that the store belongs to, nil where nobody has approved one.
    public func owner() throws(StoreError) -> Owner? {
        guard let line = try rows("SELECT account, bound_at, adopted FROM owner", []).first else { return nil }
        return Owner(
            account: try line.text(0), boundAt: try line.integer(1), isAdopted: try line.integer(2) == 1)
    }

    /// Refuses everybody but the owner: throws `unowned` and `otherAccount`.
    public func require(_ account: JSONString) throws(StoreError) {
        guard let owner = try owner() else { throw error(.unowned, "no account owns the store yet") }
        guard owner.account == account else { throw error(.otherAccount, "the store belongs to another account") }
    }
}

extension Transaction {
    /// Binds an empty store to an account; to the same account again, it does nothing.
    ///
    /// Throws `needsAdoption` where the store holds data without an owner, `otherAccount` where it belongs to another.
    public func bind(to account: JSONString, at now: Int64) throws(StoreError) {
        try change { () throws(StoreError) in
            let hasData = try store.rows("SELECT EXISTS (SELECT * FROM journal)", []).first?.integer(0) == 1
            if hasData, try store.owner() == nil {
                throw store.error(.needsAdoption, "the store holds data without an owner")
            }
            try bind(account, at: now, isAdopted: false)
        }
    }

    /// Gives a store to an account with all data in it, because a person has agreed to that.
    ///
    /// Throws `otherAccount` where it belongs to another.
    public func adopt(by account: JSONString, at now: Int64) throws(StoreError) {
        try change { () throws(StoreError) in try bind(account, at: now, isAdopted: true) }
    }

    private func bind(_ account: JSONString, at now: Int64, isAdopted: Bool) throws(StoreError) {
        let name = try key(account, "the name of the account")
        guard try store.owner() == nil else { return try store.require(account) }
        try store.run(
            "INSERT INTO owner (singleton, account, bound_at, adopted) VALUES (1, ?, ?, ?)", name, .integer(now),
            SQLiteValue(isAdopted))
    }
}
