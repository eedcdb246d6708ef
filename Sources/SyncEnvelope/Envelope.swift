/// Sealed archives: a header with 1 to 16 slots for the content key, and an authenticated, encrypted, compressed payload.
///
/// Each operation exists on buffers and on streams; both read the bytes in the same order and refuse the same bytes with
/// the same class. On buffers the error is always an ``EnvelopeError`` and nothing comes out beside it. On streams the
/// errors of the caller's own source and sink pass through unchanged, and whatever the sink got is provisional until the
/// call returns.
///
/// Whether a plaintext is in canonical form is not decided here: callers check it once `open` has returned, and have
/// ``ErrorClass/notCanonical`` for it.
public enum Envelope {
    /// The cap on a plaintext's declared length that openings use by default: 256 MiB.
    public static let defaultMaximumPlaintext: UInt64 = 268_435_456
}

/// Runs a stream operation whose source and sink can't fail.
func onBuffers<Result>(_ body: () throws -> Result) throws(EnvelopeError) -> Result {
    do {
        return try body()
    } catch let error as EnvelopeError {
        throw error
    } catch {
        throw EnvelopeError(.internal, "\(error)")
    }
}
