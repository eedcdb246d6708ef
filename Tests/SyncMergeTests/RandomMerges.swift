import CanonicalJSON
import SyncBridge
import SyncMerge
import TestSupport

/// Requests of the testee protocol at random, each with the answer of this implementation.
struct RandomMerges {
    private var rows: Rows
    private var states: RandomStates
    private var random: SeededGenerator

    init(seed: UInt64) {
        rows = Rows(seed: seed)
        states = RandomStates(random: SeededGenerator(seed: seed + 1))
        random = SeededGenerator(seed: seed + 2)
    }

    /// The published profiles, and twins of them with knobs that none has.
    private static let profiles: [Profile] = {
        var bytes = Profile.snapshotOCC
        bytes.tie = .replicaBytes
        var named = Profile.blobCASLWW
        named.replicaField = "updated_by"
        named.watched = ["host": ["v", "is_active"]]
        named.softDelete = Profile.snapshotOCC.softDelete
        named.hashExclude = ["host": ["v"], "setting": []]
        named.localPending = .replayRestamp
        var wall = Profile.serverAccept
        wall.order = .wall
        wall.massDelete = .init(count: 1, percent: 40)
        wall.localPending = .merge
        return Profile.all + [bytes, named, wall, RandomStates.profile, RandomStates.profile]
    }()

    mutating func merge() throws -> (StackRequest, StackAnswer) {
        let profile = random.pick(Self.profiles)
        let payloads = try payloads(random.chance(3) ? 3 : 2, profile)
        let answer = try StackAnswer {
            let inputs = try payloads.map { try Payload(parsing: $0) }
            let result = try Merge(profile).payloads(inputs, detail: .differences)
            return [
                "payload": try result.payload.canonicalBytes(),
                "trace": try JSONValue.array(result.trace.map(\.value)).canonicalBytes(),
            ]
        }
        return (try StackRequest("merge", profile, ("payloads", .documents(payloads))), answer)
    }

    mutating func reconcile() throws -> (StackRequest, StackAnswer) {
        let profile = random.pick(Self.profiles)
        let inputs = try payloads(2 + random.below(2), profile)
        let remote = Array(inputs.dropFirst())
        let metadata = try metadata().canonicalBytes()
        let now = random.chance(10) ? random.pick([Int64.min, -1, .max]) : Int64(random.below(5))
        let consent: Int64? = random.chance(2) ? Int64(random.below(4)) : nil
        let failed: [(collection: JSONString, id: JSONString)] = [("host", "a"), (RandomStates.collection, "v1")]
        let answer = try StackAnswer {
            let reconciler = Reconciler(profile)
            let domain = try Payload(parsing: inputs[0])
            let known = try SyncMetadata(JSONValue(parsing: metadata))
            let downloads = try remote.map { try Payload(parsing: $0) }
            let outcome = try reconciler.snapshot(
                of: domain, metadata: known, now: now, consent: consent.map { DeletionConsent(deletions: Int($0)) })
            guard case .snapshot(let snapshot) = outcome else {
                return ["result": try outcome.value().canonicalBytes()]
            }
            let plan = try reconciler.plan(remote: downloads, over: snapshot, detail: .differences)
            let landed = plan.apply.filter { item in
                !failed.contains { $0 == (item.collection, item.row.id) }
            }
            let result: JSONValue = [
                "snapshot": try snapshot.value(), "plan": try plan.value(),
                "metadata": try plan.metadata(afterLanding: landed).value,
            ]
            return ["result": try result.canonicalBytes()]
        }
        var request = try StackRequest(
            "reconcile", profile, ("domain", .document(inputs[0])), ("metadata", .document(metadata)),
            ("now", .integer(now)), ("remote", .documents(remote)), ("failed", .rows(failed)))
        if let consent { request.inputs.append(("consent", .integer(consent))) }
        return (request, answer)
    }

