import CanonicalJSON
import SyncBridge
import SyncEnvelope

/// The vectors of `seal`, and of `open` and `inspect` on what they seal.
enum SealVectors {
    static func make() throws(VectorError) -> [Vector] {
        var vectors: [Vector] = []
        var inspected: Set<[UInt8]> = []
        for sealCase in SealCase.exact {
            let archive = try Reference.archive(sealCase)
            vectors.append(try seal(sealCase, outputs: ["archive": VectorBytes.expected(archive)], .exact))
            // Large archives are opened in the exchange between stacks; as an input they would be shipped in full.
            guard archive.count <= 4096 else { continue }
            vectors.append(open(sealCase, archive))
            // Two spellings of one passphrase seal to one archive.
            if inspected.insert(archive).inserted { vectors.append(try inspect(sealCase, archive)) }
        }
        for sealCase in SealCase.deflated {
            let archive = try Reference.archive(sealCase)
            let header = try Reference.headerCount(archive)
            vectors.append(
                try seal(
                    sealCase, outputs: ["archivePrefix": .bytes(Array(archive.prefix(header)))], .perImplementation))
        }
        return try vectors + refused()
    }

    private static func seal(
        _ sealCase: SealCase,
        outputs: JSONObject,
        _ determinism: Vector.Determinism
    ) throws(VectorError) -> Vector {
        Vector(
            id: "en-seal-" + sealCase.name,
            // Each slot draws salts under labels of its own.
            clauses: sealCase.clauses + (sealCase.slots.count > 1 ? ["EN-68", "TP-11", "TP-20"] : []),
            operation: "seal",
            comment: sealCase.comment,
            flags: sealCase.flags,
            inputs: sealCase.inputs,
            entropy: sealCase.entropy,
            expectation: .valid(outputs: outputs),
            determinism: determinism
        )
    }

    private static func open(_ sealCase: SealCase, _ archive: [UInt8]) -> Vector {
        var inputs: JSONObject = ["archive": .bytes(archive)]
        // The last slot's key, so that the others have to be passed over.
        let slot = sealCase.slots.last
        inputs["key"] = slot?["key"]
        inputs["passphrase"] = slot?["passphrase"]
        inputs["expect"] = [
            "workspaceId": .hex(sealCase.workspaceID), "contentType": .integer(sealCase.contentType),
            "minGeneration": .text(sealCase.generation),
        ]
        return Vector(
            id: "en-open-" + sealCase.name,
            clauses: ["EN-53"] + sealCase.clauses,
            operation: "open",
            comment: sealCase.comment,
            flags: sealCase.flags,
            inputs: inputs,
            expectation: .valid(outputs: ["plaintext": sealCase.plaintext])
        )
    }

    private static func inspect(_ sealCase: SealCase, _ archive: [UInt8]) throws(VectorError) -> Vector {
        Vector(
            id: "en-inspect-" + sealCase.name,
            clauses: ["TP-24"],
            operation: "inspect",
            comment: sealCase.comment,
            inputs: ["archive": .bytes(archive)],
            expectation: .valid(outputs: try Reference.outputs("inspect", ["archive": .bytes(archive)]))
        )
    }

