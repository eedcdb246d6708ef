import SyncArchive
import SyncEnvelope

extension Model {
    /// What the codec makes of a message.
    func encode(_ message: [UInt8], _ codec: ArchiveCodec, _ mode: DeflateMode) throws(Rejection) -> [UInt8] {
        switch codec {
        case .identity: return message
        case .gzip: return try gzipHeader + deflate(message, mode) + gzipTrailer(message)
        case .deflate:
            guard makes(.zlibWrapper) else { return try deflate(message, mode) }
            return try Self.zlibHeader + deflate(message, mode) + bigEndian(Self.adler32(message))
        }
    }

    /// The message of `coded`, which must have `length` bytes; `limit` is checked before anything is inflated.
    func decode(
        _ coded: [UInt8], _ codec: ArchiveCodec, length: UInt64, limit: UInt64
    ) throws(Rejection) -> [UInt8] {
        try checkDeclared(length, limit: limit)
        let message: [UInt8]
        switch codec {
        case .identity:
            message = coded
        case .gzip:
            var rest = coded[...]
            var joined: [UInt8] = []
            repeat {
                joined += try gunzip(&rest, length: length)
            } while makes(.membersJoined) && rest.starts(with: [0x1F, 0x8B])
            try checkRest(rest)
            message = joined
        case .deflate:
            var rest = coded[...]
            if makes(.zlibWrapper) { try skip(Self.zlibHeader, of: &rest) }
            message = try inflate(&rest, length: length)
            if makes(.zlibWrapper) { try skip(bigEndian(Self.adler32(message)), of: &rest) }
            try checkRest(rest)
        }
        guard UInt64(message.count) == length || makes(.lengthIgnored) else {
            // A reader with a buffer of the declared size sees it overflow, and takes that for a limit.
            throw Rejection(
                makes(.overflowAsLimit) && UInt64(message.count) > length ? .limit : .malformedPayload,
                "\(message.count) bytes, \(length) declared")
        }
        return message
    }

    /// AC-8: what is declared beyond the limit is not looked at.
    func checkDeclared(_ length: UInt64, limit: UInt64) throws(Rejection) {
        guard length < limit || (length == limit && !makes(.limitExclusive)) || makes(.unboundedInflate) else {
            throw Rejection(.limit, "\(length) bytes declared, \(limit) allowed")
        }
    }
}

// MARK: gzip

extension Model {
    private static let zlibHeader: [UInt8] = [0x78, 0x9C]

    private static let pinnedHeader: [UInt8] = [0x1F, 0x8B, 0x08, 0x00, 0, 0, 0, 0, 0x00, 0xFF]

    private var gzipHeader: [UInt8] {
        var header = Self.pinnedHeader
        // Any time but none will do: a real clock would only make the mistake harder to recognize.
        if makes(.modificationTimeNow) { header.replaceSubrange(4..<8, with: [0x00, 0x3C, 0x92, 0x65]) }
        if makes(.extraFlags2) { header[8] = 2 }
        if makes(.osByte3) { header[9] = 3 }
        if makes(.fileName) {
            header[3] = 0x08
            header += Array("payload.json\0".utf8)
        }
        return header
    }

    private func gzipTrailer(_ message: [UInt8]) -> [UInt8] {
        let fields = [Self.checksum(message), UInt32(truncatingIfNeeded: message.count)].map(bigEndian)
        return fields.flatMap { makes(.gzipBigEndian) ? $0 : $0.reversed() }
    }

    /// Reads one member and leaves in `rest` what follows.
    private func gunzip(_ rest: inout ArraySlice<UInt8>, length: UInt64) throws(Rejection) -> [UInt8] {
        try skipGzipHeader(&rest)
        let message = try inflate(&rest, length: length)
        if makes(.lengthTrusted) && UInt64(message.count) == length && rest.isEmpty { return message }
        let trailer = gzipTrailer(message)
        let found = Array(rest.prefix(8))
        guard found.count == 8 else { throw Rejection(.malformedPayload, "the gzip trailer is incomplete") }
        guard found[..<4] == trailer[..<4] || makes(.checksumUnchecked) else {
            throw Rejection(.malformedPayload, "CRC-32")
        }
        guard found[4...] == trailer[4...] || makes(.sizeUnchecked) else { throw Rejection(.malformedPayload, "ISIZE") }
        rest = rest.dropFirst(8)
        return message
    }

    private func skipGzipHeader(_ rest: inout ArraySlice<UInt8>) throws(Rejection) {
        guard makes(.gzipHeaderUnchecked) else { return try skip(Self.pinnedHeader, of: &rest) }
        let flags = Array(rest.prefix(10))
        guard flags.count == 10, flags.starts(with: [0x1F, 0x8B, 0x08]) else {
            throw Rejection(.malformedPayload, "no gzip")
        }
        rest = rest.dropFirst(10)
        if flags[3] & 0x08 != 0 { rest = rest.drop { $0 != 0 }.dropFirst() }
    }

    private func checkRest(_ rest: ArraySlice<UInt8>) throws(Rejection) {
        if rest.isEmpty || makes(.trailingIgnored) { return }
        if makes(.secondMemberIgnored) && rest.starts(with: [0x1F, 0x8B]) { return }
        if makes(.trailingZerosIgnored) && rest.allSatisfy({ $0 == 0 }) { return }
        throw Rejection(.malformedPayload, "\(rest.count) bytes follow")
    }

    private func skip(_ expected: [UInt8], of rest: inout ArraySlice<UInt8>) throws(Rejection) {
        guard rest.starts(with: expected) else { throw Rejection(.malformedPayload, "not \(expected)") }
        rest = rest.dropFirst(expected.count)
    }

    private static func checksum(_ message: [UInt8]) -> UInt32 {
        var checksum = Checksum()
        checksum.update(message.span)
        return checksum.value
    }

    private static func adler32(_ message: [UInt8]) -> UInt32 {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in message {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        return b << 16 | a
    }
}

// MARK: deflate

extension Model {
    private func deflate(_ message: [UInt8], _ mode: DeflateMode) throws(Rejection) -> [UInt8] {
        let isMultiple = !message.isEmpty && message.count.isMultiple(of: 65535)
        do throws(ArchiveError) {
            var stream = try Archive.compress(message, codec: .deflate, mode: mode)
            if makes(.emptyLastStoredBlock) && mode == .stored && isMultiple {
                stream[stream.count - 65540] = 0
                stream += [0x01, 0x00, 0x00, 0xFF, 0xFF]
            }
            return stream
        } catch { throw Rejection(error) }
    }

    /// Reads one stream and leaves in `rest` what follows its final block.
    private func inflate(_ rest: inout ArraySlice<UInt8>, length: UInt64) throws(Rejection) -> [UInt8] {
        var output: [UInt8] = []
        do throws(ArchiveError) {
            var stream = try InflateStream()
            let input = Array(rest)
            // The one byte more shows that there is too much.
            let allowance =
                makes(.unboundedInflate) || makes(.lengthIgnored) || makes(.membersJoined)
                ? Int(UInt32.max) : Int(clamping: min(length, 1 << 40)) + 1
            let progress = try stream.read(input.span, offset: 0, allowance: allowance, into: &output)
            rest = rest.dropFirst(progress.consumed)
            if makes(.lengthTrusted) && UInt64(output.count) > length {
                rest = []
                return Array(output.prefix(Int(length)))
            }
            guard progress.ended || makes(.finalBlockUnchecked) || UInt64(output.count) > length else {
                throw ArchiveError(code: .truncated, offset: 0, reason: "no final block")
            }
        } catch { throw Rejection(error) }
        return output
    }
}
