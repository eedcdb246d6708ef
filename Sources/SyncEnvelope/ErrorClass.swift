/// Why an archive, or a caller's own input, was refused; the same on every stack for the same fault.
///
/// The raw values are the wire's names. ``EnvelopeError`` says where the fault is.
public enum ErrorClass: String, CaseIterable, Sendable {
    /// The first bytes are not those of an archive.
    case badMagic = "BAD_MAGIC"
    /// The bytes end before the header, or the smallest possible payload, is complete.
    case truncated = "TRUNCATED"
    /// A version other than 1.
    case unsupportedVersion = "UNSUPPORTED_VERSION"
    /// A cipher suite other than 1.
    case unsupportedSuite = "UNSUPPORTED_SUITE"
    /// A fixed header field holds a value that it can't have.
    case malformedHeader = "MALFORMED_HEADER"
    /// A slot of the invalid type, of a wrong length, or a passphrase slot beside others.
    case malformedSlot = "MALFORMED_SLOT"
    /// A passphrase slot asks for more or less work than the limits allow.
    case kdfParams = "KDF_PARAMS"
    /// Larger than the format, or the caller, allows.
    case limit = "LIMIT"
    /// No slot opens with the key or passphrase given.
    case noMatch = "NO_MATCH"
    /// The header was altered.
    case headerAuth = "HEADER_AUTH"
    /// An authentic archive of another workspace or content type than expected.
    case contextMismatch = "CONTEXT_MISMATCH"
    /// An authentic archive older than one already seen.
    case rollback = "ROLLBACK"
    /// The payload was altered, cut, extended or reordered.
    case payloadAuth = "PAYLOAD_AUTH"
    /// The payload is authentic but is not what the codec makes, or has another length than it declares.
    case malformedPayload = "MALFORMED_PAYLOAD"
    /// The plaintext is not in its canonical form; decided above this layer.
    case notCanonical = "NOT_CANONICAL"
    /// The caller passed a parameter that can't be honoured.
    case invalidParameter = "INVALID_PARAMETER"
    /// The caller passed a passphrase that the format does not take.
    case invalidPassphrase = "INVALID_PASSPHRASE"
    /// Nobody's input: no memory or no system randomness.
    case `internal` = "INTERNAL"
}