    mutating func replay() throws -> (StackRequest, StackAnswer) {
        let profile = random.pick(Self.profiles)
        let inputs = try payloads(2, profile)
        var entries: [JSONValue] = []
        let pending = try? Payload(parsing: inputs[1])
        for collection in pending?.collections ?? [] {
            for row in collection.rows + collection.rows.prefix(1) {
                let isSynced = random.chance(4)
                entries.append(try JournalEntry(collection: collection.name, row: row, isSynced: isSynced).value())
            }
        }
        if random.chance(30) { entries.append([:]) }
        let journal = try JSONValue.array(entries.shuffled(using: &random)).canonicalBytes()
        let now = Int64(random.below(5))
        let answer = try StackAnswer {
            let payload = try Payload(parsing: inputs[0])
            let journal = try JSONValue(parsing: journal).arrayValue ?? []
            let result = try Merge(profile).replay(journal.map { try JournalEntry($0) }, over: payload, now: now)
            return [
                "payload": try result.payload.canonicalBytes(),
                "replayed": try JSONValue.array(result.replayed.map(\.value)).canonicalBytes(),
            ]
        }
        let request = try StackRequest(
            "replay", profile, ("payload", .document(inputs[0])), ("journal", .document(journal)),
            ("now", .integer(now)))
        return (request, answer)
    }

    /// Texts of payloads of the same few records, rows and keys in any order.
    private mutating func payloads(_ count: Int, _ profile: Profile) throws -> [[UInt8]] {
        // Where fields are not merged a state is one more key of the row.
        let hasStates = profile.granularity == .field || random.chance(6)
        let names = hasStates ? [random.pick([RandomStates.collection, "vitalsTarget"])] : []
        let fields = try names.map { ($0, try states.versions(count, in: $0)) }
        return try (0..<count).map { index in
            var payload = rows.payload()
            for (collection, versions) in fields {
                payload.collections.append(.init(name: collection, rows: versions[index].map { [$0] } ?? []))
            }
            payload.collections.append(.init(name: "setting", rows: [setting("s"), setting("t")]))
            if random.chance(60) { payload.collections[0].rows.append(rows.row(id: "a")) }
            return try spelled(payload)
        }
    }

    private mutating func setting(_ id: JSONString) -> Row {
        let data: JSONObject = ["value": .integer(Int64(random.below(2))), "scope": random.pick(["device", "shared"])]
        return Row(id: id, updatedAt: Int64(random.below(2)), content: random.chance(5) ? .tombstone : .data(data))
    }

    private mutating func spelled(_ payload: Payload) throws -> [UInt8] {
        var collections = JSONObject()
        for collection in payload.collections.shuffled(using: &random) {
            var rows: [JSONValue] = []
            for row in collection.rows {
                let members = try row.value().objectValue ?? JSONObject()
                rows.append(.object(JSONObject(members.map { ($0.key, $0.value) }.shuffled(using: &random))))
            }
            collections[collection.name] = .array(rows)
        }
        var members = payload.extra
        members["schema"] = 1
        members["rows"] = .object(collections)
        return try JSONValue.object(members).canonicalBytes()
    }

    /// What a device may remember of the records of ``payloads(_:)``.
    private mutating func metadata() throws -> JSONValue {
        var metadata = SyncMetadata()
        for collection: JSONString in ["host", "\u{FF5E}", "\u{1F600}", "setting", "gone", RandomStates.collection] {
            for id: JSONString in ["a", "b", "\u{1F600}", "s", "v1"] where random.chance(3) {
                let version = Int64(random.below(4))
                let hash = ContentHash(of: random.chance(2) ? Array(#"{"v":"a"}"#.utf8) : [])
                let extra: JSONObject =
                    random.chance(4) ? ["zone": .string(random.pick(StringClasses.all)), "a": 1] : [:]
                metadata[collection, id] = RecordMetadata(
                    version: version, contentHash: hash, deletedAt: random.chance(3) ? version : nil, extra: extra)
            }
        }
        return metadata.value
    }
}
