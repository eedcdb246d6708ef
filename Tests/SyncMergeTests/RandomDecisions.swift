import CanonicalJSON
import SyncBridge
import SyncMerge
import TestSupport

/// Questions of the operation `decide` at random, each with the answer of this implementation.
struct RandomDecisions {
    var random: SeededGenerator

    private static let profiles: [Profile] = {
        var brief = Profile.serverAccept
        brief.acceptAge = 2
        brief.softDelete = nil
        return [.serverAccept, .serverAcceptWatch, .commitGated, brief]
    }()

    mutating func decide() throws -> (StackRequest, StackAnswer) {
        let profile = random.pick(Self.profiles)
        let (rules, now) = (Acceptance(profile), Int64(random.below(8)))
        var (a, b) = (try event(), try event())
        if random.chance(6) { b = a }
        var question: JSONValue
        let answer: StackAnswer
        switch random.below(6) {
        case 0:
            let stored = random.chance(6) ? nil : b
            question = ["push": try a.value(), "collection": "event", "stored": try Self.orNull(stored)]
            question["now"] = .integer(now)
            answer = try Self.answer { rules.event(a, stored: stored, now: now).value }
        case 1:
            let (entry, other) = (try history(), random.chance(3) ? try history() : nil)
            let event = random.chance(6) ? nil : b
            question = ["push": try entry.value(), "collection": "history", "stored": try Self.orNull(other)]
            question["event"] = try Self.orNull(event)
            question["now"] = .integer(now)
            answer = try Self.answer { rules.history(entry, stored: other, event: event).value }
        case 2:
            let (local, isPending) = (random.chance(6) ? nil : b, !random.chance(3))
            let last = random.chance(3) ? nil : Verdict(random.pick(Verdict.Answer.allCases), .older)
            question = ["pulled": try a.value(), "local": try Self.orNull(local), "pending": .bool(isPending)]
            question["lastPush"] = last?.value ?? .null
            answer = try Self.answer {
                rules.pulled(a, local: local, isPending: isPending, lastPush: last).value
            }
        case 3:
            let stored = random.chance(6) ? nil : b
            question = ["keepMine": try a.value(), "over": try Self.orNull(stored), "now": .integer(now)]
            answer = try Self.answer { try rules.keepMine(a, over: stored, now: now)?.value() ?? .null }
        case 4:
            let (rows, clock) = ([a, b, try history()].shuffled(using: &random), now - FutureStamp.tolerance)
            let collection = Payload.Collection(name: random.pick(StringClasses.all), rows: rows)
            question = ["stamps": .array(try rows.map { try $0.value() }), "now": .integer(clock)]
            question["collection"] = .string(collection.name)
            answer = try Self.answer { .array(collection.futureStamps(now: clock).map(\.value)) }
        default:
            let (change, processed) = (try change(), random.pick([[], ["c1"], ["c0", "\u{1F600}"]] as [[JSONString]]))
            let pending: Int64? = random.chance(3) ? nil : Int64(random.below(4) * 500)
            var local: LocalRecord?
            if !random.chance(4) {
                local = LocalRecord(
                    baseVersion: Int64(random.below(4)), pendingSince: pending, isDeleted: random.chance(3))
            }
            question = [
                "change": try change.value(), "local": .null, "processed": .array(processed.map { .string($0) }),
            ]
            if let local {
                question["local"] = [
                    "baseVersion": .integer(local.baseVersion), "pendingSince": pending.map { .integer($0) } ?? .null,
                    "deleted": .bool(local.isDeleted),
                ]
            }
            answer = try Self.answer {
                let record = try SyncChangeRecord(row: change)
                return try ChangeReplay(profile).decide(record, local: local, processed: Set(processed)).value
            }
        }
        let request = try StackRequest("decide", profile, ("question", .document(try question.canonicalBytes())))
        return (request, answer)
    }

    private static func orNull(_ row: Row?) throws -> JSONValue { try row?.value() ?? .null }

    private static func answer(_ value: () throws -> JSONValue) throws -> StackAnswer {
        try StackAnswer { ["answer": try value().canonicalBytes()] }
    }

    private mutating func event() throws -> Row {
        let stamp = Int64(random.below(4))
        var record = EventRecord(id: "e", updatedAt: stamp)
        record.state = EventState(
            rawValue: random.pick(["active", "active", "paused", "archived", "deleted", "later"]))
        record.periodStart = random.pick(["2026-01-05", "2026-01-12", "\u{1F600}", "\u{FF5E}"])
        record.goal = Int64(random.below(2))
        record.deletedAt = random.chance(4) ? stamp : nil
        return changed(try record.row())
    }

    private mutating func history() throws -> Row {
        var record = HistoryRecord(id: "h", updatedAt: 1)
        record.eventId = "e"
        record.delta = Int64(random.below(2))
        return changed(try record.row())
    }

    private mutating func change() throws -> Row {
        var record = SyncChangeRecord(id: "c", updatedAt: 1)
        record.changeId = random.pick(["c1", "\u{1F600}", "c3"])
        record.version = Int64(random.below(5))
        record.occurredAt = random.pick([
            "1970-01-01T00:00:00Z", "1970-01-01t00:00:00.5004z", "1970-01-01T01:00:01+01:00", "1969-12-31T23:59:60.25Z",
            "0000-02-29T00:00:00Z", "1970-02-30T00:00:00Z", "1970-01-01T00:00:00", "1970-01-01T24:00:00Z",
            "\u{0661}970",
            "1970-01-01T00:00:00+24:00", "1970-01-01T00:00:00.Z", "9999-12-31T23:59:59.999-23:59",
        ])
        return changed(try record.row())
    }

    /// Now and then a tombstone, keys or fields that are not known, another order, or a field that is missing.
    private mutating func changed(_ row: Row) -> Row {
        var row = row
        if random.chance(4) { row.extra = ["zone": 1, "beside": .integer(Int64(random.below(2)))] }
        guard case .data(var data) = row.content, !random.chance(8) else {
            return Row(id: row.id, updatedAt: row.updatedAt, content: .tombstone, extra: row.extra)
        }
        if random.chance(6) { data["more"] = .integer(Int64(random.below(2))) }
        if random.chance(6) { data = JSONObject(data.map { ($0.key, $0.value) }.shuffled(using: &random)) }
        if random.chance(12), let key = data.map(\.key).randomElement(using: &random) { data[key] = nil }
        row.content = .data(data)
        return row
    }
}
