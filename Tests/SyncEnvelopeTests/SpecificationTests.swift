import SyncArchive
import TestSupport
import Testing

@testable import SyncEnvelope

/// The worked examples of `Spec/envelope-examples.md`, byte for byte and value for value.
@Suite struct SpecificationTests {
    private let examples = try! Specification()

    /// EN-11, EN-14, EN-15, EN-18, EN-19, EN-27.
    @Test func rawKey() throws {
        let trace = Trace()
        let archive = try Known.seal(trace: trace)
        #expect(try archive == examples.hex("ka1"))
        let contentKey = secret(Known.run(0x40, 32))
        let salt = Known.run(0x20, 32)
        let keyEncryptionKey = try KeySchedule.keyEncryptionKey(
            Known.key.secret, slotSalt: Known.run(0x80, 32), label: "raw")
        let header = try Header(reading: archive)
        let aad = header.prologue.bytes + header.slots[0].bytes.dropLast(48)
        let ours: [String: [UInt8]] = [
            "workspaceKey": copy(Known.key.secret),
            "contentKey": copy(contentKey),
            "keyId": try KeySchedule.keyID(of: Known.key, in: Known.workspace),
            "kek": copy(keyEncryptionKey),
            "aad.wrap.sha256": try sha256(secret(aad)),
            "wrappedCEK": header.slots[0].wrappedKey,
            "headerKey": copy(try hkdfSHA256(contentKey, salt: salt, info: Array("SWA1/header".utf8))),
            "headerMac": header.mac,
            "payloadKey": copy(try KeySchedule.payloadKey(contentKey, archiveSalt: salt)),
            "inner": bigEndian(UInt64(Known.plaintext.count)) + trace.compressed,
            "nonce.0": header.nonce,
            "aad.piece": header.prologue.bytes + bigEndian(UInt64(0)) + [1],
            "archive.sha256": try sha256(secret(archive)),
        ]
        #expect(try ours.mapValues(hex) == examples.values("ka1-values"))
    }

    /// EN-12, EN-13, EN-16: the other slots; everything else is as in known answer 1.
    @Test func otherSlots() throws {
        let first = try examples.hex("ka1")
        let salt = Known.run(0xC0, 16)
        let slotSalt = Known.run(0x80, 32)
        let composed = Known.passphrase("p\u{E4}ssword")
        let decomposed = Known.passphrase("pa\u{308}ssword")
        let pbkdf2 = try KeySchedule.root(composed, kdfSalt: salt, iterations: 210_000)
        let scrypt = try KeySchedule.root(decomposed, kdfSalt: salt, log2N: 15)
        for (name, slot, root) in [
            ("aes-kw", SlotRecipe.aesKeyWrap(Known.key), nil),
            ("pbkdf2", .pbkdf2(composed, iterations: 210_000), pbkdf2),
            ("scrypt", .scrypt(decomposed, log2N: 15), scrypt),
        ] {
            let archive = try Known.seal(Known.plaintext, [slot])
            let expected = try Array(first[..<72]) + examples.hex("ka-\(name)") + first[196...]
            #expect(archive == expected, "\(name)")
            var ours = ["archive.sha256": digest(archive)]
            if let root {
                ours["root"] = hex(copy(root))
                let key = try KeySchedule.keyEncryptionKey(root, slotSalt: slotSalt, label: name)
                ours["kek"] = hex(copy(key))
            }
            #expect(try ours == examples.values("ka-\(name)-values"))
        }
    }

    /// EN-18, EN-19: what shares a derivation, or remembers one, gives what each derivation gives alone.
    @Test func sharedDerivations() throws {
        let (contentKey, salt) = (secret(Known.run(0x40, 32)), Known.run(0x20, 32))
        let keys = try ContentKeys(contentKey, archiveSalt: salt)
        let headerKey = try hkdfSHA256(contentKey, salt: salt, info: Array("SWA1/header".utf8))
        #expect(try keys.headerMAC([1, 2, 3]) == hmacSHA256(key: headerKey, [1, 2, 3]))
        #expect(try keys.payloadKey() == hkdfSHA256(contentKey, salt: salt, info: Array("SWA1/payload".utf8)))
        let other = try WorkspaceID(Known.run(1, 16))
        for workspace in [Known.workspace, other, other, Known.workspace] {
            #expect(try Known.key.id(in: workspace) == KeySchedule.keyID(of: Known.key, in: workspace))
        }
    }

    /// EN-28, EN-30.
    @Test func chunked() throws {
        let plaintext = (0..<70_000).map { UInt8($0 % 251) }
        var parameters = Known.parameters([.rawKey(Known.key)], codec: .identity, chunking: .chunks64K)
        parameters.contentType = .attachment
        parameters.generation = 1
        let archive = try Envelope.seal(
            plaintext, parameters, entropy: Entropy(labelled: Known.entropy(parameters.slots)))
        let header = try Header(reading: archive)
        let pieces = [archive[208..<65_760], archive[65_760...]]
        #expect(archive.count == 70_248)
        var ours = [
            "wrappedCEK": hex(header.slots[0].wrappedKey), "headerMac": hex(header.mac),
            "archive.sha256": digest(archive),
        ]
        for (index, piece) in pieces.enumerated() {
            ours["piece.\(index).first8"] = hex(Array(piece.prefix(8)))
            ours["piece.\(index).tag"] = hex(Array(piece.suffix(16)))
            // The example's own nonce and associated data open the piece.
            var buffer = Array(piece)
            let key = try KeySchedule.payloadKey(secret(Known.run(0x40, 32)), archiveSalt: Known.run(0x20, 32))
            try AESGCM(key: key, encrypting: false).open(
                nonce: examples.hex("chunked-nonce-\(index)"),
                aad: header.prologue.bytes + examples.hex("chunked-aad-\(index)"), &buffer)
            let inner = bigEndian(UInt64(70_000)) + plaintext
            #expect(buffer == Array(index == 0 ? inner[..<65_536] : inner[65_536...]))
        }
        #expect(try ours == examples.values("chunked-values"))
    }
}
