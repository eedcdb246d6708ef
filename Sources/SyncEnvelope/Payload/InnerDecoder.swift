import SyncArchive

/// Turns verified parts into plaintext: the declared length, then the codec.
struct InnerDecoder: ~Copyable {
    /// Deflate expands up to a thousandfold, so plaintext is handed out whenever there is this much of it.
    private static let greatestStep = 1 << 18

    private let codec: ArchiveCodec
    private let limit: UInt64
    private let trace: Trace?
    private var lengthBytes: [UInt8] = []
    private var decompressor: Decompressor?
    /// Reused, so that a large payload is not paid for in fresh memory.
    private var plaintext: [UInt8] = []
    /// Bytes of the codec's output seen so far.
    private(set) var codedCount: UInt64 = 0
    /// The plaintext's length, once known.
    private(set) var declaredLength: UInt64 = 0

    init(codec: ArchiveCodec, limit: UInt64, _ trace: Trace?) {
        self.codec = codec
        self.limit = limit
        self.trace = trace
    }

    /// Decodes a part and hands plaintext to `sink` step by step; throws `LIMIT`, `MALFORMED_PAYLOAD`, and what `sink` throws.
    mutating func decode(_ part: [UInt8], into sink: ByteSink) throws {
        var position = min(8 - lengthBytes.count, part.count)
        lengthBytes += part[..<position]
        guard lengthBytes.count == 8 else { return }
        if decompressor == nil { try start() }
        trace?.compressed += part[position...]
        codedCount += UInt64(part.count - position)
        repeat {
            plaintext.removeAll(keepingCapacity: true)
            do {
                let rest = part.span.extracting(position...)
                position += try decompressor?.update(rest, room: Self.greatestStep, into: &plaintext) ?? rest.count
            } catch {
                throw Self.translated(error)
            }
            if !plaintext.isEmpty { try sink(plaintext.span) }
        } while position < part.count || plaintext.count == Self.greatestStep
    }

    /// Checks that nothing is missing; throws `MALFORMED_PAYLOAD`.
    mutating func finish() throws(EnvelopeError) {
        guard decompressor != nil else {
            throw EnvelopeError(.malformedPayload, field: "payload", "no room for the plaintext's length")
        }
        do { try decompressor?.finish() } catch { throw Self.translated(error) }
    }

    private mutating func start() throws(EnvelopeError) {
        declaredLength = integer(bigEndian: lengthBytes[...])
        guard declaredLength <= limit else {
            throw EnvelopeError(.limit, field: "payload", "declares \(declaredLength) bytes, more than \(limit)")
        }
        do {
            decompressor = try Decompressor(codec: codec, length: declaredLength, limit: limit)
        } catch {
            throw Self.translated(error)
        }
    }

    private static func translated(_ error: ArchiveError) -> EnvelopeError {
        EnvelopeError(error.errorClass, field: "payload", error.description)
    }
}
