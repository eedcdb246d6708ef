/// What the caller knows about an archive before opening it.
public struct Expectations: Sendable {
    /// Another workspace is `CONTEXT_MISMATCH`.
    public var workspaceID: WorkspaceID?
    /// Another content type is `CONTEXT_MISMATCH`.
    public var contentType: ContentType?
    /// A lower generation is `ROLLBACK`.
    public var minimumGeneration: UInt64

    /// By default anything is fine.
    public init(workspaceID: WorkspaceID? = nil, contentType: ContentType? = nil, minimumGeneration: UInt64 = 0) {
        self.workspaceID = workspaceID
        self.contentType = contentType
        self.minimumGeneration = minimumGeneration
    }

    func check(_ prologue: Prologue) throws(EnvelopeError) {
        if let workspaceID, workspaceID != prologue.workspaceID {
            throw EnvelopeError(
                .contextMismatch, at: 16, field: "workspaceId", "\(prologue.workspaceID), not \(workspaceID)")
        }
        if let contentType, contentType != prologue.contentType {
            throw EnvelopeError(
                .contextMismatch, at: 10, field: "contentType", "\(prologue.contentType), not \(contentType)")
        }
        guard prologue.generation >= minimumGeneration else {
            throw EnvelopeError(
                .rollback, at: 64, field: "generation", "\(prologue.generation), below \(minimumGeneration)")
        }
    }
}

/// What an opening found out besides the plaintext.
public struct Opening: Equatable, Sendable {
    /// The verified header.
    public let header: Header
    /// The number, from 0, of the slot that opened.
    public let slot: Int
    /// Bytes of plaintext.
    public let plaintextCount: UInt64
    /// Bytes that the codec had made of it.
    public let compressedCount: UInt64
}

extension Envelope {
    /// Opens an archive.
    ///
    /// `maximumPlaintext` caps the declared length, in bytes. Throws every class but `NOT_CANONICAL`; the first fault in
    /// the format's order decides.
    public static func open(
        _ archive: [UInt8], with key: UnlockingKey, expecting expectations: Expectations = Expectations(),
        maximumPlaintext: UInt64 = defaultMaximumPlaintext
    ) throws(EnvelopeError) -> (plaintext: [UInt8], opening: Opening) {
        try open(archive, with: key, expecting: expectations, maximumPlaintext: maximumPlaintext, trace: nil)
    }

    /// The same with a trace.
    package static func open(
        _ archive: [UInt8], with key: UnlockingKey, expecting expectations: Expectations = Expectations(),
        maximumPlaintext: UInt64 = defaultMaximumPlaintext, trace: Trace?
    ) throws(EnvelopeError) -> (plaintext: [UInt8], opening: Opening) {
        try onBuffers {
            var plaintext: [UInt8] = []
            let opening = try open(
                ByteReader(archive), key, expectations, maximumPlaintext, trace
            ) { plaintext.append(copying: $0) }
            return (plaintext, opening)
        }
    }

    /// Opens a stream: in constant memory when it is chunked, with up to 64 MiB of buffer when it is whole.
    ///
    /// `sink` gets a piece's plaintext once that piece's tag is verified, and must not act on it before the call returns:
    /// a later piece may still turn out to be missing or altered. After a `LIMIT` or `MALFORMED_PAYLOAD` the remaining
    /// pieces are still verified, so that `PAYLOAD_AUTH` has precedence as in a whole-buffer reader. `onHeader` gets the
    /// header when it is verified and as expected, before the first piece. Throws what the form on buffers throws, and
    /// what the three closures throw as it is.
    public static func open(
        from source: @escaping ByteSource, with key: UnlockingKey,
        expecting expectations: Expectations = Expectations(),
        maximumPlaintext: UInt64 = defaultMaximumPlaintext, onHeader: (Header) throws -> Void = { _ in },
        into sink: ByteSink
    ) throws -> Opening {
        try open(ByteReader(source), key, expectations, maximumPlaintext, nil, onHeader: onHeader, into: sink)
    }

    private static func open(
        _ reader: consuming ByteReader, _ key: UnlockingKey, _ expectations: Expectations, _ maximumPlaintext: UInt64,
        _ trace: Trace?, onHeader: (Header) throws -> Void = { _ in }, into sink: ByteSink
    ) throws -> Opening {
        let header = try Header(from: &reader)
        var pieces = try PayloadPieces(header, reader)
        let (keys, slot) = try header.unlock(with: key, trace)
        try expectations.check(header.prologue)
        try onHeader(header)

        let cipher = try PieceCipher(keys, header, encrypting: false, trace)
        var decoder = InnerDecoder(codec: header.prologue.codec, limit: maximumPlaintext, trace)
        var fault: EnvelopeError?
        var sinkError: (any Error)?
        while var piece = try pieces.next() {
            try cipher.open(&piece)
            guard fault == nil else { continue }
            do {
                try decoder.decode(piece.bytes) { plaintext in
                    do { try sink(plaintext) } catch { sinkError = error; throw error }
                }
            } catch let error as EnvelopeError where sinkError == nil {
                fault = error
            }
        }
        if let fault { throw fault }
        try decoder.finish()
        return Opening(
            header: header, slot: slot, plaintextCount: decoder.declaredLength, compressedCount: decoder.codedCount)
    }
}
