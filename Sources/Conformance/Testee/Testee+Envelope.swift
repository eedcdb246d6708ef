import CanonicalJSON
import SyncArchive
import SyncBridge
import SyncEnvelope

extension Testee {
    static func seal(_ request: Request) throws(Rejection) -> Reply {
        let plaintext = try request.bytes("plaintext")
        let parameters = try request.sealParameters()
        let entropy = try request.labelledEntropy()
        let trace = Trace()
        let archive = try rejecting { () throws(EnvelopeError) in
            try Envelope.seal(plaintext, parameters, entropy: entropy, trace: trace)
        }
        return Reply(outputs: ["archive": .bytes(archive)], intermediates: trace.intermediates)
    }

    static func open(_ request: Request) throws(Rejection) -> Reply {
        let archive = try request.bytes("archive")
        let key = try request.unlockingKey()
        let expectations = try request.expectations()
        let cap = try request.maximumPlaintext()
        let isSnapshot = try request.hasSnapshotProfile()
        let trace = Trace()
        let plaintext = try rejecting { () throws(EnvelopeError) in
            try Envelope.open(archive, with: key, expecting: expectations, maximumPlaintext: cap, trace: trace)
                .plaintext
        }
        if isSnapshot {
            do throws(BridgeError) { try SnapshotCheck.check(plaintext) } catch { throw Rejection(error) }
        }
        return Reply(outputs: ["plaintext": .bytes(plaintext)], intermediates: trace.intermediates)
    }

    static func rewrap(_ request: Request) throws(Rejection) -> Reply {
        let archive = try request.bytes("archive")
        let key = try request.unlockingKey()
        let slots = try request.slots()
        let entropy = try request.labelledEntropy()
        let trace = Trace()
        let rewrapped = try rejecting { () throws(EnvelopeError) in
            try Envelope.rewrap(archive, with: key, slots: slots, entropy: entropy, trace: trace)
        }
        return Reply(outputs: ["archive": .bytes(rewrapped)], intermediates: trace.intermediates)
    }

    static func inspect(_ request: Request) throws(Rejection) -> Reply {
        let archive = try request.bytes("archive")
        let inspection = try rejecting { () throws(EnvelopeError) in try Envelope.inspect(archive) }
        let prologue = inspection.header.prologue
        return Reply(outputs: [
            "contentType": .integer(Int64(prologue.contentType.rawValue)),
            "codec": .integer(Int64(prologue.codec.rawValue)),
            "chunk": prologue.chunking == .whole ? "whole" : "64k",
            "workspaceId": .hex(prologue.workspaceID.bytes),
            "archiveSalt": .hex(prologue.archiveSalt),
            "generation": .text("\(prologue.generation)"),
            "slots": .array(inspection.header.slots.map { .object($0.facts) }),
            "payloadOffset": .integer(Int64(inspection.header.count)),
            "payloadLength": .integer(Int64(inspection.payloadCount)),
        ])
    }
}

extension Slot {
    /// What `inspect` says of a slot (TP-24).
    fileprivate var facts: JSONObject {
        // A slot is its type, two bytes of length, and the body.
        var facts: JSONObject = ["type": .integer(Int64(type)), "length": .integer(Int64(bytes.count - 3))]
        switch kind {
        case .rawKey(let keyID, _), .aesKeyWrap(let keyID): facts["keyId"] = .hex(keyID)
        case .pbkdf2(let iterations, _, _): facts["iterations"] = .integer(Int64(iterations))
        case .scrypt(let log2N, _, _): facts["log2N"] = .integer(Int64(log2N))
        default: break
        }
        return facts
    }
}

extension Trace {
    /// The members of TP-25 that this trace has values for.
    fileprivate var intermediates: JSONObject {
        var members: JSONObject = [:]
        if !payloadKeyCheck.isEmpty { members["compressed"] = .bytes(compressed) }
        for slot in slots { if let keyID = slot.keyID { members[JSONString("keyId.\(slot.number)")] = .hex(keyID) } }
        for slot in slots { members[JSONString("kekCheck.\(slot.number)")] = .hex(slot.keyEncryptionKeyCheck) }
        for slot in slots { members[JSONString("wrappedCEK.\(slot.number)")] = .hex(slot.wrappedKey) }
        members["headerMac"] = .hex(headerMAC)
        if !payloadKeyCheck.isEmpty { members["payloadKeyCheck"] = .hex(payloadKeyCheck) }
        return members
    }
}
