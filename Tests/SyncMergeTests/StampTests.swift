import CanonicalJSON
import SyncBridge
import SyncMerge
import Testing

/// The stamps of changes.
struct StampTests {
    /// MG-13: later than what was seen, whatever the clock says, and never outside of the range.
    @Test func afterWhatWasSeen() throws {
        #expect(try Stamp.after(nil, now: 5) == 5)
        #expect(try Stamp.after(9, now: 5) == 10)
        #expect(try Stamp.after(4, now: 5) == 5)
        #expect(try Stamp.after(5, now: 5) == 6)
        #expect(try Stamp.after(nil, now: -5) == 0)
        #expect(try Stamp.after(0, now: .max) == Stamp.range.upperBound)
        #expect(try Stamp.after(Stamp.range.upperBound - 1, now: 0) == Stamp.range.upperBound)
        do {
            _ = try Stamp.after(Stamp.range.upperBound, now: 0)
            Issue.record("there is a stamp after the last")
        } catch { #expect(error.errorClass == .invalidParameter) }
    }

    /// MG-13: an edit by a device ten minutes slow that saw the other's is kept everywhere; stamped by the clock alone it
    /// is lost (P2).
    @Test func causalEditBySlowClock() throws {
        let seen = Row(id: "r", updatedAt: 1_000_000, content: .data(["v": "theirs"]))
        let slow: Int64 = 1_000_000 - 600_000
        let merge = Merge(.snapshotOCC)
        let mine = Row(
            id: "r", updatedAt: try Profile.snapshotOCC.stamp(after: seen.updatedAt, now: slow),
            content: .data(["v": "mine"]))
        #expect(try merge.row(seen, mine, in: "item") == mine)
        var wall = Profile.snapshotOCC
        wall.order = .wall
        #expect(!Profile.all.contains { $0.order == .wall })
        let naive = Row(
            id: "r", updatedAt: try wall.stamp(after: seen.updatedAt, now: slow), content: .data(["v": "mine"]))
        #expect(try merge.row(seen, naive, in: "item") == seen)
    }
}
