import Testing

@testable import SyncEnvelope

/// Every case of Wycheproof for the primitives of the suite: whether libcrypto, as bound here, can be built upon.
@Suite(.enabled(if: Wycheproof.isPresent, Comment(rawValue: Wycheproof.absent)))
struct WycheproofTests {
    @Test func aesGCM() throws {
        var failures: [String] = []
        var (tried, refused) = (0, 0)
        for test in try Wycheproof.cases("aes_gcm") {
            let sizes = (test.number("keySize"), test.number("ivSize"), test.number("tagSize"))
            if sizes == (256, 96, 128) {
                tried += 1
                if !passes(test) { failures.append(test.label) }
            } else {
                refused += 1
                if !isRefused(test) { failures.append("\(test.label): not refused") }
            }
        }
        #expect(failures.isEmpty, "\(failures.count) failed: \(failures.prefix(5))")
        #expect(tried == 66 && refused == 250)
    }

    /// A valid case encrypts to the bytes given and decrypts back; an invalid one does not decrypt and leaves nothing.
    private func passes(_ test: Wycheproof.Case) -> Bool {
        let (key, iv, aad, message) = (test.bytes("key"), test.bytes("iv"), test.bytes("aad"), test.bytes("msg"))
        let sealed = test.bytes("ct") + test.bytes("tag")
        do {
            var buffer = message + [UInt8](repeating: 0, count: 16)
            try AESGCM(key: secret(key), encrypting: true).seal(nonce: iv, aad: aad, &buffer, count: message.count)
            guard (buffer == sealed) == (test.result == "valid") else { return false }
        } catch { return false }
        var buffer = sealed
        do {
            try AESGCM(key: secret(key), encrypting: false).open(nonce: iv, aad: aad, &buffer)
            return test.result == "valid" && buffer == message
        } catch {
            return test.result == "invalid" && error.code == .authenticationFailed && buffer.isEmpty
        }
    }

    /// Keys, nonces and tags of other sizes are no part of the suite.
    private func isRefused(_ test: Wycheproof.Case) -> Bool {
        var buffer = test.bytes("ct") + test.bytes("tag")
        do {
            try AESGCM(key: secret(test.bytes("key")), encrypting: false).open(
                nonce: test.bytes("iv"), aad: test.bytes("aad"), &buffer)
            return false
        } catch {
            return error.code == .invalidParameter
        }
    }

    @Test func aesKeyWrap() throws {
        var failures: [String] = []
        var (tried, refused) = (0, 0)
        for test in try Wycheproof.cases("aes_wrap") {
            let (key, message, wrapped) = (secret(test.bytes("key")), test.bytes("msg"), test.bytes("ct"))
            if test.number("keySize") == 256 { tried += 1 } else { refused += 1 }
            // "Acceptable" are wraps of 8 bytes, which RFC 3394 does not define: refused here.
            let usable = test.number("keySize") == 256 && test.result == "valid"
            let sealed = try? AESKeyWrap.wrap(secret(message), with: key)
            let opened = try? AESKeyWrap.unwrap(wrapped, with: key)
            if usable {
                if sealed != wrapped || opened != secret(message) { failures.append(test.label) }
            } else if opened != nil || (sealed != nil && sealed == wrapped) {
                failures.append("\(test.label): not refused")
            }
        }
        #expect(failures.isEmpty, "\(failures.count) failed: \(failures.prefix(5))")
        #expect(tried == 68 && refused == 97)
    }

    @Test func hkdf() throws {
        try each("hkdf_sha256") { test in
            let output = try? hkdfSHA256(
                secret(test.bytes("ikm")), salt: test.bytes("salt"), info: test.bytes("info"),
                count: test.number("size"))
            return output.map(copy) == (test.result == "valid" ? test.bytes("okm") : nil)
        }
    }

    @Test func hmac() throws {
        try each("hmac_sha256") { test in
            let tag = test.bytes("tag")
            precondition(tag.count * 8 == test.number("tagSize"))
            let output = try hmacSHA256(key: secret(test.bytes("key")), test.bytes("msg"))
            return constantTimeEqual(output.span.extracting(0..<tag.count), tag.span) == (test.result == "valid")
        }
    }

    @Test func pbkdf2() throws {
        try each("pbkdf2_hmacsha256") { test in
            let output = try pbkdf2SHA256(
                secret(test.bytes("password")), salt: test.bytes("salt"),
                iterations: UInt32(test.number("iterationCount")), count: test.number("dkLen"))
            return (copy(output) == test.bytes("dk")) == (test.result == "valid")
        }
    }

    private func each(_ name: String, _ passes: (Wycheproof.Case) throws -> Bool) throws {
        let failures = try Wycheproof.cases(name).filter { try !passes($0) }.map(\.label)
        #expect(failures.isEmpty, "\(failures.count) failed: \(failures.prefix(5))")
    }
}

func secret(_ bytes: [UInt8]) -> SecretBytes { SecretBytes(copying: bytes.span) }

func copy(_ secret: SecretBytes) -> [UInt8] { secret.withBytes { Array(copying: $0) } }
