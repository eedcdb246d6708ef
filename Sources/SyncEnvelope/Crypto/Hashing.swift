import CCrypto

/// HMAC-SHA-256 (RFC 2104, FIPS 198-1) of `data`: 32 bytes.
package func hmacSHA256(key: SecretBytes, _ data: [UInt8]) throws(CryptoError) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: 32)
    let algorithm = unsafe Algorithms.hmac
    let done = key.withBytes { key in
        unsafe key.withUnsafeBufferPointer { key in
            unsafe data.withUnsafeBufferPointer { data in
                unsafe output.withUnsafeMutableBufferPointer { output in
                    unsafe ccrypto_hmac_sha256(
                        algorithm, key.baseAddress, key.count, data.baseAddress, data.count, output.baseAddress)
                }
            }
        }
    }
    guard done == 1 else { throw CryptoError.fromLibrary(.unavailable, "HMAC") }
    return output
}

/// SHA-256 (FIPS 180-4) of a secret: 32 bytes.
package func sha256(_ secret: SecretBytes) throws(CryptoError) -> [UInt8] {
    try secret.withBytes { (bytes) throws(CryptoError) in try sha256(bytes) }
}

private func sha256(_ bytes: Span<UInt8>) throws(CryptoError) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: 32)
    let done = unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe output.withUnsafeMutableBufferPointer { output in
            unsafe EVP_Digest(bytes.baseAddress, bytes.count, output.baseAddress, nil, Algorithms.sha256, nil)
        }
    }
    guard done == 1 else { throw CryptoError.fromLibrary(.unavailable, "SHA-256") }
    return output
}

/// SHA-256 of what is no secret, for fingerprints and manifests.
public enum SHA256 {
    /// The 32 bytes of the hash (FIPS 180-4); throws `INTERNAL` when the library can't provide it.
    public static func hash(_ bytes: [UInt8]) throws(EnvelopeError) -> [UInt8] {
        try translating { () throws(CryptoError) in try sha256(bytes.span) }
    }
}
