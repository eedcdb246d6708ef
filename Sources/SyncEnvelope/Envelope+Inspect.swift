/// What an archive shows without its plaintext.
public struct Inspection: Equatable, Sendable {
    /// The header, verified only when a key was given.
    public let header: Header
    /// Bytes of the payload: ciphertext and tags.
    public let payloadCount: Int
    /// The number, from 0, of the slot that the key given opens; nil without a key.
    public let slot: Int?

    /// What is known of an archive that was opened.
    package init(header: Header, payloadCount: Int, slot: Int?) {
        self.header = header
        self.payloadCount = payloadCount
        self.slot = slot
    }

    /// Bytes of the archive.
    public var archiveCount: Int { header.count + payloadCount }

    /// How many pieces the payload has.
    public var pieceCount: Int {
        let size = Chunking.partCount + AESGCM.tagCount
        return header.prologue.chunking == .whole ? 1 : (payloadCount + size - 1) / size
    }
}

extension Envelope {
    /// Reads the header, and verifies it when there is a key; the payload is only measured.
    ///
    /// Throws as opening does, up to `LIMIT` without a key and up to `HEADER_AUTH` with one.
    public static func inspect(
        _ archive: [UInt8], with key: UnlockingKey? = nil
    ) throws(EnvelopeError) -> Inspection {
        try onBuffers { try inspect(ByteReader(archive), key) }
    }

    /// Inspects a stream, in constant memory.
    public static func inspect(from source: @escaping ByteSource, with key: UnlockingKey? = nil) throws -> Inspection {
        try inspect(ByteReader(source), key)
    }

    private static func inspect(_ reader: consuming ByteReader, _ key: UnlockingKey?) throws -> Inspection {
        let header = try Header(from: &reader)
        while try !reader.upTo(Chunking.partCount).isEmpty {}
        let payloadCount = reader.offset - header.count
        try PayloadPieces.check(count: payloadCount, header.prologue.chunking, at: header.count)
        let slot = try key.map { try header.unlock(with: $0, nil).slot }
        return Inspection(header: header, payloadCount: payloadCount, slot: slot)
    }
}
