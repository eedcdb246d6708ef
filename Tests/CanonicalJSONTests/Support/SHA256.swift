import CCrypto

/// SHA-256 by the system's libcrypto, for the checkpoints of published sequences.
struct SHA256 {
    private let context = EVP_MD_CTX_new()

    init() {
        precondition(EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1, "no SHA-256")
    }

    func update(_ bytes: [UInt8]) {
        precondition(EVP_DigestUpdate(context, bytes, bytes.count) == 1, "SHA-256 failed")
    }

    /// The digest; ends the use of this value.
    func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        precondition(EVP_DigestFinal_ex(context, &digest, nil) == 1, "SHA-256 failed")
        EVP_MD_CTX_free(context)
        return digest
    }

    static func digest(_ bytes: [UInt8]) -> [UInt8] {
        let hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }
}
