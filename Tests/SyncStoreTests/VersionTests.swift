import CanonicalJSON
import Foundation
import SyncBridge
import SyncMerge
import SyncStore
import TestSupport
import Testing

/// Stores of other versions, and damaged ones.
@Suite(needsPython) struct VersionTests {
    private static func withVersion1(_ body: (String) throws -> Void) throws {
        try withStorePath { path in
            let script = try String(
                contentsOf: Repository.fixtures.appending(path: "store/version-1.sql"), encoding: .utf8)
            try python(script, path, isScript: true)
            try body(path)
        }
    }

    /// A version 2 as there may be one: a column, a table, and rows for it.
    private static let version2 = """
        ALTER TABLE outbox ADD COLUMN priority INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE names (name TEXT PRIMARY KEY) STRICT;
        INSERT INTO names SELECT id FROM records;
        """

    /// What the fixture holds, whatever the version.
    private static func expectContents(_ store: Store) throws {
        #expect(try store.row("a", in: "host") == host("a", "db", at: 2000))
        #expect(try store.payload().rows(of: "group") == [tombstone("g", at: 3000)])
        #expect(try store.payload().extra == ["workspace": 1])
        #expect(try store.history(of: "a", in: "host").map(\.before) == [nil, host("a", "web", at: 1000)])
        #expect(try store.unsynced(for: "ann").map(\.number) == [2])
        let metadata = try store.metadata()
        #expect(metadata["host", "a"]?.extra == ["zone": "x"] && metadata["group", "g"]?.deletedAt == 3000)
        let state = try store.syncState()
        #expect(state.cursor == Cursor(position: 7, token: "seven") && state.outcome == .failed("network"))
        #expect(state.failures == 2 && state.retryAt == 5000 && state.succeededAt == 3500)
        #expect(state.fileReference == "file-1" && state.versionToken == "\"etag\"")
        #expect(try store.owner()?.boundAt == 500)
        #expect(try store.processed(among: ["change-1", "change-2", "op-0"]) == ["change-1"])
        #expect(try store.nextSequence(of: "a") == 5)
        let outbox = try store.outbox()
        #expect(outbox.map(\.operation.id) == ["op-1"])
        #expect(outbox.map(\.state) == [.parked(errorClass: "permanent", reason: "422")])
        let conflicts = try store.conflicts(includingSettled: true)
        #expect(conflicts.map(\.status) == [.resolved(with: "db", by: "ann", at: 4500), .open])
        #expect(conflicts.map(\.conflict.field) == ["name", nil])
    }

    /// ST-8: a store of version 1 that somebody else wrote opens, says what is in it, and can be written to.
    @Test func version1Opens() throws {
        try Self.withVersion1 { path in
            let schema = "SELECT type, name, tbl_name, hex(sql) FROM sqlite_schema ORDER BY type, name"
            let frozen = try python(schema, path)
            try withStorePath { other in
                try python(Specification().sql("store-1"), other, isScript: true)
                #expect(try python(schema, other) == frozen, "the tables of version 1 have changed")
            }
            let store = try Store(at: path)
            try Self.expectContents(store)
            try store.put(host("b", "new", at: 9))
            #expect(try store.journal().map(\.number) == [1, 2, 3, 4])
            try expectSound(path)
        }
    }

    /// ST-8, ST-6: a later version takes it over in one transaction, and this one does not touch it any more.
    @Test func nextVersionTakesOver() throws {
        try Self.withVersion1 { path in
            var next = Store.Options()
            next.migrations.append("CREATE TABLE half (x) STRICT; CREATE TABLE half (x) STRICT")
            let before = try python("SELECT * FROM sqlite_schema", path)
            #expect(refusal { try Store(at: path, options: next) } == .failed)
            #expect(try python("SELECT * FROM sqlite_schema", path) == before)
            #expect(try python("PRAGMA user_version", path) == ["1"])
            next.migrations[1] = Self.version2
            try Self.expectContents(Store(at: path, options: next))
            #expect(try python("PRAGMA user_version", path) == ["2"])
            #expect(try python("SELECT name FROM names ORDER BY name", path) == ["a", "g"])
            try expectSound(path)
            #expect(refusal { try Store(at: path) } == .tooNew)
            try Self.expectContents(Store(at: path, options: next))
            // A new store gets all versions at once.
            try withStorePath { other in
                _ = try Store(at: other, options: next)
                #expect(try python("PRAGMA user_version", other) == ["2"])
            }
        }
    }

