import CanonicalJSON
import SyncBridge

/// Makes one prompt after the other: structured inputs of every operation, about half of them spoilt.
struct ChallengeGenerator {
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// The operations in turn, so that even a short challenge has all of them.
    private static let operations = [
        "canonicalize", "compareUTF16", "contentHash", "encodeRecord", "decodeRecord", "compress", "decompress", "seal",
        "open", "rewrap", "inspect",
    ]

    private static let flags = ["scrypt", "aes-kw", "chunked", "lone-surrogates", "int64"].map(Vector.feature)

    mutating func vector(number: Int) throws(VectorError) -> Vector {
        let operation = Self.operations[(number - 1) % Self.operations.count]
        let (inputs, entropy) = try request(operation)
        var vector = Vector(
            id: "challenge-\(number)", clauses: [], operation: operation, comment: "", flags: Self.flags,
            inputs: inputs, entropy: entropy, expectation: .valid(outputs: [:]))
        // A spoilt input may still be right: what is demanded is what the reference makes of it.
        switch try Self.reference(operation, inputs, entropy) {
        case .success(let outputs):
            vector.expectation = .valid(outputs: outputs)
            if inputs["mode"] == "deflate" && inputs["codec"] != 0 { vector.weakenToContent() }
        case .failure(let rejection): vector.expectation = .invalid(errorClass: rejection.errorClass)
        }
        return vector
    }

    private static func reference(
        _ operation: String, _ inputs: JSONObject, _ entropy: [Vector.Entropy]
    ) throws(VectorError) -> Result<JSONObject, Rejection> {
        let request: JSONObject = ["inputs": .object(inputs), "entropy": Vector.json(entropy)]
        let name = JSONString(operation)
        guard let handler = Testee.operations[name] else { throw VectorError(place: operation, reason: "unknown") }
        do {
            return .success(try Testee.reply(to: .object(request), of: name, with: handler, scratch: nil).outputs)
        } catch { return .failure(error) }
    }

    private mutating func request(_ operation: String) throws(VectorError) -> (JSONObject, [Vector.Entropy]) {
        switch operation {
        case "canonicalize": return (["json": .bytes(spoilt(spelling(of: random.value())))], [])
        case "compareUTF16":
            let a = random.units(below: 9)
            let start = Array(a.prefix(Int(random.below(UInt64(a.count) + 1))))
            let b = start + random.units(below: 4)
            return (["a": .bytes(text(a)), "b": .bytes(text(b))], [])
        case "contentHash": return (["row": .bytes(spoilt(row(data: .object(["v": random.value()]))))], [])
        case "encodeRecord":
            let (collection, data) = record()
            var members: JSONObject = ["id": .string(identifier()), "updatedAt": .integer(time())]
            for (key, value) in data where members[key] == nil { members[key] = value }
            return (["collection": .text(collection), "record": .bytes(spoilt(bytes(.object(members))))], [])
        case "decodeRecord":
            let (collection, data) = record()
            return (["collection": .text(collection), "row": .bytes(spoilt(row(data: .object(data))))], [])
        case "compress":
            let message = message()
            return (
                [
                    "msg": .bytes(message), "codec": .integer(Int64(random.below(3))),
                    "mode": .text(random.pick(["deflate", "stored"])),
                ], []
            )
        case "decompress": return (try compressed(), [])
        case "seal":
            let sealing = sealing()
            return (sealing.inputs, freshEntropy(sealing.entropy))
        default: return try archiveRequest(operation)
        }
    }

    // MARK: JSON

