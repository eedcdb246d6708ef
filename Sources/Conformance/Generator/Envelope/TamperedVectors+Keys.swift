import CanonicalJSON
import SyncBridge

/// What only a reader with a key notices.
extension TamperedVectors {
    mutating func noMatch() {
        for (name, offset, comment) in [
            ("content-type", 10, "content type, which is associated data"), ("workspace", 16, "workspaceId"),
            ("archive-salt", 32, "archiveSalt"),
            ("archive-salt-end", 63, "the last byte of archiveSalt"), ("generation", 71, "generation"),
            ("key-id", 76, "keyId"), ("slot-salt", 84, "slotSalt"),
            ("wrapped-key", 116, "wrappedCEK"), ("wrapped-tag", 163, "the tag of wrappedCEK"),
        ] {
            let derived = ["key-id": " EN-11", "slot-salt": " EN-14", "wrapped-key": " EN-15", "wrapped-tag": " EN-15"]
            flip(
                "open-\(name)", "NO_MATCH", "EN-53" + (derived[name] ?? ""), offset,
                name == "content-type" ? 0x03 : 0x01,
                "one change in \(comment)")
        }
        set("open-codec", "NO_MATCH", "EN-53", 11, [0x02], "codec changed")
        set("open-chunk", "NO_MATCH", "EN-53", 12, [0x10], "chunked instead of whole")
        flip("aes-kw-wrapped-key", "NO_MATCH", "EN-53 EN-16", 84, 0x01, "the wrapped key of type 04", of: "aes-kw")
        flip("aes-kw-key-id", "NO_MATCH", "EN-53", 76, 0x01, "the keyId of type 04", of: "aes-kw")
    }

    mutating func headerAuthentication() {
        for (name, offset) in [("first", 164), ("middle", 180), ("last", 195)] {
            flip("mac-\(name)", "HEADER_AUTH", "EN-54 EN-18", offset, 0x01, "the \(name) byte of the MAC")
        }
        let unknown = ArchiveForge.unknownSlot(type: 0x7F, body: [1, 2, 3])
        // Long sums of slices take the compiler seconds.
        let added: [UInt8] = [Array(known[..<72]), [2], Array(known[73..<164]), unknown, Array(known[164...])].flatMap {
            $0
        }
        let swapped: [UInt8] = [twoSlots[..<73], twoSlots[164..<255], twoSlots[73..<164], twoSlots[255...]].flatMap {
            $0
        }
        replace(
            "slot-added", "HEADER_AUTH", "EN-54", added,
            "an unknown slot was added")
        replace(
            "slot-removed", "HEADER_AUTH", "EN-54", Array(twoSlots[..<72]) + [1] + twoSlots[164...],
            "one of two slots was removed", parent: "two-slots")
        replace(
            "slots-swapped", "HEADER_AUTH", "EN-54", swapped,
            "two slots changed places", parent: "two-slots")
        // Type 04 has no associated data: the MAC alone notices.
        flip(
            "aes-kw-generation", "HEADER_AUTH", "EN-54 EN-3", 71, 0x01, "generation, with a key wrap slot", of: "aes-kw"
        )
        flip("aes-kw-archive-salt", "HEADER_AUTH", "EN-54", 32, 0x01, "archiveSalt, with a key wrap slot", of: "aes-kw")
    }

    mutating func payloadAuthentication() {
        for (name, offset) in [
            ("nonce-first", 196), ("nonce-last", 207), ("first", 208), ("middle", 260), ("last", known.count - 17),
            ("tag-first", known.count - 16), ("tag-last", known.count - 1),
        ] {
            flip(
                "payload-\(name)", "PAYLOAD_AUTH", offset < 208 ? "EN-28" : "EN-31", offset, 0x80,
                "payload or nonce: \(name)")
        }
        replace("payload-trailing", "PAYLOAD_AUTH", "EN-59 EN-2", known + [0], "a byte behind the payload")
        replace("payload-trailing-newline", "PAYLOAD_AUTH", "EN-59", known + [0x0A], "a newline behind the payload")
        replace("payload-twice", "PAYLOAD_AUTH", "EN-29", known + known[208...], "the payload is there twice")
        replace(
            "tag-first-order", "PAYLOAD_AUTH", "EN-31",
            Array(known[..<208]) + known.suffix(16) + known[208..<(known.count - 16)],
            "the tag stands before the ciphertext")
        replace("short-tag", "PAYLOAD_AUTH", "EN-31", Array(known.dropLast(4)), "a tag of twelve bytes")
    }

