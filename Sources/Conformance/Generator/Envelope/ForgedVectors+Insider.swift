import CanonicalJSON
import SyncBridge

/// What someone with the keys can do besides: archives of another place and time, slots of junk, lengths that lie.
extension ForgedVectors {
    mutating func insiders() throws {
        try context()
        try junkSlots()
        try passphraseSlots()
        try slotCounts()
        try lengths()
        try bombs()
        try twoFaults()
    }

    /// Sealed right for another workspace, type or generation than the caller expects.
    private mutating func context() throws {
        let expected: JSONObject = [
            "expect": [
                "workspaceId": .hex(ArchiveForge.run(0x00, 16)), "contentType": 1, "minGeneration": "7",
            ]
        ]
        var forge = base
        forge.generation = 8
        try accept("expected", "EN-55 EN-56", forge, SealCase.knownPlaintext, "what was expected", inputs: expected)
        for (name, errorClass, clause, comment, change) in [
            (
                "workspace", "CONTEXT_MISMATCH", "EN-55", "an archive of another workspace",
                { $0.workspaceID = ArchiveForge.run(0x01, 16) }
            ),
            (
                "workspace-last-bit", "CONTEXT_MISMATCH", "EN-55", "a workspace that differs in its last bit",
                { $0.workspaceID[15] ^= 1 }
            ),
            ("metadata", "CONTEXT_MISMATCH", "EN-55", "metadata in place of a snapshot", { $0.contentType = 2 }),
            ("attachment", "CONTEXT_MISMATCH", "EN-55", "an attachment in place of a snapshot", { $0.contentType = 3 }),
            (
                "workspace-and-old", "CONTEXT_MISMATCH", "EN-37 EN-55", "an older archive of another workspace",
                {
                    $0.workspaceID = ArchiveForge.run(0x01, 16)
                    $0.generation = 1
                }
            ),
            (
                "type-and-old", "CONTEXT_MISMATCH", "EN-37 EN-55", "older metadata in place of a snapshot",
                {
                    $0.contentType = 2
                    $0.generation = 1
                }
            ),
            ("generation-6", "ROLLBACK", "EN-56", "the generation before", { $0.generation = 6 }),
            ("generation-0", "ROLLBACK", "EN-56", "no generation", { $0.generation = 0 }),
        ] as [(String, String, String, String, (inout ArchiveForge) -> Void)] {
            var changed = forge
            change(&changed)
            try reject("expected-" + name, errorClass, clause, changed, comment, inputs: expected, of: "expected")
        }
        let large: JSONObject = ["expect": ["minGeneration": "72057594037927936"]]
        forge.generation = 1 << 56
        try accept(
            "generation-2-56", "EN-56", forge, SealCase.knownPlaintext, "generation 2^56, expected as such",
            inputs: large)
        forge.generation = 1
        try reject(
            "generation-little-endian", "ROLLBACK", "EN-56 EN-1", forge,
            "generation 1, which is 2^56 in the wrong byte order", inputs: large, of: "generation-2-56")
    }

    private mutating func junkSlots() throws {
        let (ours, others) = (ArchiveForge.workspaceKey, ArchiveForge.otherKey)
        let keyID = try base.keyID(of: ours)
        let raw = try (0..<16).map {
            try base.rawSlot(key: others, salt: ArchiveForge.run(UInt8($0), 32), keyID: keyID)
        }
        let wrapped = try base.keyWrapSlot(key: others, keyID: keyID)
        for (name, junk, good, clause) in [
            ("junk", raw, try base.rawSlot(key: ours, salt: ArchiveForge.run(0x80, 32)), "EN-53"),
            (
                "junk-aes-kw", Array(repeating: wrapped, count: 16), try base.keyWrapSlot(key: ours), "EN-53 EN-16"
            ),
        ] {
            var forge = base
            forge.slots = junk.dropLast() + [good]
            try accept(
                "fifteen-" + name, clause, forge, SealCase.knownPlaintext,
                "fifteen slots under our keyId that do not open, then one that does")
            forge.slots = junk
            try reject(
                "sixteen-" + name, "NO_MATCH", clause, forge, "sixteen slots under our keyId, none of which opens",
                of: "fifteen-" + name)
        }
    }

