/// What the lenient reader found in a gzip file.
public struct GzipInspection: Equatable, Sendable {
    /// The members in the order of the file, at least one.
    public var members: [GzipMember]
    /// Everything that the strict reader would reject or that the pinned form never has, by offset.
    public var findings: [GzipFinding]
    /// The plaintext of all members, concatenated as RFC 1952 section 2.2 says.
    public var bytes: [UInt8]

    /// Whether the file is in the form that archives have: one member, pinned header, nothing after it.
    public var isPinned: Bool { findings.isEmpty }
}

/// One member of a gzip file.
public struct GzipMember: Equatable, Sendable {
    /// Where the member starts in the file, in bytes.
    public var offset: Int
    /// The fields of its header.
    public var header: GzipHeader
    /// The compressed bytes between header and trailer.
    public var compressedSize: Int
    /// The bytes they inflate to.
    public var size: Int
    /// The CRC-32 of its plaintext, checked.
    public var crc: UInt32
}

/// The fields of a gzip header (RFC 1952 section 2.3.1).
public struct GzipHeader: Equatable, Sendable {
    /// FTEXT: the writer took the plaintext for text.
    public var isText = false
    /// MTIME: seconds since 1970 in UTC, 0 for none.
    public var modificationTime: UInt32 = 0
    /// XFL: 2 for the slowest algorithm, 4 for the fastest.
    public var extraFlags: UInt8 = 0
    /// OS: the file system it was made on.
    public var operatingSystem: UInt8 = 0
    /// FEXTRA: the extra field without its length.
    public var extra: [UInt8]?
    /// FNAME: the file name without its final zero, decoded as ISO 8859-1.
    public var fileName: String?
    /// FCOMMENT: the comment without its final zero, decoded as ISO 8859-1.
    public var comment: String?
    /// FHCRC: the low half of the CRC-32 of the header, checked.
    public var headerChecksum: UInt16?

    /// The name of `operatingSystem`, from RFC 1952 and, above 13, zlib's sources.
    public var operatingSystemName: String {
        let known = [
            "FAT", "Amiga", "VMS", "Unix", "VM/CMS", "Atari TOS", "HPFS", "Macintosh", "Z-System", "CP/M",
            "TOPS-20, or Windows by zlib", "NTFS", "QDOS", "Acorn RISC OS",
        ]
        switch operatingSystem {
        case 0..<14: return known[Int(operatingSystem)]
        case 16: return "BeOS"
        case 17: return "Tandem"
        case 18: return "OS/400"
        case 19: return "Darwin"
        case 255: return "unknown"
        default: return "not assigned"
        }
    }
}

/// Something in a gzip file that the pinned form never has.
public struct GzipFinding: Equatable, Sendable, CustomStringConvertible {
    /// What is unusual.
    public enum Kind: String, Sendable, CaseIterable {
        /// FTEXT is set.
        case textFlag
        /// MTIME is not 0.
        case modificationTime
        /// XFL is not 0.
        case extraFlags
        /// OS is not 255.
        case operatingSystem
        /// There is an extra field.
        case extraField
        /// There is a file name.
        case fileName
        /// There is a comment.
        case comment
        /// There is a header CRC.
        case headerChecksum
        /// A member without plaintext, next to others.
        case emptyMember
        /// A second or later member starts.
        case severalMembers
        /// Only zero bytes follow the last member.
        case zeroPadding
        /// Other bytes follow the last member.
        case trailingBytes
    }

    /// What is unusual.
    public let kind: Kind
    /// Where, in bytes from the start of the file.
    public let offset: Int
    /// The value found, in words; control characters are escaped.
    public let detail: String

    /// One line: kind, offset, value.
    public var description: String { "\(kind.rawValue) at byte \(offset): \(detail)" }
}
