import CZlib

/// zlib's deflate, raw: level 6, window 15, memory level 8, default strategy.
@safe struct DeflateStream: ~Copyable {
    /// zlib keeps the address of this structure, so it must not move.
    private let stream: UnsafeMutablePointer<z_stream>

    init() throws(ArchiveError) {
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let status = unsafe czlib_deflateInit2(stream, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY)
        guard status == Z_OK else {
            unsafe stream.deallocate()
            throw ArchiveError(code: .internal, offset: 0, reason: "deflateInit2 gives \(status)")
        }
        unsafe self.stream = stream
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Starts a new stream in the same memory.
    mutating func reset() throws(ArchiveError) {
        let status = unsafe deflateReset(stream)
        guard status == Z_OK else {
            throw ArchiveError(code: .internal, offset: 0, reason: "deflateReset gives \(status)")
        }
    }

    /// Takes all of `input` and appends what zlib gives out; with `finish` the stream ends after it.
    mutating func write(
        _ input: Span<UInt8>, finish: Bool, into output: inout [UInt8]
    ) throws(ArchiveError) {
        var position = 0
        repeat {
            let end = position + min(greatestPiece, input.count - position)
            let flush = finish && end == input.count ? Z_FINISH : Z_NO_FLUSH
            try writePiece(input.extracting(position..<end), flush: flush, into: &output)
            position = end
        } while position < input.count
    }

    private mutating func writePiece(
        _ input: Span<UInt8>, flush: Int32, into output: inout [UInt8]
    ) throws(ArchiveError) {
        let stream = unsafe self.stream
        var status = Z_OK
        unsafe input.withUnsafeBufferPointer { input in
            unsafe stream.pointee.next_in = input.baseAddress
            unsafe stream.pointee.avail_in = uInt(input.count)
            var room = outputRoom(for: input.count)
            repeat {
                output.append(addingCapacity: room) { output in
                    unsafe output.withUnsafeMutableBufferPointer { buffer, count in
                        unsafe stream.pointee.next_out = buffer.baseAddress
                        unsafe stream.pointee.avail_out = uInt(buffer.count)
                        status = unsafe deflate(stream, flush)
                        count = unsafe buffer.count - Int(stream.pointee.avail_out)
                    }
                }
                room = min(2 * room, greatestRoom)
            } while unsafe status == Z_OK && stream.pointee.avail_out == 0
            unsafe stream.pointee.next_in = nil
            unsafe stream.pointee.next_out = nil
        }
        // Z_BUF_ERROR: called once more than there was something to do, which zlib allows.
        guard flush == Z_FINISH ? status == Z_STREAM_END : status == Z_OK || status == Z_BUF_ERROR else {
            throw ArchiveError(code: .internal, offset: 0, reason: "deflate gives \(status)")
        }
    }
}

/// zlib counts its input in 32 bits.
let greatestPiece = 1 << 30

/// The most output room asked for at a time.
let greatestRoom = 1 << 16

/// The output room to begin with for an input of `count` bytes: small for small inputs.
func outputRoom(for count: Int) -> Int { max(512, min(count, greatestRoom)) }
