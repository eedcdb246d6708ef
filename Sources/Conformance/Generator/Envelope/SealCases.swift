import CanonicalJSON

/// What is sealed: the inputs of one `seal`, most of them those of known answer 1.
struct SealCase {
    var name: String
    var clauses: [String]
    var comment: String
    var plaintext: JSONValue
    var workspaceID = ArchiveForge.run(0x00, 16)
    var contentType: Int64 = 1
    var codec: Int64 = 1
    var mode = "stored"
    var chunk = "whole"
    var generation = "7"
    var slots: [JSONValue] = [SealCase.rawSlot]
    var flags: [String] = []

    static let rawSlot: JSONValue = ["type": "raw", "key": .hex(ArchiveForge.workspaceKey)]
    static let keyWrapSlot: JSONValue = ["type": "aes-kw", "key": .hex(ArchiveForge.workspaceKey)]
    static let otherSlot: JSONValue = ["type": "raw", "key": .hex(ArchiveForge.otherKey)]

    static func pbkdf2Slot(_ passphrase: JSONString, iterations: Int64 = 210_000) -> JSONValue {
        ["type": "pbkdf2", "passphrase": .string(passphrase), "iterations": .integer(iterations)]
    }

    static func scryptSlot(_ passphrase: JSONString, log2N: Int64 = 15) -> JSONValue {
        ["type": "scrypt", "passphrase": .string(passphrase), "log2N": .integer(log2N)]
    }

    /// The pinned header of AC-3.
    static let gzipHeader: [UInt8] = [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 0xFF]

