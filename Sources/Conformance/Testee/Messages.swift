import CanonicalJSON
import SyncBridge
import SyncEnvelope

/// All messages of the testee protocol, in one table: what `Spec/schemas/testee-protocol.schema.json` is made from, and what the
/// verifier checks on every line that it sends and gets.
public enum Messages {
    struct Operation: Sendable {
        var name: String
        var inputs: [MessageMember]
        /// Whether the inputs hold exactly one of `key` and `passphrase`.
        var isUnlocking = false
        var outputs: [MessageMember]
        /// The layers of TP-25 that the answer may report.
        var intermediates: MessageForm?
    }

    /// The operations in the order of the specification.
    static let operations: [Operation] = [
        Operation(
            name: "canonicalize", inputs: [MessageMember("json", .bytes)], outputs: [MessageMember("canonical", .bytes)]
        ),
        Operation(
            name: "compareUTF16", inputs: [MessageMember("a", .bytes), MessageMember("b", .bytes)],
            outputs: [MessageMember("order", .oneOfIntegers([-1, 0, 1]))]),
        Operation(
            name: "contentHash", inputs: [MessageMember("row", .bytes)], outputs: [MessageMember("hash", .string)]),
        Operation(
            name: "encodeRecord", inputs: [MessageMember("collection", .string), MessageMember("record", .bytes)],
            outputs: [MessageMember("row", .bytes)]),
        Operation(
            name: "decodeRecord", inputs: [MessageMember("collection", .string), MessageMember("row", .bytes)],
            outputs: [MessageMember("record", .bytes)]),
        Operation(
            name: "compress", inputs: [MessageMember("msg", .bytes), codec, mode],
            outputs: [MessageMember("compressed", .bytes)]),
        Operation(
            name: "decompress",
            inputs: [
                MessageMember("compressed", .bytes), codec, MessageMember("length", .integer),
                MessageMember("limit", .integer),
            ], outputs: [MessageMember("msg", .bytes)]),
        Operation(
            name: "seal",
            inputs: [
                MessageMember("plaintext", .bytes), MessageMember("workspaceId", .hexInput),
                MessageMember("contentType", .integer), codec, mode, MessageMember("chunk", chunk),
                MessageMember("generation", .decimal), MessageMember("slots", slots),
            ], outputs: [MessageMember("archive", .bytes)], intermediates: layers(hasPayload: true)),
        Operation(
            name: "open",
            inputs: [
                MessageMember("archive", .bytes), key, passphrase,
                MessageMember("expect", expectations, isRequired: false),
                MessageMember("maxPlaintext", .integer, isRequired: false),
                MessageMember("profile", .oneOf(["bytes", "snapshot"]), isRequired: false),
            ], isUnlocking: true, outputs: [MessageMember("plaintext", .bytes)], intermediates: layers(hasPayload: true)
        ),
        Operation(
            name: "rewrap",
            inputs: [MessageMember("archive", .bytes), key, passphrase, MessageMember("slots", slots)],
            isUnlocking: true, outputs: [MessageMember("archive", .bytes)], intermediates: layers(hasPayload: false)),
        Operation(
            name: "inspect", inputs: [MessageMember("archive", .bytes)],
            outputs: [
                MessageMember("contentType", .integer), MessageMember("codec", .integer),
                MessageMember("chunk", chunk), MessageMember("workspaceId", .hex(16)),
                MessageMember("archiveSalt", .hex(32)), MessageMember("generation", .decimal),
                MessageMember("slots", .list(.object(slotFacts))), MessageMember("payloadOffset", .integer),
                MessageMember("payloadLength", .integer),
            ]),
        Operation(
            name: "merge", inputs: [profile, MessageMember("payloads", .list(.bytes))],
            outputs: [MessageMember("payload", .bytes), MessageMember("trace", .bytes)]),
        Operation(
            name: "reconcile",
            inputs: [
                profile, MessageMember("domain", .bytes), MessageMember("metadata", .bytes), now,
                MessageMember("remote", .list(.bytes)), MessageMember("consent", .integer, isRequired: false),
                MessageMember(
                    "failed",
                    .list(.object([MessageMember("collection", .string), MessageMember("id", .string)])),
                    isRequired: false),
            ], outputs: [MessageMember("result", .bytes)]),
        Operation(
            name: "replay",
            inputs: [profile, MessageMember("payload", .bytes), MessageMember("journal", .bytes), now],
            outputs: [MessageMember("payload", .bytes), MessageMember("replayed", .bytes)]),
        Operation(
            name: "decide", inputs: [profile, MessageMember("question", .bytes)],
            outputs: [MessageMember("answer", .bytes)]),
    ]

    /// What stands for a byte string that is too long for a line (TP-5).
    static let file = MessageForm.object([
        MessageMember("file", .string), MessageMember("sha256", .hex(32)), MessageMember("length", .integer),
    ])

    /// The classes of errors (ER-2), `INTERNAL` included.
    static let errorClasses =
        ErrorClass.allCases.map(\.rawValue)
        + BridgeError.ErrorClass.allCases.map(\.rawValue).filter { ErrorClass(rawValue: $0) == nil }

    /// The operation of that name; nil for one that the specification does not have.
    static func operation(_ name: String) -> Operation? { operations.first { $0.name == name } }

