/// How the bytes of an archive are compressed; the raw value is the codec byte of the envelope.
public enum ArchiveCodec: UInt8, Sendable, CaseIterable {
    /// The bytes as they are.
    case identity = 0
    /// One gzip member (RFC 1952) with the header pinned to `1F 8B 08 00 00000000 00 FF`.
    case gzip = 1
    /// A raw deflate stream (RFC 1951), without the zlib container that some platforms call "deflate".
    case deflate = 2

    /// The bytes that every stream of this codec starts with; none but for `gzip`.
    public var header: [UInt8] { self == .gzip ? PinnedGzip.header : [] }
}

/// How a deflate stream is produced; every reader takes both.
public enum DeflateMode: Sendable {
    /// zlib level 6, window 15, memory level 8, default strategy: the bytes differ between builds of zlib.
    case deflate
    /// Uncompressed blocks: the bytes are the same on every stack, so a whole blob can be a known answer.
    ///
    /// Every block but the last holds 65 535 bytes, the last one the rest: 1 to 65 535 bytes, or none when the
    /// input is empty. A length that is a multiple of 65 535 has no empty block after it.
    case stored
}
