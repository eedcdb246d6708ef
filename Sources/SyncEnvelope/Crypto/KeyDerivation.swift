import CCrypto

/// HKDF-SHA-256 (RFC 5869), extract and expand, to `count` bytes.
package func hkdfSHA256(
    _ key: SecretBytes, salt: [UInt8], info: [UInt8], count: Int = 32
) throws(CryptoError) -> SecretBytes {
    try hkdfSHA256(EVP_KDF_HKDF_MODE_EXTRACT_AND_EXPAND, key, salt: salt, info: info, count: count)
}

/// HKDF-SHA-256, extract alone (RFC 5869, 2.2): the 32-byte pseudorandom key that several expansions may start from.
func hkdfExtractSHA256(_ key: SecretBytes, salt: [UInt8]) throws(CryptoError) -> SecretBytes {
    try hkdfSHA256(EVP_KDF_HKDF_MODE_EXTRACT_ONLY, key, salt: salt, info: [], count: 32)
}

/// HKDF-SHA-256, expand alone (RFC 5869, 2.3), to `count` bytes.
func hkdfExpandSHA256(_ pseudorandomKey: SecretBytes, info: [UInt8], count: Int = 32) throws(CryptoError) -> SecretBytes
{
    try hkdfSHA256(EVP_KDF_HKDF_MODE_EXPAND_ONLY, pseudorandomKey, salt: [], info: info, count: count)
}

/// PBKDF2-HMAC-SHA-256 (RFC 8018) to `count` bytes.
package func pbkdf2SHA256(
    _ password: SecretBytes, salt: [UInt8], iterations: UInt32, count: Int = 32
) throws(CryptoError) -> SecretBytes {
    try unsafe derive("PBKDF2", password, salt: salt, count: count) { password, salt, output in
        unsafe ccrypto_pbkdf2_sha256(
            Algorithms.pbkdf2, password.baseAddress, password.count, salt.baseAddress, salt.count,
            UInt64(iterations), output.baseAddress, output.count)
    }
}

/// scrypt (RFC 7914) to `count` bytes; it needs 128 * r * 2^log2N bytes of memory while it runs.
package func scrypt(
    _ password: SecretBytes, salt: [UInt8], log2N: UInt8, r: UInt32 = 8, p: UInt32 = 1, count: Int = 32
) throws(CryptoError) -> SecretBytes {
    guard log2N < 32 else { throw CryptoError(.invalidParameter, "scrypt: 2^\(log2N)") }
    let n = UInt64(1) << UInt64(log2N)
    // The library's own default allows 32 MiB, which 2^15 already exceeds by its bookkeeping.
    let memory = 128 * UInt64(r) * (n + UInt64(p) + 2) + 1_048_576
    return try unsafe derive("scrypt", password, salt: salt, count: count) { password, salt, output in
        unsafe ccrypto_scrypt(
            Algorithms.scrypt, password.baseAddress, password.count, salt.baseAddress, salt.count,
            n, r, p, memory, output.baseAddress, output.count)
    }
}

private func hkdfSHA256(
    _ mode: Int32, _ key: SecretBytes, salt: [UInt8], info: [UInt8], count: Int
) throws(CryptoError) -> SecretBytes {
    try unsafe derive("HKDF", key, salt: salt, count: count) { key, salt, output in
        unsafe info.withUnsafeBufferPointer { info in
            unsafe ccrypto_hkdf_sha256(
                Algorithms.hkdf, mode, key.baseAddress, key.count, salt.baseAddress, salt.count,
                info.baseAddress, info.count, output.baseAddress, output.count)
        }
    }
}

private func derive(
    _ name: String, _ key: SecretBytes, salt: [UInt8], count: Int,
    _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>, UnsafeMutableBufferPointer<UInt8>) -> Int32
) throws(CryptoError) -> SecretBytes {
    try SecretBytes(count: count) { (output) throws(CryptoError) in
        let done = key.withBytes { key in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe salt.withUnsafeBufferPointer { salt in
                    unsafe output.withUnsafeMutableBufferPointer { output in unsafe body(key, salt, output) }
                }
            }
        }
        guard done == 1 else { throw CryptoError.fromLibrary(.invalidParameter, name) }
    }
}
