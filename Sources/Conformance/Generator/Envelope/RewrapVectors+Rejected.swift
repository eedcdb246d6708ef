import CanonicalJSON

extension RewrapVectors {
    /// What `rewrap` refuses of the old archive, its key and the new slots: each check of the reader, as `open` has it.
    static func rejected() throws(VectorError) -> [Vector] {
        try headers() + keys() + slots() + entropies()
    }

    private static let newSlots = [SealCase.otherSlot]
    private static let key: JSONObject = ["key": .hex(ArchiveForge.workspaceKey)]
    private static let passphrase: JSONObject = ["passphrase": "p\u{E4}ssword"]

    private static func reject(
        _ name: String, _ archive: [UInt8], key: JSONObject = key, slots: [JSONValue] = newSlots, _ errorClass: String,
        _ clause: String, _ comment: String, parent: String = "other-key",
        flags: [String] = [], entropy: [Vector.Entropy]? = nil
    ) -> Vector {
        Vector(
            id: "en-rewrap-not-" + name, clauses: clause.split(separator: " ").map(String.init) + ["EN-69"],
            operation: "rewrap", comment: comment, flags: flags, inputs: inputs(archive, key, slots),
            entropy: entropy ?? SealCase.entropy(for: slots), expectation: .invalid(errorClass: errorClass),
            parent: "en-rewrap-" + parent)
    }

    private static func headers() throws(VectorError) -> [Vector] {
        let known = try Reference.archive(named: "ka1")
        let pbkdf2 = try Reference.archive(named: "pbkdf2")
        var vectors: [Vector] = []
        for (name, offset, bytes, errorClass, clause, comment) in [
            ("magic", 0, [0x88], "BAD_MAGIC", "EN-38", "the first byte of the magic"),
            ("magic-end", 7, [0x0D], "BAD_MAGIC", "EN-38", "the last byte of the magic"),
            ("version", 8, [2], "UNSUPPORTED_VERSION", "EN-39", "version 2"),
            ("version-0", 8, [0], "UNSUPPORTED_VERSION", "EN-39", "version 0"),
            ("suite", 9, [2], "UNSUPPORTED_SUITE", "EN-40", "suite 2"),
            ("suite-0", 9, [0], "UNSUPPORTED_SUITE", "EN-40", "suite 0"),
            ("content-type", 10, [4], "MALFORMED_HEADER", "EN-42", "content type 4"),
            ("codec", 11, [3], "MALFORMED_HEADER", "EN-42", "codec 3"),
            ("chunk-size", 12, [0x11], "MALFORMED_HEADER", "EN-42", "chunks of 128 KiB"),
            ("reserved", 15, [1], "MALFORMED_HEADER", "EN-42", "a reserved byte"),
            ("slot-count", 72, [17], "MALFORMED_HEADER", "EN-42", "17 slots"),
            ("slot-type", 73, [0], "MALFORMED_SLOT", "EN-44", "slot type 00"),
            ("slot-length", 74, [0x00, 0x59], "MALFORMED_SLOT", "EN-45", "a raw slot of 89 bytes"),
            ("slot-long", 73, [0x05, 0x04, 0x01], "MALFORMED_SLOT", "EN-44", "an unknown slot of 1 025 bytes"),
            ("workspace", 16, [1], "NO_MATCH", "EN-53", "another workspace"),
            ("generation", 71, [8], "NO_MATCH", "EN-53", "another generation"),
            ("wrapped-key", 116, [0], "NO_MATCH", "EN-53 EN-15", "the wrapped key"),
            ("key-id", 76, [0], "NO_MATCH", "EN-53", "the keyId"),
            ("mac-first", 164, [0], "HEADER_AUTH", "EN-54", "the first byte of the MAC"),
            ("mac-middle", 180, [0], "HEADER_AUTH", "EN-54", "a byte inside of the MAC"),
        ] as [(String, Int, [UInt8], String, String, String)] {
            var archive = known
            archive.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
            vectors.append(reject(name, archive, errorClass, clause, comment))
        }
        for (name, bytes, comment) in [
            ("iterations-low", [0x00, 0x03, 0x34, 0x4F], "209 999 iterations"),
            ("iterations-high", [0xFF, 0xFF, 0xFF, 0xFF], "2^32 - 1 iterations"),
        ] as [(String, [UInt8], String)] {
            var archive = pbkdf2
            archive.replaceSubrange(76..<80, with: bytes)
            vectors.append(
                reject(name, archive, key: passphrase, "KDF_PARAMS", "EN-48", comment, parent: "from-pbkdf2"))
        }
        for (length, clause) in [
            (0, "EN-38"), (72, "EN-41"), (75, "EN-43"), (163, "EN-47"), (207, "EN-50"), (224, "EN-51"),
        ] {
            vectors.append(
                reject("cut-\(length)", Array(known[..<length]), "TRUNCATED", clause, "cut to \(length) bytes"))
        }
        var added = known
        added.insert(contentsOf: ArchiveForge.unknownSlot(type: 0x7F, body: [1]), at: 164)
        added[72] = 2
        vectors.append(reject("slot-added", added, "HEADER_AUTH", "EN-54", "an unknown slot was added"))
        let two = try Reference.archive(named: "two-slots")
        vectors.append(
            reject(
                "slot-removed", Array(two[..<72]) + [1] + two[164...], slots: [SealCase.rawSlot], "HEADER_AUTH",
                "EN-54",
                "one of two slots was removed", parent: "from-two"))
        return vectors
    }

