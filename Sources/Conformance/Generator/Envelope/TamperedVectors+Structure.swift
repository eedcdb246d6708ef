import CanonicalJSON
import SyncBridge

/// Archives cut at every edge of their fields, and put together again without, with twice, or with exchanged fields.
extension TamperedVectors {
    /// Known answer 1, field by field.
    private static let fields: [String: Range<Int>] = [
        "magic": 0..<8, "version": 8..<9, "chunk": 12..<13, "reserved": 13..<16, "workspace": 16..<32,
        "salt": 32..<64, "generation": 64..<72, "slot-count": 72..<73, "slot-length": 74..<76,
        "key-id": 76..<84, "slot-salt": 84..<116, "wrapped-key": 116..<164, "mac": 164..<196, "nonce": 196..<208,
        "payload": 208..<309, "prologue": 0..<72, "slot": 73..<164,
    ]

    mutating func structure() throws(VectorError) {
        edges()
        deletions()
        duplications()
        exchanges()
        try splices()
    }

    private mutating func edges() {
        for (length, clause, comment) in [
            (11, "EN-41", "no codec"), (12, "EN-41", "no chunk size"), (13, "EN-41", "no reserved bytes"),
            (16, "EN-41", "no workspaceId"), (32, "EN-41", "no archiveSalt"), (64, "EN-41", "no generation"),
            (84, "EN-47", "no slotSalt"), (116, "EN-47", "no wrappedCEK"), (148, "EN-47", "no tag of wrappedCEK"),
        ] { cut(length, "TRUNCATED", clause, comment) }
        for (parent, places) in [
            (
                "aes-kw",
                [
                    (76, "EN-47", "no slot body"), (84, "EN-47", "no wrappedCEK"), (123, "EN-47", "no last byte"),
                    (124, "EN-50", "no header MAC"), (156, "EN-50", "no nonce"), (168, "EN-51", "no payload"),
                ]
            ),
            (
                "pbkdf2",
                [
                    (76, "EN-47", "no slot body"), (80, "EN-47", "no kdfSalt"), (96, "EN-47", "no slotSalt"),
                    (128, "EN-47", "no wrappedCEK"), (160, "EN-47", "no tag of wrappedCEK"),
                    (176, "EN-50", "no header MAC"),
                ]
            ),
            (
                "scrypt",
                [
                    (77, "EN-47", "no kdfSalt"), (93, "EN-47", "no slotSalt"), (125, "EN-47", "no wrappedCEK"),
                    (157, "EN-47", "no tag of wrappedCEK"), (173, "EN-50", "no header MAC"),
                ]
            ),
            (
                "two-slots",
                [
                    (164, "EN-43", "no second slot"), (165, "EN-43", "the type of the second slot alone"),
                    (167, "EN-47", "no body of the second slot"),
                    (254, "EN-47", "the second slot without its last byte"),
                    (255, "EN-50", "no header MAC"),
                ]
            ),
        ] as [(String, [(Int, String, String)])] {
            for (length, clause, comment) in places { cut(length, "TRUNCATED", clause, comment, of: parent) }
        }
    }

    private mutating func deletions() {
        // Version, suite, content type and codec are all 01 here, as are slotCount and type: one less is the same for each.
        for (field, errorClass, clause) in [
            ("magic", "BAD_MAGIC", "EN-38"), ("version", "MALFORMED_SLOT", "EN-44"),
            ("chunk", "MALFORMED_SLOT", "EN-44"), ("reserved", "MALFORMED_HEADER", "EN-42"),
            ("workspace", "MALFORMED_HEADER", "EN-42"), ("salt", "MALFORMED_HEADER", "EN-42"),
            ("generation", "MALFORMED_HEADER", "EN-42"), ("slot-count", "MALFORMED_SLOT", "EN-44"),
            ("slot-length", "MALFORMED_SLOT", "EN-44"),
            ("slot", "MALFORMED_SLOT", "EN-44"), ("key-id", "NO_MATCH", "EN-53"), ("slot-salt", "NO_MATCH", "EN-53"),
            ("wrapped-key", "NO_MATCH", "EN-53"), ("mac", "HEADER_AUTH", "EN-54"), ("nonce", "PAYLOAD_AUTH", "EN-59"),
        ] {
            guard let range = Self.fields[field] else { continue }
            var archive = known
            archive.removeSubrange(range)
            replace("without-" + field, errorClass, clause + " EN-2", archive, "\(field): left out")
        }
    }

