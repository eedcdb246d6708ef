import CCrypto

/// AES-256 key wrap (RFC 3394, the default initial value).
package enum AESKeyWrap {
    /// Wraps `secret`, a multiple of 8 and at least 16 bytes, into 8 bytes more.
    package static func wrap(_ secret: SecretBytes, with key: SecretBytes) throws(CryptoError) -> [UInt8] {
        guard secret.count >= 16, secret.count % 8 == 0 else {
            throw CryptoError(.invalidParameter, "AES key wrap: \(secret.count) bytes to wrap")
        }
        var output = [UInt8](repeating: 0, count: secret.count + 8)
        let done = try secret.withBytes { (secret) throws(CryptoError) in
            try run(encrypting: true, key, secret, &output)
        }
        guard done else { throw CryptoError.fromLibrary(.unavailable, "AES key wrap") }
        return output
    }

    /// Unwraps what ``wrap(_:with:)`` made; `authenticationFailed` when the integrity check value does not come out.
    package static func unwrap(_ wrapped: [UInt8], with key: SecretBytes) throws(CryptoError) -> SecretBytes {
        guard wrapped.count >= 24, wrapped.count % 8 == 0 else {
            throw CryptoError(.invalidParameter, "AES key wrap: \(wrapped.count) wrapped bytes")
        }
        // One block longer than the result: libcrypto asks for room as large as its input.
        var output = [UInt8](repeating: 0, count: wrapped.count)
        defer { output.wipe() }
        guard try run(encrypting: false, key, wrapped.span, &output) else {
            throw CryptoError.fromLibrary(.authenticationFailed, "AES key unwrap")
        }
        return SecretBytes(copying: output.span.extracting(0..<wrapped.count - 8))
    }

    private static func run(
        encrypting: Bool, _ key: SecretBytes, _ input: Span<UInt8>, _ output: inout [UInt8]
    ) throws(CryptoError) -> Bool {
        guard key.count == 32 else { throw CryptoError(.invalidParameter, "AES key wrap: \(key.count)-byte key") }
        guard let algorithm = unsafe Algorithms.aes256Wrap, let context = unsafe EVP_CIPHER_CTX_new() else {
            throw CryptoError.fromLibrary(.unavailable, "AES key wrap")
        }
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        var written: Int32 = 0
        let ready = key.withBytes { key in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe EVP_CipherInit_ex2(context, algorithm, key.baseAddress, nil, encrypting ? 1 : 0, nil)
            }
        }
        let done = unsafe input.withUnsafeBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe EVP_CipherUpdate(context, output.baseAddress, &written, input.baseAddress, Int32(input.count))
            }
        }
        return ready == 1 && done == 1 && Int(written) == (encrypting ? input.count + 8 : input.count - 8)
    }
}