    /// Whether that input of an operation is a byte string.
    static func isByteString(_ input: JSONString, of operation: String) -> Bool {
        guard case .bytes? = self.operation(operation)?.inputs.first(where: { $0.name == input })?.form else {
            return false
        }
        return true
    }

    private static let profile = MessageMember("profile", .bytes)
    private static let now = MessageMember("now", .integer)
    private static let codec = MessageMember("codec", .integer)
    private static let mode = MessageMember("mode", .oneOf(["deflate", "stored"]))
    private static let chunk = MessageForm.oneOf(["whole", "64k"])
    private static let key = MessageMember("key", .hexInput, isRequired: false)
    private static let passphrase = MessageMember("passphrase", .string, isRequired: false)

    private static let slots = MessageForm.list(
        .byType([
            ("raw", [MessageMember("key", .hexInput)]),
            ("pbkdf2", [MessageMember("passphrase", .string), MessageMember("iterations", .integer)]),
            ("scrypt", [MessageMember("passphrase", .string), MessageMember("log2N", .integer)]),
            ("aes-kw", [MessageMember("key", .hexInput)]),
        ]))

    private static let expectations = MessageForm.object([
        MessageMember("workspaceId", .hexInput, isRequired: false),
        MessageMember("contentType", .integer, isRequired: false),
        MessageMember("minGeneration", .decimal, isRequired: false),
    ])

    private static let slotFacts = [
        MessageMember("type", .integer), MessageMember("length", .integer),
        MessageMember("keyId", .hex(8), isRequired: false), MessageMember("iterations", .integer, isRequired: false),
        MessageMember("log2N", .integer, isRequired: false),
    ]

    private static func layers(hasPayload: Bool) -> MessageForm {
        .layers(
            (hasPayload ? [("compressed", false, .bytes)] : [])
                + [
                    ("keyId", true, .hex(8)), ("kekCheck", true, .hex(8)), ("wrappedCEK", true, .hex(nil)),
                    ("headerMac", false, .hex(32)),
                ] + (hasPayload ? [("payloadKeyCheck", false, .hex(8))] : []))
    }
}

extension Messages {
    /// The members of every request but `hello`, with the inputs given.
    static func request(_ operation: Operation?) -> MessageForm {
        .object([
            MessageMember("id", .integer), MessageMember("op", operation.map { .oneOf([$0.name]) } ?? .string),
            MessageMember("inputs", .object(operation?.inputs ?? [])),
            MessageMember(
                "entropy", .list(.object([MessageMember("label", .string), MessageMember("hex", .hexInput)])),
                isRequired: false),
        ])
    }

    static let helloRequest = MessageForm.object([
        MessageMember("id", .oneOfIntegers([0])), MessageMember("op", .oneOf(["hello"])),
        MessageMember("protocol", .oneOfIntegers([1])), MessageMember("scratch", .string),
    ])

    static let helloAnswer = MessageForm.object([
        MessageMember("id", .oneOfIntegers([0])), MessageMember("status", .oneOf(["ok"])),
        MessageMember(
            "implementation",
            .object(["name", "version", "language", "runtime", "zlib"].map { MessageMember($0, .string) })),
        MessageMember("operations", .list(.string)), MessageMember("features", .list(.string)),
    ])

    /// The answer of each status, in the order of TP-7.
    static func answers(_ operation: Operation?) -> [(status: String, form: MessageForm)] {
        func answer(_ status: String, _ members: [MessageMember]) -> (status: String, form: MessageForm) {
            let head = [MessageMember("id", .integer), MessageMember("status", .oneOf([status]))]
            return (status, .object(head + members))
        }
        let intermediates = operation?.intermediates.map {
            [MessageMember("intermediates", $0, isRequired: false)]
        }
        return [
            answer("ok", [MessageMember("outputs", .object(operation?.outputs ?? []))] + (intermediates ?? [])),
            answer(
                "rejected",
                [
                    MessageMember(
                        "error",
                        .object([
                            MessageMember("class", .oneOf(errorClasses)),
                            MessageMember("message", .string),
                            MessageMember("released", .hex(32), isRequired: false),
                        ]))
                ]),
            answer("unsupported", [MessageMember("feature", .string)]),
        ]
    }

    /// What is wrong with a request, starting with the place, or nil.
    static func fault(inRequest request: JSONValue) -> String? {
        if request["op"] == "hello" { return helloRequest.fault(in: request, at: "") }
        let operation = request["op"]?.text.flatMap(operation)
        if let fault = self.request(operation).fault(in: request, at: "") { return fault }
        let keys = [request["inputs"]?["key"], request["inputs"]?["passphrase"]].compactMap { $0 }
        guard let operation, operation.isUnlocking, keys.count != 1 else { return nil }
        return "inputs: not exactly one of key and passphrase"
    }

    /// What is wrong with an answer to `operation`, starting with the place, or nil.
    static func fault(inAnswer answer: JSONValue, to operation: String) -> String? {
        if operation == "hello" { return helloAnswer.fault(in: answer, at: "") }
        let forms = answers(Self.operation(operation))
        guard let form = forms.first(where: { $0.status == answer["status"]?.text })?.form else {
            return "status: not one of \(forms.map(\.status).joined(separator: ", "))"
        }
        return form.fault(in: answer, at: "")
    }
}