    /// Derivations beside other slots: they are refused before anybody derives anything.
    private mutating func passphraseSlots() throws {
        let raw = try base.rawSlot(key: ArchiveForge.workspaceKey, salt: ArchiveForge.run(0x80, 32))
        let most: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
        for (name, type, body) in [
            ("pbkdf2", 0x02, most + [UInt8](repeating: 0, count: 96)),
            ("scrypt", 0x03, [63] + [UInt8](repeating: 0, count: 96)),
        ] as [(String, UInt8, [UInt8])] {
            for isFirst in [true, false] {
                var forge = base
                let unknown = ArchiveForge.unknownSlot(type: 0x10 + type, body: body)
                let slot = ArchiveForge.unknownSlot(type: type, body: body)
                let place = isFirst ? "before" : "behind"
                forge.slots = isFirst ? [unknown, raw] : [raw, unknown]
                try accept(
                    "unknown-slot-\(place)-like-\(name)", "EN-8", forge, SealCase.knownPlaintext,
                    "an unknown slot as long as one for \(name), \(place) ours")
                forge.slots = isFirst ? [slot, raw] : [raw, slot]
                try reject(
                    "\(name)-\(place)-ours", "MALFORMED_SLOT", "EN-46", forge,
                    "a slot for \(name) with the most there can be, \(place) ours",
                    of: "unknown-slot-\(place)-like-\(name)")
            }
        }
    }

    /// Numbers of slots that are not those of the slots that follow, under a MAC that is right for them.
    private mutating func slotCounts() throws {
        var forge = base
        let raw = try base.rawSlot(key: ArchiveForge.workspaceKey, salt: ArchiveForge.run(0x80, 32))
        forge.slots = [raw, try base.rawSlot(key: ArchiveForge.workspaceKey, salt: ArchiveForge.run(0x90, 32))]
        forge.slotCount = 1
        try reject(
            "slot-count-lower", "HEADER_AUTH", "EN-54", forge, "two slots, one announced: the second is read as MAC",
            of: "slot-twice-ours")
        forge.slotCount = 0
        try reject(
            "slot-count-0", "MALFORMED_HEADER", "EN-42", forge, "two slots, none announced", of: "slot-twice-ours")
        forge.slotCount = 255
        try reject(
            "slot-count-255", "MALFORMED_HEADER", "EN-42", forge, "two slots, 255 announced", of: "slot-twice-ours")
    }

    /// Declared lengths that are another number in fewer bits, as a double, or with a sign.
    private mutating func lengths() throws {
        let stored = Self.stored(SealCase.knownPlaintext)
        for (name, length, comment) in [
            ("2-31-minus-1", 1 << 31 - 1, "2^31 - 1 bytes"), ("2-31", 1 << 31, "2^31 bytes"),
            ("2-31-plus-54", 1 << 31 + 54, "2^31 bytes more than there are"),
            ("2-32-minus-1", 1 << 32 - 1, "2^32 - 1 bytes"),
            ("2-32-plus-54", 1 << 32 + 54, "2^32 bytes more than there are"),
            ("2-53-plus-54", 1 << 53 + 54, "2^53 bytes more than there are"),
            ("2-62", 1 << 62, "2^62 bytes"), ("2-63-minus-1", 1 << 63 - 1, "2^63 - 1 bytes"),
            ("2-63-plus-54", 1 << 63 + 54, "2^63 bytes more than there are"),
            ("minus-8", .max - 7, "2^64 - 8 bytes: with the eight of the length itself none"),
        ] as [(String, UInt64, String)] {
            var forge = base
            forge.inner = ArchiveForge.inner(length: length, stored)
            try reject("declared-" + name, "LIMIT", "EN-61", forge, comment)
        }
        let uncapped: JSONObject = ["maxPlaintext": 9_007_199_254_740_991]
        for (name, codec, coded) in [
            ("identity", 0, SealCase.knownPlaintext), ("gzip", 1, stored),
            ("deflate", 2, Array(stored.dropFirst(10).dropLast(8))),
        ] as [(String, UInt8, [UInt8])] {
            var forge = base
            forge.codec = codec
            forge.inner = ArchiveForge.inner(length: 54, coded)
            try accept(
                "uncapped-" + name, "EN-61", forge, SealCase.knownPlaintext, "the largest cap, \(name)",
                inputs: uncapped)
            for (length, declared) in [
                ("2-31", 1 << 31), ("2-32-plus-54", 1 << 32 + 54), ("2-53-minus-1", 1 << 53 - 1),
            ] as [(String, UInt64)] {
                forge.inner = ArchiveForge.inner(length: declared, coded)
                try reject(
                    "uncapped-\(name)-\(length)", "MALFORMED_PAYLOAD", "EN-62 AC-9", forge,
                    "within the largest cap, \(declared) bytes of \(name) that are not there", inputs: uncapped,
                    of: "uncapped-" + name)
            }
            forge.inner = ArchiveForge.inner(length: 1 << 53, coded)
            try reject(
                "uncapped-\(name)-2-53", "LIMIT", "EN-61", forge, "one byte above the largest cap, \(name)",
                inputs: uncapped, of: "uncapped-" + name)
        }
        try reject("cap-0", "LIMIT", "EN-61", base, "a cap of nothing", inputs: ["maxPlaintext": 0], of: "at-cap")
    }

