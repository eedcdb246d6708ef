import CanonicalJSON
import SyncBridge
import SyncMerge
import SyncStore
import TestSupport
import Testing

/// Rows, and the journal that describes every change of them.
struct RecordTests {
    /// ST-20, ST-21, ST-23: every kind of mutation leaves its row and its entry with the row that it overwrote.
    @Test func everyMutationIsJournalled() throws {
        let steps: [(kind: JSONString, collection: JSONString, row: Row)] = [
            ("item.create", "item", host("a", "box", at: 10)), ("item.update", "item", host("a", "chest", at: 20)),
            ("item.move", "item", host("b", "moved", at: 30)), ("room.rename", "room", host("r", "attic", at: 40)),
            ("member.change", "member", host("m", "ann", at: 50)), ("item.delete", "item", tombstone("a", at: 60)),
        ]
        try withStorePath { path in
            for (number, step) in steps.enumerated() {
                // A store of its own for each, so that everything is read back from the file.
                let store = try Store(at: path)
                let mutation = Mutation(kind: step.kind, replica: "phone", wroteAt: Int64(number))
                let entry = try store.transaction { try $0.put(step.row, in: step.collection, by: mutation) }
                #expect(entry == Int64(number + 1))
                #expect(try store.row(step.row.id, in: step.collection) == step.row)
            }
            let store = try Store(at: path)
            let journal = try store.journal()
            #expect(journal.map(\.mutation.kind) == steps.map(\.kind))
            #expect(journal.map(\.entry.row) == steps.map(\.row))
            #expect(journal.allSatisfy { !$0.entry.isSynced && $0.origin == .local && $0.mutation.replica == "phone" })
            #expect(
                try store.history(of: "a", in: "item").map(\.before) == [nil, steps[0].row, steps[1].row])
            #expect(try store.journal(after: 4).map(\.number) == [5, 6])
            #expect(try store.journal(after: 1, limit: 2).map(\.number) == [2, 3])
            let payload = try store.payload()
            #expect(payload.collections.map(\.name) == ["item", "member", "room"])
            #expect(payload.rows(of: "item") == [tombstone("a", at: 60), steps[2].row])
        }
    }

    /// ST-20, ST-22: the tables refuse a row without its entry, also from other programs.
    @Test(needsPython) func tablesRefuseRowsWithoutEntries() throws {
        try withStorePath { path in
            do { try Store(at: path).put(host("a", "box")) }
            let foreign = "PRAGMA foreign_keys = ON; "
            let statements = [
                "INSERT INTO records VALUES ('host', 'b', 1, 0, '{}', 99)",
                "INSERT INTO records VALUES ('host', 'b', 1, 0, (SELECT row_json FROM records), 1)",
                "UPDATE records SET row_json = '{}'", "UPDATE records SET row_json = '{}', journal = 2",
                "DELETE FROM records", "DELETE FROM journal", "UPDATE journal SET new_row = '{}'",
                "UPDATE journal SET synced = 1; UPDATE journal SET synced = 0",
                "INSERT INTO journal VALUES (2, 'host', 'a', 'k', 'remote', 'r', 1, NULL, '{}', 0)",
            ]
            for statement in statements {
                #expect(throws: Tool.Failure.self, "\(statement)") {
                    try python(foreign + statement, path, isScript: true)
                }
            }
            try python(
                foreign + """
                    INSERT INTO journal VALUES (9, 'host', 'b', 'k', 'local', 'r', 1, NULL, '{"deletedAt":1}', 0);
                    INSERT INTO records VALUES ('host', 'b', 1, 1, '{"deletedAt":1}', 9)
                    """, path, isScript: true)
        }
    }

    /// ST-23: what is received counts as synced, keeps what it overwrote, and is no change where it is the same.
    @Test func receivedRows() throws {
        try withStore { store in
            try store.put(host("a", "mine", at: 1))
            let remote = Mutation(kind: "merge", replica: "tablet", wroteAt: 5)
            let landed = try store.transaction { transaction in
                [
                    try transaction.land(host("a", "theirs", at: 2), in: "host", by: remote),
                    try transaction.land(host("a", "theirs", at: 2), in: "host", by: remote),
                    try transaction.land(tombstone("b", at: 3), in: "host", by: remote),
                ]
            }
            #expect(landed == [true, false, true])
            let journal = try store.journal()
            #expect(journal.map(\.origin) == [.local, .remote, .remote])
            #expect(journal.map(\.entry.isSynced) == [false, true, true])
            #expect(journal[1].before == host("a", "mine", at: 1))
            #expect(try store.row("a", in: "host") == host("a", "theirs", at: 2))
        }
    }

    /// ST-23, ST-52: entries are given out to the owner only, until they are marked as synced.
    @Test func unsyncedEntries() throws {
        try withStore { store in
            try store.put(host("a", "one", at: 1))
            try store.put(host("b", "two", at: 2))
            #expect(refusal { try store.unsynced(for: "ann") } == .unowned)
            #expect(refusal { try store.transaction { try $0.markSynced([1], for: "ann") } } == .unowned)
            try store.transaction { try $0.adopt(by: "ann", at: 3) }
            #expect(refusal { try store.unsynced(for: "bob") } == .otherAccount)
            #expect(refusal { try store.transaction { try $0.markSynced([1], for: "bob") } } == .otherAccount)
            #expect(try store.unsynced(for: "ann").map(\.number) == [1, 2])
            #expect(refusal { try store.transaction { try $0.markSynced([2, 3], for: "ann") } } == .unknown)
            #expect(try store.unsynced(for: "ann").map(\.number) == [1, 2])
            try store.transaction { try $0.markSynced([1], for: "ann") }
            #expect(try store.unsynced(for: "ann").map(\.number) == [2])
            #expect(try store.journal().map(\.entry.isSynced) == [true, false])
        }
    }

    /// ST-20, ST-31: whatever a row may hold comes back byte for byte, and so do keys that nobody here knows.
    @Test func rowsComeBackUnchanged() throws {
        let awkward = try Row(
            parsing: Array(
                #"{"data":{"z":"\ud83d 😀\u0000é","a":[1.5,-0,null,{"k":[]}]},"id":"x\u0000'\"～","updatedAt":0,"zone":{"q":1}}"#
                    .utf8))
        try withStorePath { path in
            do {
                let store = try Store(at: path)
                try store.put(awkward)
                try store.put(Row(id: "y", updatedAt: 9_007_199_254_740_991, content: .data([:])))
                try store.transaction { try $0.setPayloadExtra(["workspace": ["v": 1]]) }
            }
            let store = try Store(at: path)
            #expect(try store.row(awkward.id, in: "host")?.canonicalBytes() == awkward.canonicalBytes())
            #expect(try store.payload().rows(of: "host").map(\.id) == [awkward.id, "y"])
            #expect(try store.payload().extra == ["workspace": ["v": 1]])
            for row in [host("", "x"), host("a", "x", at: -1), host(JSONString(utf16: [0xD800]), "x")] {
                #expect(refusal { try store.put(row) } == .invalid)
            }
            #expect(refusal { try store.transaction { try $0.put(awkward, in: "", by: mutation()) } } == .invalid)
            #expect(refusal { try store.transaction { try $0.put(awkward, in: "host", by: mutation("")) } } == .invalid)
            #expect(try store.journal().count == 2)
        }
    }

    /// ST-30: metadata come back as they were, whole or one by one.
    @Test func metadata() throws {
        var metadata = SyncMetadata()
        metadata["host", "a"] = RecordMetadata(version: 7, contentHash: ContentHash(of: [1]))
        metadata["host", "b"] = RecordMetadata(version: 9, contentHash: ContentHash(of: []), deletedAt: 9)
        metadata["new", "a"] = RecordMetadata(
            version: 9_007_199_254_740_991, contentHash: ContentHash(rawValue: 1), extra: ["zone": "x"])
        try withStorePath { path in
            do { try Store(at: path).transaction { try $0.setMetadata(metadata) } }
            let store = try Store(at: path)
            #expect(try store.metadata() == metadata)
            metadata["host", "a"] = nil
            metadata["host", "b"]?.version = 10
            metadata["host", "b"]?.deletedAt = 10
            try store.transaction { try $0.setMetadata(metadata) }
            #expect(try store.metadata() == metadata)
            let single = RecordMetadata(version: 1, contentHash: ContentHash(of: [2]))
            try store.transaction { try $0.setMetadata(single, of: "c", in: "host") }
            #expect(try store.metadata()["host", "c"] == single)
            let faulty = RecordMetadata(version: 1, contentHash: ContentHash(of: []), deletedAt: 2)
            #expect(refusal { try store.transaction { try $0.setMetadata(faulty, of: "d", in: "host") } } == .invalid)
        }
    }

    /// ST-30: one pass over the table finds what a comparison record by record finds, in any order of characters.
    @Test func metadataChanges() throws {
        var random = SeededGenerator(seed: 12)
        let names: [JSONString] = ["a", "ab", "b", "\u{E9}", "\u{FF5E}", "\u{1F600}"]
        func some() -> SyncMetadata {
            var metadata = SyncMetadata()
            for collection in names {
                for id in names where random.chance(2) {
                    let version = Int64(random.below(2))
                    metadata[collection, id] = RecordMetadata(
                        version: version, contentHash: ContentHash(rawValue: UInt64(random.below(2))),
                        deletedAt: random.chance(3) ? version : nil,
                        extra: random.chance(4) ? ["a": 2, "zone": 1] : [:])
                }
            }
            return metadata
        }
        try withStore { store in
            for _ in 0..<20 {
                let (before, after) = (some(), some())
                try store.transaction { try $0.setMetadata(before) }
                let entries = after.entriesByBytes
                #expect(entries.count == after.records.reduce(0) { $0 + $1.value.count })
                let changes = try store.metadataChanges(to: entries)
                #expect(
                    Set(changes.written.map { [entries[$0].collection, entries[$0].id] })
                        == Set(
                            entries.filter {
                                before[$0.collection, $0.id] != $0.metadata
                            }.map { [$0.collection, $0.id] }))
                #expect(
                    Set(changes.gone.map { [$0.collection, $0.id] })
                        == Set(
                            before.entriesByBytes.filter { after[$0.collection, $0.id] == nil }.map {
                                [$0.collection, $0.id]
                            }))
                try store.transaction { try $0.setMetadata(after) }
                #expect(try store.metadata().value == after.value)
            }
        }
    }
}