    mutating func context() {
        let other = JSONValue.hex(ArchiveForge.run(0x01, 16))
        expect("workspace", "CONTEXT_MISMATCH", "EN-55", ["workspaceId": other], "another workspace is expected")
        expect("content-type", "CONTEXT_MISMATCH", "EN-55", ["contentType": 2], "metadata is expected")
        expect(
            "workspace-and-generation", "CONTEXT_MISMATCH", "EN-37 EN-55",
            ["workspaceId": other, "minGeneration": "8"],
            "the workspace comes before the generation")
        expect("generation", "ROLLBACK", "EN-56", ["minGeneration": "8"], "generation 8 has been seen")
        expect(
            "generation-max", "ROLLBACK", "EN-56", ["minGeneration": "18446744073709551615"],
            "the largest generation has been seen")
        var damaged = known
        damaged[208] ^= 1
        expect(
            "rollback-before-payload", "ROLLBACK", "EN-37 EN-56", ["minGeneration": "8"],
            "an old archive that is damaged too", archive: damaged)
        var forged = known
        forged[164] ^= 1
        expect(
            "mac-before-context", "HEADER_AUTH", "EN-37", ["workspaceId": other],
            "another workspace is expected, and the MAC is wrong", archive: forged)
        expect(
            "mac-before-rollback", "HEADER_AUTH", "EN-37", ["minGeneration": "8"],
            "generation 8 has been seen, and the MAC is wrong", archive: forged)
        expect(
            "content-type-and-generation", "CONTEXT_MISMATCH", "EN-37 EN-56", ["contentType": 2, "minGeneration": "8"],
            "the content type comes before the generation")
        expect(
            "context-before-payload", "CONTEXT_MISMATCH", "EN-37 EN-55", ["workspaceId": other],
            "an archive of another workspace that is damaged too", archive: damaged)
        add(
            "expect-key-before-workspace", "NO_MATCH", "EN-37", known,
            ["key": .hex(ArchiveForge.otherKey), "expect": ["workspaceId": other]],
            "another workspace is expected, and its key does not open this one", parent: "ka1", mutation: nil)
        forged[208] ^= 1
        add(
            "mac-before-payload", "HEADER_AUTH", "EN-37", forged, ["key": .hex(ArchiveForge.workspaceKey)],
            "MAC and payload are damaged", parent: "ka1",
            mutation: Mutation.joined(
                [164, 208].map { ["op": "flip", "field": "archive", "offset": $0, "value": "01"] }))
    }

