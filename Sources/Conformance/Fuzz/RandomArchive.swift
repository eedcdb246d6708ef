import CanonicalJSON
import SyncBridge
import SyncEnvelope

/// Random parameters for sealing, and archives: right ones, damaged ones, and wrong ones with right keys.
struct RandomArchive {
    private var sealCase: SealCase

    /// The inputs of `seal` or, as far as it has them, of `rewrap`.
    var inputs: JSONObject { sealCase.inputs }
    var entropy: [Vector.Entropy]

    /// Random parameters; a passphrase, whose derivation takes its time, in one case of `slowOneIn`.
    init(slowOneIn: Int, _ random: inout SplitMix64) {
        var plaintext = random.oneIn(3) ? RandomJSON.document(&random) : random.bytes(random.below(300))
        if random.oneIn(40) { plaintext = random.bytes(random.pick([65_527, 65_528, 65_529, 131_064, 131_065])) }
        sealCase = SealCase(name: "random", clauses: [], comment: "", plaintext: .bytes(plaintext))
        sealCase.workspaceID = random.bytes(16)
        sealCase.contentType = Int64(1 + random.below(3))
        sealCase.codec = Int64(random.below(3))
        sealCase.mode = random.pick(["deflate", "stored"])
        sealCase.chunk = random.pick(["whole", "64k"])
        sealCase.generation = random.pick(["0", "1", "9007199254740993", "18446744073709551615", "\(random.next())"])
        sealCase.slots = Self.slots(slowOneIn: slowOneIn, &random)
        if sealCase.chunk == "64k" { sealCase.flags.append(Vector.feature("chunked")) }
        entropy = []
        entropy = Self.drawn(sealCase.entropy, &random)
    }

    /// What a right writer makes of the parameters; nil where it refuses them.
    var archive: [UInt8]? {
        guard case .ok(let outputs, _) = Model(mutant: nil).answer("seal", inputs: inputs, entropy: entropy) else {
            return nil
        }
        return outputs["archive"]?.bytes
    }

    /// `key` or `passphrase` of one of the slots, in one case of ten another one.
    func unlocking(_ random: inout SplitMix64) -> JSONObject {
        var inputs: JSONObject = [:]
        let slot = sealCase.slots.isEmpty ? SealCase.rawSlot : random.pick(sealCase.slots)
        if let passphrase = slot["passphrase"] {
            inputs["passphrase"] = random.oneIn(10) ? "another one" : passphrase
        } else {
            inputs["key"] = random.oneIn(10) ? .hex(random.bytes(32)) : slot["key"]
        }
        return inputs
    }

    /// What a reader may expect of this archive, right or wrong.
    func expectations(_ random: inout SplitMix64) -> JSONValue {
        var expected: JSONObject = [:]
        if random.oneIn(2) {
            expected["workspaceId"] = .hex(random.oneIn(6) ? random.bytes(16) : sealCase.workspaceID)
        }
        if random.oneIn(2) { expected["contentType"] = .integer(random.oneIn(6) ? 2 : sealCase.contentType) }
        if random.oneIn(2) {
            expected["minGeneration"] = .text(random.oneIn(4) ? "9007199254740992" : sealCase.generation)
        }
        return .object(expected)
    }

    /// Slots for `rewrap`, and what they draw.
    static func rewrapping(_ random: inout SplitMix64) -> (slots: JSONValue, entropy: [Vector.Entropy]) {
        let slots = slots(slowOneIn: 60, &random)
        return (.array(slots), drawn(SealCase.entropy(for: slots), &random))
    }

    /// `archive` with a few bits or bytes changed, cut, or with bytes behind it.
    static func damaged(_ archive: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var archive = archive
        switch random.below(5) {
        case 0: archive[random.below(archive.count)] ^= 1 << UInt8(random.below(8))
        // Most of the format's decisions are made in the first bytes.
        case 1: archive[random.below(min(archive.count, 200))] = UInt8(random.below(256))
        case 2: archive.removeSubrange(random.below(archive.count)...)
        case 3: archive += random.bytes(1 + random.below(20))
        default:
            let place = random.below(archive.count)
            archive.removeSubrange(place..<min(archive.count, place + 1 + random.below(40)))
        }
        return archive
    }

    /// An archive whose MAC and tags are right for a content that isn't.
    static func forged(_ random: inout SplitMix64) -> [UInt8]? {
        var forge = ArchiveForge()
        forge.codec = UInt8(random.below(3))
        forge.contentType = UInt8(1 + random.below(3))
        forge.generation = random.next()
        if random.oneIn(3) { forge.chunkLog2 = 16 }
        let message =
            switch random.below(4) {
            case 0: random.bytes(random.below(200))
            case 1: RandomJSON.document(&random)
            default: RandomPayload.bytes(&random)
            }
        var coded = RandomRequest.coded(message, codec: Int64(forge.codec), mode: "stored") ?? message
        if random.oneIn(4) { coded = RandomJSON.damaged(coded, &random) }
        let length = random.oneIn(4) ? random.pick([0, 1, 1 << 40, UInt64(message.count) + 1]) : UInt64(message.count)
        forge.inner = ArchiveForge.inner(length: length, coded)
        switch random.below(10) {
        case 0: forge.reserved = random.bytes(3)
        case 1: forge.slotCount = UInt8(random.below(18))
        case 2:
            let unknown = ArchiveForge.unknownSlot(
                type: UInt8(5 + random.below(250)), body: random.bytes(random.below(60)))
            if let raw = try? forge.rawSlot(key: ArchiveForge.workspaceKey, salt: random.bytes(32)) {
                forge.slots = [unknown, raw].shuffled(using: &random)
            }
        case 3: forge.chunkLog2 = UInt8(random.below(256))
        default: break
        }
        return try? forge.bytes()
    }

    private static func slots(slowOneIn: Int, _ random: inout SplitMix64) -> [JSONValue] {
        if random.oneIn(slowOneIn) {
            let passphrase = RandomPassphrase.text(&random)
            return random.oneIn(3) ? [SealCase.scryptSlot(passphrase)] : [SealCase.pbkdf2Slot(passphrase)]
        }
        let count = random.oneIn(20) ? random.pick([0, 16, 17]) : 1 + random.below(3)
        return (0..<count).map { _ in
            let key: JSONValue = .hex(random.bytes(random.oneIn(60) ? 31 : 32))
            return ["type": random.oneIn(3) ? "aes-kw" : "raw", "key": key]
        }
    }

    /// `entries` with bytes of their own, and now and then one too many or too few.
    private static func drawn(_ entries: [Vector.Entropy], _ random: inout SplitMix64) -> [Vector.Entropy] {
        var drawn = entries.map {
            Vector.Entropy(label: $0.label, hex: Hex.encode(random.bytes($0.hex.utf8.count / 2)))
        }
        if random.oneIn(40), !drawn.isEmpty { drawn.removeLast() }
        if random.oneIn(40) { drawn.append(Vector.Entropy(label: "slotSalt.9", hex: Hex.encode(random.bytes(32)))) }
        return drawn
    }
}