    private mutating func duplications() {
        for (field, errorClass, clause) in [
            ("magic", "UNSUPPORTED_VERSION", "EN-39"), ("version", "MALFORMED_HEADER", "EN-42"),
            ("workspace", "MALFORMED_HEADER", "EN-42"), ("salt", "MALFORMED_HEADER", "EN-42"),
            ("generation", "MALFORMED_HEADER", "EN-42"), ("prologue", "MALFORMED_HEADER", "EN-42"),
            ("slot-count", "MALFORMED_SLOT", "EN-45"), ("slot", "HEADER_AUTH", "EN-54"),
            ("mac", "PAYLOAD_AUTH", "EN-59"), ("nonce", "PAYLOAD_AUTH", "EN-59"),
        ] {
            guard let range = Self.fields[field] else { continue }
            var archive = known
            archive.insert(contentsOf: known[range], at: range.upperBound)
            replace("twice-" + field, errorClass, clause + " EN-2", archive, "\(field): there twice")
        }
        var counted = known
        counted.insert(contentsOf: known[73..<164], at: 164)
        counted[72] = 2
        replace("twice-slot-counted", "HEADER_AUTH", "EN-54", counted, "the slot is there twice, and counted twice")
        replace("twice-archive", "PAYLOAD_AUTH", "EN-59", known + known, "the whole archive is there twice")
    }

    private mutating func exchanges() {
        for (first, second, errorClass, clause) in [
            ("workspace", "salt", "NO_MATCH", "EN-53"), ("salt", "generation", "NO_MATCH", "EN-53"),
            ("key-id", "slot-salt", "NO_MATCH", "EN-53"), ("slot-salt", "wrapped-key", "NO_MATCH", "EN-53"),
            ("mac", "nonce", "HEADER_AUTH", "EN-54"), ("nonce", "payload", "PAYLOAD_AUTH", "EN-59"),
        ] {
            guard let left = Self.fields[first], let right = Self.fields[second] else { continue }
            var archive = known
            archive.replaceSubrange(left.lowerBound..<right.upperBound, with: known[right] + known[left])
            replace(
                "exchanged-\(first)-\(second)", errorClass, clause + " EN-2", archive,
                "\(first) and \(second) changed places")
        }
        set(
            "generation-little-endian", "NO_MATCH", "EN-53 EN-1", 64, [7, 0, 0, 0, 0, 0, 0, 0],
            "the generation in the wrong byte order")
    }

    /// Known answer 1 up to a place, and from there another archive for the same key; then one field of the other.
    private mutating func splices() throws(VectorError) {
        let other = try Self.stranger()
        for (place, errorClass, clause) in [
            (32, "NO_MATCH", "EN-53"), (64, "NO_MATCH", "EN-53"), (72, "NO_MATCH", "EN-53"),
            (84, "NO_MATCH", "EN-53"), (116, "NO_MATCH", "EN-53"), (148, "NO_MATCH", "EN-53"),
            (164, "HEADER_AUTH", "EN-54"), (196, "PAYLOAD_AUTH", "EN-59"), (208, "PAYLOAD_AUTH", "EN-59"),
            (293, "PAYLOAD_AUTH", "EN-31"),
        ] {
            replace(
                "splice-\(place)", errorClass, clause, Array(known[..<place] + other[place...]),
                "another archive from byte \(place) on")
        }
        for (field, errorClass, clause) in [
            ("workspace", "NO_MATCH", "EN-53"), ("salt", "NO_MATCH", "EN-53"), ("prologue", "NO_MATCH", "EN-53"),
            ("key-id", "NO_MATCH", "EN-53"), ("slot-salt", "NO_MATCH", "EN-53"), ("wrapped-key", "NO_MATCH", "EN-53"),
            ("slot", "NO_MATCH", "EN-53"), ("mac", "HEADER_AUTH", "EN-54"), ("nonce", "PAYLOAD_AUTH", "EN-28"),
        ] {
            guard let range = Self.fields[field] else { continue }
            var archive = known
            archive.replaceSubrange(range, with: other[range])
            replace("foreign-" + field, errorClass, clause, archive, "\(field): that of another archive")
        }
    }

    /// An archive as long as known answer 1, also with the same keys, whose salts, nonce and place are others.
    private static func stranger() throws(VectorError) -> [UInt8] {
        var forge = ArchiveForge()
        forge.workspaceID = ArchiveForge.run(0xF0, 16)
        forge.archiveSalt = ArchiveForge.run(0x11, 32)
        forge.generation = 9
        forge.nonce = ArchiveForge.run(0xD0, 12)
        let plaintext = SealCase.knownPlaintext
        forge.inner = ArchiveForge.inner(length: UInt64(plaintext.count), ForgedVectors.stored(plaintext))
        do {
            forge.slots = [try forge.rawSlot(key: ArchiveForge.workspaceKey, salt: ArchiveForge.run(0x70, 32))]
            return try forge.bytes()
        } catch {
            throw VectorError(place: "spliced archives", reason: "\(error)")
        }
    }
}
