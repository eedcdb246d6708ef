import CCrypto

/// The algorithms of libcrypto that this format uses, each fetched once, when the first of them is needed.
///
/// Fetching by name costs more than a small encryption does, and the first use of the library otherwise reads its
/// configuration file, which a wire format has no business depending on.
@unsafe struct Algorithms: @unchecked Sendable {
    // Fetched algorithms are immutable and reference-counted atomically, so threads may share them.
    let aes256GCM: OpaquePointer?
    let aes256Wrap: OpaquePointer?
    let sha256: OpaquePointer?
    let hmac: OpaquePointer?
    let hkdf: OpaquePointer?
    let pbkdf2: OpaquePointer?
    let scrypt: OpaquePointer?

    static let shared = unsafe Algorithms()

    private init() {
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil)
        unsafe aes256GCM = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)
        unsafe aes256Wrap = EVP_CIPHER_fetch(nil, "AES-256-WRAP", nil)
        unsafe sha256 = EVP_MD_fetch(nil, "SHA256", nil)
        unsafe hmac = EVP_MAC_fetch(nil, "HMAC", nil)
        unsafe hkdf = EVP_KDF_fetch(nil, "HKDF", nil)
        unsafe pbkdf2 = EVP_KDF_fetch(nil, "PBKDF2", nil)
        unsafe scrypt = EVP_KDF_fetch(nil, "SCRYPT", nil)
        ERR_clear_error()
    }
}
