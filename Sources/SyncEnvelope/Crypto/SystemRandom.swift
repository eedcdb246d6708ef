import CCrypto

/// The random source of the system, as libcrypto seeds and stretches it.
enum SystemRandom {
    /// Draws `count` bytes fit for keys.
    static func bytes(_ count: Int) throws(CryptoError) -> SecretBytes {
        Libcrypto.start()
        return try SecretBytes(count: count) { (bytes) throws(CryptoError) in
            let done = unsafe bytes.withUnsafeMutableBufferPointer {
                unsafe RAND_bytes($0.baseAddress, Int32($0.count))
            }
            guard done == 1 else { throw CryptoError.fromLibrary(.unavailable, "RAND_bytes") }
        }
    }
}
