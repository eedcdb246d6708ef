import SyncBridge

/// A deflate stream a thousandth as long as what it becomes, put together by hand so that it is the same everywhere.
///
/// One block with a code of its own: a zero byte, then copies of it, 258 bytes for two zero bits each.
enum DeflateBomb {
    private static let zeros = 1024
    /// How many zero bytes it becomes: one, and copies in all zero bits but one of the header and two of the end.
    static let length = 1 + 258 * ((8 * zeros - 1 + 7) / 2)
    /// The block's header, its zero bits, and its end.
    static let stream: [UInt8] = {
        let header: [UInt8] = [0xED, 0xC0, 0x81, 0, 0, 0, 0, 0x80, 0xA0, 0xFD, 0xA9, 0x17, 0xA9]
        return header + [UInt8](repeating: 0, count: zeros) + [0x80, 0x01]
    }()
    /// The CRC-32 of what it becomes, as gzip has it.
    static let checksum: [UInt8] = [0xD0, 0x68, 0x95, 0xBB]
}
