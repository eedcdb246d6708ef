import CanonicalJSON
import SyncBridge

/// Archives that someone without a key has changed: each is known answer 1, or one of its relatives, with one change.
struct TamperedVectors {
    let known: [UInt8]
    let keyWrap: [UInt8]
    let pbkdf2: [UInt8]
    let scrypt: [UInt8]
    let twoSlots: [UInt8]
    private var vectors: [Vector] = []

    static func make() throws(VectorError) -> [Vector] {
        var tampered = try TamperedVectors()
        tampered.fixedFields()
        tampered.truncations()
        tampered.slotFields()
        tampered.derivationParameters()
        tampered.noMatch()
        tampered.headerAuthentication()
        tampered.payloadAuthentication()
        tampered.context()
        tampered.wrongKeys()
        try tampered.structure()
        tampered.order()
        return tampered.vectors
    }

    private init() throws(VectorError) {
        known = try Reference.archive(named: "ka1")
        keyWrap = try Reference.archive(named: "aes-kw")
        pbkdf2 = try Reference.archive(named: "pbkdf2")
        scrypt = try Reference.archive(named: "scrypt")
        twoSlots = try Reference.archive(named: "two-slots")
    }

    // MARK: The reader's order, check by check

    private mutating func fixedFields() {
        for offset in 0..<8 {
            flip("magic-\(offset)", "BAD_MAGIC", "EN-38", offset, 0x20, "byte \(offset) of the magic")
        }
        replace(
            "newline-translated", "BAD_MAGIC", "EN-38", Array(known[..<4]) + [0x0A, 0x1A, 0x0A] + known[8...],
            "0D 0A became 0A on the way")
        replace("text", "BAD_MAGIC", "EN-38", Array(#"{"a":1}"#.utf8), "JSON where an archive belongs")
        replace("gzip", "BAD_MAGIC", "EN-38", [0x1F, 0x8B, 0x08, 0x00], "gzip where an archive belongs")
        for version in [0x00, 0x02, 0xFF] as [UInt8] {
            set("version-\(version)", "UNSUPPORTED_VERSION", "EN-39", 8, [version], "version \(version)")
        }
        for suite in [0x00, 0x02, 0xFF] as [UInt8] {
            set("suite-\(suite)", "UNSUPPORTED_SUITE", "EN-40", 9, [suite], "suite \(suite)")
        }
        replace(
            "version-2-short", "UNSUPPORTED_VERSION", "EN-39", Array(known[..<8]) + [2],
            "nine bytes, the last one version 2")
        replace(
            "suite-2-short", "UNSUPPORTED_SUITE", "EN-40", Array(known[..<9]) + [2], "ten bytes, the last one suite 2")
        for (field, offset, values) in [
            ("content-type", 10, [0x00, 0x04, 0xFF]), ("codec", 11, [0x03, 0xFF]),
            ("chunk", 12, [0x01, 0x0F, 0x11, 0x20, 0x40]),
            ("reserved-0", 13, [0x01]), ("reserved-1", 14, [0x80]), ("reserved-2", 15, [0xFF]),
            ("slot-count", 72, [0x00, 0x11, 0xFF]),
        ] as [(String, Int, [UInt8])] {
            for value in values {
                set("\(field)-\(value)", "MALFORMED_HEADER", "EN-42", offset, [value], "\(field) is \(value)")
            }
        }
        var both = known
        both[8] = 2
        both[9] = 2
        replace(
            "version-and-suite", "UNSUPPORTED_VERSION", "EN-37 ER-1 ER-5", both,
            "version and suite are wrong: the version comes first")
        both = known
        both[10] = 9
        replace(
            "truncated-bad-type", "TRUNCATED", "EN-41", Array(both[..<72]),
            "a wrong content type in a prologue that is cut: the cut comes first")
    }

    private mutating func truncations() {
        let places: [(Int, String, String)] = [
            (0, "EN-38", "nothing at all"), (1, "EN-38", "one byte of the magic"),
            (7, "EN-38", "all but one byte of the magic"), (8, "EN-39", "the magic alone"),
            (9, "EN-40", "no suite"), (10, "EN-41", "no content type"), (40, "EN-41", "inside of the salt"),
            (71, "EN-41", "inside of the generation"),
            (72, "EN-41", "no slot count"), (73, "EN-43", "no slot"), (74, "EN-43", "a slot's type alone"),
            (75, "EN-43", "half a slot length"),
            (76, "EN-47", "no slot body"), (163, "EN-47", "a slot body without its last byte"),
            (164, "EN-50", "no header MAC"), (195, "EN-50", "inside of the header MAC"),
            (196, "EN-50", "no nonce"), (207, "EN-50", "inside of the nonce"), (208, "EN-51", "no payload"),
            (224, "EN-51", "a payload of 16 bytes"),
        ]
        for (length, clause, comment) in places { cut(length, "TRUNCATED", clause, comment) }
        cut(225, "PAYLOAD_AUTH", "EN-59", "a payload of 17 bytes")
        cut(known.count - 16, "PAYLOAD_AUTH", "EN-59", "without the tag")
        cut(known.count - 1, "PAYLOAD_AUTH", "EN-59", "without the last byte")
    }

    private mutating func slotFields() {
        set("slot-type-0", "MALFORMED_SLOT", "EN-44", 73, [0], "slot type 00")
        set("slot-length-1025", "MALFORMED_SLOT", "EN-44", 73, [0x05, 0x04, 0x01], "an unknown slot of 1 025 bytes")
        set("slot-length-max", "MALFORMED_SLOT", "EN-44", 73, [0x05, 0xFF, 0xFF], "an unknown slot of 65 535 bytes")
        set(
            "slot-length-little-endian", "MALFORMED_SLOT", "EN-44 EN-1", 74, [0x58, 0x00],
            "the slot's length in the wrong byte order")
        set("raw-length-87", "MALFORMED_SLOT", "EN-45 EN-6", 74, [0x00, 0x57], "a raw slot of 87 bytes")
        set("raw-length-89", "MALFORMED_SLOT", "EN-45 EN-6", 74, [0x00, 0x59], "a raw slot of 89 bytes")
        set("raw-length-0", "MALFORMED_SLOT", "EN-45", 74, [0x00, 0x00], "a raw slot without a body")
        set("raw-as-pbkdf2", "MALFORMED_SLOT", "EN-45", 73, [0x02], "type 02 with the length of type 01")
        set("raw-as-scrypt", "MALFORMED_SLOT", "EN-45", 73, [0x03], "type 03 with the length of type 01")
        set("raw-as-key-wrap", "MALFORMED_SLOT", "EN-45", 73, [0x04], "type 04 with the length of type 01")
        set("slot-count-2", "MALFORMED_SLOT", "EN-44", 72, [2], "a second slot is announced: the MAC is read as one")
        set(
            "pbkdf2-of-two", "MALFORMED_SLOT", "EN-46", 72, [2], "a PBKDF2 slot that is said not to be alone",
            of: "pbkdf2")
        set(
            "scrypt-of-two", "MALFORMED_SLOT", "EN-46", 72, [2], "a scrypt slot that is said not to be alone",
            of: "scrypt")
        set(
            "unknown-slot-long", "TRUNCATED", "EN-47", 73, [0x05, 0x04, 0x00],
            "an unknown slot of 1 024 bytes that are not there")
    }

    private mutating func derivationParameters() {
        for iterations in [0, 1, 209_999, 2_000_001, 0xFFFF_FFFF, 0x5034_0300] as [UInt32] {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: iterations >> UInt32(24 - 8 * $0)) }
            set("iterations-\(iterations)", "KDF_PARAMS", "EN-48", 76, bytes, "\(iterations) iterations", of: "pbkdf2")
        }
        for log2N in [0, 14, 19, 255] as [UInt8] {
            set("log2n-\(log2N)", "KDF_PARAMS", "EN-49 EN-7", 76, [log2N], "log2N \(log2N)", of: "scrypt")
        }
        set(
            "iterations-with-key", "KDF_PARAMS", "EN-48 EN-37", 76, [0xFF],
            "iterations out of range, and a key is given",
            of: "pbkdf2", key: ["key": .hex(ArchiveForge.workspaceKey)])
    }

