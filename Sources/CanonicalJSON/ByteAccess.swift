/// Unsafe operations on bytes; the only others of this target are in `OwnedBuffer`. Each is bounds-checked here, and the
/// tests compare what is built on them with a plain byte-by-byte twin on random input.

extension Span where Element == UInt8 {
    /// The byte at `offset`, or 0, which no token of JSON contains, beyond the end: one comparison for both questions.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        guard UInt(bitPattern: offset) < UInt(bitPattern: count) else { return 0 }
        return unsafe self[unchecked: offset]
    }

    /// The eight bytes from `offset`, the first in the lowest bits; traps unless they all lie in the span.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        // `unsafeLoadUnaligned` checks its bounds; it is called unsafe for types with invalid bit patterns,
        // which UInt64 has none of.
        UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}

extension Span where Element == UInt8 {
    /// Whether the bytes are those of `text`.
    package func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for offset in 0..<count where unsafe self[offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// The eight bytes from `offset`, the first in the lowest bits, or nil unless they all lie in the span.
    @inline(__always)
    func wordIfPresent(at offset: Int) -> UInt64? {
        guard UInt(bitPattern: offset) < UInt(bitPattern: max(count &- 7, 0)) else { return nil }
        return UInt64(
            littleEndian: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// The sixteen bytes from `offset`, or nil unless they all lie in the span.
    @inline(__always)
    func blockIfPresent(at offset: Int) -> SIMD16<UInt8>? {
        // One comparison for both ends, with a bound that loops compute once.
        guard UInt(bitPattern: offset) < UInt(bitPattern: max(count &- 15, 0)) else { return nil }
        return unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD16<UInt8>.self)
    }
}

extension SIMDMask<SIMD16<Int8>> {
    /// The lanes as two words, the first in the lowest bits of the low one, all bits of a lane set where it is true.
    @inline(__always)
    var words: (low: UInt64, high: UInt64) {
        // Two types of 16 bytes of which every bit pattern is a value.
        let words = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
        return (UInt64(littleEndian: words[0]), UInt64(littleEndian: words[1]))
    }
}

extension SIMD16<UInt8> {
    /// The bytes as two words, the first byte in the lowest bits of the low one.
    @inline(__always)
    var words: (low: UInt64, high: UInt64) {
        // Two types of 16 bytes of which every bit pattern is a value.
        let words = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
        return (UInt64(littleEndian: words[0]), UInt64(littleEndian: words[1]))
    }
}

extension [UInt8] {
    /// Appends the bytes of `source` from `start` up to, not including, `end`; traps unless they lie in it.
    @inline(__always)
    mutating func append(_ source: Span<UInt8>, from start: Int, to end: Int) {
        unsafe source.extracting(start..<end).withUnsafeBufferPointer { buffer in
            unsafe append(contentsOf: buffer)
        }
    }
}

extension String {
    /// The characters of `source`, which is ASCII, from `start` up to `end`; traps unless they lie in it.
    init(ascii source: Span<UInt8>, from start: Int, to end: Int) {
        self = unsafe source.extracting(start..<end).withUnsafeBufferPointer { buffer in
            unsafe String(decoding: buffer, as: UTF8.self)
        }
    }
}

extension Hasher {
    /// Feeds the bytes of `source` from `start` up to, not including, `end`; traps unless they lie in it.
    mutating func combine(_ source: Span<UInt8>, from start: Int, to end: Int) {
        unsafe source.bytes.extracting(start..<end).withUnsafeBytes { buffer in
            unsafe combine(bytes: buffer)
        }
    }
}