    private static func keys() throws(VectorError) -> [Vector] {
        let known = try Reference.archive(named: "ka1")
        let pbkdf2 = try Reference.archive(named: "pbkdf2")
        return [
            reject(
                "passphrase-for-key", known, key: ["passphrase": "pw"], "NO_MATCH", "EN-53",
                "a passphrase for a key slot"),
            reject(
                "key-for-passphrase", pbkdf2, "NO_MATCH", "EN-53", "a key for a passphrase slot",
                parent: "from-pbkdf2"),
            reject(
                "wrong-passphrase", pbkdf2, key: ["passphrase": "password"], "NO_MATCH", "EN-53", "a wrong passphrase",
                parent: "from-pbkdf2"),
            reject(
                "key-31", known, key: ["key": .hex(ArchiveForge.run(0x60, 31))], "INVALID_PARAMETER", "EN-10 ER-4",
                "an old key of 31 bytes"),
            reject(
                "old-passphrase-empty", pbkdf2, key: ["passphrase": ""], "INVALID_PASSPHRASE", "EN-23 EN-25",
                "an empty old passphrase", parent: "from-pbkdf2"),
            reject(
                "old-passphrase-nul", pbkdf2, key: ["passphrase": "p\u{E4}ssword\u{0}"], "INVALID_PASSPHRASE",
                "EN-22 EN-25", "U+0000 in the old passphrase", parent: "from-pbkdf2"),
        ]
    }

    private static func slots() throws(VectorError) -> [Vector] {
        let known = try Reference.archive(named: "ka1")
        var vectors = [
            reject(
                "seventeen-slots", known, slots: Array(repeating: SealCase.otherSlot, count: 17), "INVALID_PARAMETER",
                "EN-36", "17 new slots"),
            reject(
                "new-key-33", known, slots: [["type": "raw", "key": .hex(ArchiveForge.run(0x60, 33))]],
                "INVALID_PARAMETER", "EN-10", "a new key of 33 bytes"),
            reject(
                "two-passphrases", known, slots: [SealCase.pbkdf2Slot("a"), SealCase.pbkdf2Slot("b")],
                "INVALID_PARAMETER", "EN-9", "two passphrase slots"),
        ]
        for iterations in [209_999, 2_000_001, 4_294_967_295] as [Int64] {
            vectors.append(
                reject(
                    "new-iterations-\(iterations)", known, slots: [SealCase.pbkdf2Slot("pw", iterations: iterations)],
                    "INVALID_PARAMETER", "EN-20", "\(iterations) iterations in a new slot"))
        }
        for (name, passphrase, clause, comment) in [
            ("empty", "", "EN-23", "an empty new passphrase"),
            ("nul", "p\u{0}w", "EN-22", "U+0000 in a new passphrase"),
            ("long", JSONString(String(repeating: "x", count: 1025)), "EN-23", "a new passphrase of 1 025 bytes"),
        ] as [(String, JSONString, String, String)] {
            vectors.append(
                reject(
                    "new-passphrase-" + name, known, slots: [SealCase.pbkdf2Slot(passphrase)], "INVALID_PASSPHRASE",
                    clause, comment))
        }
        return vectors
    }

    private static func entropies() throws(VectorError) -> [Vector] {
        let known = try Reference.archive(named: "ka1")
        let salt = SealCase.entropy(for: newSlots)
        return [
            ("without-salt", [], "no salt for the new slot"),
            ("short-salt", [.init(label: "slotSalt.0", hex: String(salt[0].hex.dropLast(2)))], "a salt of 31 bytes"),
            (
                "unused-nonce", salt + [.init(label: "nonce", hex: String(salt[0].hex.prefix(24)))],
                "a nonce, which stays"
            ),
            ("unused-cek", salt + [.init(label: "cek", hex: salt[0].hex)], "a content key, which stays"),
        ].map { (name: String, entropy: [Vector.Entropy], comment: String) in
            reject(name, known, "INVALID_PARAMETER", "TP-11 EN-68", comment, entropy: entropy)
        }
    }
}