    mutating func wrongKeys() {
        func wrong(
            _ name: String, _ archive: [UInt8], _ key: JSONObject, _ comment: String, parent: String,
            _ errorClass: String = "NO_MATCH", _ clause: String = "EN-53", flags: [String] = []
        ) {
            add(
                name, errorClass, clause, archive, key, comment, parent: parent, mutation: nil, flags: flags)
        }
        let key: JSONObject = ["key": .hex(ArchiveForge.workspaceKey)]
        wrong("other-key", known, ["key": .hex(ArchiveForge.otherKey)], "the key of another workspace", parent: "ka1")
        wrong(
            "passphrase-for-key", known, ["passphrase": "pw"], "a passphrase for an archive with a key slot",
            parent: "ka1")
        wrong("key-for-passphrase", pbkdf2, key, "a key for an archive with a passphrase slot", parent: "pbkdf2")
        wrong(
            "aes-kw-other-key", keyWrap, ["key": .hex(ArchiveForge.otherKey)], "another key for a key wrap slot",
            parent: "aes-kw")
        for (name, passphrase, clause, comment) in [
            ("wrong", "wrong", "EN-53", "a wrong passphrase"),
            ("newline", "p\u{E4}ssword\n", "EN-24 TP-23", "a newline at the end is not trimmed"),
            ("capital", "P\u{E4}ssword", "EN-24", "case is not folded"),
            ("trailing-space", "p\u{E4}ssword ", "EN-24", "a space at the end is not trimmed"),
            ("leading-space", " p\u{E4}ssword", "EN-24", "a space at the start is not trimmed"),
            ("full-width", "\u{FF50}\u{E4}ssword", "EN-24", "a compatibility character stays as it is"),
            ("twice-nfd", "pa\u{308}\u{308}ssword", "EN-21", "a mark more than NFC takes in"),
        ] as [(String, JSONString, String, String)] {
            wrong(
                "passphrase-" + name, pbkdf2, ["passphrase": .string(passphrase)], comment, parent: "pbkdf2",
                "NO_MATCH", clause)
        }
        for (name, passphrase, clause, comment) in [
            ("empty", "", "EN-23", "an empty passphrase"), ("nul", "pw\u{0}", "EN-22", "U+0000"),
            ("lone-surrogate", JSONString(wtf8: [0xED, 0xBF, 0xBF])!, "EN-22", "an unpaired surrogate"),
            ("long", JSONString(String(repeating: "x", count: 1025)), "EN-23", "1 025 bytes"),
        ] + Self.refusedPassphrases {
            wrong(
                "passphrase-" + name, pbkdf2, ["passphrase": .string(passphrase)], comment, parent: "pbkdf2",
                "INVALID_PASSPHRASE", clause)
        }
        wrong(
            "passphrase-scrypt-wrong", scrypt, ["passphrase": "password"], "a wrong passphrase for scrypt",
            parent: "scrypt", flags: [Vector.feature("scrypt")])
        wrong(
            "passphrase-scrypt-nul", scrypt, ["passphrase": "pa\u{308}ssword\u{0}"], "U+0000, for scrypt",
            parent: "scrypt", "INVALID_PASSPHRASE", "EN-22")
        wrong("key-for-scrypt", scrypt, key, "a key for an archive with a scrypt slot", parent: "scrypt")
        wrong(
            "passphrase-for-aes-kw", keyWrap, ["passphrase": "pw"], "a passphrase for an archive with a key wrap slot",
            parent: "aes-kw")
        wrong(
            "passphrase-before-magic", [0], ["passphrase": ""], "the passphrase is judged before the archive",
            parent: "pbkdf2", "INVALID_PASSPHRASE", "EN-25 ER-4")
        for name in ["expect", "maxPlaintext", "profile", "passphrase"] as [JSONString] {
            var withNull = key
            withNull[name] = .null
            wrong(
                "null-" + name.description.lowercased(), known, withNull,
                "\(name) is null, not left out", parent: "ka1", "INVALID_PARAMETER", "TP-8")
        }
        for count in [0, 16, 33, 64] {
            wrong(
                "key-\(count)", known, ["key": .hex(ArchiveForge.run(0x60, count))], "a key of \(count) bytes",
                parent: "ka1", "INVALID_PARAMETER", "EN-10")
        }
        wrong(
            "key-31", known, ["key": .hex(ArchiveForge.run(0x60, 31))], "a key of 31 bytes", parent: "ka1",
            "INVALID_PARAMETER", "EN-10")
    }

    /// Passphrases that no request may give, with the clause and what is wrong.
    static let refusedPassphrases: [(String, JSONString, String, String)] = [
        ("nul-first", "\u{0}pw", "EN-22", "U+0000 at the start"),
        ("nul-inside", "p\u{0}w", "EN-22", "U+0000 inside"),
        ("high-surrogate", surrogates([0xED, 0xA0, 0x80]), "EN-22", "a high surrogate at the end"),
        ("reversed-pair", surrogates([0xED, 0xB0, 0x80, 0xED, 0xA0, 0x80]), "EN-22", "a surrogate pair, reversed"),
        // U+0958 is excluded from composition: NFC makes six bytes of three.
        (
            "long-in-nfc", JSONString(String(repeating: "\u{958}", count: 171)), "EN-23",
            "513 bytes, and 1 026 in NFC"
        ),
        (
            "long-shrinking", JSONString(String(repeating: "a\u{308}", count: 512) + "x"), "EN-23",
            "1 537 bytes, and 1 025 in NFC"
        ),
        (
            "long-astral", JSONString(String(repeating: "\u{1F511}", count: 256) + "x"), "EN-23",
            "1 025 bytes in 513 units"
        ),
    ]

    private static func surrogates(_ wtf8: [UInt8]) -> JSONString {
        guard let string = JSONString(wtf8: Array("pw".utf8) + wtf8) else { preconditionFailure("no WTF-8") }
        return string
    }
}