    /// Requests to seal that no reader would thank for.
    private static func refused() throws(VectorError) -> [Vector] {
        let base = SealCase(name: "", clauses: [], comment: "", plaintext: .bytes(SealCase.knownPlaintext))
        var vectors: [Vector] = []
        func refuse(
            _ name: String,
            _ clause: String,
            _ comment: String,
            _ errorClass: String = "INVALID_PARAMETER",
            entropy: [Vector.Entropy]? = nil,
            flags: [String] = [],
            _ change: (inout SealCase) -> Void
        ) {
            var changed = base
            change(&changed)
            vectors.append(
                Vector(
                    id: "en-seal-not-" + name, clauses: clause.split(separator: " ").map(String.init),
                    operation: "seal", comment: comment, flags: flags,
                    inputs: changed.inputs, entropy: entropy ?? changed.entropy,
                    expectation: .invalid(errorClass: errorClass),
                    parent: "en-seal-ka1"
                )
            )
        }
        refuse("no-slots", "EN-36", "no slot") { $0.slots = [] }
        refuse("seventeen-slots", "EN-36", "one slot too many") {
            $0.slots = Array(repeating: SealCase.rawSlot, count: 17)
        }
        refuse("passphrase-and-key", "EN-9", "a passphrase slot is not the only one") {
            $0.slots = [SealCase.pbkdf2Slot("pw"), SealCase.rawSlot]
        }
        refuse("key-and-passphrase", "EN-9", "a passphrase slot is the second one") {
            $0.slots = [SealCase.rawSlot, SealCase.pbkdf2Slot("pw")]
        }
        for iterations in [0, 1, 209_999, 2_000_001, 4_294_967_295] as [Int64] {
            refuse("iterations-\(iterations)", "EN-20", "\(iterations) iterations") {
                $0.slots = [SealCase.pbkdf2Slot("pw", iterations: iterations)]
            }
        }
        for log2N in [0, 14, 19, 63] as [Int64] {
            refuse("log2N-\(log2N)", "EN-20", "log2N \(log2N)", flags: [Vector.feature("scrypt")]) {
                $0.slots = [SealCase.scryptSlot("pw", log2N: log2N)]
            }
        }
        refuse("content-type-0", "EN-36", "content type 0") { $0.contentType = 0 }
        refuse("content-type-4", "EN-36", "content type 4") { $0.contentType = 4 }
        refuse("codec-3", "EN-36", "codec 3") { $0.codec = 3 }
        refuse("mode", "EN-36", "an unknown mode") { $0.mode = "fast" }
        refuse("chunk", "EN-36", "an unknown chunk size") { $0.chunk = "1m" }
        refuse("generation-negative", "TP-8", "a negative generation") { $0.generation = "-1" }
        refuse("generation-65-bit", "TP-8", "a generation beyond 64 bits") { $0.generation = "18446744073709551616" }
        refuse("generation-leading-zero", "TP-20", "a generation with a leading zero") { $0.generation = "07" }
        refuse("workspace-15", "EN-10", "a workspaceId of 15 bytes") { $0.workspaceID.removeLast() }
        for count in [0, 16, 31, 33] {
            refuse("key-\(count)", "EN-10", "a workspace key of \(count) bytes") {
                $0.slots = [["type": "raw", "key": .hex(ArchiveForge.run(0x60, count))]]
            }
        }
        let entropy = base.entropy
        for (index, given) in entropy.enumerated() {
            let name = given.label.lowercased()
            refuse(
                "without-\(name)", "TP-11 EN-68", "\(given.label) is missing", entropy: entropy.filter { $0 != given }
            ) {
                _ in
            }
            var short = entropy
            short[index].hex.removeLast(2)
            refuse("short-\(name)", "TP-11 EN-68", "\(given.label) is a byte short", entropy: short) { _ in }
        }
        refuse("twice", "TP-11 EN-68", "a label is given twice", entropy: entropy + [entropy[0]]) { _ in }
        refuse(
            "unused", "TP-11 EN-68", "a label is not used",
            entropy: entropy + [.init(label: "slotSalt.1", hex: entropy[3].hex)]
        ) { _ in }
        refuse(
            "unused-kdfsalt", "EN-68", "a raw slot draws no salt for a derivation",
            entropy: entropy + [.init(label: "kdfSalt.0", hex: String(entropy[3].hex.prefix(32)))]
        ) { _ in }
        let long = JSONString(String(repeating: "x", count: 1025))
        // U+0958 is excluded from composition: NFC makes six bytes of three.
        let growing = JSONString(String(repeating: "\u{958}", count: 171))
        for (name, passphrase, clause, comment) in [
            ("empty", "", "EN-23", "an empty passphrase"), ("nul", "pw\u{0}", "EN-22", "U+0000 at the end"),
            ("nul-only", "\u{0}", "EN-22", "U+0000 alone"),
            ("long", long, "EN-23", "1 025 bytes"), ("growing", growing, "EN-23", "513 bytes, and 1 026 in NFC"),
            ("lone-surrogate", JSONString(wtf8: [0x70, 0xED, 0xA0, 0x80])!, "EN-22", "an unpaired surrogate"),
        ] as [(String, JSONString, String, String)] {
            refuse("passphrase-" + name, clause, comment, "INVALID_PASSPHRASE") {
                $0.slots = [SealCase.pbkdf2Slot(passphrase)]
            }
        }
        for (name, passphrase, clause, comment) in TamperedVectors.refusedPassphrases where passphrase != growing {
            refuse("passphrase-" + name, clause, comment, "INVALID_PASSPHRASE") {
                $0.slots = [SealCase.pbkdf2Slot(passphrase)]
            }
        }
        for (name, passphrase, clause, comment) in [
            ("empty", "", "EN-23", "an empty passphrase"), ("nul", "pw\u{0}", "EN-22", "U+0000 at the end"),
            ("long", long, "EN-23", "1 025 bytes"),
        ] as [(String, JSONString, String, String)] {
            refuse(
                "passphrase-scrypt-" + name, clause, comment + ", for scrypt", "INVALID_PASSPHRASE",
                flags: [Vector.feature("scrypt")]
            ) {
                $0.slots = [SealCase.scryptSlot(passphrase)]
            }
        }
        return vectors
    }
}

/// The Swift stack as the generator uses it.
enum Reference {
    static func archive(_ sealCase: SealCase) throws(VectorError) -> [UInt8] {
        let outputs = try outputs("seal", VectorBytes.expanded(sealCase.inputs), entropy: sealCase.entropy)
        guard let archive = outputs["archive"]?.bytes else {
            throw VectorError(place: sealCase.name, reason: "no archive")
        }
        return archive
    }

    /// The archive of one of the cases with a known answer.
    static func archive(named name: String) throws(VectorError) -> [UInt8] {
        guard let sealCase = SealCase.exact.first(where: { $0.name == name }) else {
            throw VectorError(place: name, reason: "no such case")
        }
        return try archive(sealCase)
    }

    static func headerCount(_ archive: [UInt8]) throws(VectorError) -> Int {
        do { return try Envelope.inspect(archive).header.count } catch {
            throw VectorError(place: "inspect", reason: "\(error)")
        }
    }

    static func outputs(
        _ operation: String,
        _ inputs: JSONObject,
        entropy: [Vector.Entropy] = []
    ) throws(VectorError) -> JSONObject {
        let request: JSONObject = ["inputs": .object(inputs), "entropy": Vector.json(entropy)]
        guard let handler = Testee.operations[JSONString(operation)] else {
            throw VectorError(place: operation, reason: "unknown")
        }
        do { return try handler(try Request(.object(request), scratch: nil)).outputs } catch {
            throw VectorError(place: operation, reason: "\(error.errorClass): \(error.message)")
        }
    }
}
