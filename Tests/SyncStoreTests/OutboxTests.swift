import CanonicalJSON
import SyncBridge
import SyncMerge
import SyncStore
import TestSupport
import Testing

/// Operations that wait to be sent.
struct OutboxTests {
    private static let rules: [JSONString: FieldRule] = [
        "name": FieldRule(.register), "port": FieldRule(.register), "dose": FieldRule(.register, isFlagged: true),
        "doses": FieldRule(.counter), "notes": FieldRule(.list),
    ]

    /// A device that edits one document and puts each edit into its store.
    private struct Device {
        let store: Store
        var document = Document(collection: "host", id: "h", rules: OutboxTests.rules)
        var edits: Int64 = 0

        @discardableResult
        mutating func edit(_ intents: [JSONString: Intent]) throws -> SyncMerge.Operation {
            edits += 1
            let operation = try document.edit(
                intents, by: Author(id: JSONString("op\(edits)"), replica: "phone", wroteAt: edits))
            try store.put(document.row, sending: operation)
            return operation
        }
    }

    private static func withDevice(limit: Int = 100, _ body: (inout Device, String) throws -> Void) throws {
        try withStorePath { path in
            var options = Store.Options()
            options.outboxLimit = limit
            let store = try Store(at: path, options: options)
            try store.transaction { try $0.bind(to: "ann", at: 1) }
            var device = Device(store: store)
            try body(&device, path)
        }
    }

    private static func lease(
        _ store: Store, _ limit: Int = 200, now: Int64 = 0, until deadline: Int64 = 1000
    ) throws -> [SyncMerge.Operation] {
        try store.transaction { try $0.lease(limit, for: "ann", now: now, until: deadline) }
    }

    private static func acknowledge(_ store: Store, _ ids: [JSONString]) throws {
        try store.transaction { try $0.acknowledge(ids, for: "ann") }
    }

    /// ST-60, ST-62, ST-63: written with the row, leased oldest first, gone and synced when acknowledged.
    @Test func wayOfAnOperation() throws {
        try Self.withDevice { device, path in
            let sent = try [
                device.edit(["name": .set("a")]), device.edit(["notes": .append("x")]), device.edit(["port": .set(1)]),
            ]
            #expect(try Store(at: path).outbox().map(\.operation) == sent)
            #expect(try device.store.outbox().map(\.journal) == [1, 2, 3])
            #expect(try Self.lease(device.store, 2) == Array(sent.prefix(2)))
            #expect(try Self.lease(device.store, 2) == [sent[2]])
            #expect(try Self.lease(device.store).isEmpty)
            #expect(try device.store.outbox().allSatisfy { $0.state == .leased(until: 1000) && $0.attempts == 1 })
            try Self.acknowledge(device.store, ["op2"])
            #expect(try device.store.journal().map(\.entry.isSynced) == [false, true, false])
            // Again, as after a lost answer: nothing changes.
            try Self.acknowledge(device.store, ["op2", "op1"])
            #expect(try device.store.outbox().map(\.operation.id) == ["op3"])
            #expect(try device.store.journal().map(\.entry.isSynced) == [true, true, false])
            #expect(refusal { try Self.acknowledge(device.store, ["other"]) } == .unknown)
            try Self.acknowledge(device.store, ["op3"])
            #expect(try device.store.outbox().isEmpty && device.store.unsynced(for: "ann").isEmpty)
        }
    }

    /// ST-62: after a network error, a crash or a deadline the same operations come again, with their ids.
    @Test func leasesEnd() throws {
        try Self.withDevice { device, path in
            try device.edit(["name": .set("a")])
            try device.edit(["port": .set(1)])
            let first = try Self.lease(device.store)
            try device.store.transaction { try $0.release(["op1"]) }
            #expect(try Self.lease(device.store).map(\.id) == ["op1"])
            let restarted = try Store(at: path)
            #expect(try Self.lease(restarted, now: 999).isEmpty)
            #expect(try Self.lease(restarted, now: 1000, until: 2000) == first)
            #expect(try restarted.outbox().map(\.attempts) == [3, 2])
            #expect(refusal { try restarted.transaction { try $0.release(["op9"]) } } == .unknown)
        }
    }