    /// ST-7: damage anywhere is either refused, with the file left as it is, or outside of what the checks can see.
    @Test func damagedStoresAreRefused() throws {
        try withTemporaryFolder { folder in
            let path = folder.appending(path: "state.sqlite").path()
            do {
                let store = try Store(at: path)
                try store.transaction { transaction in
                    for number in 0..<300 {
                        try transaction.put(host(JSONString("h\(number)"), "name"), in: "host", by: mutation())
                    }
                }
            }
            let whole = try folder.appending(path: "state.sqlite").bytes()
            let pages = whole.count / 4096
            #expect(pages > 30)
            var generator = SeededGenerator(seed: 20)
            var codes: [StoreError.Code?: Int] = [:]
            for number in 0..<80 {
                var bytes = whole
                switch number % 4 {
                case 0: bytes.removeLast(generator.below(whole.count - 1) + 1)
                case 1: bytes[generator.below(whole.count)] ^= UInt8(1 + generator.below(255))
                case 2:
                    let page = generator.below(pages) * 4096
                    bytes.replaceSubrange(page..<page + 4096, with: generator.bytes(4096))
                default:
                    // The head of a page, where a byte decides most.
                    bytes[generator.below(pages) * 4096 + generator.below(12)] ^= 0x15
                }
                let copy = folder.appending(path: "\(number).sqlite")
                try Data(bytes).write(to: copy)
                var options = Store.Options()
                options.checksThoroughly = number.isMultiple(of: 2)
                let code = refusal { try Store(at: copy.path(), options: options) }
                codes[code, default: 0] += 1
                guard let code else { continue }
                #expect([.damaged, .notAStore, .tooNew, .failed].contains(code), "\(number): \(code)")
                #expect(try copy.bytes() == bytes, "\(number): the file was written to")
            }
            #expect(codes[.damaged] ?? 0 > 40, "\(codes)")
            #expect(codes[.failed] ?? 0 == 0, "\(codes)")
        }
    }

    /// ST-80: what the tables cannot hold is damage when it is read; everything else can still be read.
    @Test func unreadableValuesAreDamage() throws {
        try Self.withVersion1 { path in
            let faults = """
                UPDATE metadata SET extra_json = '{secret';
                DROP TRIGGER conflicts_are_fixed; DROP TRIGGER conflicts_stay_settled;
                UPDATE conflicts SET sides_json = '[{"secret":1}]';
                UPDATE outbox SET patch_json = '{"secret":{"set":1,"drop":1}}';
                """
            try python(faults, path, isScript: true)
            let store = try Store(at: path)
            for read in [{ _ = try store.metadata() }, { _ = try store.conflicts() }, { _ = try store.outbox() }] {
                do {
                    try read()
                    Issue.record("it can be read")
                } catch let error as StoreError {
                    #expect(error.code == .damaged && error.path == path, "\(error)")
                }
            }
            #expect(try store.row("a", in: "host") == host("a", "db", at: 2000))
        }
    }

    /// ST-7: a reference to nothing, which pages do not show, is found by the thorough check.
    @Test func thoroughCheckFindsLostReferences() throws {
        try Self.withVersion1 { path in
            try python(
                "PRAGMA foreign_keys = OFF; DROP TRIGGER journal_stays; DELETE FROM journal WHERE number = 3", path,
                isScript: true)
            var options = Store.Options()
            options.checksThoroughly = true
            #expect(refusal { try Store(at: path, options: options) } == .damaged)
        }
    }
}