    /// The text of a value with white space and escapes that nobody needs.
    private mutating func spelling(of value: JSONValue) -> [UInt8] {
        var text: [UInt8] = []
        var isInString = false
        var isEscaped = false
        for byte in bytes(value) {
            if isInString {
                if byte == 0x61, !isEscaped, random.below(2) == 1 {
                    text += Array(#"\u0061"#.utf8)
                } else if byte == 0x2F, !isEscaped, random.below(2) == 1 {
                    text += Array(#"\/"#.utf8)
                } else {
                    text.append(byte)
                }
                isInString = isEscaped || byte != 0x22
                isEscaped = !isEscaped && byte == 0x5C
            } else {
                text.append(byte)
                isInString = byte == 0x22
                if [0x2C, 0x3A, 0x5B, 0x7B].contains(byte), random.below(4) == 0 {
                    text.append(random.pick([0x20, 0x09, 0x0A, 0x0D]))
                }
            }
        }
        return text
    }

    private mutating func text(_ units: [UInt16]) -> [UInt8] { spelling(of: .string(JSONString(utf16: units))) }

    private func bytes(_ value: JSONValue) -> [UInt8] {
        guard let bytes = try? value.canonicalBytes() else { preconditionFailure("values are finite and not deep") }
        return bytes
    }

    private mutating func row(data: JSONValue) -> [UInt8] {
        let time = time()
        if random.below(8) == 0 {
            return bytes([
                "deletedAt": .integer(time), "id": .string(identifier()), "updatedAt": .integer(time),
            ])
        }
        return spelling(of: ["data": data, "id": .string(identifier()), "updatedAt": .integer(time)])
    }

    /// Mostly what a row may have; now and then not.
    private mutating func identifier() -> JSONString {
        random.below(8) == 0 ? random.string() : JSONString("r\(random.below(1_000_000))")
    }

    private mutating func time() -> Int64 { random.below(8) == 0 ? random.integer() : Int64(random.below(1 << 53)) }

    /// One record of the tables, some of its strings replaced, a field left out or added.
    private mutating func record() -> (String, JSONObject) {
        let record = random.pick(RecordTables.records)
        guard case .object(let members)? = try? JSONValue(parsing: Array(record.data.utf8)) else {
            preconditionFailure("the tables are JSON")
        }
        var data: JSONObject = [:]
        for (key, value) in members {
            if random.below(32) == 0 { continue }
            let isText = value.stringValue != nil && random.below(4) == 0
            data[key] = isText ? .string(random.string()) : random.below(32) == 0 ? random.value() : value
        }
        if random.below(4) == 0 { data[JSONString("x\(random.below(10))")] = random.value() }
        return (record.collection, data)
    }

    // MARK: Bytes

    /// Half of the time `bytes` as they are, else with one change anywhere.
    private mutating func spoilt(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        guard random.below(2) == 0, !bytes.isEmpty else { return bytes }
        let place = Int(random.below(UInt64(bytes.count)))
        switch random.below(5) {
        case 0: result[place] ^= 1 << UInt8(random.below(8))
        case 1: result.removeLast(bytes.count - place)
        case 2: result.append(UInt8(random.below(256)))
        case 3: result.remove(at: place)
        default: result.insert(bytes[place], at: place)
        }
        return result
    }

    private mutating func message() -> [UInt8] {
        let pattern = random.bytes(1 + Int(random.below(40)))
        let length = Int(random.below(3000))
        return (0..<length).map { pattern[$0 % pattern.count] }
    }

    private mutating func compressed() throws(VectorError) -> JSONObject {
        let message = message()
        let codec = JSONValue.integer(Int64(random.below(3)))
        let mode = JSONValue.text(random.pick(["deflate", "stored"]))
        let coded = try Reference.outputs("compress", ["msg": .bytes(message), "codec": codec, "mode": mode])
        return [
            "compressed": .bytes(spoilt(coded["compressed"]?.bytes ?? [])), "codec": codec,
            "length": .integer(Int64(message.count) + (random.below(8) == 0 ? 1 : 0)),
            "limit": .integer(random.below(8) == 0 ? Int64(message.count / 2) : 268_435_456),
        ]
    }

    // MARK: Archives

    private mutating func sealing() -> SealCase {
        var sealing = SealCase(name: "challenge", clauses: [], comment: "", plaintext: .bytes(message()))
        sealing.workspaceID = random.bytes(16)
        sealing.contentType = Int64(1 + random.below(3))
        sealing.codec = Int64(random.below(3))
        sealing.chunk = random.pick(["whole", "64k"])
        sealing.generation = String(random.next() >> random.below(64))
        // Passphrases cost each stack hundreds of milliseconds, on some seconds; they come now and then.
        if random.below(40) == 0 {
            sealing.slots = [SealCase.pbkdf2Slot(JSONString("pass \(random.next())"))]
        } else {
            sealing.slots = (0..<(1 + random.below(3))).map { _ in
                ["type": .text(random.pick(["raw", "raw", "aes-kw"])), "key": .hex(random.bytes(32))]
            }
        }
        return sealing
    }

    /// The same labels with bytes of their own.
    private mutating func freshEntropy(_ entropy: [Vector.Entropy]) -> [Vector.Entropy] {
        entropy.map { Vector.Entropy(label: $0.label, hex: Hex.encode(random.bytes($0.hex.utf8.count / 2))) }
    }

    /// `open`, `rewrap` and `inspect` of an archive sealed with keys of its own, spoilt or not.
    private mutating func archiveRequest(_ operation: String) throws(VectorError) -> (JSONObject, [Vector.Entropy]) {
        let sealing = sealing()
        let sealed = try Reference.outputs("seal", sealing.inputs, entropy: freshEntropy(sealing.entropy))
        var inputs: JSONObject = ["archive": .bytes(spoilt(sealed["archive"]?.bytes ?? []))]
        guard operation != "inspect" else { return (inputs, []) }
        let slot = random.pick(sealing.slots)
        inputs["key"] = random.below(8) == 0 ? .hex(random.bytes(32)) : slot["key"]
        if let passphrase = slot["passphrase"] {
            inputs["key"] = nil
            inputs["passphrase"] = passphrase
        }
        if operation == "rewrap" {
            let slots = self.sealing().slots
            inputs["slots"] = .array(slots)
            return (inputs, freshEntropy(SealCase.entropy(for: slots)))
        }
        if random.below(3) == 0 {
            inputs["expect"] = [
                "workspaceId": .hex(random.below(4) == 0 ? random.bytes(16) : sealing.workspaceID),
                "contentType": .integer(Int64(1 + random.below(3))),
                "minGeneration": .text(random.below(4) == 0 ? String(random.next()) : sealing.generation),
            ]
        }
        inputs["profile"] = .text(random.pick(["bytes", "bytes", "snapshot"]))
        return (inputs, [])
    }
}

extension Vector {
    /// Where the deflate stream is the stack's own, only what surrounds it can be demanded.
    fileprivate mutating func weakenToContent() {
        determinism = .perImplementation
        expectation = .valid(outputs: [:])
    }
}