    /// ST-52: without an owner, or for another, nothing is leased and nothing acknowledged; the queue stays.
    @Test func leasesAreForTheOwner() throws {
        try withStore { store in
            var device = Device(store: store)
            try device.edit(["name": .set("a")])
            #expect(refusal { try Self.lease(store) } == .unowned)
            #expect(refusal { try Self.acknowledge(store, ["op1"]) } == .unowned)
            try store.transaction { try $0.adopt(by: "bob", at: 1) }
            #expect(refusal { try Self.lease(store) } == .otherAccount)
            #expect(refusal { try Self.acknowledge(store, ["op1"]) } == .otherAccount)
            #expect(try store.outbox().map(\.state) == [.pending])
        }
    }

    /// ST-61: numbers of a document only grow, also past those of other devices and an empty outbox.
    @Test func sequencesGrow() throws {
        try Self.withDevice { device, path in
            #expect(try device.store.nextSequence(of: "h") == 1)
            let first = try device.edit(["name": .set("a")])
            _ = try Self.lease(device.store)
            try Self.acknowledge(device.store, ["op1"])
            #expect(try Store(at: path).nextSequence(of: "h") == 2)
            try device.store.transaction { try $0.observe(7, of: "h") }
            try device.store.transaction { try $0.observe(5, of: "h") }
            #expect(try device.store.nextSequence(of: "h") == 8)
            #expect(try device.store.nextSequence(of: "other") == 1)
            var stale = first
            stale.id = "restored"
            stale.sequence = 7
            #expect(refusal { try device.store.put(host("h", "b", at: 2), sending: stale) } == .sequence)
            #expect(try device.store.journal().count == 1)
            stale.sequence = 8
            try device.store.put(host("h", "b", at: 2), sending: stale)
        }
    }

    /// ST-64: the same operation again changes nothing, whether it waits, was sent or was replaced.
    @Test func sameOperationAgain() throws {
        try Self.withDevice { device, _ in
            let replaced = try device.edit(["name": .set("a")])
            let sent = try device.edit(["name": .set("b")])
            let row = device.document.row
            for _ in 1...2 {
                for operation in [replaced, sent] {
                    let number = try device.store.transaction {
                        try $0.put(row, in: "host", by: mutation(), sending: operation)
                    }
                    #expect(number == nil)
                    var other = operation
                    other.wroteAt += 1
                    #expect(refusal { try device.store.put(row, sending: other) } == .reusedKey)
                }
                if try !device.store.outbox().isEmpty { try Self.acknowledge(device.store, [sent.id]) }
            }
            #expect(try device.store.journal().count == 2)
        }
    }

    /// ST-42, ST-64: what comes back from the server under the id of the operation is a change, and not the operation.
    @Test func echoesAreChanges() throws {
        try Self.withDevice { device, _ in
            try device.edit(["name": .set("a"), "port": .set(1)])
            let operation = try device.edit(["name": .set("b")])
            _ = try Self.lease(device.store)
            try Self.acknowledge(device.store, ["op1", "op2"])
            let echo = Batch(changes: [.init(key: "op1", content: operation.value)], cursor: Cursor(position: 1))
            let result = try device.store.apply(echo, for: "ann") { _, _ in }
            #expect(result.fresh == 1 && result.duplicates == 0)
        }
    }

    /// ST-65: one faulty operation is set aside, the others go on; it comes back under another id only.
    @Test func parking() throws {
        try Self.withDevice { device, path in
            try device.edit(["notes": .append("bad")])
            try device.edit(["notes": .append("good")])
            _ = try Self.lease(device.store)
            try device.store.transaction { transaction in
                try transaction.park("op1", errorClass: "permanent", reason: "422")
                try transaction.release(["op2"])
            }
            let restarted = try Store(at: path)
            #expect(try Self.lease(restarted, now: 5000, until: 9000).map(\.id) == ["op2"])
            #expect(try restarted.outbox()[0].state == .parked(errorClass: "permanent", reason: "422"))
            #expect(refusal { try restarted.transaction { try $0.release(["op1"]) } } == .unknown)
            #expect(refusal { try restarted.transaction { try $0.requeue("op1", as: "op2") } } == .reusedKey)
            #expect(refusal { try restarted.transaction { try $0.requeue("op2", as: "new") } } == .unknown)
            try restarted.transaction { try $0.requeue("op1", as: "new") }
            let again = try Self.lease(restarted, now: 5000, until: 9000)
            #expect(again.map(\.id) == ["new"] && again.map(\.sequence) == [1])
        }
    }

