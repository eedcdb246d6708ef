import CCrypto

/// libcrypto with the choices that the reference's primitives do not leave: what wrong implementations choose.
enum LoosePrimitives {
    /// AES-256-GCM with a nonce of any length: the ciphertext and its 16-byte tag.
    static func encrypt(
        _ text: [UInt8], key: [UInt8], nonce: [UInt8], associatedData: [UInt8]
    ) throws(Rejection) -> (text: [UInt8], tag: [UInt8]) {
        let context = try unsafe begin(encrypting: true, key, nonce, associatedData)
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        let output = try unsafe update(context, text)
        var tag = [UInt8](repeating: 0, count: 16)
        var none = [UInt8](repeating: 0, count: 16)
        var written: Int32 = 0
        guard unsafe EVP_CipherFinal_ex(context, &none, &written) == 1,
            unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag) == 1
        else { throw failure("AES-256-GCM") }
        return (output, tag)
    }

    /// The plaintext, or nil where the tag, of 1 to 16 bytes, is wrong.
    static func decrypt(
        _ text: [UInt8], tag: [UInt8], key: [UInt8], nonce: [UInt8], associatedData: [UInt8]
    ) throws(Rejection) -> [UInt8]? {
        let context = try unsafe begin(encrypting: false, key, nonce, associatedData)
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        let output = try unsafe update(context, text)
        var (tag, none) = (tag, [UInt8](repeating: 0, count: 16))
        var written: Int32 = 0
        guard unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1 else {
            throw failure("AES-256-GCM")
        }
        defer { ERR_clear_error() }
        return unsafe EVP_CipherFinal_ex(context, &none, &written) == 1 ? output : nil
    }

    /// PBKDF2 over any hash, to 32 bytes; `hash` is OpenSSL's name of it.
    static func pbkdf2(
        _ hash: String, _ password: [UInt8], salt: [UInt8], iterations: UInt32
    ) throws(Rejection) -> [UInt8] {
        guard let algorithm = unsafe EVP_MD_fetch(nil, hash, nil) else { throw failure("PBKDF2") }
        defer { unsafe EVP_MD_free(algorithm) }
        var output = [UInt8](repeating: 0, count: 32)
        let done = unsafe password.withUnsafeBytes { password in
            unsafe PKCS5_PBKDF2_HMAC(
                password.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(password.count), salt,
                Int32(salt.count), Int32(clamping: iterations), algorithm, 32, &output)
        }
        guard done == 1 else { throw failure("PBKDF2") }
        return output
    }

    /// RFC 3394's unwrapping without a look at the integrity check value.
    static func unwrapUnchecked(_ wrapped: [UInt8], key: [UInt8]) throws(Rejection) -> [UInt8] {
        guard let context = unsafe EVP_CIPHER_CTX_new() else { throw failure("AES") }
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        guard unsafe EVP_CipherInit_ex(context, EVP_aes_256_ecb(), nil, key, nil, 0) == 1,
            unsafe EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else { throw failure("AES") }
        var check = Array(wrapped[..<8])
        var blocks = stride(from: 8, to: wrapped.count, by: 8).map { Array(wrapped[$0..<($0 + 8)]) }
        for step in stride(from: 6 * blocks.count, through: 1, by: -1) {
            let index = (step - 1) % blocks.count
            check[7] ^= UInt8(step)
            let block = try unsafe update(context, check + blocks[index])
            check = Array(block[..<8])
            blocks[index] = Array(block[8...])
        }
        return blocks.flatMap { $0 }
    }

    private static func begin(
        encrypting: Bool, _ key: [UInt8], _ nonce: [UInt8], _ associatedData: [UInt8]
    ) throws(Rejection) -> OpaquePointer {
        guard let context = unsafe EVP_CIPHER_CTX_new() else { throw failure("AES-256-GCM") }
        var written: Int32 = 0
        guard key.count == 32,
            unsafe EVP_CipherInit_ex(context, EVP_aes_256_gcm(), nil, nil, nil, encrypting ? 1 : 0) == 1,
            unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, Int32(nonce.count), nil) == 1,
            unsafe EVP_CipherInit_ex(context, nil, nil, key, nonce, encrypting ? 1 : 0) == 1,
            unsafe associatedData.isEmpty
                || EVP_CipherUpdate(context, nil, &written, associatedData, Int32(associatedData.count)) == 1
        else {
            unsafe EVP_CIPHER_CTX_free(context)
            throw failure("AES-256-GCM")
        }
        return unsafe context
    }

    private static func update(_ context: OpaquePointer, _ input: [UInt8]) throws(Rejection) -> [UInt8] {
        guard !input.isEmpty else { return [] }
        var output = [UInt8](repeating: 0, count: input.count)
        var written: Int32 = 0
        guard unsafe EVP_CipherUpdate(context, &output, &written, input, Int32(input.count)) == 1,
            Int(written) == input.count
        else { throw failure("AES") }
        return output
    }

    private static func failure(_ what: String) -> Rejection {
        ERR_clear_error()
        return Rejection(errorClass: "INTERNAL", message: "\(what) failed")
    }
}
