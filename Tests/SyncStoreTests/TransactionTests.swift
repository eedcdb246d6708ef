import CanonicalJSON
import Foundation
import SyncBridge
import SyncMerge
import SyncStore
import TestSupport
import Testing

/// What a transaction promises, short of crashes.
struct TransactionTests {
    private struct Refused: Error {}

    /// ST-10: a body that throws undoes everything.
    @Test func allOrNothing() throws {
        try withStore { store in
            var seen: Row?
            var isRefused = false
            do {
                try store.transaction { transaction in
                    try transaction.put(host("a", "x"), in: "host", by: mutation())
                    try transaction.advance(to: Cursor(position: 7))
                    seen = try transaction.store.row("a", in: "host")
                    throw Refused()
                }
            } catch is Refused { isRefused = true }
            #expect(isRefused && seen == host("a", "x"))
            #expect(try store.journal().isEmpty && store.payload().collections.isEmpty)
            #expect(try store.syncState().cursor == Cursor(position: 0))
        }
    }

    /// ST-14: a transaction that goes on after a change was refused is not committed; the next one is.
    @Test func refusedChangesEndTransactions() throws {
        try withStore { store in
            let code = refusal {
                try store.transaction { transaction in
                    try transaction.put(host("a", "x"), in: "host", by: mutation())
                    do { try transaction.put(host("", "y"), in: "host", by: mutation()) } catch {}
                    try transaction.put(host("b", "z"), in: "host", by: mutation())
                }
            }
            #expect(code == .invalid)
            #expect(try store.journal().isEmpty && store.payload().collections.isEmpty)
            try store.put(host("a", "x"))
            #expect(try store.journal().count == 1)
        }
    }

    /// ST-11: a second writer waits, then is told that the store is busy; readers are not held up.
    @Test func oneWriterAtATime() throws {
        try withStorePath { path in
            let first = try Store(at: path)
            var options = Store.Options()
            options.busyTimeout = 20
            let second = try Store(at: path, options: options)
            var seen: Int?
            try first.transaction { transaction in
                try transaction.put(host("a", "x"), in: "host", by: mutation())
                do {
                    try second.put(host("b", "y"))
                    Issue.record("two writers at a time")
                } catch let error as StoreError {
                    #expect(error.code == .busy && error.result == "SQLITE_BUSY" && error.sql == "BEGIN IMMEDIATE")
                    #expect(error.path == path)
                }
                // ST-12: what is not committed, nobody else sees.
                seen = try second.journal().count
            }
            #expect(seen == 0)
            try second.put(host("b", "y"))
            #expect(try first.journal().count == 2)
            #expect(refusal { try first.transaction { _ in try first.put(host("c", "z")) } } == .nested)
        }
    }

    /// ST-12: a reader has one state for as long as it reads.
    @Test func readersHaveOneState() throws {
        try withStorePath { path in
            let (writer, reader) = (try Store(at: path), try Store(at: path))
            try writer.put(host("a", "old"))
            try reader.read { reader in
                let before = try reader.row("a", in: "host")
                try writer.put(host("a", "new"))
                let after = try reader.row("a", in: "host")
                let count = try reader.journal().count
                #expect(before == host("a", "old") && after == before && count == 1)
            }
            #expect(try reader.row("a", in: "host") == host("a", "new"))
        }
    }

    /// ST-80: the codes are those of the specification's table, in its order.
    @Test func errorCodes() throws {
        let chapter = try String(contentsOf: Repository.root.appending(path: "Spec/store.md"), encoding: .utf8)
        let codes = chapter.matches(of: /\n\| `([a-zA-Z]+)` \|/).map { String($0.1) }
        #expect(codes == StoreError.Code.allCases.map(\.rawValue))
    }

    /// ST-9: an error names SQLite's code and the statement, and shows nothing that was bound.
    @Test(needsPython) func errorsShowNoValues() throws {
        try withStorePath { path in
            let store = try Store(at: path)
            try python(
                "CREATE TRIGGER t BEFORE INSERT ON journal BEGIN SELECT RAISE(FAIL, 'no'); END", path, isScript: true)
            do {
                try store.put(host("secret-id", "secret-name"))
                Issue.record("the trigger did nothing")
            } catch let error as StoreError {
                #expect(error.code == .failed && error.result == "SQLITE_CONSTRAINT_TRIGGER")
                #expect(error.sql?.hasPrefix("INSERT INTO journal") == true)
                #expect(error.description.contains("no (SQLITE_CONSTRAINT_TRIGGER) in: INSERT INTO journal"))
                #expect(!error.description.contains("secret"))
            }
        }
    }
}
