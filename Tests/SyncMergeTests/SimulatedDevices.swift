import CanonicalJSON
import SyncBridge
import SyncMerge

/// A device whose application stamps rows, with a journal, and a store of one blob (`snapshot-occ`).
struct JournalDevice: SimulatedDevice {
    let index: Int
    let profile: Profile
    var payload = Payload()
    var journal: [JournalEntry] = []
    var written: [Written] = []
    var accounted: Set<Int> { [] }

    init(index: Int, profile: Profile) {
        self.index = index
        self.profile = profile
    }

    static func server(_ profile: Profile) -> Payload { Payload() }

    private var row: Row? { payload.rows(of: "item").first }

    mutating func change(token: Int, isDeletion: Bool, now: Int64) throws {
        let stamp = try profile.stamp(after: row?.updatedAt, now: now)
        let row = Row(
            id: "r", updatedAt: stamp,
            content: .data([
                "token": .integer(Int64(token)), "is_active": isDeletion ? 0 : 1,
                "deleted_at": isDeletion ? .integer(stamp) : .null, "updated_by": .string(JSONString("d\(index)")),
            ]))
        written.append(Written(token: token, row: row, saw: self.row?.token))
        payload = Payload(collections: [.init(name: "item", rows: [row])])
        journal.append(JournalEntry(collection: "item", row: row))
    }

    mutating func sync(_ server: inout Payload, now: Int64) throws {
        let merge = Merge(profile)
        let merged = try merge.payloads([payload, server]).payload
        payload = try merge.replay(journal, over: merged, now: now).payload
        // A device whose journal is empty has nothing to publish (P1, P2).
        if journal.contains(where: { !$0.isSynced }) { server = payload }
        for index in journal.indices { journal[index].isSynced = true }
    }

    func shown() throws -> String { try canonical(payload) }
    func isShown(_ change: Written) -> Bool { row?.token == change.token }
}

/// A device whose changes are found by comparing (`blob-cas-lww`).
struct DiffDevice: SimulatedDevice {
    var device: Device
    let index: Int
    var pending: (token: Int, saw: Int?)?
    var written: [Written] = []
    var accounted: Set<Int> = []

    init(index: Int, profile: Profile) {
        self.index = index
        device = Device(profile)
        device.records["other"] = ["token": -1]
    }

    static func server(_ profile: Profile) -> Payload? { nil }

    mutating func change(token: Int, isDeletion: Bool, now: Int64) throws {
        let shown = device.records["r"]?["token"]?.integerValue.map(Int.init)
        if isDeletion, shown == nil { return }
        // What was overwritten before any snapshot saw it was seen by its own device.
        if let pending { accounted.insert(pending.token) }
        pending = (token, pending?.saw ?? shown)
        device.records["r"] = isDeletion ? nil : ["token": .integer(Int64(token))]
    }

    mutating func sync(_ server: inout Payload?, now: Int64) throws {
        let snapshot = try device.snapshot(now: now)
        if let pending {
            if snapshot.changes.contains(where: { $0.id == "r" }),
                let row = snapshot.payload.rows(of: "host").first(where: { $0.id == "r" })
            {
                written.append(Written(token: pending.token, row: row, saw: pending.saw))
            } else {
                accounted.insert(pending.token)
            }
        }
        pending = nil
        let plan = try device.reconciler.plan(remote: server.map { [$0] } ?? [], over: snapshot)
        try device.apply(plan)
        if plan.needsUpload { server = plan.payload }
    }

    func shown() throws -> String {
        try canonical(device.domain) + canonical(device.metadata.value)
    }

    func isShown(_ change: Written) -> Bool {
        let metadata = device.metadata["host", "r"]
        guard metadata?.version == change.row.updatedAt else { return false }
        return metadata?.isDeleted == true
            ? change.row.content == .tombstone : device.records["r"]?["token"] == .integer(Int64(change.token))
    }
}

