/// What an archive holds.
public enum ContentType: UInt8, CaseIterable, Sendable {
    /// A workspace's rows: canonical JSON.
    case snapshot = 1
    /// The small object that names a snapshot and commits it.
    case metadata = 2
    /// Bytes of any kind.
    case attachment = 3
}

/// How the payload is cut, as it stands in the header.
public enum Chunking: UInt8, CaseIterable, Sendable {
    /// One piece; the reader needs all of it before it may use any.
    case whole = 0x00
    /// Pieces of 65 536 bytes, each authenticated by itself.
    case chunks64K = 0x10

    /// Bytes of a full part before encryption; a piece on the wire has the 16 of its tag besides.
    package static let partCount = 65536
    /// The most bytes the one part of a whole-mode archive may have.
    package static let wholePartLimit = 67_108_864
}
