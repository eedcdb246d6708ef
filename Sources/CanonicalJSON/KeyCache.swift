/// Short keys seen lately, each with the key that came after it.
///
/// Rows repeat their keys in the same order. A key that is where it was expected is known by one comparison of its
/// text, without looking for its end or hashing it. What is kept is a copy of the text, so the cache outlives the
/// source; a wrong expectation costs the comparison and changes nothing else.
struct KeyCache: ~Copyable, Sendable {
    /// A key as it is written, with its quotation marks and the colon, at most sixteen bytes.
    struct Entry: BitwiseCopyable {
        var text: ByteBlock
        /// All bits set in the bytes that the text has.
        var mask: ByteBlock
        /// Kind, flags and mark of the key's nodes.
        var traits: UInt64
        /// The length with quotation marks, without the colon.
        var length: UInt16
        /// The index of the entry that is expected next.
        var next: UInt8 = 0

        /// Whether `block` begins with the key.
        @inline(__always)
        func has(_ block: ByteBlock) -> Bool {
            (block.low ^ text.low) & mask.low | (block.high ^ text.high) & mask.high == 0
        }
    }

    private var entries = OwnedBuffer<Entry>()
    /// Where entries are, by the lowest bits of their marks or close behind: the index plus one, or 0.
    private var slots = InlineArray<128, UInt8>(repeating: 0)
    /// The index of the last key's entry.
    private var last: UInt8 = 0
    /// The index of the entry that is expected.
    private var expected: UInt8 = 0

    /// The entry of the key that begins at `at`, when it is the expected one.
    @inline(__always)
    mutating func match(_ source: Span<UInt8>, at: Int) -> (length: Int, traits: UInt64)? {
        guard let block = source.blockIfPresent(at: at), Int(expected) < entries.count else { return nil }
        let entry = entries[Int(expected)]
        guard entry.has(block) else { return nil }
        assert(source[at] == 0x22 && source[at + Int(entry.length)] == 0x3A)
        last = expected
        expected = entry.next
        return (Int(entry.length), entry.traits)
    }

    /// Notes that the key `node`, which was not expected, came after the last one.
    mutating func learn(_ source: Span<UInt8>, _ node: TapeNode) {
        // Longer keys, keys before white space and keys with escapes are looked at each time.
        guard node.length < 16, node.flags == .canonical, let block = source.blockIfPresent(at: node.start),
            source[node.end] == 0x3A
        else { return }
        // A shift by 64 and more leaves nothing.
        let bits = (node.length + 1) * 8
        let mask = ByteBlock(low: ~(~0 << bits), high: ~(~0 << max(bits - 64, 0)))
        let text = ByteBlock(low: block.low & mask.low, high: block.high & mask.high)
        let entry = Entry(text: text, mask: mask, traits: node.traits, length: UInt16(node.length))
        let index = index(of: entry, Int(node.mark & 127))
        entries[Int(last)].next = index
        last = index
        expected = entries[Int(index)].next
    }

    /// The index of `entry`, which is added, or takes the place of another, unless it is there already.
    private mutating func index(of entry: Entry, _ home: Int) -> UInt8 {
        var slot = home
        for _ in 0..<8 {
            guard slots[slot] > 0 else { break }
            let index = slots[slot] - 1
            if entries[Int(index)].traits == entry.traits, entries[Int(index)].has(entry.text) { return index }
            slot = (slot + 1) & 127
        }
        if slots[slot] == 0, entries.count < 64 {
            entries.append(entry)
            slots[slot] = UInt8(entries.count)
        } else {
            if slots[slot] == 0 { slots[slot] = last + 1 }
            entries[Int(slots[slot] - 1)] = entry
        }
        return slots[slot] - 1
    }
}
