import CanonicalJSON

/// The vectors of `rewrap`.
enum RewrapVectors {
    static func make() throws(VectorError) -> [Vector] {
        let known = try Reference.archive(named: "ka1")
        let key: JSONObject = ["key": .hex(ArchiveForge.workspaceKey)]
        var vectors = [
            try rewrap("other-key", known, key, [SealCase.otherSlot], "a new workspace key"),
            try rewrap(
                "same-slot", known, key, [SealCase.rawSlot], "the same key and salt give the same archive",
                clauses: ["EN-70"]),
            try rewrap(
                "more-members", known, key, [SealCase.rawSlot, SealCase.otherSlot], "another member",
                clauses: ["EN-70"]),
            try rewrap(
                "to-aes-kw", known, key, [SealCase.keyWrapSlot], "to AES key wrap", flags: [Vector.feature("aes-kw")]),
            try rewrap(
                "from-pbkdf2", try Reference.archive(named: "pbkdf2"), ["passphrase": "p\u{E4}ssword"],
                [SealCase.otherSlot], "from a passphrase"),
            try rewrap("to-pbkdf2", known, key, [SealCase.pbkdf2Slot("n\u{F6}w")], "to a passphrase"),
            try rewrap(
                "from-two", try Reference.archive(named: "two-slots"), key, [SealCase.rawSlot], "a member less",
                clauses: ["EN-70"]),
        ]
        var damaged = known
        damaged[damaged.count - 1] ^= 1
        vectors.append(
            try rewrap("damaged-payload", damaged, key, [SealCase.otherSlot], "the payload is copied, not verified"))

        damaged = known
        damaged[200] ^= 1
        vectors.append(
            try rewrap("damaged-nonce", damaged, key, [SealCase.otherSlot], "the nonce is copied, not verified"))
        vectors.append(
            try rewrap(
                "chunked", try Reference.archive(named: "chunked-1"), key, [SealCase.otherSlot], "an archive in chunks",
                flags: [Vector.feature("chunked")]))
        do {
            var forge = ArchiveForge()
            forge.inner = [1, 2, 3]
            vectors.append(
                try rewrap(
                    "malformed-payload", try forge.bytes(), key, [SealCase.otherSlot], "the content is no content"))
        } catch let error as VectorError { throw error } catch {
            throw VectorError(place: "en-rewrap-malformed-payload", reason: "\(error)")
        }

        var forged = known
        forged[195] ^= 1
        for (name, archive, key, slots, errorClass, clause, comment) in [
            (
                "wrong-key", known, ["key": .hex(ArchiveForge.otherKey)], [SealCase.otherSlot], "NO_MATCH", "EN-69",
                "the wrong old key"
            ),
            ("mac", forged, key, [SealCase.otherSlot], "HEADER_AUTH", "EN-69", "a header that was altered"),
            (
                "truncated", Array(known[..<200]), key, [SealCase.otherSlot], "TRUNCATED", "EN-69",
                "an archive that is cut"
            ),
            ("no-slots", known, key, [], "INVALID_PARAMETER", "EN-36", "no new slot"),
            (
                "mixed", known, key, [SealCase.rawSlot, SealCase.pbkdf2Slot("pw")], "INVALID_PARAMETER", "EN-9",
                "a passphrase slot that is not alone"
            ),
        ] as [(String, [UInt8], JSONObject, [JSONValue], String, String, String)] {
            vectors.append(
                Vector(
                    id: "en-rewrap-not-" + name, clauses: [clause], operation: "rewrap", comment: comment,
                    inputs: inputs(archive, key, slots), entropy: SealCase.entropy(for: slots),
                    expectation: .invalid(errorClass: errorClass), parent: "en-rewrap-other-key"
                )
            )
        }
        vectors.append(
            Vector(
                id: "en-rewrap-not-slots-before-magic", clauses: ["EN-36", "TP-22", "ER-4"], operation: "rewrap",
                comment: "the new slots are judged before the archive",
                inputs: inputs([0], key, []), expectation: .invalid(errorClass: "INVALID_PARAMETER"),
                parent: "en-rewrap-other-key"))
        return try vectors + rejected()
    }

    private static func rewrap(
        _ name: String,
        _ archive: [UInt8],
        _ key: JSONObject,
        _ slots: [JSONValue],
        _ comment: String,
        clauses: [String] = [],
        flags: [String] = []
    ) throws(VectorError) -> Vector {
        let inputs = inputs(archive, key, slots)
        let entropy = SealCase.entropy(for: slots)
        return Vector(
            id: "en-rewrap-" + name,
            clauses: ["EN-3", "EN-69"] + clauses + ["TP-22"],
            operation: "rewrap",
            comment: comment,
            flags: flags,
            inputs: inputs,
            entropy: entropy,
            expectation: .valid(outputs: [
                "archive": try Reference.outputs("rewrap", inputs, entropy: entropy)["archive"] ?? .null
            ])
        )
    }

    static func inputs(_ archive: [UInt8], _ key: JSONObject, _ slots: [JSONValue]) -> JSONObject {
        var inputs: JSONObject = ["archive": .bytes(archive)]
        for (name, value) in key { inputs[name] = value }
        inputs["slots"] = .array(slots)
        return inputs
    }
}
