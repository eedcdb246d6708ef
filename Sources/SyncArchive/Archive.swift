/// Compression and strict decompression of whole buffers.
///
/// Nothing is released on error. For data that should not be held in memory use `Compressor` and `Decompressor`,
/// which give the same bytes.
public enum Archive {
    /// Compresses `bytes`.
    ///
    /// The result depends on nothing but the arguments and, in mode `deflate`, the build of zlib. Throws `internal`
    /// when zlib has no memory.
    public static func compress(
        _ bytes: [UInt8], codec: ArchiveCodec, mode: DeflateMode = .deflate
    ) throws(ArchiveError) -> [UInt8] {
        var output: [UInt8] = []
        var compressor = try Compressor(codec: codec, mode: mode)
        try compressor.update(bytes.span, into: &output)
        try compressor.finish(into: &output)
        return output
    }

    /// Decompresses `bytes`, which must hold exactly `length` bytes of plaintext.
    ///
    /// `length` is the declared one, in bytes; above `limit` nothing is inflated and `limitExceeded` is thrown. No
    /// more than `length + 1` bytes are ever held, whatever the input says of its own size. Throws as `Decompressor`
    /// does.
    public static func decompress(
        _ bytes: [UInt8], codec: ArchiveCodec, length: Int, limit: Int
    ) throws(ArchiveError) -> [UInt8] {
        guard let declared = UInt64(exactly: length), let limit = UInt64(exactly: limit) else {
            throw ArchiveError(code: .limitExceeded, offset: 0, reason: "length and limit are not negative")
        }
        var decompressor = try Decompressor(codec: codec, length: declared, limit: limit)
        var output: [UInt8] = []
        // An input that declares a long plaintext gets no more memory at once than it could fill, nor than there surely
        // is.
        let fillable = bytes.count.saturatingMultiple(of: InflateStream.greatestRatio)
        output.reserveCapacity(min(min(length, .max - 1) + 1, fillable, greatestReservation))
        try decompressor.update(bytes.span, into: &output)
        try decompressor.finish()
        return output
    }
}

/// The most bytes reserved before any of them is there: 256 MiB.
private let greatestReservation = 1 << 28

extension Int {
    fileprivate func saturatingMultiple(of factor: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}
