import CanonicalJSON
import Foundation
import SyncBridge
import SyncMerge
import TestSupport
import Testing

/// What a server accepts, and what devices make of it.
struct AcceptanceTests {
    private let rules = Acceptance(.serverAccept)

    /// `state periodStart goal updatedAt`, or `-`.
    private func event(_ text: String) throws -> Row? {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 4 else { return nil }
        var event = EventRecord(id: "e", updatedAt: try #require(Int64(words[3])))
        event.state = EventState(rawValue: JSONString(words[0]))
        event.periodStart = JSONString(words[1])
        event.goal = try #require(Int64(words[2]))
        event.deletedAt = words[0] == "deleted" ? event.updatedAt : nil
        return try event.row()
    }

    private func version(_ text: String) throws -> Row { try #require(try event(text)) }

    /// MG-23, MG-24, MG-25: the table of the chapter.
    @Test func table() throws {
        for (left, right) in try Specification().pairs("mg-acceptance") {
            let sides = left.components(separatedBy: " < ")
            let verdict = rules.event(try version(sides[0]), stored: try event(sides[1]), now: 1000)
            #expect("\(verdict.answer.rawValue) \(verdict.reason.rawValue)" == right, "\(left)")
        }
    }

    /// MG-24: every pair of states, newer and older.
    @Test func lifecycle() throws {
        let states = EventState.known.map { $0.rawValue.description }
        let allowed = [
            "active": "active paused archived deleted", "paused": "active paused archived deleted",
            "archived": "archived active deleted", "deleted": "deleted",
        ]
        for old in states {
            for new in states {
                for stamp in [10, 30] {
                    let verdict = rules.event(
                        try version("\(new) 2026-01-05 4 \(stamp)"), stored: try version("\(old) 2026-01-05 3 20"),
                        now: 50)
                    let isAllowed = allowed[old]?.split(separator: " ").contains { $0 == new } == true
                    #expect((verdict.answer == .rejected) != isAllowed, "\(old) \(new): \(verdict)")
                }
            }
        }
    }

    /// MG-23: an offline edit does not bring a deleted event back; with the row removed instead it would (004-40).
    @Test func deletionIsFinal() throws {
        let edit = try version("active 2026-01-05 9 99")
        let tombstone = Row(id: "e", updatedAt: 5, content: .tombstone)
        #expect(rules.event(tombstone, stored: edit, now: 100) == Verdict(.accepted, .deletion))
        #expect(rules.event(edit, stored: tombstone, now: 100) == Verdict(.rejected, .deleted))
        #expect(rules.event(edit, stored: nil, now: 100) == Verdict(.accepted, .created))
        #expect(rules.event(tombstone, stored: nil, now: 100) == Verdict(.accepted, .deletion))
    }

    /// MG-25: too old counts from the push; the same data at another time are no conflict.
    @Test func age() throws {
        var profile = Profile.serverAccept
        profile.acceptAge = 100
        let (old, stored) = (try version("active 2026-01-05 3 10"), try version("active 2026-01-05 3 5"))
        #expect(Acceptance(profile).event(old, stored: stored, now: 110) == Verdict(.accepted, .matching))
        #expect(Acceptance(profile).event(old, stored: stored, now: 111) == Verdict(.conflict, .tooOld))
    }

    /// MG-25, MG-28: what is too old does not come back once its deletion is forgotten; a person may bring it back.
    @Test func forgotten() throws {
        let (old, now) = (try version("active 2026-01-05 3 10"), Int64(10 + 7_776_000_000))
        let faulty = Row(id: "e", updatedAt: 5, content: .data([:]))
        for stored in [nil, faulty] {
            #expect(rules.event(old, stored: stored, now: now) == Verdict(.accepted, .created))
            #expect(rules.event(old, stored: stored, now: now + 1) == Verdict(.conflict, .tooOld))
            #expect(
                rules.event(try version("deleted 2026-01-05 3 10"), stored: stored, now: now + 1)
                    == Verdict(.accepted, .deletion))
        }
        #expect(Acceptance(.blobCASLWW).event(old, stored: nil, now: now + 1) == Verdict(.accepted, .created))
        let chosen = try #require(try rules.keepMine(old, over: nil, now: now + 1))
        #expect(chosen.updatedAt == now + 1)
        #expect(rules.event(chosen, stored: nil, now: now + 1) == Verdict(.accepted, .created))
        #expect(try rules.keepMine(old, over: nil, now: 3)?.updatedAt == 11)
    }

    /// MG-26: history needs its event, active; a retry makes no second entry.
    @Test func history() throws {
        func entry(_ delta: Int64) throws -> Row {
            var record = HistoryRecord(id: "h", updatedAt: 5)
            record.eventId = "e"
            record.delta = delta
            return try record.row()
        }
        let (active, paused) = (try version("active 2026-01-05 3 1"), try version("paused 2026-01-05 3 1"))
        let deleted = try version("deleted 2026-01-05 3 1")
        #expect(rules.history(try entry(1), stored: nil, event: active) == Verdict(.accepted, .created))
        #expect(rules.history(try entry(1), stored: try entry(1), event: paused) == Verdict(.accepted, .duplicate))
        #expect(rules.history(try entry(2), stored: try entry(1), event: active) == Verdict(.rejected, .idReused))
        #expect(rules.history(try entry(1), stored: nil, event: nil) == Verdict(.rejected, .noParent))
        #expect(rules.history(try entry(1), stored: nil, event: paused) == Verdict(.rejected, .inactive))
        #expect(rules.history(try entry(1), stored: nil, event: deleted) == Verdict(.rejected, .deleted))
        let faulty = Row(id: "h", updatedAt: 5, content: .data([:]))
        #expect(rules.history(faulty, stored: nil, event: active) == Verdict(.rejected, .malformed))
        #expect(rules.event(faulty, stored: nil, now: 9) == Verdict(.rejected, .malformed))
        #expect(
            try canonical(rules.event(faulty, stored: nil, now: 9).value)
                == #"{"answer":"rejected","reason":"malformed"}"#)
    }

    /// MG-27: what waits is kept, but not against a deletion, and not on the watch after a conflict.
    @Test func pulling() throws {
        let (mine, theirs) = (try version("active 2026-01-05 4 10"), try version("active 2026-01-05 5 20"))
        let deleted = try version("deleted 2026-01-05 5 1")
        let conflict = Verdict(.conflict, .older)
        #expect(rules.pulled(theirs, local: nil, isPending: false) == .take)
        #expect(rules.pulled(theirs, local: mine, isPending: false) == .take)
        #expect(rules.pulled(theirs, local: mine, isPending: true) == .keepPending)
        #expect(rules.pulled(theirs, local: mine, isPending: true, lastPush: conflict) == .keepPending)
        #expect(rules.pulled(mine, local: mine, isPending: true) == .confirm)
        #expect(rules.pulled(deleted, local: mine, isPending: true) == .delete)
        let watch = Acceptance(.serverAcceptWatch)
        #expect(watch.pulled(theirs, local: mine, isPending: true) == .keepPending)
        #expect(watch.pulled(theirs, local: mine, isPending: true, lastPush: conflict) == .take)
        #expect(PullDecision.keepPending.value == "keepPending")
    }

    /// MG-28: Walk goal 3, 4 on the phone, 5 on the tablet: the later choice is accepted once; with its old stamp it
    /// would be a conflict for ever (P21).
    @Test func keepMine() throws {
        let stored = try version("active 2026-01-05 5 20")
        let mine = try version("active 2026-01-05 4 10")
        #expect(rules.event(mine, stored: stored, now: 30) == Verdict(.conflict, .older))
        for now: Int64 in [0, 21, 500] {
            let chosen = try #require(try rules.keepMine(mine, over: stored, now: now))
            #expect(chosen.updatedAt == max(now, 21))
            #expect(try EventRecord(row: chosen).goal == 4)
            #expect(rules.event(chosen, stored: stored, now: now) == Verdict(.accepted, .newer))
            #expect(rules.event(chosen, stored: chosen, now: now) == Verdict(.accepted, .duplicate))
        }
        #expect(rules.event(mine, stored: stored, now: 31).answer == .conflict)
        #expect(try rules.keepMine(mine, over: try version("deleted 2026-01-05 5 20"), now: 30) == nil)
        let gone = try #require(
            try rules.keepMine(Row(id: "e", updatedAt: 3, content: .tombstone), over: stored, now: 0))
        #expect(gone == Row(id: "e", updatedAt: 21, content: .tombstone))
        // Keys that are not known survive, and fields keep their places.
        guard case .data(let data) = mine.content else { return }
        let other = JSONObject([("more", 1)] + data.reversed().map { ($0.key, $0.value) })
        let odd = Row(id: "e", updatedAt: 10, content: .data(other), extra: ["zone": "x"])
        var expected = other
        expected["updatedAt"] = 21
        #expect(
            try rules.keepMine(odd, over: stored, now: 0)
                == Row(id: "e", updatedAt: 21, content: .data(expected), extra: ["zone": "x"]))
        #expect(throws: BridgeError.self) {
            try rules.keepMine(Row(id: "e", updatedAt: 1, content: .data([:])), over: stored, now: 0)
        }
    }
}
