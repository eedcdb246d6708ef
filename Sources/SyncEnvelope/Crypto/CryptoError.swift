import CCrypto

/// What a primitive failed at; it never leaves this module, since ``EnvelopeError`` is what callers see.
package struct CryptoError: Error, Equatable, Sendable {
    /// Which kind of failure it is.
    package enum Code: Sendable {
        /// A size or cost that the primitive, as this format uses it, does not take.
        case invalidParameter
        /// A tag or an integrity check value did not match.
        case authenticationFailed
        /// libcrypto could not do it: no memory, no algorithm, no randomness.
        case unavailable
    }

    package let code: Code
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Takes libcrypto's error queue of this thread into the reason and empties it, so that no later call trips over it.
    static func fromLibrary(_ code: Code, _ operation: String) -> CryptoError {
        let number = ERR_peek_last_error()
        ERR_clear_error()
        guard number != 0 else { return CryptoError(code, operation) }
        // Without the texts there is the number, which `openssl errstr` explains.
        guard let text = unsafe ERR_reason_error_string(number) else {
            return CryptoError(code, "\(operation): error \(String(number, radix: 16))")
        }
        return CryptoError(code, unsafe "\(operation): \(String(cString: text))")
    }
}
