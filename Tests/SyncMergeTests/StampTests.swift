import CanonicalJSON
import SyncBridge
import SyncMerge
import TestSupport
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

    /// MG-30: the table of the chapter, and at the ends of what a clock can show.
    @Test func future() throws {
        let table = try Specification().pairs("mg-future")
        #expect(table.count == 5)
        for (left, right) in table {
            let numbers = left.split(separator: " ").compactMap { Int64($0) }
            #expect(FutureStamp.isFuture(numbers[1], now: numbers[0]) == (right == "yes"), "\(left)")
        }
        for stamp in [Stamp.range.lowerBound, Stamp.range.upperBound] {
            #expect(FutureStamp.isFuture(stamp, now: .min))
            #expect(!FutureStamp.isFuture(stamp, now: .max))
        }
    }

    /// MG-30: in the order of the rows, live or not, and not those of a little later.
    @Test func futureRows() throws {
        func rows(_ stamps: Int64...) -> [Row] {
            stamps.enumerated().map { Row(id: JSONString("\($0)"), updatedAt: $1, content: .tombstone) }
        }
        let day = FutureStamp.tolerance
        let payload = Payload(collections: [
            .init(name: "b", rows: rows(day + 9, day + 5, day + 6)), .init(name: "a", rows: rows(2 * day)),
        ])
        let found = payload.futureStamps(now: 5)
        #expect(found.map(\.collection) == ["b", "b", "a"])
        #expect(found.map(\.id) == ["0", "2", "0"])
        #expect(found.map(\.updatedAt) == [day + 9, day + 6, 2 * day])
        #expect(
            try found[1].value.canonicalBytes()
                == Array(#"{"finding":"futureTimestamp","collection":"b","id":"2","updatedAt":86400006}"#.utf8))
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
