public import CanonicalJSON

extension Profile {
    /// Every published profile, as in `Spec/profiles`.
    public static let all: [Profile] = [
        snapshotOCC, oplogField, commitGated, blobCASLWW, serverAccept, serverAcceptWatch,
    ]

    /// The published profile of that name, or nil.
    public static func named(_ name: JSONString) -> Profile? {
        all.first { $0.name == name }
    }

    /// An encrypted snapshot of everything, merged on the client, written by compare-and-swap.
    public static let snapshotOCC = Profile(
        name: "snapshot-occ", unit: .blob, granularity: .record, order: .wallMonotone, tie: .replicaUTF16,
        replicaField: "updated_by", softDelete: SoftDelete(field: "is_active", value: 0, stamp: "deleted_at"),
        delete: .lww, forget: .never, authority: .client, onConflict: .lww, fieldTypes: [:], watched: [:],
        hashExclude: [:],
        absence: .ignore, capture: .journal, stampedAt: .edit, localPending: .replayGuarded, massDelete: nil,
        cycle: [.pull, .merge, .replay, .push], position: .token, advance: .afterPut, ack: .blob, casRequired: true,
        retry: Retry(max: 5, base: 1000, cap: 60_000, jitter: .full), errors: blobErrors, pageRecords: nil, pages: nil,
        accountBinding: false, parentsFirst: [], acceptAge: nil, crypto: .snapshotGCM)

    /// Operations on fields, each with a merge type; flagged fields wait for a person.
    public static let oplogField = Profile(
        name: "oplog-field", unit: .ops, granularity: .field, order: .sequence, tie: .canonicalUTF16,
        replicaField: nil, softDelete: nil, delete: .versioned, forget: .allSeen, authority: .human, onConflict: .queue,
        fieldTypes: .vitals, watched: [:], hashExclude: [:], absence: .ignore, capture: .outbox, stampedAt: .edit,
        localPending: .merge, massDelete: nil, cycle: [.push, .pull, .merge], position: .cursor, advance: .afterAck,
        ack: .op, casRequired: false, retry: Retry(max: nil, base: 1000, cap: 300_000, jitter: .full),
        errors: [
            "401": .auth, "403": .auth, "408": .backoff, "409": .conflict, "412": .rebase, "429": .backoff,
            "4xx": .park,
        ], pageRecords: 200, pages: nil, accountBinding: false, parentsFirst: [], acceptAge: nil, crypto: .none)

    /// Pages of changes that count as received once the application has committed them.
    public static let commitGated = Profile(
        name: "commit-gated", unit: .pages, granularity: .record, order: .wallMonotone, tie: .canonicalUTF16,
        replicaField: nil, softDelete: nil, delete: .versioned, forget: .never, authority: .app, onConflict: .ask,
        fieldTypes: [:], watched: [:], hashExclude: [:], absence: .ignore, capture: .outbox, stampedAt: .edit,
        localPending: .hold,
        massDelete: nil, cycle: [.push, .pull, .commit], position: .cursor, advance: .afterCommit, ack: .batch,
        casRequired: false, retry: Retry(max: 5, base: 1000, cap: 300_000, jitter: .full),
        errors: ["401": .auth, "403": .auth, "408": .backoff, "409": .conflict, "429": .backoff, "4xx": .surface],
        pageRecords: 500, pages: 100, accountBinding: true, parentsFirst: [], acceptAge: nil, crypto: .none)

    /// One blob in a dumb store, changes found by comparing with the last snapshot.
    public static let blobCASLWW = Profile(
        name: "blob-cas-lww", unit: .blob, granularity: .record, order: .wallMonotone, tie: .canonicalUTF16,
        replicaField: nil, softDelete: nil, delete: .versioned, forget: .never, authority: .client, onConflict: .lww,
        fieldTypes: [:], watched: ["knownHost": ["fingerprintSha256", "publicKey"]], hashExclude: [:],
        absence: .diffTombstone, capture: .diff, stampedAt: .detection,
        localPending: .merge, massDelete: MassDelete(count: 5, percent: 50),
        cycle: [.snapshot, .pull, .merge, .push], position: .token, advance: .afterPut, ack: .blob, casRequired: true,
        retry: Retry(max: 5, base: 1000, cap: 60_000, jitter: .full), errors: blobErrors, pageRecords: nil, pages: nil,
        accountBinding: false, parentsFirst: [], acceptAge: nil, crypto: .envelope)

    /// Records that a server accepts one by one; the user chooses where it does not.
    public static let serverAccept = Profile(
        name: "server-accept", unit: .records, granularity: .record, order: .server, tie: .conflict, replicaField: nil,
        softDelete: SoftDelete(field: "state", value: "deleted", stamp: "deletedAt"), delete: .absolute,
        forget: .never, authority: .server, onConflict: .ask, fieldTypes: [:], watched: [:], hashExclude: [:],
        absence: .ignore,
        capture: .flag, stampedAt: .edit, localPending: .hold, massDelete: nil, cycle: [.push, .pull, .merge],
        position: .timestamp, advance: .afterCycle, ack: .record, casRequired: false,
        retry: Retry(max: nil, base: 1000, cap: 300_000, jitter: .full),
        errors: ["401": .auth, "403": .auth, "408": .backoff, "409": .conflict, "429": .backoff, "4xx": .surface],
        pageRecords: 500, pages: nil, accountBinding: false, parentsFirst: ["event", "history"],
        acceptAge: 7_776_000_000, crypto: .none)

    /// The same on a device without a screen for choosing: it takes the server's version.
    public static let serverAcceptWatch: Profile = {
        var profile = serverAccept
        profile.name = "server-accept-watch"
        profile.onConflict = .takeServer
        return profile
    }()

    private static let blobErrors: [JSONString: ErrorRule] = [
        "401": .auth, "403": .auth, "408": .backoff, "409": .rebase, "412": .rebase, "429": .backoff, "4xx": .surface,
    ]
}

extension Profile {
    /// The same profile with a known mistake.
    package func with(_ mistake: Mistake) -> Profile {
        var profile = self
        profile.mistake = mistake
        return profile
    }
}
