extension Envelope {
    /// Seals a plaintext with randomness from the system; see ``SealingWriter`` for streams.
    ///
    /// Throws `INVALID_PARAMETER` for slots that no reader would accept, `LIMIT` when more than 64 MiB would have to go
    /// into one piece, `INTERNAL`.
    public static func seal(_ plaintext: [UInt8], _ parameters: SealParameters) throws(EnvelopeError) -> [UInt8] {
        try seal(plaintext, parameters, entropy: .system)
    }

    /// The same with randomness of the caller's choice, which only vectors may have, and with a trace.
    package static func seal(
        _ plaintext: [UInt8], _ parameters: SealParameters, entropy: Entropy, trace: Trace? = nil
    ) throws(EnvelopeError) -> [UInt8] {
        try onBuffers {
            var archive: [UInt8] = []
            var writer = try SealingWriter(
                parameters, length: UInt64(plaintext.count), entropy: entropy, trace: trace
            ) { archive.append(copying: $0) }
            try writer.update(plaintext.span)
            try writer.finish()
            return archive
        }
    }
}
