import CZlib

/// A running CRC-32 (RFC 1952 section 8), by zlib.
package struct Checksum {
    /// The CRC-32 of everything added so far.
    package private(set) var value: UInt32 = 0

    /// The checksum of nothing.
    package init() {}

    /// Adds bytes.
    package mutating func update(_ bytes: Span<UInt8>) {
        // zlib takes an empty buffer without an address as "give me the initial value".
        guard !bytes.isEmpty else { return }
        let next = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe crc32_z(uLong(value), buffer.baseAddress, buffer.count)
        }
        value = UInt32(truncatingIfNeeded: next)
    }

    /// Adds `count` bytes of which `other` is the checksum.
    mutating func append(_ other: Checksum, count: Int) {
        value = UInt32(truncatingIfNeeded: crc32_combine(uLong(value), uLong(other.value), count))
    }
}

extension [UInt8] {
    /// Appends the bytes of a span.
    mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { buffer in unsafe append(contentsOf: buffer) }
    }
}
