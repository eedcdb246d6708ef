import CanonicalJSON
import SyncBridge
import SyncMerge

extension FuzzTarget {
    /// Behind the number of a profile: metadata, what the device has, and what was downloaded, with 0xFF between them.
    static let reconcile = FuzzTarget(
        "reconcile",
        seeds: {
            [metadataText, "{}"].map {
                [0]
                    + Array(
                        [$0, JSONSeeds.payload, JSONSeeds.payload].map { Array($0.utf8) }.joined(separator: [0xFF]))
            }
        }
    ) { bytes in
        let parts = Array(bytes.dropFirst()).parts(atMost: 3)
        guard let first = bytes.first, let value = try? JSONValue(parsing: parts[0]),
            let metadata = try? SyncMetadata(value), parts.count > 1,
            let domain = try? Payload(parsing: parts[1])
        else { return }
        let remote = parts.dropFirst(2).compactMap { try? Payload(parsing: $0) }
        let profile = Profile.all[Int(first) % Profile.all.count]
        try check(Reconciler(profile), metadata, domain, remote)
    }

    /// A second look finds nothing new, and a plan that landed leaves nothing to apply.
    private static func check(
        _ reconciler: Reconciler, _ metadata: SyncMetadata, _ domain: Payload, _ remote: [Payload]
    ) throws {
        let now: Int64 = 1_700_000_000_000
        func look(_ metadata: SyncMetadata) throws(BridgeError) -> Snapshot? {
            let consent = DeletionConsent(deletions: .max)
            let found = try reconciler.snapshot(of: domain, metadata: metadata, now: now, consent: consent)
            if case .snapshot(let snapshot) = found { return snapshot }
            return nil
        }
        // No later stamp than the greatest, and data that cannot be written.
        let first: Snapshot?
        do throws(BridgeError) { first = try look(metadata) } catch { return }
        guard let snapshot = first else { throw BrokenLaw("consent to everything is not enough") }
        let again = try look(snapshot.metadata)
        try law(again?.changes.isEmpty == true, "a second look finds changes")
        try law(again?.payload == snapshot.payload, "a second look publishes something else")
        guard let plan = try? reconciler.plan(remote: remote, over: snapshot) else { return }
        try SnapshotCheck.check(plan.payload.canonicalBytes())
        let uploaded = try reconciler.plan(remote: [plan.payload], over: snapshot)
        try law(!uploaded.needsUpload, "what was uploaded is uploaded again")
        try law(uploaded.payload == plan.payload, "what was uploaded merges to something else")
    }

    /// Metadata as a device keeps it.
    static let metadata = FuzzTarget(
        "metadata",
        seeds: {
            [
                metadataText,
                #"{"host":{"a":{"contentHash":"08f44b07b5901a25","deleted":true,"deletedAt":1,"extra":{"x":1},"version":1}}}"#,
            ].map { Array($0.utf8) }
        }
    ) { bytes in
        guard let value = try? JSONValue(parsing: bytes), let metadata = try? SyncMetadata(value) else { return }
        let written = metadata.value
        try law(try SyncMetadata(written) == metadata, "metadata does not come back")
        try law(try written.canonicalBytes() == SyncMetadata(written).value.canonicalBytes(), "written differently")
    }

    private static let metadataText =
        #"{"host":{"a":{"contentHash":"08f44b07b5901a25","deleted":false,"deletedAt":null,"version":1}}}"#
}