    /// ST-66: a hundred keystrokes are one operation, and another device makes the same of it as of all hundred.
    @Test func keystrokesAreOneOperation() throws {
        try Self.withDevice { device, _ in
            var all: [SyncMerge.Operation] = []
            for number in 1...100 {
                all.append(try device.edit(["name": .set(.integer(Int64(number)))]))
                if number.isMultiple(of: 10) { all.append(try device.edit(["doses": .count(1)])) }
            }
            let waiting = try device.store.outbox().map(\.operation)
            #expect(waiting == all.suffix(2))
            var (short, long) = (
                Document(collection: "host", id: "h", rules: Self.rules),
                Document(collection: "host", id: "h", rules: Self.rules)
            )
            for operation in waiting { try short.apply(operation) }
            for operation in all { try long.apply(operation) }
            #expect(try short.row.canonicalBytes() == long.row.canonicalBytes())
            #expect(try short.row.canonicalBytes() == device.document.row.canonicalBytes())
            // All hundred changes are published with the two that are left.
            _ = try Self.lease(device.store)
            try Self.acknowledge(device.store, waiting.map(\.id))
            #expect(try device.store.unsynced(for: "ann").isEmpty)
        }
    }

    /// ST-66: what may have arrived, what was inserted into a list and what says what it saw keep their operations.
    @Test func whatIsNotReplaced() throws {
        try Self.withDevice { device, _ in
            try device.edit(["name": .set("a"), "port": .set(1)])
            try device.edit(["name": .set("b")])
            #expect(try device.store.outbox().map { patchFields($0.operation) } == [["port"], ["name"]])
            _ = try Self.lease(device.store)
            try device.store.transaction { try $0.release(["op1", "op2"]) }
            try device.edit(["name": .set("c"), "port": .set(2)])
            #expect(
                try device.store.outbox().map { patchFields($0.operation) } == [["port"], ["name"], ["name", "port"]])
            for number in 1...2 {
                try device.edit(["notes": .append(.integer(Int64(number)))])
                try device.edit(["dose": .set(.integer(Int64(number)))])
            }
            #expect(try device.store.outbox().count == 7)
            let other = try device.document.delete(by: Author(id: "del", replica: "phone", wroteAt: 1))
            try device.store.put(device.document.row, sending: other)
            let undo = try device.document.delete(false, by: Author(id: "undo", replica: "phone", wroteAt: 1))
            try device.store.put(device.document.row, sending: undo)
            #expect(try device.store.outbox().suffix(2).map(\.operation.id) == ["op7", "undo"])
        }
    }

    /// ST-67: a server that refuses everything for ever, and an outbox that stays small; a full one refuses the change.
    @Test func outboxStaysBounded() throws {
        try Self.withDevice(limit: 10) { device, _ in
            for number in 1...50 {
                try device.edit(["name": .set(.integer(Int64(number))), "doses": .count(1)])
                for operation in try Self.lease(device.store) {
                    try device.store.transaction { try $0.park(operation.id, errorClass: "permanent", reason: "422") }
                }
                #expect(try device.store.outbox().count == 1)
            }
            for number in 1...9 { try device.edit(["notes": .append(.integer(Int64(number)))]) }
            let entries = try device.store.journal().count
            let before = device.document
            #expect(refusal { try device.edit(["notes": .append("one too many")]) } == .outboxFull)
            #expect(try device.store.journal().count == entries && device.store.row("h", in: "host") == before.row)
            #expect(try device.store.outbox().count == 10)
        }
    }

    private func patchFields(_ operation: SyncMerge.Operation) -> [JSONString] {
        operation.value["patch"]?.objectValue?.map(\.key).sorted() ?? []
    }
}