    static let knownPlaintext = Array((#"{"a":1,"b":""# + String(repeating: "x", count: 40) + #""}"#).utf8)

    var inputs: JSONObject {
        [
            "plaintext": plaintext, "workspaceId": .hex(workspaceID), "contentType": .integer(contentType),
            "codec": .integer(codec), "mode": .text(mode), "chunk": .text(chunk), "generation": .text(generation),
            "slots": .array(slots),
        ]
    }

    /// The labels that these slots draw, each with a run of its own.
    var entropy: [Vector.Entropy] { Self.archiveEntropy + Self.entropy(for: slots) }

    private static let archiveEntropy: [Vector.Entropy] = [
        entry("cek", ArchiveForge.contentKey), entry("archiveSalt", ArchiveForge.run(0x20, 32)),
        entry("nonce", ArchiveForge.run(0xB0, 12)),
    ]

    /// The labels of the slots alone, as `rewrap` draws them.
    static func entropy(for slots: [JSONValue]) -> [Vector.Entropy] {
        slots.enumerated().flatMap { number, slot -> [Vector.Entropy] in
            let shift = UInt8(truncatingIfNeeded: number &* 7)
            let slotSalt = entry("slotSalt.\(number)", ArchiveForge.run(0x80 &+ shift, 32))
            switch slot["type"]?.text {
            case "raw": return [slotSalt]
            case "pbkdf2", "scrypt": return [entry("kdfSalt.\(number)", ArchiveForge.run(0xC0 &+ shift, 16)), slotSalt]
            default: return []
            }
        }
    }

    private static func entry(_ label: String, _ bytes: [UInt8]) -> Vector.Entropy {
        guard let hex = JSONValue.hex(bytes).text else { preconditionFailure("hex is ASCII") }
        return Vector.Entropy(label: label, hex: hex)
    }
}

extension SealCase {
    /// Everything that is sealed to a known answer.
    static let exact: [SealCase] = {
        let known = JSONValue.bytes(knownPlaintext)
        func numbers(_ length: Int) -> JSONValue {
            VectorBytes.repeated((0..<251).map { UInt8($0) }, length: length)
        }
        var cases = [
            SealCase(
                name: "ka1", clauses: ["EN-2", "EN-15", "EN-18", "EN-28", "EN-10", "EN-19", "EN-31"],
                comment: "known answer 1", plaintext: known),
            SealCase(
                name: "aes-kw", clauses: ["EN-16"], comment: "an AES key wrap slot", plaintext: known,
                slots: [keyWrapSlot], flags: [Vector.feature("aes-kw")]),
            SealCase(
                name: "pbkdf2", clauses: ["EN-12", "EN-14", "EN-20"], comment: "a PBKDF2 slot, passphrase in NFC",
                plaintext: known, slots: [pbkdf2Slot("p\u{E4}ssword")]),
            SealCase(
                name: "pbkdf2-nfd", clauses: ["EN-21", "TP-23", "EN-22"],
                comment: "the same passphrase in NFD gives the same archive",
                plaintext: known, slots: [pbkdf2Slot("pa\u{308}ssword")]),
            SealCase(
                name: "scrypt", clauses: ["EN-13"], comment: "a scrypt slot", plaintext: known,
                slots: [scryptSlot("pa\u{308}ssword")], flags: [Vector.feature("scrypt")]),
            SealCase(
                name: "empty", clauses: ["EN-27"], comment: "an empty attachment", plaintext: .bytes([]), contentType: 3
            ),
            SealCase(
                name: "empty-identity", clauses: ["EN-27"], comment: "an inner of the eight bytes of its length",
                plaintext: .bytes([]), contentType: 3, codec: 0),
            SealCase(name: "identity", clauses: ["EN-27", "AC-1"], comment: "identity", plaintext: known, codec: 0),
            SealCase(
                name: "deflate-stored", clauses: ["EN-27", "AC-5"], comment: "raw deflate in stored blocks",
                plaintext: known, codec: 2),
            SealCase(name: "metadata", clauses: ["EN-1"], comment: "content type 02", plaintext: known, contentType: 2),
            SealCase(
                name: "generation-0", clauses: ["EN-5"], comment: "no generation", plaintext: known, generation: "0"),
            SealCase(
                name: "generation-int53", clauses: ["EN-1"], comment: "a generation that a double cannot hold",
                plaintext: known, generation: "9007199254740993"),
            SealCase(
                name: "generation-max", clauses: ["EN-1"], comment: "the largest generation", plaintext: known,
                generation: "18446744073709551615"),
            SealCase(
                name: "workspace", clauses: ["EN-11"], comment: "another workspace has another keyId", plaintext: known,
                workspaceID: ArchiveForge.run(0xF0, 16)),
            SealCase(
                name: "two-slots", clauses: ["EN-35", "EN-9"], comment: "two workspace keys", plaintext: known,
                slots: [otherSlot, rawSlot]),
            SealCase(
                name: "same-key-twice", clauses: ["EN-9", "EN-17"], comment: "one key in two slots", plaintext: known,
                slots: [rawSlot, rawSlot]),
            SealCase(
                name: "two-slots-reversed", clauses: ["EN-35"], comment: "the order of slots is the caller's",
                plaintext: known, slots: [rawSlot, otherSlot]),
            SealCase(
                name: "mixed-slots", clauses: ["EN-9"], comment: "a raw and a key wrap slot", plaintext: known,
                slots: [rawSlot, keyWrapSlot], flags: [Vector.feature("aes-kw")]),
            SealCase(
                name: "sixteen-slots", clauses: ["EN-36"], comment: "the most slots", plaintext: known,
                slots: Array(repeating: otherSlot, count: 15) + [rawSlot]),
            SealCase(
                name: "payload", clauses: ["PL-9"], comment: "a payload of rows",
                plaintext: .bytes(Array(canonicalPayload.utf8))),
        ]
        for (name, passphrase, clause, comment) in [
            ("spaces", " pw \n", "EN-24", "a passphrase between white space"),
            ("mark", "\u{FEFF}pw", "EN-24", "a passphrase behind U+FEFF"),
            ("capitals", "PassWord", "EN-24", "a passphrase with capitals"),
            ("compatibility", "\u{FB01}\u{B2}\u{FF21}", "EN-24", "compatibility characters, which NFC leaves"),
            ("ligature", "o\u{FB03}ce", "EN-24", "a ligature, which NFC leaves"),
            ("astral", "\u{1F511}key", "EN-21", "a character beyond the basic plane"),
            ("shrinking", JSONString(String(repeating: "a\u{308}", count: 512)), "EN-23", "1 536 bytes, 1 024 in NFC"),
            (
                "shrinking-most", JSONString(String(repeating: "\u{1FBE}\u{308}\u{301}", count: 512)), "EN-23",
                "3 584 bytes, 1 024 in NFC: no text shrinks more"
            ),
        ] as [(String, JSONString, String, String)] {
            cases.append(
                SealCase(
                    name: "pbkdf2-" + name, clauses: [clause], comment: comment, plaintext: known,
                    slots: [pbkdf2Slot(passphrase)]))
        }
        cases.append(
            SealCase(
                name: "pbkdf2-iterations-210001", clauses: ["EN-12"], comment: "one iteration more than the fewest",
                plaintext: known, slots: [pbkdf2Slot("pw", iterations: 210_001)]))
        cases.append(
            SealCase(
                name: "scrypt-16", clauses: ["EN-13"], comment: "twice the memory", plaintext: known,
                slots: [scryptSlot("pw", log2N: 16)], flags: [Vector.feature("scrypt")]))
        // The inner of an identity archive is eight bytes longer than its plaintext.
        for (name, length, comment) in [
            ("1", 1, "a single chunk of nine bytes"), ("part", 65_528, "exactly one full part"),
            ("part-plus-1", 65_529, "one byte more than a part"),
            ("two-parts", 131_064, "exactly two full parts"), ("70000", 70_000, "two chunks"),
            ("200000", 200_000, "four chunks"),
        ] {
            cases.append(
                SealCase(
                    name: "chunked-" + name, clauses: ["EN-30", "EN-28"], comment: comment, plaintext: numbers(length),
                    contentType: 3, codec: 0, chunk: "64k", generation: "1", flags: [Vector.feature("chunked")])
            )
        }
        cases.append(
            SealCase(
                name: "chunked-gzip-stored", clauses: ["EN-30", "AC-17"], comment: "chunks of gzip in stored blocks",
                plaintext: numbers(150_000), contentType: 3, chunk: "64k", flags: [Vector.feature("chunked")]))
        cases.append(
            SealCase(
                name: "whole-200000", clauses: ["EN-29"], comment: "one piece longer than a chunk",
                plaintext: numbers(200_000), contentType: 3, codec: 0))
        return cases
    }()

    /// What is sealed with the stack's own deflate.
    static let deflated: [SealCase] = {
        let text = VectorBytes.repeated(Array("local-first, end-to-end encrypted sync. ".utf8), length: 100_000)
        return [
            SealCase(
                name: "gzip", clauses: ["EN-27", "AC-6"], comment: "gzip, deflated",
                plaintext: .bytes(Array(canonicalPayload.utf8)), mode: "deflate"),
            SealCase(
                name: "deflate", clauses: ["EN-27", "AC-6"], comment: "raw deflate, deflated",
                plaintext: .bytes(Array(canonicalPayload.utf8)), codec: 2, mode: "deflate"),
            SealCase(
                name: "gzip-chunked", clauses: ["EN-30", "AC-6"], comment: "gzip, deflated, in chunks", plaintext: text,
                contentType: 3, mode: "deflate", chunk: "64k", flags: [Vector.feature("chunked")]),
        ]
    }()

    static let canonicalPayload =
        #"{"rows":{"group":[],"host":[{"data":{"name":"Büro","n":1},"id":"😀","updatedAt":1700000000999},"#
        + #"{"deletedAt":2,"id":"～","updatedAt":2}]},"schema":1}"#
}
