import CanonicalJSON
import SyncBridge
import SyncMerge

/// A device of the reconciling kind: an application's records, which know no stamps, and what it remembers of them.
struct Device {
    var reconciler: Reconciler
    var records: [JSONString: JSONObject] = [:]
    var metadata = SyncMetadata()
    let collection: JSONString = "host"

    init(_ profile: Profile = .blobCASLWW) { reconciler = Reconciler(profile) }

    var domain: Payload {
        Payload(collections: [
            .init(
                name: collection,
                rows: records.sorted { $0.key < $1.key }.map { Row(id: $0.key, updatedAt: 0, content: .data($0.value)) }
            )
        ])
    }

    struct Refused: Error {
        var deletion: MassDeletion
    }

    mutating func snapshot(now: Int64, consent: DeletionConsent? = nil, editedAt: Reconciler.EditTimes = [:]) throws
        -> Snapshot
    {
        switch try reconciler.snapshot(
            of: domain, metadata: metadata, now: now, editedAt: editedAt, consent: consent)
        {
        case .snapshot(let snapshot):
            metadata = snapshot.metadata
            return snapshot
        case .needsConsent(let deletion): throw Refused(deletion: deletion)
        }
    }

    /// Applies rows to the records; those whose ids are in `failing` do not land.
    mutating func apply(_ plan: Reconciler.Plan, failing: Set<JSONString> = []) throws {
        let landing = plan.apply.filter { !failing.contains($0.row.id) }
        for application in landing { write(application.row) }
        metadata = try plan.metadata(afterLanding: landing)
    }

    mutating func write(_ row: Row) {
        if case .data(let data) = row.content { records[row.id] = data } else { records[row.id] = nil }
    }

    /// One synchronisation with a store of one blob.
    @discardableResult
    mutating func sync(_ store: inout Payload?, now: Int64, failing: Set<JSONString> = []) throws -> Reconciler.Plan {
        let snapshot = try snapshot(now: now)
        let plan = try reconciler.plan(remote: store.map { [$0] } ?? [], over: snapshot)
        try apply(plan, failing: failing)
        if plan.needsUpload { store = plan.payload }
        return plan
    }
}
