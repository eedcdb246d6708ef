/// Steps through the parts of a gzip file that are not deflate, naming what the pinned form never has.
struct GzipHeaderReader {
    let bytes: [UInt8]
    var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether another member's magic is next.
    var startsMember: Bool { bytes[position...].starts(with: PinnedGzip.header.prefix(2)) }

    /// What follows the last member, if anything does.
    var leftover: GzipFinding? {
        let rest = bytes[position...]
        guard !rest.isEmpty else { return nil }
        let kind: GzipFinding.Kind = rest.allSatisfy { $0 == 0 } ? .zeroPadding : .trailingBytes
        return GzipFinding(kind: kind, offset: position, detail: "\(rest.count) bytes")
    }

    /// Reads a header (RFC 1952 section 2.3).
    mutating func readHeader(findings: inout [GzipFinding]) throws(ArchiveError) -> GzipHeader {
        let start = position
        for offset in 0..<2 { try PinnedGzip.check(try next(), at: offset, from: start) }
        guard try next() == 8 else {
            throw ArchiveError(code: .notGzip, offset: start + 2, reason: "the method is not deflate")
        }
        let flags = try next()
        guard flags & PinnedGzip.reservedFlags == 0 else {
            throw ArchiveError(code: .reservedFlag, offset: start + 3, reason: "the flags are \(hex(flags))")
        }
        var header = GzipHeader()
        func note(_ kind: GzipFinding.Kind, _ offset: Int, _ detail: String) {
            findings.append(GzipFinding(kind: kind, offset: offset, detail: detail))
        }
        header.isText = flags & 1 != 0
        if header.isText { note(.textFlag, start + 3, "FTEXT is set") }
        header.modificationTime = littleEndian(try take(4), at: 0)
        if header.modificationTime != 0 { note(.modificationTime, start + 4, "\(header.modificationTime)") }
        header.extraFlags = try next()
        if header.extraFlags != 0 { note(.extraFlags, start + 8, "\(header.extraFlags)") }
        header.operatingSystem = try next()
        if header.operatingSystem != 0xFF {
            note(.operatingSystem, start + 9, "\(header.operatingSystem) (\(header.operatingSystemName))")
        }
        if flags & 4 != 0 {
            let offset = position
            let size = try take(2)
            let extra = try take(Int(size[0]) | Int(size[1]) << 8)
            header.extra = extra
            note(.extraField, offset, "\(extra.count) bytes")
        }
        if flags & 8 != 0 {
            let offset = position
            let name = try takeText()
            header.fileName = name
            note(.fileName, offset, name.debugDescription)
        }
        if flags & 16 != 0 {
            let offset = position
            let comment = try takeText()
            header.comment = comment
            note(.comment, offset, comment.debugDescription)
        }
        if flags & 2 != 0 {
            let offset = position
            header.headerChecksum = try takeHeaderChecksum(from: start)
            note(.headerChecksum, offset, "FHCRC is present and matches")
        }
        return header
    }

    /// Reads and checks CRC-32 and ISIZE.
    mutating func checkTrailer(crc: UInt32, size: Int) throws(ArchiveError) {
        let offset = position
        let trailer = try take(PinnedGzip.trailerSize)
        guard littleEndian(trailer, at: 0) == crc else {
            throw ArchiveError(
                code: .crcMismatch, offset: offset, reason: "the CRC-32 of the plaintext does not match")
        }
        guard littleEndian(trailer, at: 4) == UInt32(truncatingIfNeeded: size) else {
            throw ArchiveError(
                code: .sizeMismatch, offset: offset + 4,
                reason: "ISIZE is \(littleEndian(trailer, at: 4)), the plaintext \(size) bytes")
        }
    }

    private mutating func takeHeaderChecksum(from start: Int) throws(ArchiveError) -> UInt16 {
        var checksum = Checksum()
        checksum.update(bytes.span.extracting(start..<position))
        let offset = position
        let stored = try take(2)
        let value = UInt16(stored[0]) | UInt16(stored[1]) << 8
        guard value == UInt16(truncatingIfNeeded: checksum.value) else {
            throw ArchiveError(code: .crcMismatch, offset: offset, reason: "the CRC of the header does not match")
        }
        return value
    }

    private mutating func next() throws(ArchiveError) -> UInt8 { try take(1)[0] }

    private mutating func take(_ count: Int) throws(ArchiveError) -> [UInt8] {
        guard count <= bytes.count - position else { throw truncated }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    /// ISO 8859-1 up to a zero byte.
    private mutating func takeText() throws(ArchiveError) -> String {
        guard let end = bytes[position...].firstIndex(of: 0) else { throw truncated }
        defer { position = end + 1 }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: bytes[position..<end].lazy.map { Unicode.Scalar($0) })
        return String(text)
    }

    private var truncated: ArchiveError {
        ArchiveError(code: .truncated, offset: bytes.count, reason: "the gzip header or trailer is incomplete")
    }
}
