import CanonicalJSON
import SyncBridge
import SyncMerge
import TestSupport
import Testing

/// Fields whose concurrent changes wait for a person.
struct FlaggedFieldTests {
    /// Phone and tablet set the target without seeing each other; the phone's clock is four minutes ahead (P6).
    private func disputed() throws -> (phone: Replica, tablet: Replica) {
        var phone = Replica("phone")
        try phone.edit("systolicTarget", .set(120))
        var tablet = Replica("tablet", phone.document)
        phone.clock = 42 * 60_000
        tablet.clock = 40 * 60_000
        try phone.edit("systolicTarget", .set(130))
        try tablet.edit("systolicTarget", .set(140))
        try phone.edit("theme", .set("dark"))
        try tablet.edit("status", .set("review"))
        (phone.document, tablet.document) = (merged(phone, tablet), merged(tablet, phone))
        return (phone, tablet)
    }

    private func merged(_ a: Replica, _ b: Replica) -> Document {
        var document = a.document
        document.merge(b.document)
        return document
    }

    /// FT-12, FT-13, FT-16: both values, devices, device times and what they had seen; the rest of the record merges.
    @Test func disputeIsVisible() throws {
        let (phone, tablet) = try disputed()
        #expect(phone.document == tablet.document)
        #expect(phone.document.disputed == ["systolicTarget"])
        #expect(phone.document.fields["theme"]?.value == "dark" && phone.document.fields["status"]?.value == "review")
        let conflict = try #require(phone.document.conflicts.first)
        #expect(phone.document.conflicts.count == 1 && conflict.resolution == nil)
        #expect(conflict.sides.map(\.action) == [.set(130), .set(140)])
        #expect(conflict.sides.map(\.id.replica) == ["phone", "tablet"])
        let times: [Int64] = [2_520_001, 2_400_001]
        #expect(conflict.sides.map(\.wroteAt) == times)
        #expect(conflict.seen.map(\.action) == [.set(120)])
        #expect(conflict.id.utf16Count == 16 && conflict.id == tablet.document.conflicts.first?.id)
        #expect(
            conflict.value.objectValue?.map(\.key) == [
                "id", "collection", "doc", "field", "sides", "seen", "resolution",
            ])
        let trace = try #require(try Merge(.oplogField).rows([phone.document.row, nil], in: "vitalsTarget")).trace
        #expect(trace.isConflict && trace.inputs.map(\.outcome) == [.won, .absent])
    }

    /// FT-12: the same field without the flag is settled without anybody noticing.
    @Test func unflaggedTwinIsSilent() throws {
        var rules = vitals
        rules["systolicTarget"] = FieldRule(.register)
        var (a, b) = (Replica("a", document(rules)), Replica("b", document(rules)))
        try a.edit("systolicTarget", .set(130))
        try b.edit("systolicTarget", .set(140))
        a.pull(b)
        #expect(a.document.disputed.isEmpty && a.document.conflicts.isEmpty)
    }

    /// FT-12: the same value twice is no dispute, and an edit that saw the other replaces it.
    @Test func noDispute() throws {
        var (a, b) = (Replica("a"), Replica("b"))
        try a.edit("dose", .set("5 mg"))
        try b.edit("dose", .set("5 mg"))
        a.pull(b)
        #expect(a.document.disputed.isEmpty)
        b.pull(a)
        try b.edit("dose", .resolve("6 mg"))
        a.pull(b)
        #expect(a.document.disputed.isEmpty && a.document.fields["dose"]?.value == "6 mg")
        #expect(a.document.conflicts.isEmpty)
    }

    /// FT-14: typing over a disputed field does not settle it; choosing does.
    @Test func typingDoesNotSettle() throws {
        var (phone, _) = try disputed()
        try phone.edit("systolicTarget", .set(150))
        #expect(phone.document.disputed == ["systolicTarget"])
        #expect(phone.document.conflicts.last?.sides.map(\.action) == [.set(130), .set(150)])
        try phone.edit("systolicTarget", .resolve(135))
        #expect(phone.document.disputed.isEmpty && phone.document.fields["systolicTarget"]?.value == 135)
    }

    /// FT-15, FT-16: choices merge like edits, and the entries stay.
    @Test func resolutionsMerge() throws {
        let (phone, tablet) = try disputed()
        for (mine, theirs, isDisputed) in [(140, 140, false), (130, 140, true)] as [(Int64, Int64, Bool)] {
            var (a, b) = (phone, tablet)
            try a.edit("systolicTarget", .resolve(.integer(mine)))
            try b.edit("systolicTarget", .resolve(.integer(theirs)))
            let (x, y) = (merged(a, b), merged(b, a))
            #expect(x == y)
            #expect(x.disputed.isEmpty == !isDisputed)
            #expect(x.conflicts.filter { $0.resolution != nil }.count == 2, "both choices are in the audit")
            #expect(x.conflicts.count == (isDisputed ? 3 : 2))
            a.pull(b)
            try a.edit("systolicTarget", .resolve(138))
            #expect(a.document.disputed.isEmpty)
            b.pull(a)
            #expect(b.document == a.document)
        }
        var third = Replica("third", document())
        try third.edit("systolicTarget", .set(99))
        var settled = phone
        try settled.edit("systolicTarget", .resolve(140))
        settled.pull(third)
        #expect(settled.document.disputed == ["systolicTarget"], "what nobody had seen is a dispute again")
    }

    /// FT-12, FT-14: both allergies are in the list and wait for a look; another one does not hide that.
    @Test func flaggedLists() throws {
        var (a, b) = (Replica("a"), Replica("b"))
        try a.edit("allergies", .append("nuts"))
        try b.edit("allergies", .append("latex"))
        a.pull(b)
        #expect(a.document.disputed == ["allergies"] && a.document.fields["allergies"]?.value == #"["latex","nuts"]"#)
        try a.edit("allergies", .append("milk"))
        #expect(a.document.disputed == ["allergies"])
        try a.edit("allergies", .review)
        #expect(a.document.disputed.isEmpty && a.document.fields["allergies"]?.value == #"["latex","nuts","milk"]"#)
        b.pull(a)
        try b.edit("allergies", .append("dust"))
        a.pull(b)
        #expect(a.document.disputed.isEmpty)
    }

    /// FT-14, FT-6: what a kind does not have is refused, and nothing is changed.
    @Test func wrongIntents() throws {
        var a = Replica("a")
        try a.edit("dose", .set("5 mg"))
        let before = a.document
        for (field, intent) in [
            ("dose", .append("x")), ("dosesLogged", .set(1)), ("allergies", .set(1)), ("careTeam", .review),
            ("dose", .count(1)),
        ] as [(JSONString, Intent)] {
            #expect(throws: BridgeError.self, "\(field)") { try a.edit(field, intent) }
        }
        #expect(a.document == before)
    }
}
