import CZlib

/// zlib's deflate, raw: level 6, window 15, memory level 8, default strategy.
@safe struct DeflateStream: ~Copyable {
    /// How far back a match may reach.
    static let windowSize = 1 << 15

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

    /// Appends what a part of a message becomes, on its own: all that is needed of the parts before it is `window`.
    ///
    /// The last part ends with the final block, every other with an empty stored block, which leaves it at the edge of a
    /// byte: joined in their order, the parts are one deflate stream.
    mutating func deflate(
        _ part: Span<UInt8>, after window: Span<UInt8>, isLast: Bool, into output: inout [UInt8]
    ) throws(ArchiveError) {
        assert(window.count <= Self.windowSize)
        let stream = unsafe self.stream
        var status = unsafe deflateReset(stream)
        if status == Z_OK, !window.isEmpty {
            status = unsafe window.withUnsafeBufferPointer { window in
                unsafe deflateSetDictionary(stream, window.baseAddress, uInt(window.count))
            }
        }
        // Room for everything at once: zlib repeats the empty block when it has to be asked again for the rest of a
        // flush, so that the bytes would depend on the room.
        let bound = unsafe Int(deflateBound(stream, uLong(part.count))) + Self.greatestFlush
        if status == Z_OK {
            unsafe part.withUnsafeBufferPointer { part in
                unsafe stream.pointee.next_in = part.baseAddress
                unsafe stream.pointee.avail_in = uInt(part.count)
                output.append(addingCapacity: bound) { output in
                    unsafe output.withUnsafeMutableBufferPointer { buffer, count in
                        unsafe stream.pointee.next_out = buffer.baseAddress
                        unsafe stream.pointee.avail_out = uInt(buffer.count)
                        status = unsafe CZlib.deflate(stream, isLast ? Z_FINISH : Z_SYNC_FLUSH)
                        count = unsafe buffer.count - Int(stream.pointee.avail_out)
                    }
                }
                unsafe stream.pointee.next_in = nil
                unsafe stream.pointee.next_out = nil
            }
        }
        let isDone = unsafe stream.pointee.avail_in == 0 && stream.pointee.avail_out > 0
        guard status == (isLast ? Z_STREAM_END : Z_OK), isDone else {
            throw ArchiveError(code: .internal, offset: 0, reason: "deflate gives \(status)")
        }
    }

    /// An empty stored block with the bits before it, and a byte that stays free to show that it was not cut.
    private static let greatestFlush = 8
}
