import CanonicalJSON

/// One random request: an operation, its inputs, and the randomness that it is given.
struct RandomRequest: Equatable, Sendable {
    var operation: String
    var inputs: JSONObject
    var entropy: [Vector.Entropy] = []

    /// The operations that there are requests of.
    static let operations = [
        "canonicalize", "compareUTF16", "contentHash", "encodeRecord", "decodeRecord", "compress", "decompress", "seal",
        "open", "rewrap", "inspect",
    ]

    /// A request that is not random.
    init(operation: String, inputs: JSONObject) {
        self.operation = operation
        self.inputs = inputs
    }

    /// Request number `number` of the sequence that `seed` starts: the same on every machine.
    init(seed: UInt64, number: Int, operations: [String]) {
        var random = SplitMix64(seed: seed, sequence: UInt64(number))
        self.init(random.pick(operations), &random)
        if random.oneIn(25) { spoil(&random) }
    }

    private init(_ operation: String, _ random: inout SplitMix64) {
        self.operation = operation
        switch operation {
        case "canonicalize": inputs = ["json": .bytes(RandomJSON.document(&random))]
        case "compareUTF16": inputs = Self.strings(&random)
        case "contentHash": inputs = ["row": .bytes(RandomRecord.row(&random))]
        case "encodeRecord":
            let record = RandomRecord.record(asRow: false, &random)
            inputs = ["collection": .text(record.collection), "record": .bytes(record.bytes)]
        case "decodeRecord":
            let record = RandomRecord.record(asRow: true, &random)
            inputs = ["collection": .text(record.collection), "row": .bytes(record.bytes)]
        case "compress":
            inputs = [
                "msg": .bytes(Self.message(&random)), "codec": .integer(Int64(random.below(3))),
                "mode": random.pick(["deflate", "stored"]),
            ]
        case "decompress": inputs = Self.compressed(&random)
        case "seal":
            let archive = RandomArchive(slowOneIn: 60, &random)
            (inputs, entropy) = (archive.inputs, archive.entropy)
        case "open": inputs = Self.opening(&random)
        case "rewrap":
            let archive = RandomArchive(slowOneIn: 100, &random)
            inputs = ["archive": .bytes(Self.bytes(of: archive, &random))]
            for (name, value) in archive.unlocking(&random) { inputs[name] = value }
            let rewrapping = RandomArchive.rewrapping(&random)
            (inputs["slots"], entropy) = (rewrapping.slots, rewrapping.entropy)
        default: inputs = ["archive": .bytes(Self.bytes(of: RandomArchive(slowOneIn: 100, &random), &random))]
        }
    }

    /// Whether the deflate stream in the answer is the stack's own.
    var hasOwnDeflate: Bool { inputs["mode"] == "deflate" && inputs["codec"] != 0 }

    /// Whether a passphrase is given, for opening or for a slot.
    var hasPassphrase: Bool {
        inputs["passphrase"] != nil || (inputs["slots"]?.arrayValue ?? []).contains { $0["passphrase"] != nil }
    }

    /// What the codec makes of `message`; nil where it can't.
    static func coded(_ message: [UInt8], codec: Int64, mode: String) -> [UInt8]? {
        let inputs: JSONObject = ["msg": .bytes(message), "codec": .integer(codec), "mode": .text(mode)]
        guard case .ok(let outputs, _) = Model(mutant: nil).answer("compress", inputs: inputs) else { return nil }
        return outputs["compressed"]?.bytes
    }

    /// Two strings, alike at their start in half of the cases.
    private static func strings(_ random: inout SplitMix64) -> JSONObject {
        let a = RandomJSON.string(&random)
        var b = RandomJSON.string(&random)
        if random.oneIn(2) { b = a.dropLast() + b.dropFirst() }
        return ["a": .bytes(a), "b": .bytes(b)]
    }

    /// Bytes that compress well, badly or not at all.
    private static func message(_ random: inout SplitMix64) -> [UInt8] {
        switch random.below(5) {
        case 0: random.bytes(random.below(200))
        case 1: [UInt8](repeating: UInt8(random.below(256)), count: random.pick([0, 1, 258, 65_535, 65_536, 140_000]))
        case 2: (0..<random.below(5000)).map { _ in UInt8(97 + random.below(3)) }
        default: RandomJSON.document(&random)
        }
    }

    private static func compressed(_ random: inout SplitMix64) -> JSONObject {
        let message = message(&random)
        let codec = Int64(random.below(3))
        var bytes = coded(message, codec: codec, mode: random.pick(["deflate", "stored"])) ?? []
        if random.oneIn(3) { bytes = RandomJSON.damaged(bytes, &random) }
        if random.oneIn(12) { bytes += bytes }
        // The end of gzip, where its checks stand.
        if random.oneIn(6), bytes.count > 8 { bytes[bytes.count - 1 - random.below(8)] ^= 1 << UInt8(random.below(8)) }
        let length = random.oneIn(5) ? max(0, message.count + random.pick([-1, 1, 100])) : message.count
        let limit = random.oneIn(8) ? max(0, message.count + random.pick([-1, 0, 1])) : 268_435_456
        return [
            "compressed": .bytes(bytes), "codec": .integer(codec), "length": .integer(Int64(length)),
            "limit": .integer(Int64(limit)),
        ]
    }

    private static func opening(_ random: inout SplitMix64) -> JSONObject {
        var inputs: JSONObject
        if random.oneIn(3), let forged = RandomArchive.forged(&random) {
            inputs = ["archive": .bytes(forged), "key": .hex(ArchiveForge.workspaceKey)]
        } else {
            let archive = RandomArchive(slowOneIn: 100, &random)
            inputs = ["archive": .bytes(bytes(of: archive, &random))]
            for (name, value) in archive.unlocking(&random) { inputs[name] = value }
            if random.oneIn(3) { inputs["expect"] = archive.expectations(&random) }
        }
        if random.oneIn(8) { inputs["maxPlaintext"] = .integer(Int64(random.below(100))) }
        if random.oneIn(2) { inputs["profile"] = random.pick(["bytes", "snapshot"]) }
        return inputs
    }

    /// Leaves an input out, or puts a value of a wrong type or range for it.
    private mutating func spoil(_ random: inout SplitMix64) {
        guard let name = inputs.map(\.key).randomElement(using: &random) else { return }
        let odd: [JSONValue] = [
            .null, true, -1, 0, 3, 4, "", "!", "YQ", "YQ=", "Y Q==", "YQ==YQ==", "YQ==\n", "0g", "0", "-1", "00", [],
            [:],
            "raw", "64K", "Snapshot", "18446744073709551616", "01", "+1", 9_007_199_254_740_991,
        ]
        if name == "slots", var slots = inputs[name]?.arrayValue, var slot = slots.first?.objectValue, random.oneIn(2) {
            let member: JSONString = random.pick(["type", "key", "passphrase", "iterations", "log2N"])
            slot[member] = random.oneIn(4) ? nil : random.pick(odd + [14, 19, 209_999, 2_000_001])
            slots[0] = .object(slot)
            inputs[name] = .array(slots)
        } else {
            inputs[name] = random.oneIn(4) ? nil : random.pick(odd)
        }
    }

    /// The archive, damaged in half of the cases.
    private static func bytes(of archive: RandomArchive, _ random: inout SplitMix64) -> [UInt8] {
        guard let bytes = archive.archive else { return random.bytes(random.below(200)) }
        return random.oneIn(2) ? RandomArchive.damaged(bytes, &random) : bytes
    }
}
