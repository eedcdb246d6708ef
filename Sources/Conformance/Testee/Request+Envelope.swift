import CanonicalJSON
import SyncEnvelope

extension Request {
    func sealParameters() throws(Rejection) -> SealParameters {
        let workspace = try hex("workspaceId")
        guard let contentType = ContentType(rawValue: UInt8(try integer("contentType", in: 1...3))) else {
            throw .parameter("contentType: unknown")
        }
        return SealParameters(
            workspaceID: try rejecting { () throws(EnvelopeError) in try WorkspaceID(workspace) },
            contentType: contentType,
            codec: try codec(),
            mode: try mode(),
            chunk: .fixed(try chunking()),
            generation: try decimal(inputs["generation"], name: "generation"),
            slots: try slots()
        )
    }

    func slots() throws(Rejection) -> [SlotRecipe] {
        guard let elements = inputs["slots"]?.arrayValue else { throw .parameter("slots: not a list") }
        var recipes: [SlotRecipe] = []
        for slot in elements {
            switch slot["type"]?.text {
            case "raw": recipes.append(.rawKey(try Self.workspaceKey(slot["key"])))
            case "aes-kw": recipes.append(.aesKeyWrap(try Self.workspaceKey(slot["key"])))
            case "pbkdf2":
                guard let iterations = slot["iterations"]?.integerValue.flatMap({ UInt32(exactly: $0) }) else {
                    throw .parameter("iterations: not an unsigned 32-bit integer")
                }
                recipes.append(.pbkdf2(try Self.passphrase(slot["passphrase"]), iterations: iterations))
            case "scrypt":
                guard let log2N = slot["log2N"]?.integerValue.flatMap({ UInt8(exactly: $0) }) else {
                    throw .parameter("log2N: not an unsigned 8-bit integer")
                }
                recipes.append(.scrypt(try Self.passphrase(slot["passphrase"]), log2N: log2N))
            default: throw .parameter("slots: a slot of unknown type")
            }
        }
        return recipes
    }

    func unlockingKey() throws(Rejection) -> UnlockingKey {
        switch (inputs["key"], inputs["passphrase"]) {
        case (let key?, nil): return .workspaceKey(try Self.workspaceKey(key))
        case (nil, let passphrase?): return .passphrase(try Self.passphrase(passphrase))
        default: throw .parameter("not exactly one of key and passphrase")
        }
    }

    func labelledEntropy() throws(Rejection) -> Entropy {
        let values = entropy.map { (label: $0.label, bytes: SecretBytes(copying: $0.bytes.span)) }
        return try rejecting { () throws(EnvelopeError) in try Entropy(labelled: values) }
    }

    func expectations() throws(Rejection) -> Expectations {
        var expectations = Expectations()
        guard let expect = inputs["expect"] else { return expectations }
        guard expect.objectValue != nil else { throw .parameter("expect: not an object") }
        if let workspace = expect["workspaceId"] {
            guard let bytes = workspace.hexBytes else { throw .parameter("expect.workspaceId: not hex") }
            expectations.workspaceID = try rejecting { () throws(EnvelopeError) in try WorkspaceID(bytes) }
        }
        if let contentType = expect["contentType"] {
            guard let type = contentType.integerValue.flatMap({ UInt8(exactly: $0) }).flatMap(ContentType.init) else {
                throw .parameter("expect.contentType: not 1, 2 or 3")
            }
            expectations.contentType = type
        }
        if let generation = expect["minGeneration"] {
            expectations.minimumGeneration = try decimal(generation, name: "expect.minGeneration")
        }
        return expectations
    }

    func maximumPlaintext() throws(Rejection) -> UInt64 {
        guard inputs["maxPlaintext"] != nil else { return Envelope.defaultMaximumPlaintext }
        return UInt64(try integer("maxPlaintext", in: 0...Int64.max))
    }

    func hasSnapshotProfile() throws(Rejection) -> Bool {
        guard inputs["profile"] != nil else { return false }
        switch try text("profile") {
        case "snapshot": return true
        case "bytes": return false
        default: throw .parameter("profile: neither bytes nor snapshot")
        }
    }

    func chunking() throws(Rejection) -> Chunking {
        switch try text("chunk") {
        case "whole": return .whole
        case "64k": return .chunks64K
        default: throw .parameter("chunk: neither whole nor 64k")
        }
    }

    /// An unsigned 64-bit number in decimal digits, as a string since it may exceed 2^53.
    func decimal(_ value: JSONValue?, name: String) throws(Rejection) -> UInt64 {
        // The text must be the one that a writer would choose: no sign, no leading zero.
        guard let text = value?.text, let number = UInt64(text), "\(number)" == text else {
            throw .parameter("\(name): not an unsigned 64-bit decimal in a string")
        }
        return number
    }

    private static func workspaceKey(_ value: JSONValue?) throws(Rejection) -> WorkspaceKey {
        guard var bytes = value?.hexBytes else { throw .parameter("key: not hex") }
        let secret = SecretBytes(wiping: &bytes)
        return try rejecting { () throws(EnvelopeError) in try WorkspaceKey(secret) }
    }

    private static func passphrase(_ value: JSONValue?) throws(Rejection) -> Passphrase {
        guard let text = value?.stringValue else { throw .parameter("passphrase: not a string") }
        let bytes = text.wtf8
        return try rejecting { () throws(EnvelopeError) in try Passphrase(utf8: bytes.span) }
    }
}

/// Runs envelope code and turns its error into an answer.
func rejecting<Value>(_ body: () throws(EnvelopeError) -> Value) throws(Rejection) -> Value {
    do { return try body() } catch { throw Rejection(error) }
}

extension Rejection {
    init(_ error: EnvelopeError) {
        self.init(errorClass: error.errorClass.rawValue, message: "\(error)")
    }
}
