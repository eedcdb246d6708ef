import CanonicalJSON
import SyncBridge
import SyncMerge

extension MergeOperations {
    @Sendable func reconcile(_ request: Request) throws(Rejection) -> Reply {
        let (profile, domain) = (try request.bytes("profile"), try request.bytes("domain"))
        let (metadata, now) = (try request.bytes("metadata"), try request.integer("now"))
        let remote = try request.byteStrings("remote")
        let consent = try request.inputs["consent"].map { _ throws(Rejection) in try request.integer("consent") }
        let failed = try request.inputs["failed"] == nil ? [] : Self.failed(request)
        do throws(BridgeError) {
            let reconciler = Reconciler(try self.profile(profile))
            let device = try Payload(parsing: domain)
            let known = try SyncMetadata(JSONValue(bridging: metadata))
            let downloaded = try Self.payloads(remote)
            let outcome = try reconciler.snapshot(
                of: mistake == .applyBeforeSnapshot ? Self.overwritten(device, by: downloaded) : device,
                metadata: known, now: now,
                consent: consent.map { DeletionConsent(deletions: Int($0)) })
            guard case .snapshot(let snapshot) = outcome else {
                return Reply(outputs: ["result": .bytes(try outcome.value().bridgedBytes())])
            }
            let plan = try reconciler.plan(remote: downloaded, over: snapshot, detail: .differences)
            let landed = plan.apply.filter { application in
                mistake == .metadataBeforeLanding
                    || !failed.contains { $0 == (application.collection, application.row.id) }
            }
            let result: JSONValue = [
                "snapshot": try snapshot.value(), "plan": try plan.value(),
                "metadata": try plan.metadata(afterLanding: landed).value,
            ]
            return Reply(outputs: ["result": .bytes(try result.bridgedBytes())])
        } catch { throw Rejection(error) }
    }

    private static func failed(
        _ request: Request
    ) throws(Rejection) -> [(collection: JSONString, id: JSONString)] {
        var rows: [(collection: JSONString, id: JSONString)] = []
        for element in try request.elements("failed") {
            guard let collection = element["collection"]?.stringValue, let id = element["id"]?.stringValue else {
                throw .parameter("failed: an element without collection or id")
            }
            rows.append((collection, id))
        }
        return rows
    }

    /// The device's records after a download was written over them, without asking what had changed here.
    private static func overwritten(_ device: Payload, by remote: [Payload]) -> Payload {
        var device = device
        for collection in remote.flatMap(\.collections) {
            guard let index = device.collections.firstIndex(where: { $0.name == collection.name }) else { continue }
            for row in collection.rows {
                guard let place = device.collections[index].rows.firstIndex(where: { $0.id == row.id }) else {
                    continue
                }
                device.collections[index].rows[place] = row
            }
        }
        return device
    }
}
