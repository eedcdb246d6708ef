import CanonicalJSON
import SyncBridge
import SyncMerge
import SyncStore
import TestSupport
import Testing

/// What an engine finds again after a restart, whose it is, and how far a feed was read.
struct SyncStateTests {
    private struct DiskFull: Error {}

    /// A batch of changes that are named by their numbers.
    private static func batch(_ numbers: [Int64], to position: Int64, isReplay: Bool = false) -> Batch {
        Batch(
            changes: numbers.map { Batch.Change(key: JSONString("k\($0)"), content: ["v": .integer($0)]) },
            cursor: Cursor(position: position, token: JSONString("t\(position)")), isReplay: isReplay)
    }

    /// Writes what the change says, as an application would.
    private static func write(_ transaction: borrowing Transaction, _ changes: [Batch.Change]) throws {
        for change in changes {
            let row = Row(id: change.key, updatedAt: 1, content: .data(change.content.objectValue ?? [:]))
            try transaction.land(row, in: "host", by: mutation("feed"))
        }
    }

    private static func withOwnedStore(_ body: (Store, String) throws -> Void) throws {
        try withStorePath { path in
            let store = try Store(at: path)
            try store.transaction { try $0.bind(to: "ann", at: 1) }
            try body(store, path)
        }
    }

    /// ST-40: everything that the engine notes is there after a restart.
    @Test func stateSurvives() throws {
        try withStorePath { path in
            let fresh = try Store(at: path).syncState()
            #expect(fresh.cursor.position == 0 && fresh.outcome == nil && fresh.failures == 0)
            for number in 1...2 {
                try Store(at: path).transaction { try $0.noteFailure("network", at: 5, retryAt: 100) }
                #expect(try Store(at: path).syncState().failures == Int64(number))
            }
            var state = try Store(at: path).syncState()
            #expect(state.outcome == .failed("network") && state.attemptedAt == 5 && state.retryAt == 100)
            #expect(state.succeededAt == nil)
            try Store(at: path).transaction { transaction in
                try transaction.setRemote(fileReference: "id-1", versionToken: "\"etag\"")
                try transaction.noteSuccess(at: 200)
            }
            state = try Store(at: path).syncState()
            #expect(state.outcome == .succeeded && state.failures == 0 && state.retryAt == nil)
            #expect(state.succeededAt == 200 && state.attemptedAt == 200)
            #expect(state.fileReference == "id-1" && state.versionToken == "\"etag\"")
            try Store(at: path).transaction { try $0.noteFailure("auth", at: 300, retryAt: nil) }
            state = try Store(at: path).syncState()
            #expect(state.succeededAt == 200 && state.outcome == .failed("auth") && state.retryAt == nil)
        }
    }

    /// ST-41: a cursor moves forward, and with the transaction.
    @Test func cursorMovesForward() throws {
        try withStore { store in
            try store.transaction { try $0.advance(to: Cursor(position: 5, token: "five")) }
            #expect(refusal { try store.transaction { try $0.advance(to: Cursor(position: 4)) } } == .cursorBackward)
            #expect(try store.syncState().cursor == Cursor(position: 5, token: "five"))
            try store.transaction { try $0.advance(to: Cursor(position: 5)) }
            #expect(try store.syncState().cursor == Cursor(position: 5))
        }
    }

