#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The random source of the system itself: libcrypto's would seed a generator of its own from it, for a few keys and salts.
enum SystemRandom {
    /// Draws `count` bytes fit for keys, at most 256.
    static func bytes(_ count: Int) throws(CryptoError) -> SecretBytes {
        precondition(count <= 256, "the system gives no more at a time")
        return try SecretBytes(count: count) { (bytes) throws(CryptoError) in
            let status = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return Int32(0) }
                return unsafe getentropy(start, buffer.count)
            }
            guard status == 0 else { throw CryptoError(.unavailable, "the system's random source") }
        }
    }
}
