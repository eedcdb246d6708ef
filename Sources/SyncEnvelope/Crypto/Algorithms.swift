import CCrypto

/// The algorithms of libcrypto that this format uses, each fetched once, when it is first needed.
///
/// Fetching by name costs more than a small encryption does, and a process seldom needs all of them. Where the selection
/// made for them cannot be had, they come from all that libcrypto has.
enum Algorithms {
    // Fetched algorithms are immutable and reference-counted atomically, so threads may share them.
    nonisolated(unsafe) static let aes256GCM = unsafe fetch { unsafe EVP_CIPHER_fetch($0, "AES-256-GCM", nil) }
    nonisolated(unsafe) static let aes256Wrap = unsafe fetch { unsafe EVP_CIPHER_fetch($0, "AES-256-WRAP", nil) }
    nonisolated(unsafe) static let sha256 = unsafe fetch { unsafe EVP_MD_fetch($0, "SHA256", nil) }
    nonisolated(unsafe) static let hmac = unsafe fetch { unsafe EVP_MAC_fetch($0, "HMAC", nil) }
    nonisolated(unsafe) static let hkdf = unsafe fetch { unsafe EVP_KDF_fetch($0, "HKDF", nil) }
    nonisolated(unsafe) static let pbkdf2 = unsafe fetch { unsafe EVP_KDF_fetch($0, "PBKDF2", nil) }
    nonisolated(unsafe) static let scrypt = unsafe fetch { unsafe EVP_KDF_fetch($0, "SCRYPT", nil) }

    private static func fetch(_ body: (OpaquePointer?) -> OpaquePointer?) -> OpaquePointer? {
        guard let algorithm = unsafe body(Libcrypto.selection) ?? body(nil) else {
            ERR_clear_error()
            return nil
        }
        // Looking at the error queue for nothing would load the texts of all errors.
        assert(ERR_peek_error() == 0, "fetching an algorithm leaves no error behind")
        return unsafe algorithm
    }
}
