import CCrypto
import TestSupport
import Testing

@testable import SyncEnvelope

@Suite struct AlgorithmTests {
    /// All that the format uses comes from the selection; where it does not, every start becomes slow and nothing else shows.
    @Test func algorithmsComeFromTheSelection() throws {
        let cipher = try #require(Algorithms.aes256GCM)
        let wrap = try #require(Algorithms.aes256Wrap)
        let digest = try #require(Algorithms.sha256)
        for provider in [
            EVP_CIPHER_get0_provider(cipher), EVP_CIPHER_get0_provider(wrap), EVP_MD_get0_provider(digest),
            EVP_MAC_get0_provider(Algorithms.hmac), EVP_KDF_get0_provider(Algorithms.hkdf),
            EVP_KDF_get0_provider(Algorithms.pbkdf2), EVP_KDF_get0_provider(Algorithms.scrypt),
        ] {
            #expect(String(cString: OSSL_PROVIDER_get0_name(provider)) == "selected")
        }
    }

    @Test func theSelectionHasNothingElse() {
        #expect(EVP_CIPHER_fetch(Libcrypto.selection, "AES-128-GCM", nil) == nil)
        #expect(EVP_MD_fetch(Libcrypto.selection, "SHA512", nil) == nil)
        ERR_clear_error()
    }

    /// The same bytes come out as with what libcrypto gives when asked in the usual way.
    @Test(arguments: 0..<50 as Range<UInt64>)
    func selectedAlgorithmsAreTheUsualOnes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let cipher = try #require(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil))
        defer { EVP_CIPHER_free(cipher) }
        let digest = try #require(EVP_MD_fetch(nil, "SHA256", nil))
        defer { EVP_MD_free(digest) }
        let text = bytes(Int.random(in: 0...300, using: &random), &random)
        let key = bytes(32, &random)
        let nonce = bytes(12, &random)
        #expect(
            try encrypted(text, key, nonce, with: #require(Algorithms.aes256GCM))
                == encrypted(text, key, nonce, with: cipher))
        var usual = [UInt8](repeating: 0, count: 32)
        #expect(EVP_Digest(text, text.count, &usual, nil, digest, nil) == 1)
        #expect(try SHA256.hash(text) == usual)
    }

    private func bytes(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
        (0..<count).map { _ in .random(in: 0...255, using: &random) }
    }

    private func encrypted(
        _ text: [UInt8], _ key: [UInt8], _ nonce: [UInt8], with cipher: OpaquePointer
    ) throws -> [UInt8] {
        let context = try #require(EVP_CIPHER_CTX_new())
        defer { EVP_CIPHER_CTX_free(context) }
        var output = [UInt8](repeating: 0, count: text.count + 16)
        var tag = [UInt8](repeating: 0, count: 16)
        var written: Int32 = 0
        try #require(EVP_CipherInit_ex2(context, cipher, key, nonce, 1, nil) == 1)
        try #require(EVP_CipherUpdate(context, &output, &written, text, Int32(text.count)) == 1)
        try #require(EVP_CipherFinal_ex(context, &tag, &written) == 1)
        try #require(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1)
        return output[..<text.count] + tag
    }
}
