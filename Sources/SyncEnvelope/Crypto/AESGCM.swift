import CCrypto

/// AES-256-GCM (SP 800-38D) with a 32-byte key, a 12-byte nonce and a 16-byte tag, and no other sizes.
///
/// libcrypto accepts tags down to one byte and makes up a nonce when none is set; both are ruled out here. One value
/// keeps one context and serves any number of messages, in place: the buffer holds the text and has room for the tag.
@safe package struct AESGCM: ~Copyable {
    package static let tagCount = 16

    private let context: OpaquePointer
    private let encrypting: Bool

    /// Prepares for `encrypting` or decrypting with `key`; throws `invalidParameter` unless it has 32 bytes.
    package init(key: SecretBytes, encrypting: Bool) throws(CryptoError) {
        guard key.count == 32 else { throw CryptoError(.invalidParameter, "AES-256-GCM: \(key.count)-byte key") }
        guard let algorithm = unsafe Algorithms.aes256GCM, let made = unsafe EVP_CIPHER_CTX_new() else {
            throw CryptoError.fromLibrary(.unavailable, "AES-256-GCM")
        }
        let done = key.withBytes { key in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe EVP_CipherInit_ex2(made, algorithm, key.baseAddress, nil, encrypting ? 1 : 0, nil)
            }
        }
        guard done == 1 else {
            unsafe EVP_CIPHER_CTX_free(made)
            throw CryptoError.fromLibrary(.unavailable, "AES-256-GCM")
        }
        unsafe context = made
        self.encrypting = encrypting
    }

    deinit {
        unsafe EVP_CIPHER_CTX_free(context)
    }

    /// Encrypts the first `count` bytes of `buffer` and writes the tag into the 16 bytes after them.
    package func seal(nonce: [UInt8], aad: [UInt8], _ buffer: inout [UInt8], count: Int) throws(CryptoError) {
        try begin(nonce: nonce, aad: aad)
        try update(&buffer, count: count)
        try finish(&buffer, at: count)
    }

    /// Decrypts `buffer`, which is ciphertext and tag, in place and takes the tag off; on failure it is wiped and emptied.
    package func open(nonce: [UInt8], aad: [UInt8], _ buffer: inout [UInt8]) throws(CryptoError) {
        precondition(!encrypting)
        guard buffer.count >= Self.tagCount else { throw CryptoError(.invalidParameter, "AES-256-GCM: no whole tag") }
        let count = buffer.count - Self.tagCount
        do {
            try begin(nonce: nonce, aad: aad)
            try update(&buffer, count: count)
            try verify(&buffer, tagAt: count)
        } catch {
            buffer.wipe()
            throw error
        }
        buffer.removeLast(Self.tagCount)
    }

    /// Starts a message; the nonce must be new for this key.
    package func begin(nonce: [UInt8], aad: [UInt8]) throws(CryptoError) {
        guard nonce.count == 12 else { throw CryptoError(.invalidParameter, "AES-256-GCM: \(nonce.count)-byte nonce") }
        var ignored: Int32 = 0
        let started = unsafe nonce.withUnsafeBufferPointer { nonce in
            unsafe EVP_CipherInit_ex2(context, nil, nil, nonce.baseAddress, -1, nil)
        }
        let fed = unsafe aad.withUnsafeBufferPointer { aad in
            unsafe aad.isEmpty ? 1 : EVP_CipherUpdate(context, nil, &ignored, aad.baseAddress, Int32(aad.count))
        }
        guard started == 1, fed == 1 else { throw CryptoError.fromLibrary(.unavailable, "AES-256-GCM") }
    }

    /// Transforms the next `count` bytes of the message at the start of `buffer`, in place.
    package func update(_ buffer: inout [UInt8], count: Int) throws(CryptoError) {
        precondition(count <= buffer.count)
        guard count > 0 else { return }
        var written: Int32 = 0
        let done = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            unsafe EVP_CipherUpdate(context, buffer.baseAddress, &written, buffer.baseAddress, Int32(count))
        }
        guard done == 1, Int(written) == count else { throw CryptoError.fromLibrary(.unavailable, "AES-256-GCM") }
    }

    /// Ends an encryption and writes the tag into the 16 bytes of `buffer` at `offset`.
    package func finish(_ buffer: inout [UInt8], at offset: Int) throws(CryptoError) {
        precondition(encrypting && offset + Self.tagCount <= buffer.count)
        var written: Int32 = 0
        let done = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            let tag = buffer.extracting(offset..<offset + Self.tagCount)
            // Final writes nothing for GCM, so the place of the tag may serve as its output.
            return unsafe EVP_CipherFinal_ex(context, tag.baseAddress, &written) == 1
                && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), tag.baseAddress) == 1
        }
        guard done, written == 0 else { throw CryptoError.fromLibrary(.unavailable, "AES-256-GCM") }
    }

    private func verify(_ buffer: inout [UInt8], tagAt offset: Int) throws(CryptoError) {
        var written: Int32 = 0
        let (set, verified) = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            let tag = buffer.extracting(offset..<offset + Self.tagCount)
            let set = unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), tag.baseAddress)
            return unsafe (set == 1, set == 1 && EVP_CipherFinal_ex(context, tag.baseAddress, &written) == 1)
        }
        guard set else { throw CryptoError.fromLibrary(.unavailable, "AES-256-GCM") }
        guard verified else { throw CryptoError.fromLibrary(.authenticationFailed, "AES-256-GCM: tag mismatch") }
    }
}
