/// Reads any valid gzip file, to say how it differs from the pinned form.
///
/// For inspecting foreign files only: the strict reader is `Archive` and `Decompressor`. What RFC 1952 allows is read
/// and named, damage is an error: reserved flags, a wrong CRC, size or header CRC, invalid deflate, truncation.
public enum LenientGzip {
    /// The most members read; a file of empty members would otherwise cost more memory than it has bytes.
    package static let greatestMemberCount = 16_384

    /// Reads `bytes` and inflates at most `limit` bytes in all.
    ///
    /// Throws `limitExceeded` beyond `limit`, `notGzip`, `reservedFlag`, `truncated`, `invalidDeflate`, `crcMismatch`,
    /// `sizeMismatch`; ISIZE is checked, never trusted.
    public static func read(_ bytes: [UInt8], limit: Int) throws(ArchiveError) -> GzipInspection {
        var inspection = GzipInspection(members: [], findings: [], bytes: [])
        var reader = GzipHeaderReader(bytes)
        var inflater = try InflateStream()
        repeat {
            try inflater.reset()
            try readMember(&reader, &inflater, limit: limit, into: &inspection)
        } while reader.startsMember
        if inspection.members.count > 1 {
            for member in inspection.members where member.size == 0 {
                inspection.findings.append(
                    GzipFinding(kind: .emptyMember, offset: member.offset, detail: "a member without plaintext"))
            }
        }
        if let finding = reader.leftover { inspection.findings.append(finding) }
        inspection.findings.sort { $0.offset < $1.offset }
        return inspection
    }

    private static func readMember(
        _ reader: inout GzipHeaderReader, _ inflater: inout InflateStream, limit: Int,
        into inspection: inout GzipInspection
    ) throws(ArchiveError) {
        let offset = reader.position
        guard inspection.members.count < greatestMemberCount else {
            throw ArchiveError(code: .limitExceeded, offset: offset, reason: "more than \(greatestMemberCount) members")
        }
        if offset > 0 {
            let detail = "member \(inspection.members.count + 1) starts"
            inspection.findings.append(GzipFinding(kind: .severalMembers, offset: offset, detail: detail))
        }
        let header = try reader.readHeader(findings: &inspection.findings)
        let body = reader.position
        let start = inspection.bytes.count
        let bytes = reader.bytes
        let input = bytes.span.extracting(body...)
        let left = max(0, min(limit, .max - 1) - start)
        var used = 0
        var progress = InflateStream.Progress(consumed: 0, ended: false)
        // One read takes no more than its own greatest piece, so a huge file needs several.
        repeat {
            let allowance = left - (inspection.bytes.count - start) + 1
            progress = try inflater.read(
                input.extracting(used...), offset: body + used, allowance: allowance, into: &inspection.bytes)
            used += progress.consumed
            guard inspection.bytes.count - start <= left else {
                throw ArchiveError(code: .limitExceeded, offset: body + used, reason: "more than \(limit) bytes")
            }
        } while !progress.ended && used < input.count
        guard progress.ended else {
            throw ArchiveError(code: .truncated, offset: bytes.count, reason: "no final block")
        }
        reader.position = body + used
        var checksum = Checksum()
        checksum.update(inspection.bytes.span.extracting(start...))
        let size = inspection.bytes.count - start
        try reader.checkTrailer(crc: checksum.value, size: size)
        inspection.members.append(
            GzipMember(offset: offset, header: header, compressedSize: used, size: size, crc: checksum.value))
    }
}