/// A device that sends operations on fields (`oplog-field`); the flagged field holds the tokens.
struct OplogDevice: SimulatedDevice {
    var replica: Replica
    var outbox: [SyncMerge.Operation] = []
    var cursor = 0
    var written: [Written] = []

    init(index: Int, profile: Profile) {
        replica = Replica(JSONString("d\(index)"), document(profile.fieldTypes["vitalsTarget"] ?? [:]))
    }

    static func server(_ profile: Profile) -> [SyncMerge.Operation] { [] }

    /// The tokens of all disputes, open and settled.
    var accounted: Set<Int> {
        Set(replica.document.conflicts.flatMap(\.sides).compactMap(\.token))
    }

    mutating func change(token: Int, isDeletion: Bool, now: Int64) throws {
        replica.clock = now
        if isDeletion {
            let author = replica.author()
            outbox.append(try replica.document.delete(by: author))
            return
        }
        let saw = replica.document.fields["systolicTarget"]?.value?.integerValue.map(Int.init)
        outbox.append(try replica.edit("systolicTarget", .set(.integer(Int64(token)))))
        outbox.append(try replica.edit("dosesLogged", .count(1)))
        outbox.append(try replica.edit("allergies", .append(.integer(Int64(token)))))
        outbox.append(try replica.edit("theme", .set(.integer(Int64(token)))))
        let row = Row(id: "v1", updatedAt: now, content: .data(["token": .integer(Int64(token))]))
        written.append(Written(token: token, row: row, saw: saw))
    }

    mutating func sync(_ server: inout [SyncMerge.Operation], now: Int64) throws {
        server += outbox
        outbox = []
        // What was read already, and its own, come again now and then: taking them in twice does nothing.
        for operation in server[max(0, cursor - 2)...] {
            try replica.document.apply(SyncMerge.Operation(operation.value))
        }
        cursor = server.count
    }

    func shown() throws -> String { try canonical(replica.document.row) }
    func isShown(_ change: Written) -> Bool {
        replica.document.fields["systolicTarget"]?.value?.integerValue == Int64(change.token)
    }
}

/// A server that gives versions to changes (`commit-gated`), and an application that merges what differs.
struct CommitDevice: SimulatedDevice {
    struct Server {
        var changes: [SyncChangeRecord] = []
        var version: Int64 = 0
        var row: Row?
    }

    let index: Int
    let profile: Profile
    var row: Row?
    var base: Int64 = 0
    var pendingSince: Int64?
    var processed: Set<JSONString> = []
    var written: [Written] = []
    var accounted: Set<Int> { [] }

    init(index: Int, profile: Profile) {
        self.index = index
        self.profile = profile
    }

    static func server(_ profile: Profile) -> Server { Server() }

    mutating func change(token: Int, isDeletion: Bool, now: Int64) throws {
        let stamp = try profile.stamp(after: row?.updatedAt, now: now)
        let saw = row?.token
        let new = Row(
            id: "r", updatedAt: stamp, content: isDeletion ? .tombstone : .data(["token": .integer(Int64(token))]),
            extra: ["token": .integer(Int64(token))])
        written.append(Written(token: token, row: new, saw: saw))
        row = new
        pendingSince = stamp
    }