    // MARK: Ways to change one thing

    mutating func flip(
        _ name: String, _ errorClass: String, _ clause: String, _ offset: Int, _ bits: UInt8, _ comment: String,
        of parent: String = "ka1"
    ) {
        var archive = archive(parent)
        archive[offset] ^= bits
        add(
            name, errorClass, clause, archive, key(parent), comment, parent: parent,
            mutation: ["op": "flip", "field": "archive", "offset": .integer(Int64(offset)), "value": .hex([bits])],
            flags: flags(parent))
    }

    mutating func set(
        _ name: String, _ errorClass: String, _ clause: String, _ offset: Int, _ bytes: [UInt8], _ comment: String,
        of parent: String = "ka1", key given: JSONObject? = nil
    ) {
        var archive = archive(parent)
        archive.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        let change: JSONObject = [
            "op": "set", "field": "archive", "offset": .integer(Int64(offset)), "value": .hex(bytes),
        ]
        add(
            name, errorClass, clause, archive, given ?? key(parent), comment, parent: parent,
            mutation: Mutation.joined([change] + (given == nil ? [] : [["op": "field", "field": "key"]])),
            flags: flags(parent))
    }

    mutating func cut(
        _ length: Int, _ errorClass: String, _ clause: String, _ comment: String, of parent: String = "ka1"
    ) {
        add(
            parent == "ka1" ? "cut-\(length)" : "cut-\(parent)-\(length)", errorClass, clause,
            Array(archive(parent)[..<length]), key(parent), "cut to \(length) bytes: \(comment)", parent: parent,
            mutation: ["op": "cut", "field": "archive", "offset": .integer(Int64(length))], flags: flags(parent))
    }

