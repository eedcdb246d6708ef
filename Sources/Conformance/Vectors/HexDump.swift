import SyncBridge

/// Bytes in rows of 16, as people compare them: offset, hex, and the characters of ASCII.
enum HexDump {
    /// Lines without indentation and newline, for bytes of which the first one stands at `offset`, a multiple of 16.
    static func lines(_ bytes: [UInt8], from offset: Int = 0) -> [String] {
        stride(from: 0, to: bytes.count, by: 16).map { start in
            let row = bytes[start..<min(start + 16, bytes.count)]
            let place = String(offset + start, radix: 16)
            let digits = row.map { Hex.encode([$0]) }.joined(separator: " ")
            let characters = row.map { (0x20...0x7E).contains($0) ? String(UnicodeScalar($0)) : "." }.joined()
            return String(repeating: "0", count: max(0, 6 - place.count)) + place + "  " + digits
                + String(repeating: " ", count: 48 - digits.count) + " " + characters
        }
    }
}
