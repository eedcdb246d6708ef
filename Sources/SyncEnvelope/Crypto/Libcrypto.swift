import CCrypto
import Synchronization

/// How this process uses libcrypto.
package enum Libcrypto {
    private static let hasNoOtherUser = Atomic(false)

    /// Says that nothing in this process uses libcrypto but by fetching algorithms; to be called before any are.
    ///
    /// Most of what its first use costs is making tables of legacy names and of error texts, which others in a process
    /// may count on, and taking everything apart at exit.
    package static func assumeNoOtherUser() {
        hasNoOtherUser.store(true, ordering: .relaxed)
    }

    /// Starts the library, once.
    ///
    /// Its first use otherwise reads its configuration file, which a wire format has no business depending on.
    private static func start() { _ = started }

    private static let started: Bool = {
        var options = OPENSSL_INIT_NO_LOAD_CONFIG
        if hasNoOtherUser.load(ordering: .relaxed) {
            options |= OPENSSL_INIT_NO_ATEXIT | Int(OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS)
            options |= Int(OPENSSL_INIT_NO_ADD_ALL_CIPHERS | OPENSSL_INIT_NO_ADD_ALL_DIGESTS)
        }
        return OPENSSL_init_crypto(UInt64(options), nil) == 1
    }()

    /// Where only the algorithms of this format are, so that fetching one does not prepare hundreds; nil for everything.
    // Written once and used by a library that locks it, so threads may share it.
    nonisolated(unsafe) static let selection: OpaquePointer? = {
        start()
        return unsafe ccrypto_context()
    }()
}
