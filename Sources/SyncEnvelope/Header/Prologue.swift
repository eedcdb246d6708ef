public import SyncArchive

/// The first 72 bytes of an archive, which never change in its life; every key and tag is bound to them.
public struct Prologue: Equatable, Sendable {
    static let magic: [UInt8] = [0x89, 0x53, 0x57, 0x41, 0x0D, 0x0A, 0x1A, 0x0A]
    static let count = 72

    /// What the archive holds.
    public let contentType: ContentType
    /// How the plaintext was compressed.
    public let codec: ArchiveCodec
    /// How the payload is cut.
    public let chunking: Chunking
    /// Whose it is.
    public let workspaceID: WorkspaceID
    /// 32 random bytes: the archive's identity, and the salt of its keys.
    public let archiveSalt: [UInt8]
    /// Grows with every archive of this workspace and content type; 0 when unused.
    public let generation: UInt64

    /// The 72 bytes, put together once, since every key and tag needs them.
    public let bytes: [UInt8]

    init(
        contentType: ContentType, codec: ArchiveCodec, chunking: Chunking, workspaceID: WorkspaceID,
        archiveSalt: [UInt8], generation: UInt64
    ) {
        self.contentType = contentType
        self.codec = codec
        self.chunking = chunking
        self.workspaceID = workspaceID
        self.archiveSalt = archiveSalt
        self.generation = generation
        var bytes = Self.magic
        bytes.reserveCapacity(Self.count)
        bytes += [1, 1, contentType.rawValue, codec.rawValue, chunking.rawValue, 0, 0, 0]
        bytes += workspaceID.bytes
        bytes += archiveSalt
        bytes += bigEndian(generation)
        self.bytes = bytes
    }
}

extension Prologue {
    /// Reads the prologue and the slot count behind it, in the order that gives one fault one class.
    static func read(from reader: inout ByteReader) throws -> (Prologue, slotCount: Int) {
        try readMagic(from: &reader)
        let version = try reader.exactly(1, field: "version")[0]
        guard version == 1 else {
            throw EnvelopeError(.unsupportedVersion, at: 8, field: "version", "\(version) is not supported")
        }
        let suite = try reader.exactly(1, field: "suite")[0]
        guard suite == 1 else {
            throw EnvelopeError(.unsupportedSuite, at: 9, field: "suite", "\(suite) is not supported")
        }
        // Offsets below are those of the archive: the piece is put behind the ten bytes already read.
        let bytes = [UInt8](repeating: 0, count: 10) + (try reader.exactly(63, field: "prologue"))
        guard let contentType = ContentType(rawValue: bytes[10]) else {
            throw malformed("contentType", at: 10, bytes[10])
        }
        guard let codec = ArchiveCodec(rawValue: bytes[11]) else { throw malformed("codec", at: 11, bytes[11]) }
        guard let chunking = Chunking(rawValue: bytes[12]) else { throw malformed("chunkLog2", at: 12, bytes[12]) }
        if let wrong = (13..<16).first(where: { bytes[$0] != 0 }) {
            throw malformed("reserved", at: wrong, bytes[wrong])
        }
        guard (1...16).contains(bytes[72]) else { throw malformed("slotCount", at: 72, bytes[72]) }
        let prologue = Prologue(
            contentType: contentType, codec: codec, chunking: chunking,
            workspaceID: try WorkspaceID(Array(bytes[16..<32])), archiveSalt: Array(bytes[32..<64]),
            generation: integer(bigEndian: bytes[64..<72]))
        return (prologue, Int(bytes[72]))
    }

    private static func readMagic(from reader: inout ByteReader) throws {
        let bytes = try reader.upTo(magic.count)
        if let wrong = bytes.indices.first(where: { bytes[$0] != magic[$0] }) {
            throw EnvelopeError(.badMagic, at: wrong, field: "magic", "not an SWA1 archive")
        }
        guard bytes.count == magic.count else { throw reader.truncated("magic") }
    }

    private static func malformed(_ field: String, at offset: Int, _ byte: UInt8) -> EnvelopeError {
        EnvelopeError(.malformedHeader, at: offset, field: field, "\(hexadecimal([byte])) is not a value of this field")
    }
}

package func bigEndian<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Value.bitWidth / 8)
    for shift in stride(from: Value.bitWidth - 8, through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> Value(shift)))
    }
    return bytes
}

package func integer<Value: FixedWidthInteger>(bigEndian bytes: ArraySlice<UInt8>) -> Value {
    bytes.reduce(0) { $0 << 8 | Value($1) }
}
