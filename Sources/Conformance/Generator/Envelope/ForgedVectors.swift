import CanonicalJSON
import SyncArchive
import SyncBridge

/// Archives that only a holder of the keys can make: MAC and tags are right for what is wrong.
struct ForgedVectors {
    private var vectors: [Vector] = []
    /// What the valid ones were made from, by the names that `reject` gives its parents, with their inputs besides the archive.
    private var parents: [String: (forge: ArchiveForge, inputs: JSONObject)] = [:]

    static func make() throws(VectorError) -> [Vector] {
        var forged = ForgedVectors()
        forged.addParent("ka1", forged.base)
        do {
            try forged.headers()
            try forged.slots()
            try forged.slotsThatUnwrap()
            try forged.generations()
            try forged.pieces()
            try forged.inner()
            try forged.codecs()
            try forged.canonicalForm()
            try forged.insiders()
        } catch let error as VectorError {
            throw error
        } catch {
            throw VectorError(place: "forged archives", reason: "\(error)")
        }
        return forged.vectors
    }

    private static let known = ArchiveForge.inner(
        length: UInt64(SealCase.knownPlaintext.count),
        stored(SealCase.knownPlaintext)
    )

    /// A forge that makes known answer 1.
    var base: ArchiveForge {
        var forge = ArchiveForge()
        forge.inner = Self.known
        return forge
    }

    private mutating func headers() throws {
        for (name, clause, comment, change) in [
            ("type-0", "EN-42", "content type 0", { $0.contentType = 0 }),
            ("codec-3", "EN-42", "codec 3", { $0.codec = 3 }),
            ("chunk-17", "EN-42", "chunks of 128 KiB", { $0.chunkLog2 = 0x11 }),
            ("reserved", "EN-42", "a reserved byte", { $0.reserved = [0, 0, 1] }),
        ] as [(String, String, String, (inout ArchiveForge) -> Void)] {
            var forge = base
            change(&forge)
            try reject("header-" + name, "MALFORMED_HEADER", clause, forge, comment)
        }
        var forge = base
        forge.version = 2
        try reject("header-version", "UNSUPPORTED_VERSION", "EN-39", forge, "version 2")
        forge = base
        forge.suite = 2
        try reject("header-suite", "UNSUPPORTED_SUITE", "EN-40", forge, "suite 2")
    }

    private mutating func slots() throws {
        let raw = try base.rawSlot(key: ArchiveForge.workspaceKey, salt: ArchiveForge.run(0x80, 32))
        let plaintext = SealCase.knownPlaintext
        for (name, type, count) in [("first", 0x05, 0), ("middle", 0x7F, 1), ("longest", 0xFF, 1024)]
            as [(String, UInt8, Int)]
        {
            var forge = base
            let unknown = ArchiveForge.unknownSlot(type: type, body: [UInt8](repeating: 0xA5, count: count))
            forge.slots = name == "middle" ? [raw, unknown] : [unknown, raw]
            try accept(
                "unknown-slot-\(name)", name == "longest" ? "EN-8 EN-6" : "EN-8", forge, plaintext,
                "a slot of type \(Hex.encode([type])) with \(count) bytes is skipped")
        }
        var forge = base
        let zeros = ArchiveForge.unknownSlot(type: 0x05, body: [UInt8](repeating: 0, count: 1024))
        forge.slots = [zeros, raw]
        try accept("unknown-slot-zeros", "EN-8", forge, plaintext, "1 024 zero bytes are as good as others")
        // The body of a passphrase slot, under a type that says nothing of passphrases.
        let derivation = Array(ArchiveForge.bigEndian(210_000).suffix(4)) + [UInt8](repeating: 0, count: 96)
        forge.slots = [raw, ArchiveForge.unknownSlot(type: 0x06, body: derivation)]
        try accept("unknown-slot-last", "EN-8", forge, plaintext, "an unknown slot behind the one that opens")
        forge.slots = [ArchiveForge.unknownSlot(type: 0x05, body: [1])]
        try reject("unknown-slots-only", "NO_MATCH", "EN-8", forge, "nothing but an unknown slot")
        forge.slots = [ArchiveForge.unknownSlot(type: 0x00, body: []), raw]
        try reject("slot-type-0", "MALFORMED_SLOT", "EN-44", forge, "slot type 00", of: "unknown-slot-first")
        forge.slots = [ArchiveForge.unknownSlot(type: 0x05, body: [UInt8](repeating: 0, count: 1025)), raw]
        try reject(
            "slot-1025", "MALFORMED_SLOT", "EN-44", forge, "an unknown slot of 1 025 bytes", of: "unknown-slot-zeros")
        forge.slots = [raw, ArchiveForge.unknownSlot(type: 0x02, body: derivation)]
        try reject(
            "pbkdf2-second", "MALFORMED_SLOT", "EN-46", forge, "a PBKDF2 slot beside a raw one", of: "unknown-slot-last"
        )
        forge.slots = Array(repeating: raw, count: 16)
        try accept("sixteen-equal-slots", "EN-9", forge, plaintext, "16 times the same slot")
        forge.slots = Array(repeating: raw, count: 17)
        try reject("seventeen-slots", "MALFORMED_HEADER", "EN-42", forge, "17 slots", of: "sixteen-equal-slots")
        // The first slot has our keyId and does not authenticate; the MAC is right for it.
        var damaged = raw
        damaged[43] ^= 1
        forge.slots = [damaged, try base.rawSlot(key: ArchiveForge.workspaceKey, salt: ArchiveForge.run(0x90, 32))]
        try accept(
            "second-slot-opens", "EN-53", forge, plaintext,
            "the first slot has the keyId but does not open, the second does")
        forge.slots = [try base.rawSlot(key: ArchiveForge.otherKey, salt: ArchiveForge.run(0x80, 32))]
        try reject("other-key-only", "NO_MATCH", "EN-53", forge, "a slot for another key")
    }

