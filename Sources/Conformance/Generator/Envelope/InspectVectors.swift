import CanonicalJSON

/// What `inspect` refuses without any key, and what it does not notice.
enum InspectVectors {
    static func make() throws(VectorError) -> [Vector] {
        var vectors: [Vector] = []
        for (name, of, offset, bytes, errorClass, clause, comment) in [
            ("magic", "ka1", 0, [0x88], "BAD_MAGIC", "EN-38", "the first byte of the magic"),
            ("version", "ka1", 8, [2], "UNSUPPORTED_VERSION", "EN-39", "version 2"),
            ("suite", "ka1", 9, [2], "UNSUPPORTED_SUITE", "EN-40", "suite 2"),
            ("content-type", "ka1", 10, [4], "MALFORMED_HEADER", "EN-42", "content type 4"),
            ("reserved", "ka1", 14, [1], "MALFORMED_HEADER", "EN-42", "a reserved byte"),
            ("slot-type", "ka1", 73, [0], "MALFORMED_SLOT", "EN-44", "slot type 00"),
            ("slot-length", "ka1", 74, [0x00, 0x57], "MALFORMED_SLOT", "EN-45", "a raw slot of 87 bytes"),
            ("slot-count", "pbkdf2", 72, [2], "MALFORMED_SLOT", "EN-46", "a PBKDF2 slot that is not alone"),
            ("iterations", "pbkdf2", 76, [0x00, 0x03, 0x34, 0x4F], "KDF_PARAMS", "EN-48", "209 999 iterations"),
            ("log2n", "scrypt", 76, [19], "KDF_PARAMS", "EN-49", "log2N 19"),
            ("magic-end", "ka1", 7, [0x0D], "BAD_MAGIC", "EN-38", "the last byte of the magic"),
            ("version-0", "ka1", 8, [0], "UNSUPPORTED_VERSION", "EN-39", "version 0"),
            ("version-255", "ka1", 8, [255], "UNSUPPORTED_VERSION", "EN-39", "version 255"),
            ("suite-0", "ka1", 9, [0], "UNSUPPORTED_SUITE", "EN-40", "suite 0"),
            ("suite-255", "ka1", 9, [255], "UNSUPPORTED_SUITE", "EN-40", "suite 255"),
            ("codec", "ka1", 11, [3], "MALFORMED_HEADER", "EN-42", "codec 3"),
            ("chunk-size", "ka1", 12, [0x11], "MALFORMED_HEADER", "EN-42", "chunks of 128 KiB"),
            ("slots-0", "ka1", 72, [0], "MALFORMED_HEADER", "EN-42", "no slot"),
            ("slots-17", "ka1", 72, [17], "MALFORMED_HEADER", "EN-42", "17 slots"),
            ("slot-long", "ka1", 73, [0x05, 0xFF, 0xFF], "MALFORMED_SLOT", "EN-44", "a slot of 65 535 bytes"),
            (
                "slot-length-little-endian", "ka1", 74, [0x58, 0x00], "MALFORMED_SLOT", "EN-45 EN-1",
                "a length in the wrong byte order"
            ),
            ("scrypt-count", "scrypt", 72, [2], "MALFORMED_SLOT", "EN-46", "a scrypt slot that is not alone"),
            ("iterations-0", "pbkdf2", 76, [0, 0, 0, 0], "KDF_PARAMS", "EN-48", "no iterations"),
            ("iterations-max", "pbkdf2", 76, [255, 255, 255, 255], "KDF_PARAMS", "EN-48", "2^32 - 1 iterations"),
            ("log2n-14", "scrypt", 76, [14], "KDF_PARAMS", "EN-49", "log2N 14"),
            ("log2n-255", "scrypt", 76, [255], "KDF_PARAMS", "EN-49", "log2N 255"),
        ] as [(String, String, Int, [UInt8], String, String, String)] {
            var archive = try Reference.archive(named: of)
            archive.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
            vectors.append(reject(name, of, archive, errorClass, clause, comment))
        }
        let known = try Reference.archive(named: "ka1")
        for (length, clause) in [
            (0, "EN-38"), (7, "EN-38"), (8, "EN-39"), (9, "EN-40"), (10, "EN-41"), (72, "EN-41"), (73, "EN-43"),
            (75, "EN-43"), (76, "EN-47"), (163, "EN-47"), (164, "EN-50"), (196, "EN-50"), (207, "EN-50"),
            (208, "EN-51"),
            (224, "EN-51"),
        ] {
            vectors.append(
                reject("cut-\(length)", "ka1", Array(known[..<length]), "TRUNCATED", clause, "cut to \(length) bytes"))
        }
        for (name, offset, comment) in [
            ("mac", 164, "the MAC is not verified"), ("payload", 208, "the payload is not verified"),
        ] {
            var archive = known
            archive[offset] ^= 1
            vectors.append(
                Vector(
                    id: "en-inspect-damaged-" + name, clauses: ["EN-52", "TP-24"], operation: "inspect",
                    comment: comment, inputs: ["archive": .bytes(archive)],
                    expectation: .valid(outputs: try Reference.outputs("inspect", ["archive": .bytes(archive)]))))
        }
        return vectors
    }

    private static func reject(
        _ name: String, _ parent: String, _ archive: [UInt8], _ errorClass: String, _ clause: String, _ comment: String
    ) -> Vector {
        Vector(
            id: "en-inspect-not-" + name, clauses: clause.split(separator: " ").map(String.init) + ["TP-24"],
            operation: "inspect", comment: comment,
            inputs: ["archive": .bytes(archive)], expectation: .invalid(errorClass: errorClass),
            parent: "en-inspect-" + parent)
    }
}
