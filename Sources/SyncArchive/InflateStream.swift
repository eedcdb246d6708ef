import CZlib

/// zlib's inflate, raw, never producing more than it is allowed.
@safe package struct InflateStream: ~Copyable {
    /// How many bytes one byte of deflate can become at most (a match of 258 bytes in two bits), rounded up.
    static let greatestRatio = 1_032

    /// zlib keeps the address of this structure, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>

    package init() throws(ArchiveError) {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let status = unsafe czlib_inflateInit2(stream, -15)
        guard status == Z_OK else {
            unsafe stream.deallocate()
            throw ArchiveError(code: .internal, offset: 0, reason: "inflateInit2 gives \(status)")
        }
        unsafe self.stream = stream
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Starts a new stream in the same memory.
    mutating func reset() throws(ArchiveError) {
        let status = unsafe inflateReset(stream)
        guard status == Z_OK else {
            throw ArchiveError(code: .internal, offset: 0, reason: "inflateReset gives \(status)")
        }
    }

    /// What one read did.
    package struct Progress {
        /// Input bytes used.
        package var consumed: Int
        /// Whether the final block has ended.
        package var ended: Bool
    }

    /// Inflates `input` and appends at most `allowance` (at least 1) bytes.
    ///
    /// Returns when the input is used up, the final block has ended or the allowance is spent. `offset` is that of
    /// the input's first byte, for errors.
    package mutating func read(
        _ input: Span<UInt8>, offset: Int, allowance: Int, into output: inout [UInt8]
    ) throws(ArchiveError) -> Progress {
        let piece = input.extracting(first: greatestPiece)
        let stream = unsafe self.stream
        var status = Z_OK
        var left = allowance
        let consumed = unsafe piece.withUnsafeBufferPointer { piece in
            unsafe stream.pointee.next_in = piece.baseAddress
            unsafe stream.pointee.avail_in = uInt(piece.count)
            repeat {
                let room = min(left, greatestRoom)
                output.append(addingCapacity: room) { output in
                    unsafe output.withUnsafeMutableBufferPointer { buffer, count in
                        unsafe stream.pointee.next_out = buffer.baseAddress
                        unsafe stream.pointee.avail_out = uInt(room)
                        status = unsafe inflate(stream, Z_NO_FLUSH)
                        count = unsafe room - Int(stream.pointee.avail_out)
                    }
                }
                left -= unsafe room - Int(stream.pointee.avail_out)
            } while unsafe status == Z_OK && left > 0 && stream.pointee.avail_out == 0
            unsafe stream.pointee.next_in = nil
            unsafe stream.pointee.next_out = nil
            return unsafe piece.count - Int(stream.pointee.avail_in)
        }
        switch status {
        // Once the allowance is spent that is the verdict: whether zlib also looked at the next symbol depends on how
        // the input was cut.
        case Z_DATA_ERROR where left == 0, Z_OK, Z_BUF_ERROR:
            return Progress(consumed: consumed, ended: false)
        case Z_STREAM_END:
            return Progress(consumed: consumed, ended: true)
        case Z_DATA_ERROR, Z_NEED_DICT:
            throw ArchiveError(code: .invalidDeflate, offset: offset + consumed, reason: message(or: "invalid"))
        default:
            throw ArchiveError(code: .internal, offset: offset + consumed, reason: "inflate gives \(status)")
        }
    }

    private func message(or fallback: String) -> String {
        guard let text = unsafe stream.pointee.msg else { return fallback }
        return unsafe String(cString: text)
    }
}

/// zlib counts its input in 32 bits.
let greatestPiece = 1 << 30

/// The most output room asked for at a time; after each, zlib copies its window of 32 KiB.
let greatestRoom = 1 << 18