    /// Content that becomes a thousand times as long as it is, whatever it says of itself.
    private mutating func bombs() throws {
        let length = UInt64(DeflateBomb.length)
        let checked = SealCase.gzipHeader + DeflateBomb.stream + DeflateBomb.checksum + [0x07, 0x23, 0x10, 0x00]
        for (name, codec, coded) in [("deflate", 2, DeflateBomb.stream), ("gzip", 1, checked)]
            as [(String, UInt8, [UInt8])]
        {
            var forge = base
            forge.contentType = 3
            forge.codec = codec
            forge.inner = ArchiveForge.inner(length: length, coded)
            try accept(
                "bomb-" + name, "EN-61 AC-9", forge, [UInt8](repeating: 0, count: DeflateBomb.length),
                "a megabyte of zeros in a kilobyte of \(name)", inputs: ["maxPlaintext": .integer(Int64(length))])
            let cap: JSONObject = ["maxPlaintext": .integer(Int64(length))]
            for (kind, declared, errorClass, clause, comment) in [
                ("lying", 5, "MALFORMED_PAYLOAD", "EN-62 AC-9", "declared as five bytes"),
                ("none", 0, "MALFORMED_PAYLOAD", "EN-62 AC-9", "declared as nothing"),
                ("one-less", length - 1, "MALFORMED_PAYLOAD", "EN-62 AC-13", "declared one byte less than it becomes"),
                ("declared", length + 1, "LIMIT", "EN-61", "declared one byte above the cap"),
            ] as [(String, UInt64, String, String, String)] {
                forge.inner = ArchiveForge.inner(length: declared, coded)
                try reject(
                    "bomb-\(name)-\(kind)", errorClass, clause, forge, "a bomb of \(name), \(comment)", inputs: cap,
                    of: "bomb-" + name)
            }
        }
    }

    /// Two faults of the content, of which the first in the reader's order counts.
    private mutating func twoFaults() throws {
        var forge = base
        var broken = Self.stored(SealCase.knownPlaintext)
        broken[9] = 3
        forge.inner = ArchiveForge.inner(length: 1 << 63, broken)
        try reject("declared-and-codec", "LIMIT", "EN-37 EN-61", forge, "too long, and a header that is not pinned")
        let snapshot: JSONObject = ["profile": "snapshot"]
        forge = base
        forge.codec = 0
        forge.inner = ArchiveForge.inner(length: 2, Array("{".utf8))
        try reject(
            "codec-and-canonical", "MALFORMED_PAYLOAD", "EN-37 EN-62", forge, "too short, and no JSON",
            inputs: snapshot, of: "canonical-empty-object")
    }
}