    /// ST-41, ST-42: rows, keys and cursor come together; what comes again is no change.
    @Test func batchesAreAppliedOnce() throws {
        try Self.withOwnedStore { store, path in
            var result = try store.apply(Self.batch([1, 2], to: 2), for: "ann", body: Self.write)
            #expect(result.fresh == 2 && result.duplicates == 0)
            #expect(result.cursor == Cursor(position: 2, token: "t2"))
            // The acknowledgement was lost, and the server sends it again, with more.
            result = try Store(at: path).apply(Self.batch([1, 2, 3], to: 3), for: "ann", body: Self.write)
            #expect(result.fresh == 1 && result.duplicates == 2)
            #expect(result.cursor == Cursor(position: 3, token: "t3"))
            result = try store.apply(Self.batch([1, 2, 3], to: 3), for: "ann", body: Self.write)
            #expect(result.fresh == 0)
            #expect(try store.journal().map(\.entry.row.id) == ["k1", "k2", "k3"])
            #expect(try store.processed(among: ["k1", "k3", "k4"]) == ["k1", "k3"])
            #expect(
                refusal { try store.apply(Self.batch([1], to: 1), for: "ann", body: Self.write) } == .cursorBackward)
            let changed = Batch(changes: [.init(key: "k1", content: 7)], cursor: Cursor(position: 9))
            #expect(refusal { try store.apply(changed, for: "ann", body: Self.write) } == .reusedKey)
            #expect(try store.syncState().cursor.position == 3)
        }
    }

    /// ST-43: a failure of the application leaves nothing behind, and the batch is applied later.
    @Test func failedBatchesAreAppliedAgain() throws {
        try Self.withOwnedStore { store, path in
            #expect(throws: DiskFull.self) {
                try store.apply(Self.batch([1, 2], to: 2), for: "ann") { transaction, changes in
                    try Self.write(transaction, Array(changes.dropLast()))
                    throw DiskFull()
                }
            }
            let restarted = try Store(at: path)
            #expect(try restarted.syncState().cursor.position == 0)
            #expect(try restarted.journal().isEmpty && restarted.processed(among: ["k1", "k2"]).isEmpty)
            #expect(try restarted.apply(Self.batch([1, 2], to: 2), for: "ann", body: Self.write).fresh == 2)
        }
    }

    /// ST-41, ST-42: a replay from the start gives the application everything again, and the cursor stays until passed.
    @Test func replayFromTheStart() throws {
        try Self.withOwnedStore { store, _ in
            try store.apply(Self.batch([1, 2, 3], to: 3), for: "ann", body: Self.write)
            var seen: [JSONString] = []
            for (numbers, position) in [([1, 2], 2), ([3, 4], 4)] as [([Int64], Int64)] {
                let batch = Self.batch(numbers, to: position, isReplay: true)
                let result = try store.apply(batch, for: "ann") { transaction, changes in
                    seen += changes.map(\.key)
                    try Self.write(transaction, changes)
                }
                #expect(result.cursor.position == max(3, position))
            }
            #expect(seen == ["k1", "k2", "k3", "k4"])
            #expect(try store.syncState().cursor == Cursor(position: 4, token: "t4"))
            #expect(try store.journal().count == 4)
        }
    }

    /// ST-50, ST-51: an owner comes by an explicit call, and stays.
    @Test func ownership() throws {
        try withStorePath { path in
            let store = try Store(at: path)
            #expect(try store.owner() == nil)
            try store.put(host("a", "made before signing in"))
            #expect(refusal { try store.transaction { try $0.bind(to: "ann", at: 5) } } == .needsAdoption)
            #expect(try store.owner() == nil)
            try store.transaction { try $0.adopt(by: "ann", at: 6) }
            for call in [false, true] {
                #expect(
                    refusal {
                        try store.transaction { call ? try $0.adopt(by: "bob", at: 7) : try $0.bind(to: "bob", at: 7) }
                    } == .otherAccount)
            }
            try store.transaction { try $0.bind(to: "ann", at: 8) }
            let owner = try #require(try Store(at: path).owner())
            #expect(owner.account == "ann" && owner.boundAt == 6 && owner.isAdopted)
        }
        try Self.withOwnedStore { store, _ in
            let owner = try store.owner()
            #expect(owner?.isAdopted == false)
        }
    }

    /// ST-53: a batch for another account is not applied, and not without an owner either.
    @Test func batchesAreForTheOwner() throws {
        try withStore { store in
            #expect(refusal { try store.apply(Self.batch([1], to: 1), for: "ann", body: Self.write) } == .unowned)
        }
        try Self.withOwnedStore { store, _ in
            var isCalled = false
            let code = refusal {
                try store.apply(Self.batch([1], to: 1), for: "bob") { _, _ in isCalled = true }
            }
            #expect(code == .otherAccount && !isCalled)
        }
        // A body that gives the store to somebody else is refused, and nothing of the batch is kept.
        try Self.withOwnedStore { store, _ in
            let code = refusal {
                try store.apply(Self.batch([1], to: 1), for: "ann") { transaction, changes in
                    try Self.write(transaction, changes)
                    try transaction.adopt(by: "bob", at: 2)
                }
            }
            let (journal, owner) = (try store.journal(), try store.owner())
            #expect(code == .otherAccount && journal.isEmpty && owner?.account == "ann")
        }
    }
}
