import CanonicalJSON
import SyncBridge
import SyncMerge
import SyncStore
import TestSupport
import Testing

/// The queue of what waits for a person.
struct ConflictTests {
    private static let sides = [
        Conflict.Side(value: 130, device: "phone", deviceTime: 582_000, saw: [1, "phone"]),
        Conflict.Side(value: 140, device: "tablet", deviceTime: nil, saw: nil),
    ]

    private static func conflict() throws -> Conflict {
        try Conflict(collection: "vitalsTarget", record: "p1", field: "systolicTarget", sides: sides)
    }

    /// ST-70: all that a person needs is there after a restart, once, whichever side is named first.
    @Test func entriesKeepBothSides() throws {
        try withStorePath { path in
            let conflict = try Self.conflict()
            #expect(try Store(at: path).transaction { try $0.report(conflict, at: 7) })
            let turned = try Conflict(
                collection: "vitalsTarget", record: "p1", field: "systolicTarget", sides: Self.sides.reversed())
            #expect(try !Store(at: path).transaction { try $0.report(turned, at: 8) })
            let whole = try Conflict(collection: "vitalsTarget", record: "p1", sides: Self.sides)
            #expect(try Store(at: path).transaction { try $0.report(whole, at: 9) })
            let entries = try Store(at: path).conflicts()
            #expect(entries.map(\.conflict) == [conflict, whole])
            #expect(entries.map(\.foundAt) == [7, 9] && entries.allSatisfy { $0.status == .open })
            #expect(entries[0].conflict.sides == Self.sides)
        }
    }

    /// ST-71: a settled entry stays, with what was chosen, and is not settled again or found anew.
    @Test func entriesStayWhenSettled() throws {
        try withStore { store in
            let conflict = try Self.conflict()
            _ = try store.transaction { try $0.report(conflict, at: 7) }
            #expect(refusal { try store.transaction { try $0.resolve("no", with: 1, by: "ann", at: 8) } } == .unknown)
            try store.transaction { try $0.resolve(conflict.id, with: ["set": 135], by: "ann", at: 8) }
            #expect(try store.conflicts().isEmpty)
            let entries = try store.conflicts(includingSettled: true)
            #expect(entries.map(\.status) == [.resolved(with: ["set": 135], by: "ann", at: 8)])
            #expect(entries.map(\.conflict) == [conflict])
            #expect(
                refusal { try store.transaction { try $0.resolve(conflict.id, with: 1, by: "bob", at: 9) } } == .settled
            )
            #expect(try !store.transaction { try $0.report(conflict, at: 9) })
            #expect(try store.conflicts(of: "p1", in: "vitalsTarget") == entries)
        }
    }

    /// ST-71: tables refuse to lose an entry or to change what it says, also from other programs.
    @Test(needsPython) func tablesKeepEntries() throws {
        try withStorePath { path in
            let conflict = try Self.conflict()
            do {
                try Store(at: path).transaction { transaction in
                    try transaction.report(conflict, at: 7)
                    try transaction.resolve(conflict.id, with: 135, by: "ann", at: 8)
                }
            }
            for statement in [
                "DELETE FROM conflicts", "UPDATE conflicts SET sides_json = '[]'",
                "UPDATE conflicts SET settled_by = 'bob'", "UPDATE conflicts SET status = 'open'",
            ] {
                #expect(throws: Tool.Failure.self, "\(statement)") { try python(statement, path, isScript: true) }
            }
        }
    }

    /// ST-70, ST-71: two devices dispute a dose; a third joins in, and a person settles it. The queue follows.
    @Test func queueFollowsDocuments() throws {
        func author(_ replica: JSONString, _ now: Int64) -> Author {
            Author(id: JSONString("\(replica) \(now)"), replica: replica, wroteAt: now)
        }
        let rules = try #require(FieldTypes.vitals["vitalsTarget"])
        var phone = Document(collection: "vitalsTarget", id: "p1", rules: rules)
        var (tablet, watch) = (phone, phone)
        _ = try phone.edit(["dose": .set(5), "theme": .set("dark")], by: author("phone", 1))
        _ = try tablet.edit(["dose": .set(10)], by: author("tablet", 2))
        _ = try watch.edit(["dose": .set(20)], by: author("watch", 3))
        try withStore { store in
            phone.merge(tablet)
            try store.transaction { try $0.report(conflictsOf: phone, at: 10) }
            try store.transaction { try $0.report(conflictsOf: phone, at: 11) }
            var open = try store.conflicts()
            #expect(open.count == 1 && open[0].foundAt == 10)
            #expect(open[0].conflict.field == "dose")
            #expect(open[0].conflict.sides.map(\.device) == ["phone", "tablet"])
            #expect(open[0].conflict.sides.map(\.deviceTime) == [1, 2])
            #expect(open[0].conflict.sides.map { $0.value["set"] } == [5, 10])
            phone.merge(watch)
            try store.transaction { try $0.report(conflictsOf: phone, at: 12) }
            open = try store.conflicts()
            #expect(open.count == 1 && open[0].conflict.sides.count == 3)
            #expect(try store.conflicts(includingSettled: true).map(\.status) == [.superseded(at: 12), .open])
            _ = try phone.edit(["dose": .resolve(7)], by: author("phone", 13))
            try store.transaction { try $0.report(conflictsOf: phone, at: 14) }
            #expect(try store.conflicts().isEmpty)
            guard case .resolved(let choice, "phone", 14) = try store.conflicts(includingSettled: true)[1].status else {
                Issue.record("not resolved")
                return
            }
            #expect(choice["set"] == 7)
        }
    }
}
