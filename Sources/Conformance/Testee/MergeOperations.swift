import CanonicalJSON
import SyncBridge
import SyncMerge

/// The operations on rows and payloads by the rules of a profile (TP-32 to TP-36).
struct MergeOperations {
    /// The known mistake that they make; nil makes none.
    var mistake: Mistake?

    @Sendable func merge(_ request: Request) throws(Rejection) -> Reply {
        let (profile, inputs) = (try request.bytes("profile"), try request.byteStrings("payloads"))
        do throws(BridgeError) {
            let merge = Merge(try self.profile(profile))
            guard !inputs.isEmpty else {
                throw BridgeError(.invalidParameter, path: "/payloads", reason: "nothing to merge")
            }
            let result = try merge.payloads(try Self.payloads(inputs), detail: .differences)
            return Reply(outputs: [
                "payload": .bytes(try result.payload.canonicalBytes()),
                "trace": .bytes(try JSONValue.array(result.trace.map(\.value)).bridgedBytes()),
            ])
        } catch { throw Rejection(error) }
    }

    @Sendable func replay(_ request: Request) throws(Rejection) -> Reply {
        let (profile, payload) = (try request.bytes("profile"), try request.bytes("payload"))
        let (journal, now) = (try request.bytes("journal"), try request.integer("now"))
        do throws(BridgeError) {
            let merge = Merge(try self.profile(profile))
            let merged = try Payload(parsing: payload)
            let result = try merge.replay(try Self.journal(journal), over: merged, now: now)
            return Reply(outputs: [
                "payload": .bytes(try result.payload.canonicalBytes()),
                "replayed": .bytes(try JSONValue.array(result.replayed.map(\.value)).bridgedBytes()),
            ])
        } catch { throw Rejection(error) }
    }

    /// The profile of a request, with the mistake.
    func profile(_ bytes: [UInt8]) throws(BridgeError) -> Profile {
        let profile = try Profile(JSONValue(bridging: bytes))
        return mistake.map(profile.with) ?? profile
    }

    static func payloads(_ inputs: [[UInt8]]) throws(BridgeError) -> [Payload] {
        var payloads: [Payload] = []
        for input in inputs { payloads.append(try Payload(parsing: input)) }
        return payloads
    }

    private static func journal(_ bytes: [UInt8]) throws(BridgeError) -> [JournalEntry] {
        guard let elements = try JSONValue(bridging: bytes).arrayValue else {
            throw BridgeError(.invalidParameter, path: "", reason: "a journal is an array of entries")
        }
        var entries: [JournalEntry] = []
        for (index, element) in elements.enumerated() {
            do { entries.append(try JournalEntry(element)) } catch { throw error.inside("/\(index)") }
        }
        return entries
    }
}
