import CanonicalJSON
import SyncBridge
import SyncMerge

extension MergeOperations {
    @Sendable func decide(_ request: Request) throws(Rejection) -> Reply {
        let (profile, question) = (try request.bytes("profile"), try request.bytes("question"))
        do throws(BridgeError) {
            let profile = try self.profile(profile)
            let members = try Members(JSONValue(bridging: question), .invalidParameter)
            let answer: JSONValue
            if members.object["push"] != nil {
                answer = try Self.pushed(members, Acceptance(profile)).value
            } else if members.object["change"] != nil {
                answer = try Self.changed(members, ChangeReplay(profile)).value
            } else if members.object["pulled"] != nil {
                answer = try Self.pulled(members, Acceptance(profile)).value
            } else if members.object["stamps"] != nil {
                answer = .array(try Self.futureStamps(members, profile).map(\.value))
            } else {
                answer = try Self.keptMine(members, Acceptance(profile))
            }
            return Reply(outputs: ["answer": .bytes(try answer.bridgedBytes())])
        } catch { throw Rejection(error) }
    }

    private static func pushed(_ members: Members, _ rules: Acceptance) throws(BridgeError) -> SyncMerge.Verdict {
        let isEvent = try members.string("collection") == "event"
        let isHistory = try members.string("collection") == "history"
        guard isEvent || isHistory else {
            throw members.fault("collection", "neither event nor history")
        }
        let keys: Set<JSONString> = ["push", "collection", "stored", "now"]
        try members.allowOnly(isEvent ? keys : keys.union(["event"]))
        let now = try members.time("now")
        let (pushed, stored) = (try members.row("push"), try members.optionalRow("stored"))
        guard !isEvent else { return rules.event(pushed, stored: stored, now: now) }
        return rules.history(pushed, stored: stored, event: try members.optionalRow("event"))
    }

    private static func changed(_ members: Members, _ replay: ChangeReplay) throws(BridgeError) -> ReplayDecision {
        try members.allowOnly(["change", "local", "processed"])
        var local: LocalRecord?
        if try !members.value("local").isNull {
            let record = try members.members("local")
            try record.allowOnly(["baseVersion", "pendingSince", "deleted"])
            local = LocalRecord(
                baseVersion: try record.time("baseVersion"),
                pendingSince: try record.value("pendingSince").isNull ? nil : record.time("pendingSince"),
                isDeleted: try record.bool("deleted"))
        }
        let processed = Set(try members.strings("processed"))
        return try replay.decide(try SyncChangeRecord(row: members.row("change")), local: local, processed: processed)
    }

    private static func pulled(_ members: Members, _ rules: Acceptance) throws(BridgeError) -> PullDecision {
        try members.allowOnly(["pulled", "local", "pending", "lastPush"])
        let isPending = try members.bool("pending")
        var lastPush: SyncMerge.Verdict?
        if try !members.value("lastPush").isNull {
            let verdict = try members.members("lastPush")
            try verdict.allowOnly(["answer", "reason"])
            lastPush = SyncMerge.Verdict(try verdict.name("answer"), try verdict.name("reason"))
        }
        return rules.pulled(
            try members.row("pulled"), local: try members.optionalRow("local"), isPending: isPending,
            lastPush: lastPush)
    }

    private static func keptMine(_ members: Members, _ rules: Acceptance) throws(BridgeError) -> JSONValue {
        try members.allowOnly(["keepMine", "over", "now"])
        let now = try members.time("now")
        return try rules.keepMine(members.row("keepMine"), over: members.optionalRow("over"), now: now)?.value()
            ?? .null
    }

    private static func futureStamps(_ members: Members, _ profile: Profile) throws(BridgeError) -> [FutureStamp] {
        try members.allowOnly(["stamps", "collection", "now"])
        let (name, now) = (try members.string("collection"), try members.time("now"))
        let collection = Payload.Collection(name: name, rows: try members.rows("stamps"))
        switch profile.mistake {
        case .futureUnreported: return []
        case .futureWithoutTolerance: return collection.futureStamps(now: max(now, 0) - FutureStamp.tolerance)
        default: return collection.futureStamps(now: now)
        }
    }
}

extension Members {
    /// A row.
    fileprivate func row(_ key: JSONString) throws(BridgeError) -> Row {
        let value = try value(key)
        do { return try Row(value) } catch { throw error.inside(path(of: key)) }
    }

    /// A row or null, which must be there.
    fileprivate func optionalRow(_ key: JSONString) throws(BridgeError) -> Row? {
        try value(key).isNull ? nil : row(key)
    }

    /// An array of rows.
    fileprivate func rows(_ key: JSONString) throws(BridgeError) -> [Row] {
        guard let values = try value(key).arrayValue else { throw fault(key, "not an array of rows") }
        var rows: [Row] = []
        for (index, value) in values.enumerated() {
            do { rows.append(try Row(value)) } catch { throw error.inside(Pointer.element(index, of: path(of: key))) }
        }
        return rows
    }

    /// What a clock says, or another number that may be beyond what a stamp may be.
    fileprivate func time(_ key: JSONString) throws(BridgeError) -> Int64 {
        try integer(key, in: Int64.min...Int64.max)
    }
}
