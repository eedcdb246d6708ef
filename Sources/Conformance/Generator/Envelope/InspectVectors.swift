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
        ] as [(String, String, Int, [UInt8], String, String, String)] {
            var archive = try Reference.archive(named: of)
            archive.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
            vectors.append(reject(name, of, archive, errorClass, clause, comment))
        }
        let known = try Reference.archive(named: "ka1")
        for (length, clause) in [(0, "EN-38"), (72, "EN-41"), (163, "EN-47"), (207, "EN-50"), (224, "EN-51")] {
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
            id: "en-inspect-not-" + name, clauses: [clause, "TP-24"], operation: "inspect", comment: comment,
            inputs: ["archive": .bytes(archive)], expectation: .invalid(errorClass: errorClass),
            parent: "en-inspect-" + parent)
    }
}
