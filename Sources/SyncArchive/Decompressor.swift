/// Decompresses a stream strictly, in constant memory.
///
/// Feed pieces of any size: the verdict and the plaintext do not depend on how the input is cut. Nor do offsets, but for
/// `invalidDeflate` and a plaintext that is too long, which are noticed within a few bytes of the fault. It never
/// produces more than the declared length; one piece can become 1 032 times as long, which the form of `update` with room
/// keeps in bounds. What was appended to the output is unverified until `finish` has returned: a caller must not act on it
/// before.
public struct Decompressor: ~Copyable {
    private let codec: ArchiveCodec
    private var inflater: InflateStream?
    private var length: UInt64
    private var produced: UInt64 = 0
    private var offset = 0
    private var stage: Stage
    private var checksum = Checksum()
    /// The trailer as far as it has come, then what follows it.
    private var tail: [UInt8] = []
    /// The first two bytes of a raw deflate stream, to tell a zlib container.
    private var start: [UInt8] = []
    private var failure: ArchiveError?

    private enum Stage { case header, body, trailer, end }

    /// Creates a decompressor for exactly `length` bytes of plaintext.
    ///
    /// Throws `limitExceeded` when `length` is above `limit`, both in bytes, before anything is inflated.
    public init(codec: ArchiveCodec, length: UInt64, limit: UInt64) throws(ArchiveError) {
        try Self.check(length, limit)
        let inflater = codec == .identity ? nil : try InflateStream()
        self.codec = codec
        self.inflater = inflater
        self.length = length
        stage = codec == .gzip ? .header : .body
    }

    /// Begins a new stream of the same codec in the same memory.
    public mutating func reset(length: UInt64, limit: UInt64) throws(ArchiveError) {
        try Self.check(length, limit)
        try inflater?.reset()
        self.length = length
        produced = 0
        offset = 0
        stage = codec == .gzip ? .header : .body
        checksum = Checksum()
        tail.removeAll(keepingCapacity: true)
        start.removeAll(keepingCapacity: true)
        failure = nil
    }

    /// Takes the next piece and appends the plaintext that is ready; after an error it only repeats that error.
    ///
    /// Throws the first fault in the order of the input: `notGzip`, `reservedFlag`, `headerNotPinned`,
    /// `invalidDeflate`, `zlibContainer`, `lengthMismatch` for plaintext that is too long, `crcMismatch`,
    /// `sizeMismatch`, `severalMembers`, `trailingBytes`; `internal` when zlib has no memory.
    public mutating func update(_ input: Span<UInt8>, into output: inout [UInt8]) throws(ArchiveError) {
        var position = 0
        repeat {
            position += try update(input.extracting(position...), room: .max, into: &output)
        } while position < input.count
    }

    /// Takes as much of the next piece as fits into `room` (at least 1) bytes, and returns how much that was.
    ///
    /// When all room was used there may be more plaintext even without more input. Throws as the form above.
    public mutating func update(
        _ input: Span<UInt8>, room: Int, into output: inout [UInt8]
    ) throws(ArchiveError) -> Int {
        if let failure { throw failure }
        do {
            return try read(input, room: room, into: &output)
        } catch {
            failure = error
            throw error
        }
    }

    /// Checks that the stream has ended where it should; only then is the plaintext verified.
    ///
    /// Throws `truncated`, `zlibContainer`, `trailingBytes` for a last byte that could have begun another member,
    /// `lengthMismatch` for plaintext that is too short, and again what `update` threw.
    public mutating func finish() throws(ArchiveError) {
        if let failure { throw failure }
        if codec != .identity {
            switch stage {
            case .header, .trailer:
                throw ArchiveError(code: .truncated, offset: offset, reason: "the gzip \(stage) is incomplete")
            case .body:
                throw explained(ArchiveError(code: .truncated, offset: offset, reason: "no final block"))
            case .end:
                if !tail.isEmpty { throw followed(from: offset - tail.count) }
            }
        }
        guard produced == length else {
            throw ArchiveError(
                code: .lengthMismatch, offset: offset, reason: "\(produced) bytes, \(length) declared")
        }
    }

    private static func check(_ length: UInt64, _ limit: UInt64) throws(ArchiveError) {
        guard length <= limit else {
            throw ArchiveError(code: .limitExceeded, offset: 0, reason: "\(length) bytes declared, \(limit) allowed")
        }
    }
}

