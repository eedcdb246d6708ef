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
    func blockIfPresent(at offset: Int) -> ByteBlock? {
        // One comparison for both ends, with a bound that loops compute once.
        guard UInt(bitPattern: offset) < UInt(bitPattern: max(count &- 15, 0)) else { return nil }
        return unsafe ByteBlock(
            low: UInt64(
                littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)),
            high: UInt64(
                littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset &+ 8, as: UInt64.self)))
    }
}

/// Where bytes are written one after another, in the spare room of an array that does not move meanwhile.
///
/// Every write is checked against the room. It must not be kept longer than the closure that it is handed to.
@safe struct ByteSink {
    private let base: UnsafeMutableRawPointer
    private var next: UnsafeMutableRawPointer
    /// What begins beyond it could be written beyond the room, since bytes are written in blocks.
    private let limit: UnsafeMutableRawPointer

    /// The room needed behind the last byte.
    fileprivate static var slack: Int { 96 }

    fileprivate init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        guard let base = buffer.baseAddress, buffer.count >= Self.slack else {
            preconditionFailure("a sink has room")
        }
        unsafe self.base = UnsafeMutableRawPointer(base)
        unsafe next = unsafe self.base
        unsafe limit = self.base + (buffer.count - Self.slack)
    }

    /// How many bytes have been written.
    var count: Int { unsafe next - base }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        precondition(unsafe next <= limit)
        unsafe next.storeBytes(of: byte, as: UInt8.self)
        unsafe next += 1
    }

    /// Appends the lowest `length` bytes, at most eight, of `word`.
    @inline(__always)
    mutating func append(_ word: UInt64, count length: Int) {
        precondition(unsafe next <= limit)
        unsafe next.storeBytes(of: word.littleEndian, as: UInt64.self)
        assert(length >= 0 && length <= 8)
        unsafe next += length & 0xF
    }

    /// Appends for each byte of `word`, from the lowest on, what `table` has for it: characters, the first in the lowest
    /// bits, and in the highest byte their number, at most six. The table has 256 entries.
    @inline(__always)
    mutating func append(_ word: UInt64, through table: Span<UInt64>) {
        precondition(unsafe next <= limit && table.count == 256)
        for shift: UInt64 in stride(from: 0, to: 64, by: 8) {
            let entry = unsafe table[unchecked: Int(truncatingIfNeeded: word &>> shift & 0xFF)]
            assert(entry >> 56 <= 6)
            // Whatever the table, eight times up to seven bytes and a word fit into the slack.
            unsafe next.storeBytes(of: entry.littleEndian, as: UInt64.self)
            unsafe next += Int(truncatingIfNeeded: entry &>> 56 & 7)
        }
    }

    /// Appends `length` bytes of `source` from `start` on; traps unless they lie in it.
    @inline(__always)
    mutating func append(_ source: Span<UInt8>, from start: Int, count length: Int) {
        precondition(length >= 0)
        let end = unsafe next + length
        precondition(unsafe end <= limit)
        if length <= 96, start >= 0, start <= source.count &- 96 {
            // Blocks of a fixed size, of which the last may take more than is wanted, are quicker than a call.
            unsafe next.storeBytes(
                of: source.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start, as: SIMD32<UInt8>.self),
                as: SIMD32<UInt8>.self)
            if length > 32 {
                unsafe (next + 32).storeBytes(
                    of: source.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: start &+ 32, as: SIMD64<UInt8>.self),
                    as: SIMD64<UInt8>.self)
            }
        } else {
            unsafe Self.copy(source, from: start, count: length, to: next)
        }
        unsafe next = end
    }

    /// Appends `length` bytes of `source` from `start` on, and `byte`.
    @inline(__always)
    mutating func append(_ source: Span<UInt8>, from start: Int, count length: Int, then byte: UInt8) {
        append(source, from: start, count: length)
        // Where the copy ended there is room for the slack.
        unsafe next.storeBytes(of: byte, as: UInt8.self)
        unsafe next += 1
    }

    @inline(never)
    private static func copy(
        _ source: Span<UInt8>, from start: Int, count length: Int, to target: UnsafeMutableRawPointer
    ) {
        unsafe source.bytes.extracting(start..<start + length).withUnsafeBytes { buffer in
            guard let from = buffer.baseAddress else { return }
            unsafe target.copyMemory(from: from, byteCount: length)
        }
    }

    /// Appends a closing bracket, in the place of a comma if that is the last byte.
    @inline(__always)
    mutating func close(with bracket: UInt8) {
        precondition(unsafe next > base)
        let last = unsafe next - 1
        if unsafe last.load(as: UInt8.self) == 0x2C { unsafe next = unsafe last }
        append(bracket)
    }
}

extension [UInt8] {
    /// Appends what `body` writes, at most `room` bytes.
    @inline(__always)
    mutating func append(room: Int, _ body: (inout ByteSink) -> Void) {
        append(addingCapacity: room + ByteSink.slack) { output in
            unsafe output.withUnsafeMutableBufferPointer { buffer, count in
                var sink = unsafe ByteSink(buffer)
                body(&sink)
                count = sink.count
            }
        }
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