    private mutating func pieces() throws {
        let long = (0..<140_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var forge = ArchiveForge()
        forge.contentType = 3
        forge.codec = 0
        forge.chunkLog2 = 0x10
        // What a wrong piece does shows with short ones, which keep the vectors small.
        forge.inner = ArchiveForge.inner(length: 5, Array("hello".utf8))
        let good = ArchiveForge.cut(forge.inner, chunked: true)[0]
        try accept("chunked-short", "EN-63", forge, Array("hello".utf8), "a small archive in chunks")
        for (name, clause, comment, change) in [
            ("not-final", "EN-58", "the last piece says that it is not the last", { $0.final = 0 }),
            ("final-2", "EN-28", "the final flag is 2", { $0.final = 2 }),
            ("counter-from-1", "EN-28", "pieces are counted from 1", { $0.index = 1 }),
            ("no-aad", "EN-28", "no associated data", { $0.associatedData = [] }),
            (
                "aad-without-final", "EN-28", "associated data without the final flag",
                { $0.associatedData = forge.prologue + ArchiveForge.bigEndian(0) }
            ),
            (
                "aad-without-prologue", "EN-28", "associated data without the prologue",
                { $0.associatedData = ArchiveForge.bigEndian(0) + [1] }
            ),
            (
                "aad-with-slot-count", "EN-28", "one byte too many in the associated data",
                { $0.associatedData = forge.prologue + [1] + ArchiveForge.bigEndian(0) + [1] }
            ),
            (
                "nonce-zero", "EN-28", "the nonce of the file is not used",
                { $0.nonce = [UInt8](repeating: 0, count: 12) }
            ),
        ] as [(String, String, String, (inout ArchiveForge.Piece) -> Void)] {
            var piece = good
            change(&piece)
            var changed = forge
            changed.pieces = [piece]
            try reject("piece-" + name, "PAYLOAD_AUTH", clause, changed, comment, of: "chunked-short")
        }
        var changed = forge
        changed.pieces = [
            .init(index: 0, final: 0, range: 0..<6), .init(index: 1, final: 1, range: 6..<forge.inner.count),
        ]
        try reject(
            "piece-short-first", "PAYLOAD_AUTH", "EN-58", changed, "a first piece that is too short",
            of: "chunked-short")
        let end = forge.inner.count
        changed.pieces = [good, .init(index: 1, final: 1, range: end..<end)]
        try reject(
            "piece-empty-last", "PAYLOAD_AUTH", "EN-30", changed, "an empty piece behind the last one",
            of: "chunked-short")
        changed.chunkLog2 = 0
        changed.pieces = nil
        try accept("codec-identity", "AC-10", changed, Array("hello".utf8), "identity in one piece")
        changed.pieces = [.init(index: 0, final: 0, range: 0..<end)]
        try reject(
            "whole-not-final", "PAYLOAD_AUTH", "EN-29", changed, "the one piece says that it is not the last",
            of: "codec-identity")
        try longPieces(forge, long)
    }

    private mutating func longPieces(_ short: ArchiveForge, _ long: [UInt8]) throws {
        var forge = short

        // Long enough for three pieces; only what follows from their order is worth the size.
        forge.inner = ArchiveForge.inner(length: 140_000, long)
        let three = ArchiveForge.cut(forge.inner, chunked: true)
        try accept("chunked-three", "EN-58 TP-5", forge, long, "three pieces, of which others are made")
        var changed = forge
        for (name, order, clause, comment) in [
            ("swapped", [1, 0, 2], "EN-58", "two pieces changed places"),
            ("last-missing", [0, 1], "EN-58", "cut at the end of a piece"),
        ] as [(String, [Int], String, String)] {
            changed = forge
            changed.pieces = order.map { three[$0] }
            try reject("pieces-" + name, "PAYLOAD_AUTH", clause, changed, comment, of: "chunked-three")
        }
        changed = forge
        changed.pieces = [
            .init(index: 0, final: 0, range: 0..<65536), .init(index: 1, final: 1, range: 65536..<65536),
        ]
        try reject(
            "pieces-empty-last", "PAYLOAD_AUTH", "EN-59", changed, "a full piece, and a last one that is a tag alone",
            of: "chunked-three")
        // A fault of the content in piece 0 and a damaged piece 1: authentication comes first.
        var late = forge
        let content = Array(long.prefix(65_600))
        late.inner = ArchiveForge.inner(length: 65_600, content)
        try accept("chunked-two", "EN-58", late, content, "two pieces, of which others are made")
        try twoPieces(late)
        late.inner = ArchiveForge.inner(length: 1 << 40, content)
        var parts = ArchiveForge.cut(late.inner, chunked: true)
        parts[1].index = 7
        late.pieces = parts
        try reject(
            "piece-before-limit", "PAYLOAD_AUTH", "EN-57", late,
            "a length beyond the limit in piece 0, and piece 1 is not authentic", of: "chunked-two")
        late.inner = ArchiveForge.inner(length: 65_600, content)
        parts = ArchiveForge.cut(late.inner, chunked: true)
        parts[1].final = 0
        late.pieces = parts
        try reject(
            "piece-before-cap", "PAYLOAD_AUTH", "EN-57 EN-61", late,
            "a length beyond the caller's cap in piece 0, and piece 1 is not the last", inputs: ["maxPlaintext": 1000],
            of: "chunked-two")
    }

    private mutating func twoPieces(_ forge: ArchiveForge) throws {
        let two = ArchiveForge.cut(forge.inner, chunked: true)
        var changed = forge
        for (name, pieces, clause, comment) in [
            ("first-twice", [two[0], two[0], two[1]], "EN-58", "the first piece is there twice"),
            ("last-twice", [two[0], two[1], two[1]], "EN-58", "the last piece is there twice"),
            ("first-missing", [two[1]], "EN-58", "the last piece alone"),
        ] as [(String, [ArchiveForge.Piece], String, String)] {
            changed.pieces = pieces
            try reject("pieces-" + name, "PAYLOAD_AUTH", clause, changed, comment, of: "chunked-two")
        }
        changed.pieces = two
        changed.pieces?[1].index = 1 << 56
        try reject(
            "piece-index-little-endian", "PAYLOAD_AUTH", "EN-28 EN-1", changed, "the index in the wrong byte order",
            of: "chunked-two")
    }

    static func stored(_ message: [UInt8]) -> [UInt8] {
        // Compressing to stored blocks has known answers of its own, among the codec's vectors.
        (try? Archive.compress(message, codec: .gzip, mode: .stored)) ?? []
    }

    /// Adds what is made of a valid one, `parent`, by one change.
    mutating func reject(
        _ name: String, _ errorClass: String, _ clause: String, _ forge: ArchiveForge, _ comment: String,
        inputs: JSONObject = [:], of parent: String = "ka1"
    ) throws {
        guard let origin = parents[parent] else {
            throw VectorError(place: "en-forged-not-" + name, reason: "no parent \(parent) before it")
        }
        var changes = forge.changes(from: origin.forge)
        for (field, value) in inputs where origin.inputs[field] != value {
            changes.append(["op": "field", "field": .string(field)])
        }
        add(
            "not-" + name, clause, try forge.bytes(), .invalid(errorClass: errorClass), comment, inputs,
            flags: forge.flags)
        let opened = ["ka1", "aes-kw"].contains(parent)
        vectors[vectors.count - 1].parent = (opened ? "en-open-" : "en-forged-") + parent
        if !changes.isEmpty { vectors[vectors.count - 1].mutation = Mutation.joined(changes) }
    }

    /// Makes known what a vector of another group was made from, so that others can be made of it.
    mutating func addParent(_ name: String, _ forge: ArchiveForge) { parents[name] = (forge, [:]) }

    mutating func accept(
        _ name: String, _ clause: String, _ forge: ArchiveForge, _ plaintext: [UInt8], _ comment: String,
        inputs: JSONObject = [:]
    ) throws {
        parents[name] = (forge, inputs)
        add(
            name, clause, try forge.bytes(),
            .valid(outputs: [
                "plaintext": plaintext.count > 1 << 20 ? try VectorBytes.expected(plaintext) : .bytes(plaintext)
            ]), comment, inputs, flags: forge.flags)
    }

    private mutating func add(
        _ name: String, _ clause: String, _ archive: [UInt8], _ expectation: Vector.Expectation, _ comment: String,
        _ extra: JSONObject, flags: [String]
    ) {
        var inputs: JSONObject = ["archive": .bytes(archive), "key": .hex(ArchiveForge.workspaceKey)]
        for (key, value) in extra { inputs[key] = value }
        vectors.append(
            Vector(
                id: "en-forged-" + name, clauses: clause.split(separator: " ").map(String.init), operation: "open",
                comment: comment, flags: flags,
                inputs: inputs, expectation: expectation))
    }
}

extension ArchiveForge {
    /// What a stack needs to open the archive.
    fileprivate var flags: [String] {
        (chunkLog2 == 0x10 ? [Vector.feature("chunked")] : [])
            + (slots?.contains { $0.first == 0x04 } == true ? [Vector.feature("aes-kw")] : [])
    }
}
