import CanonicalJSON

/// Requests that any codec answers with `ok`, as far as it has the operation.
struct SmokeSamples {
    /// An operation that answered a small request.
    struct Working {
        var operation: String
        var inputs: JSONObject
        /// The byte strings that may be long, in and out.
        var input: JSONString
        var output: JSONString?
        /// Whether the inputs say how long it is.
        var needsLength = false

        /// The inputs with another byte string in place of the small one.
        func inputs(_ value: JSONValue, length: Int) -> JSONObject {
            var inputs = inputs
            inputs[input] = value
            if needsLength { inputs["length"] = .integer(Int64(length)) }
            return inputs
        }
    }

    /// What `hello` named and the specification knows.
    let declared: [String]
    /// Those of which a request was answered with `ok`.
    let working: [Working]

    /// Tries what the testee says it has.
    init(_ conversation: SmokeConversation, operations: [String]) {
        declared = Self.known.filter(operations.contains)
        working = Self.all.filter { sample in
            guard operations.contains(sample.operation) else { return false }
            if case .ok = conversation.ask(sample.operation, sample.inputs) { return true }
            return false
        }
    }

    /// A byte string of `count` bytes, at least two, that is the canonical JSON of a string.
    static func text(count: Int) -> [UInt8] { [0x22] + [UInt8](repeating: 0x61, count: count - 2) + [0x22] }

    private static let known = [
        "canonicalize", "compareUTF16", "contentHash", "encodeRecord", "decodeRecord", "compress", "decompress", "seal",
        "open", "rewrap", "inspect", "merge", "reconcile", "replay", "decide",
    ]

    private static let small = JSONValue.bytes(text(count: 5))

    private static let all = [
        Working(operation: "canonicalize", inputs: ["json": small], input: "json", output: "canonical"),
        Working(
            operation: "compress", inputs: ["msg": small, "codec": 0, "mode": "stored"], input: "msg",
            output: "compressed"),
        Working(
            operation: "decompress", inputs: ["compressed": small, "codec": 0, "length": 5, "limit": 1_000_000],
            input: "compressed", output: "msg", needsLength: true),
        Working(operation: "compareUTF16", inputs: ["a": small, "b": small], input: "a"),
    ]
}
