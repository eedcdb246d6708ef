import CanonicalJSON

extension ForgedVectors {
    /// Slots that our key unwraps and must not, and slots that stand before one that opens.
    mutating func slotsThatUnwrap() throws {
        let (ours, salt) = (ArchiveForge.workspaceKey, ArchiveForge.run(0x80, 32))
        let foreign = try base.keyID(of: ArchiveForge.otherKey)
        let raw = try base.rawSlot(key: ours, salt: ArchiveForge.run(0x90, 32))
        var wrapped = base
        wrapped.slots = [try base.keyWrapSlot(key: ours)]
        addParent("aes-kw", wrapped)
        var damaged = try base.keyWrapSlot(key: ours)
        damaged[50] ^= 1
        for (name, parent, slots, comment) in [
            (
                "raw-key-id", "ka1", [try base.rawSlot(key: ours, salt: salt, keyID: foreign)],
                "a raw slot under another keyId"
            ),
            (
                "aes-kw-key-id", "aes-kw", [try base.keyWrapSlot(key: ours, keyID: foreign)],
                "a key wrap slot under another keyId"
            ),
            (
                "aes-kw-other-key", "aes-kw",
                [try base.keyWrapSlot(key: ArchiveForge.otherKey, keyID: base.keyID(of: ours))],
                "a key wrap slot for another key under our keyId"
            ),
        ] {
            var forge = base
            forge.slots = slots
            try reject("slot-" + name, "NO_MATCH", "EN-53", forge, comment, of: parent)
        }
        for (name, first, comment) in [
            ("damaged-aes-kw", damaged, "a key wrap slot of ours that does not open, before a raw one that does"),
            (
                "foreign-aes-kw", try base.keyWrapSlot(key: ArchiveForge.otherKey),
                "a key wrap slot for another key, before a raw one for ours"
            ),
        ] {
            var forge = base
            forge.slots = [first, raw]
            try accept("slot-behind-" + name, "EN-53 EN-16", forge, SealCase.knownPlaintext, comment)
        }
        var forge = base
        forge.slots = [try base.rawSlot(key: ours, salt: salt), raw]
        try accept("slot-twice-ours", "EN-53", forge, SealCase.knownPlaintext, "two slots of one key")
        forge.slots = [try base.rawSlot(key: ours, salt: salt, wrapping: ArchiveForge.run(0xA0, 32)), raw]
        try reject(
            "slot-of-other-cek", "HEADER_AUTH", "EN-54", forge,
            "the first slot opens and holds another content key: the second is not tried",
            of: "slot-twice-ours")
    }

    /// Generations where doubles and signed integers compare wrongly.
    mutating func generations() throws {
        var forge = base
        let expected: JSONObject = ["expect": ["minGeneration": "9007199254740993"]]
        forge.generation = (1 << 53) + 1
        try accept(
            "generation-odd", "EN-56", forge, SealCase.knownPlaintext, "generation 2^53 + 1, which no double holds",
            inputs: expected)
        forge.generation = 1 << 53
        try reject(
            "generation-double", "ROLLBACK", "EN-56", forge, "generation 2^53, which as a double equals 2^53 + 1",
            inputs: expected, of: "generation-odd")
        forge.generation = .max
        try accept(
            "generation-unsigned", "EN-56", forge, SealCase.knownPlaintext,
            "the largest generation, which is negative as a signed number", inputs: ["expect": ["minGeneration": "8"]])
    }
}