    mutating func sync(_ server: inout Server, now: Int64) throws {
        // Everything from the beginning, as a replay does.
        for change in ChangeReplay.latest(of: server.changes) {
            let local = row.map {
                LocalRecord(baseVersion: base, pendingSince: pendingSince, isDeleted: $0.content == .tombstone)
            }
            let decision = try ChangeReplay(profile).decide(change, local: local, processed: processed)
            processed.insert(change.changeId)
            guard let text = change.record, decision.reason != .duplicate, decision.reason != .oldVersion else {
                continue
            }
            // The application's own rule for what both sides changed: the merge of rows.
            let remote = try Row(parsing: text.wtf8)
            let merged = decision.action == .apply ? remote : try Merge(profile).row(row, remote, in: "c")
            if merged == remote { pendingSince = nil }
            row = merged
            base = change.version
        }
        guard let row, pendingSince != nil, base == server.version else { return }
        server.version += 1
        var change = SyncChangeRecord(id: JSONString("c\(server.version)"), updatedAt: now)
        change.changeId = change.id
        change.recordId = "r"
        change.cursor = server.version
        change.version = server.version
        change.occurredAt = "2001-01-01T00:00:00Z"
        change.record = JSONString(wtf8: try row.canonicalBytes())
        server.changes.append(change)
        server.row = row
        (base, pendingSince) = (server.version, nil)
    }

    func shown() throws -> String { try canonical(row) }
    func isShown(_ change: Written) -> Bool { row?.token == change.token }
}

/// A server that accepts record by record (`server-accept`); the user keeps the own version on every other device.
struct AcceptDevice: SimulatedDevice {
    let index: Int
    let rules: Acceptance
    var row: Row?
    var isPending = false
    var written: [Written] = []
    var accounted: Set<Int> = []

    init(index: Int, profile: Profile) {
        self.index = index
        rules = Acceptance(profile)
    }

    static func server(_ profile: Profile) -> Row? { nil }

    mutating func change(token: Int, isDeletion: Bool, now: Int64) throws {
        guard row.map({ !rules.profile.isDeleted($0) }) ?? !isDeletion else { return }
        let stamp = try rules.profile.stamp(after: row?.updatedAt, now: now)
        var event = EventRecord(id: "e", updatedAt: stamp)
        event.goal = Int64(token)
        event.state = isDeletion ? .deleted : .active
        event.deletedAt = isDeletion ? stamp : nil
        let new = try event.row()
        written.append(Written(token: token, row: new, saw: row?.token))
        // A pending version that the same device replaces was seen by it.
        if isPending, let token = row?.token { accounted.insert(token) }
        (row, isPending) = (new, true)
    }

    mutating func sync(_ server: inout Row?, now: Int64) throws {
        var verdict: Verdict?
        if isPending, let pushed = row {
            let answer = rules.event(pushed, stored: server, now: now)
            if answer.answer == .accepted {
                if answer.reason != .duplicate { server = pushed }
                isPending = false
            }
            verdict = answer
        }
        guard let remote = server else { return }
        switch rules.pulled(remote, local: row, isPending: isPending, lastPush: verdict) {
        case .take, .delete:
            // Told to the user: the server's version, or its deletion, took the place of the own one.
            if isPending, let token = row?.token { accounted.insert(token) }
            (row, isPending) = (remote, false)
        case .confirm: isPending = false
        case .keepPending:
            guard let local = row, verdict?.answer == .conflict else { return }
            if index % 2 == 0, let mine = try rules.keepMine(local, over: remote, now: now) {
                // The user saw both and chose.
                if let token = remote.token { accounted.insert(token) }
                row = mine
                // From here on the rule compares the choice by its new stamp.
                if let place = written.lastIndex(where: { $0.token == mine.token }) { written[place].row = mine }
            } else {
                if let token = local.token { accounted.insert(token) }
                (row, isPending) = (remote, false)
            }
        }
    }

    func shown() throws -> String { try canonical(row) }
    func isShown(_ change: Written) -> Bool { row?.token == change.token }
}

extension Row {
    /// The token of the change that a simulated row shows.
    var token: Int? {
        guard case .data(let data) = content else { return extra["token"]?.integerValue.map(Int.init) }
        return (data["token"] ?? data["goal"])?.integerValue.map(Int.init)
    }
}

extension Edit {
    /// The token that an edit of a simulated document gives.
    var token: Int? {
        switch action {
        case .set(let value), .insert(let value, _): value.integerValue.map(Int.init)
        default: nil
        }
    }
}
