public import SyncArchive

/// What an archive is made with, besides its plaintext.
public struct SealParameters: Sendable {
    /// How to cut the payload.
    public enum ChunkChoice: Sendable {
        /// Whole up to 16 MiB of plaintext, chunks above.
        case automatic
        /// One of the two, whatever the size.
        case fixed(Chunking)

        func chunking(forLength length: UInt64) -> Chunking {
            switch self {
            case .automatic: length <= 16_777_216 ? .whole : .chunks64K
            case .fixed(let chunking): chunking
            }
        }
    }

    /// Whose archive it is.
    public var workspaceID: WorkspaceID
    /// What it holds.
    public var contentType: ContentType
    /// How to compress.
    public var codec: ArchiveCodec
    /// Real deflate, or stored blocks whose bytes are the same on every stack.
    public var mode: DeflateMode
    /// How to cut the payload.
    public var chunk: ChunkChoice
    /// Above that of every earlier archive of this workspace and content type, or 0.
    public var generation: UInt64
    /// 1 to 16; a passphrase slot must be the only one.
    public var slots: [SlotRecipe]

    /// Collects parameters; sealing checks them.
    public init(
        workspaceID: WorkspaceID, contentType: ContentType = .snapshot, codec: ArchiveCodec = .gzip,
        mode: DeflateMode = .deflate, chunk: ChunkChoice = .automatic, generation: UInt64 = 0, slots: [SlotRecipe]
    ) {
        self.workspaceID = workspaceID
        self.contentType = contentType
        self.codec = codec
        self.mode = mode
        self.chunk = chunk
        self.generation = generation
        self.slots = slots
    }
}