extension Decompressor {
    private mutating func read(
        _ input: Span<UInt8>, room: Int, into output: inout [UInt8]
    ) throws(ArchiveError) -> Int {
        let start = output.count
        var position = 0
        // zlib may have kept back what there was no room for.
        if input.isEmpty, stage == .body, codec != .identity { _ = try inflate(input, room: room, into: &output) }
        while position < input.count, output.count - start < room {
            let before = position
            let room = room - (output.count - start)
            switch stage {
            case .header:
                try PinnedGzip.check(input[position], at: offset)
                position += 1
                if offset + 1 == PinnedGzip.header.count { stage = .body }
            case .body where codec == .identity:
                position = try copy(input, from: position, room: room, into: &output)
            case .body:
                position += try inflate(input.extracting(position...), room: room, into: &output)
            case .trailer:
                tail.append(input[position])
                position += 1
                if tail.count == PinnedGzip.trailerSize { try checkTrailer() }
            case .end:
                tail.append(input[position])
                // One byte may be the first half of another member's magic.
                if codec != .gzip || tail != [PinnedGzip.header[0]] { throw followed(from: offset + 1 - tail.count) }
                position += 1
            }
            offset += position - before
        }
        return position
    }

    private mutating func copy(
        _ input: Span<UInt8>, from position: Int, room: Int, into output: inout [UInt8]
    ) throws(ArchiveError) -> Int {
        let left = length - produced
        let available = min(room, input.count - position)
        let count = left < UInt64(available) ? Int(left) : available
        output.append(copying: input.extracting(position..<position + count))
        produced += UInt64(count)
        guard count == available else { throw tooLong(at: offset + count) }
        return position + count
    }

    private mutating func inflate(
        _ input: Span<UInt8>, room: Int, into output: inout [UInt8]
    ) throws(ArchiveError) -> Int {
        if codec == .deflate && start.count < 2 {
            start.append(copying: input.extracting(first: 2 - start.count))
        }
        let left = length - produced
        let before = output.count
        var progress = InflateStream.Progress(consumed: 0, ended: false)
        do {
            // The one byte more shows that the plaintext is longer than declared; it is never handed out.
            let allowance = min(Int(min(left, UInt64(greatestPiece))) + 1, room)
            progress = try inflater?.read(input, offset: offset, allowance: allowance, into: &output) ?? progress
        } catch {
            throw explained(error)
        }
        let count = UInt64(output.count - before)
        guard count <= left else {
            output.removeLast()
            throw tooLong(at: offset + progress.consumed)
        }
        produced += count
        if codec == .gzip { checksum.update(output.span.extracting(before...)) }
        if progress.ended { stage = codec == .gzip ? .trailer : .end }
        return progress.consumed
    }

    private mutating func checkTrailer() throws(ArchiveError) {
        let crc = littleEndian(tail, at: 0)
        let size = littleEndian(tail, at: 4)
        guard crc == checksum.value else {
            throw ArchiveError(
                code: .crcMismatch, offset: offset - 7, reason: "the CRC-32 of the plaintext does not match")
        }
        guard size == UInt32(truncatingIfNeeded: produced) else {
            throw ArchiveError(
                code: .sizeMismatch, offset: offset - 3, reason: "ISIZE is \(size), the plaintext \(produced) bytes")
        }
        tail.removeAll(keepingCapacity: true)
        stage = .end
    }

    private func tooLong(at offset: Int) -> ArchiveError {
        ArchiveError(code: .lengthMismatch, offset: offset, reason: "more than the \(length) bytes declared")
    }

    private func followed(from start: Int) -> ArchiveError {
        codec == .gzip && tail == Array(PinnedGzip.header.prefix(2))
            ? ArchiveError(code: .severalMembers, offset: start, reason: "another gzip member follows the first")
            : ArchiveError(code: .trailingBytes, offset: start, reason: "bytes follow the end")
    }

    /// Names the zlib container when a raw deflate stream that fails begins like one (RFC 1950 section 2.2).
    ///
    /// Judged only after the failure: as raw deflate the same two bytes could begin a stored block.
    private func explained(_ error: ArchiveError) -> ArchiveError {
        guard error.code == .invalidDeflate || error.code == .truncated, start.count == 2, start[0] & 0x0F == 8,
            start[0] >> 4 <= 7, (UInt(start[0]) << 8 | UInt(start[1])) % 31 == 0
        else { return error }
        return ArchiveError(
            code: .zlibContainer, offset: 0,
            reason: "zlib container (\(hex(start[0])) \(hex(start[1]))) where raw deflate was expected")
    }
}
