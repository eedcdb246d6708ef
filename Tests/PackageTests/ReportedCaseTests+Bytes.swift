import CanonicalJSON
import Conformance
import SyncArchive
import SyncBridge
import SyncEnvelope
import Testing

/// The cases about compression, encryption and the derivation of keys.
extension ReportedCaseTests {
    private func hex(_ value: JSONValue?) -> [[UInt8]] {
        CaseVectors.strings(value).compactMap { Hex.decode($0.utf8) }
    }

    func checkGzip(_ item: ReportedCase, _ carrying: [Vector]) throws {
        let inputs = hex(item.input["gzipHex"])
        #expect(inputs.count == 2)
        for input in inputs { #expect(carrying.contains { $0.bytes("compressed") == input }, "\(item.id)") }
        if let plaintext = item.expect["plaintext"]?.stringValue?.string {
            for input in inputs {
                let bytes = try Archive.decompress(input, codec: .gzip, length: plaintext.utf8.count, limit: 100)
                #expect(bytes == Array(plaintext.utf8))
            }
        }
        for (input, text) in zip(inputs, CaseVectors.strings(item.expect["lenient"])) {
            #expect(try LenientGzip.read(input, limit: 100).bytes == Array(text.utf8))
            for length in 0...8 {
                #expect(throws: ArchiveError.self) {
                    try Archive.decompress(input, codec: .gzip, length: length, limit: 100)
                }
            }
        }
    }

    func checkHeader(_ item: ReportedCase, _ carrying: [Vector]) throws {
        let message = Array((item.input["plaintext"]?.stringValue?.string ?? "").utf8)
        let header = try #require(hex(item.expect["headerHex"]).first)
        let trailer = try #require(hex(item.expect["trailerHex"]).first)
        #expect(carrying.contains { $0.bytes("msg") == message })
        var written: [UInt8] = []
        for mode in [DeflateMode.deflate, .stored] {
            written = try Archive.compress(message, codec: .gzip, mode: mode)
            #expect(Array(written.prefix(10)) == header && Array(written.suffix(8)) == trailer)
        }
        let others = hex(item.expect["lenientReadsOsBytes"]).flatMap { $0 }
        #expect(others.count == 6)
        for system in others {
            var other = written
            other[9] = system
            #expect(try LenientGzip.read(other, limit: 100).bytes == message)
            let isRead = (try? Archive.decompress(other, codec: .gzip, length: message.count, limit: 100)) != nil
            #expect(isRead == (system == 0xFF))
        }
    }

    func checkZlib(_ item: ReportedCase, _ carrying: [Vector]) throws {
        let inputs = hex(item.input["codec2Hex"])
        let results = CaseVectors.strings(item.expect["results"])
        #expect(inputs.count == results.count && inputs.count == 4)
        for (input, result) in zip(inputs, results) {
            let vector = try #require(carrying.first { $0.bytes("compressed") == input })
            let bytes = try? Archive.decompress(input, codec: .deflate, length: 5, limit: 100)
            #expect(bytes == (result.hasPrefix("error") ? nil : Array(result.utf8)))
            #expect(vector.output("msg") == bytes)
        }
    }

    func checkTag(_ item: ReportedCase) throws {
        let plaintext = Array((item.input["plaintext"]?.stringValue?.string ?? "").utf8)
        let aad = Array((item.input["aad"]?.stringValue?.string ?? "").utf8)
        let (key, nonce) = (hex(item.input["keyHex"])[0], hex(item.input["nonceHex"])[0])
        let (ciphertext, tag) = (hex(item.expect["ciphertextHex"])[0], hex(item.expect["tagHex"])[0])
        let secret = SecretBytes(copying: key.span)
        var buffer = plaintext + [UInt8](repeating: 0, count: AESGCM.tagCount)
        try AESGCM(key: secret, encrypting: true).seal(nonce: nonce, aad: aad, &buffer, count: plaintext.count)
        #expect(buffer == ciphertext + tag)
        let reader = try AESGCM(key: secret, encrypting: false)
        for wrong in [tag + ciphertext, ciphertext + tag.dropLast(), ciphertext + tag.dropLast(4) + [0, 0, 0, 0], tag] {
            var wrong = wrong
            #expect(throws: CryptoError.self) { try reader.open(nonce: nonce, aad: aad, &wrong) }
            #expect(!wrong.starts(with: plaintext))
        }
        try reader.open(nonce: nonce, aad: aad, &buffer)
        #expect(buffer == plaintext)
    }

    func checkDerivation(_ item: ReportedCase) throws {
        func root(_ passphrase: String, _ salt: [UInt8], _ iterations: JSONValue?) throws -> [UInt8] {
            let utf8 = Array(passphrase.utf8)
            return try pbkdf2SHA256(
                Passphrase.normalized(utf8.span), salt: salt, iterations: UInt32(iterations?.integerValue ?? 0)
            ).withBytes { Array(copying: $0) }
        }
        let iterations = item.input["iterations"]
        switch item.id {
        case "salt-encoding":
            let salt = hex(item.input["saltHex"])[0]
            let prefix = hex(item.expect["pbkdf2Prefix"])[0]
            #expect(try root("pw", salt, iterations).starts(with: prefix))
            for text in [Hex.encode(salt), "AP8Q"] {
                #expect(try !root("pw", Array(text.utf8), iterations).starts(with: prefix))
            }
        case "passphrase-nfd":
            let passphrases = CaseVectors.strings(item.input["passphrases"])
            #expect(Array(passphrases[0].utf8) != Array(passphrases[1].utf8))
            for (passphrase, prefix) in zip(passphrases, hex(item.expect["pbkdf2Prefix"])) {
                #expect(try root(passphrase, Array("salt".utf8), iterations).starts(with: prefix))
            }
        default:
            let roots = try (iterations?.arrayValue ?? []).map { try root("pw", Array("salt".utf8), $0) }
            #expect(Set(roots).count == 2)
        }
    }
}

extension Array where Element == UInt8 {
    fileprivate init(copying span: Span<UInt8>) { self = span.indices.map { span[$0] } }
}
