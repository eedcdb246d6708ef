import CanonicalJSON
import SyncBridge
import TestSupport
import Testing

@testable import SyncMerge

/// Decisions about downloaded changes.
struct ChangeReplayTests {
    private func change(
        _ id: JSONString = "x", version: Int64 = 5, at: JSONString = "1970-01-01T00:00:00.100Z", cursor: Int64 = 1,
        record: JSONString = "r"
    ) -> SyncChangeRecord {
        var change = SyncChangeRecord(id: id, updatedAt: 0)
        change.changeId = id
        change.recordId = record
        change.version = version
        change.occurredAt = at
        change.cursor = cursor
        return change
    }

    /// MG-19, MG-20, MG-21: every kind of local record.
    @Test func decisions() throws {
        func decide(_ local: LocalRecord?, _ profile: Profile = .commitGated, processed: Set<JSONString> = []) throws
            -> ReplayDecision
        {
            try ChangeReplay(profile).decide(change(), local: local, processed: processed)
        }
        #expect(try decide(nil) == ReplayDecision(.apply, .new))
        #expect(try decide(nil, processed: ["x"]) == ReplayDecision(.ignore, .duplicate))
        for base: Int64 in [5, 6] {
            #expect(try decide(LocalRecord(baseVersion: base)) == ReplayDecision(.ignore, .oldVersion))
            #expect(try decide(LocalRecord(baseVersion: base, isDeleted: true)) == ReplayDecision(.ignore, .oldVersion))
        }
        #expect(try decide(LocalRecord(baseVersion: 4)) == ReplayDecision(.apply, .newer))
        #expect(try decide(LocalRecord(baseVersion: 4, isDeleted: true)) == ReplayDecision(.apply, .newer))
        #expect(
            try decide(LocalRecord(baseVersion: 4, pendingSince: 1, isDeleted: true))
                == ReplayDecision(.ignore, .localTombstone))
        for since: Int64 in [100, 101] {
            #expect(
                try decide(LocalRecord(baseVersion: 4, pendingSince: since)) == ReplayDecision(.ignore, .newerLocalEdit)
            )
        }
        let older = LocalRecord(baseVersion: 4, pendingSince: 99)
        #expect(try decide(older) == ReplayDecision(.conflict, .olderLocalEdit))
        #expect(try decide(older, .oplogField) == ReplayDecision(.conflict, .olderLocalEdit))
        #expect(try decide(older, .blobCASLWW) == ReplayDecision(.apply, .olderLocalEdit))
        #expect(try decide(older, .serverAcceptWatch) == ReplayDecision(.apply, .olderLocalEdit))
        #expect(try canonical(decide(older).value) == #"{"action":"conflict","reason":"olderLocalEdit"}"#)
    }

    /// MG-19, MG-20: a replay from the beginning after everything was applied does nothing at all (002-13, 002-15).
    @Test func replayFromStart() throws {
        let changes = (1...6).map {
            change(JSONString("c\($0)"), version: Int64($0), cursor: Int64($0), record: $0 % 2 == 0 ? "r" : "s")
        }
        var local: [JSONString: LocalRecord] = [:]
        var processed: Set<JSONString> = []
        func run() throws -> Int {
            var applied = 0
            for change in changes {
                guard
                    try ChangeReplay(.commitGated).decide(change, local: local[change.recordId], processed: processed)
                        .action == .apply
                else { continue }
                applied += 1
                local[change.recordId] = LocalRecord(baseVersion: change.version)
                processed.insert(change.changeId)
            }
            return applied
        }
        #expect(try run() == 6)
        #expect(try run() == 0)
        processed = []
        #expect(try run() == 0, "without the processed ids the versions alone keep old data out")
    }

    /// MG-22: the latest of each record, whatever the order of the pages.
    @Test func latest() throws {
        let changes = [
            change("a", version: 1, cursor: 1), change("b", version: 3, cursor: 2), change("c", version: 2, cursor: 3),
            change("d", version: 3, cursor: 4), change("e", version: 9, cursor: 5, record: "s"),
        ]
        for order in permutations(changes) { #expect(ChangeReplay.latest(of: order).map(\.changeId) == ["d", "e"]) }
    }

    /// MG-22: the timestamps of the chapter.
    @Test func timestamps() throws {
        for (left, right) in try Specification().pairs("mg-timestamps") {
            #expect(Timestamp.milliseconds(left) == Int64(right), "\(left)")
        }
        do {
            _ = try ChangeReplay(.commitGated).decide(change(at: "yesterday"), local: nil, processed: [])
            Issue.record("a time that is none was taken")
        } catch { #expect(error.errorClass == .malformedRecord && error.path == "/data/occurredAt") }
    }
}
