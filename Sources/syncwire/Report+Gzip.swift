import CanonicalJSON
import SyncArchive
import SyncBridge

extension Report {
    /// Adds a gzip file that is no archive: its members, and what archives never have.
    mutating func add(_ inspection: GzipInspection) {
        line("content", "gzip, not an archive")
        for (number, member) in inspection.members.enumerated() {
            line(
                "member \(number)",
                "at byte \(member.offset), \(member.compressedSize) bytes coded, \(member.size) bytes plain")
            line("  crc32", hexadecimal(member.crc, digits: 8))
            line("  system", "\(member.header.operatingSystem), \(member.header.operatingSystemName)")
            if member.header.modificationTime != 0 {
                line("  modified", "\(member.header.modificationTime) seconds since 1970")
            }
            if let name = member.header.fileName { line("  file name", name) }
            if let comment = member.header.comment { line("  comment", comment) }
        }
        line("pinned", inspection.isPinned ? "yes" : "no")
        for finding in inspection.findings { line("  unusual", "\(finding)") }
        json["gzip"] = [
            "members": .array(inspection.members.map(\.json)), "pinned": .bool(inspection.isPinned),
            "findings": .array(
                inspection.findings.map { finding in
                    [
                        "kind": .text(finding.kind.rawValue), "offset": .count(finding.offset),
                        "detail": .text(finding.detail),
                    ]
                }),
        ]
    }
}

extension GzipMember {
    fileprivate var json: JSONValue {
        var members: JSONObject = [
            "offset": .count(offset), "coded": .count(compressedSize), "plaintext": .count(size),
            "crc32": .text(hexadecimal(crc, digits: 8)), "isText": .bool(header.isText),
            "modificationTime": .count(header.modificationTime), "extraFlags": .count(header.extraFlags),
            "operatingSystem": .count(header.operatingSystem),
        ]
        if let extra = header.extra { members["extra"] = .text(Hex.encode(extra)) }
        if let name = header.fileName { members["fileName"] = .text(name) }
        if let comment = header.comment { members["comment"] = .text(comment) }
        if let checksum = header.headerChecksum { members["headerChecksum"] = .text(hexadecimal(checksum, digits: 4)) }
        return .object(members)
    }
}

private func hexadecimal(_ value: some BinaryInteger, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
}
