import TestSupport
import Testing

@testable import SyncEnvelope

/// What Wycheproof has no file for, and the sizes that the binding refuses.
@Suite struct PrimitiveTests {
    /// RFC 7914 section 12; the fourth vector there needs a gigabyte and is left out.
    @Test func scryptVectors() throws {
        let vectors: [(password: String, salt: String, log2N: UInt8, r: UInt32, p: UInt32, key: String)] = [
            (
                "", "", 4, 1, 1,
                "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
            ),
            (
                "password", "NaCl", 10, 8, 16,
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
            ),
            (
                "pleaseletmein", "SodiumChloride", 14, 8, 1,
                "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
            ),
        ]
        for vector in vectors {
            let key = try scrypt(
                secret(Array(vector.password.utf8)), salt: Array(vector.salt.utf8), log2N: vector.log2N, r: vector.r,
                p: vector.p, count: 64)
            #expect(hex(copy(key)) == vector.key)
        }
    }

    @Test(arguments: [0, 15, 16, 24, 31, 33]) func otherKeySizes(_ count: Int) {
        let key = secret([UInt8](repeating: 1, count: count))
        #expect(
            cryptoCode { () throws(CryptoError) in _ = try AESGCM(key: key, encrypting: true) } == .invalidParameter)
        #expect(
            cryptoCode { () throws(CryptoError) in _ = try AESKeyWrap.wrap(Known.key.secret, with: key) }
                == .invalidParameter)
    }

    @Test(arguments: [0, 8, 11, 13, 16]) func otherNonceSizes(_ count: Int) throws {
        let cipher = try AESGCM(key: Known.key.secret, encrypting: true)
        var buffer = [UInt8](repeating: 0, count: 32)
        #expect(
            cryptoCode { () throws(CryptoError) in
                try cipher.seal(nonce: [UInt8](repeating: 0, count: count), aad: [], &buffer, count: 16)
            } == .invalidParameter)
        #expect(buffer == [UInt8](repeating: 0, count: 32))
    }

    /// libcrypto verifies a tag cut to any length; a message cut so that fewer than 16 bytes remain must not pass.
    @Test func cutTags() throws {
        var sealed = [UInt8](repeating: 0, count: 16)
        try AESGCM(key: Known.key.secret, encrypting: true).seal(nonce: Known.run(0, 12), aad: [1], &sealed, count: 0)
        for count in 0..<16 {
            var buffer = Array(sealed[..<count])
            let opener = try AESGCM(key: Known.key.secret, encrypting: false)
            #expect(
                cryptoCode { () throws(CryptoError) in
                    try opener.open(nonce: Known.run(0, 12), aad: [1], &buffer)
                } == .invalidParameter)
        }
    }

    /// One context serves many messages, also after one that failed.
    @Test func contextReuse() throws {
        let sealer = try AESGCM(key: Known.key.secret, encrypting: true)
        let opener = try AESGCM(key: Known.key.secret, encrypting: false)
        for round in UInt8(0)..<20 {
            let (nonce, text) = (Known.run(round, 12), Known.run(round, Int(round) * 7 + 1))
            var buffer = text + [UInt8](repeating: 0, count: 16)
            try sealer.seal(nonce: nonce, aad: [round], &buffer, count: text.count)
            var damaged = buffer
            damaged[0] ^= 1
            #expect(
                cryptoCode { () throws(CryptoError) in try opener.open(nonce: nonce, aad: [round], &damaged) }
                    == .authenticationFailed)
            #expect(damaged.isEmpty)
            try opener.open(nonce: nonce, aad: [round], &buffer)
            #expect(buffer == text)
        }
    }

    @Test func systemRandomness() throws {
        let draws = try (0..<50).map { _ in copy(try SystemRandom.bytes(32)) }
        #expect(Set(draws).count == 50)
        #expect(draws.allSatisfy { $0.count == 32 })
    }

    private func cryptoCode(_ body: () throws(CryptoError) -> Void) -> CryptoError.Code? {
        do {
            try body()
            return nil
        } catch {
            return error.code
        }
    }
}
