extension Envelope {
    /// Gives an archive new slots: for a new key, a new passphrase, or more members.
    ///
    /// Prologue, nonce and payload keep their bytes. The header is verified with `key`; the payload is neither decrypted
    /// nor verified. It is no revocation: who has the old archive, or its content key, keeps it. Throws as
    /// opening does up to `HEADER_AUTH`, `INVALID_PARAMETER` for slots that no reader would accept, `INTERNAL`.
    public static func rewrap(
        _ archive: [UInt8], with key: UnlockingKey, slots: [SlotRecipe]
    ) throws(EnvelopeError) -> [UInt8] {
        try rewrap(archive, with: key, slots: slots, entropy: .system)
    }

    /// The same with randomness of the caller's choice, which only vectors may have, and with a trace of the new slots.
    package static func rewrap(
        _ archive: [UInt8], with key: UnlockingKey, slots: [SlotRecipe], entropy: Entropy, trace: Trace? = nil
    ) throws(EnvelopeError) -> [UInt8] {
        try onBuffers {
            var output: [UInt8] = []
            try rewrap(ByteReader(archive), key, slots, entropy, trace) { output.append(copying: $0) }
            return output
        }
    }

    /// Rewraps a stream, with the memory that opening it takes.
    public static func rewrap(
        from source: @escaping ByteSource, with key: UnlockingKey, slots: [SlotRecipe], into sink: ByteSink
    ) throws {
        try rewrap(ByteReader(source), key, slots, .system, nil, into: sink)
    }

    private static func rewrap(
        _ reader: consuming ByteReader, _ key: UnlockingKey, _ slots: [SlotRecipe], _ entropy: consuming Entropy,
        _ trace: Trace?, into sink: ByteSink
    ) throws {
        try SlotRecipe.check(slots)
        let header = try Header(from: &reader)
        var pieces = try PayloadPieces(header, reader)
        let keys = try header.unlock(with: key, nil).keys
        let rewrapped = try Header(header.prologue, slots, keys: keys, nonce: header.nonce, &entropy, trace)
        try sink(rewrapped.bytes.span)
        while let piece = try pieces.next() { try sink(piece.bytes.span) }
    }
}