    mutating func replace(
        _ name: String, _ errorClass: String, _ clause: String, _ archive: [UInt8], _ comment: String,
        parent: String = "ka1"
    ) {
        // The second of two slots is for the usual key, so the same key opens both parents.
        add(
            name, errorClass, clause, archive, key("ka1"), comment, parent: parent, mutation: nil)
    }

    mutating func expect(
        _ name: String, _ errorClass: String, _ clause: String, _ expectations: JSONObject, _ comment: String,
        archive: [UInt8]? = nil
    ) {
        var inputs = key("ka1")
        inputs["expect"] = .object(expectations)
        add(
            "expect-" + name, errorClass, clause, archive ?? known, inputs, comment,
            parent: "ka1", mutation: nil)
    }

    mutating func add(
        _ name: String, _ errorClass: String, _ clause: String, _ archive: [UInt8], _ key: JSONObject,
        _ comment: String,
        parent: String, mutation: JSONObject?, flags: [String] = []
    ) {
        var inputs: JSONObject = ["archive": .bytes(archive)]
        for (name, value) in key { inputs[name] = value }
        vectors.append(
            Vector(
                id: "en-open-not-" + name, clauses: clause.split(separator: " ").map(String.init), operation: "open",
                comment: comment, flags: flags,
                inputs: inputs,
                expectation: .invalid(errorClass: errorClass), parent: "en-open-" + parent,
                mutation: mutation
            )
        )
    }

    func archive(_ parent: String) -> [UInt8] {
        switch parent {
        case "aes-kw": keyWrap
        case "pbkdf2": pbkdf2
        case "scrypt": scrypt
        case "two-slots": twoSlots
        default: known
        }
    }

    func key(_ parent: String) -> JSONObject {
        switch parent {
        case "pbkdf2": ["passphrase": "p\u{E4}ssword"]
        case "scrypt": ["passphrase": "pa\u{308}ssword"]
        default: ["key": .hex(ArchiveForge.workspaceKey)]
        }
    }

    private func flags(_ parent: String) -> [String] { parent == "aes-kw" ? [Vector.feature("aes-kw")] : [] }
}
