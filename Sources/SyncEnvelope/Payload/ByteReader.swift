/// A source of bytes: at most `maximum` of them, at least one, or none at the end.
public typealias ByteSource = (_ maximum: Int) throws -> [UInt8]

/// Takes bytes in file order; they are valid only until it returns.
public typealias ByteSink = (_ bytes: Span<UInt8>) throws -> Void

/// Pulls pieces of wanted sizes out of a source and knows how far it is.
struct ByteReader {
    // Sources may well allocate what they are asked for, so a whole-mode payload is not asked for at once.
    private static let requestLimit = Chunking.partCount + AESGCM.tagCount

    private let source: ByteSource
    private var ended = false
    /// How many bytes have been read.
    private(set) var offset = 0

    init(_ source: @escaping ByteSource) {
        self.source = source
    }

    init(_ bytes: [UInt8]) {
        var position = 0
        self.init { maximum in
            let end = min(position + maximum, bytes.count)
            defer { position = end }
            return Array(bytes[position..<end])
        }
    }

    /// Fewer bytes than asked for only at the end of the source.
    mutating func upTo(_ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, !ended {
            let maximum = min(count - bytes.count, Self.requestLimit)
            let piece = try source(maximum)
            precondition(piece.count <= maximum, "the source gave more bytes than it was asked for")
            ended = piece.isEmpty
            offset += piece.count
            // The usual source gives everything at once: then nothing is copied.
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
        }
        return bytes
    }

    /// Throws `TRUNCATED` when the source ends before.
    mutating func exactly(_ count: Int, field: @autoclosure () -> String) throws -> [UInt8] {
        let bytes = try upTo(count)
        guard bytes.count == count else { throw truncated(field()) }
        return bytes
    }

    func truncated(_ field: String) -> EnvelopeError {
        EnvelopeError(.truncated, at: offset, field: field, "the archive ends here")
    }
}
