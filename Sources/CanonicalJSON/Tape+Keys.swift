extension Tape {
    /// Up to this many keys, a repeated one is found by comparing it with those that a filter lets through; beyond, by
    /// a hash when the object closes.
    static let scanLimit = 64

    /// Counts a marked key that is about to be appended; whether the object may have it already, and must be searched.
    @inline(__always)
    static func note(_ mark: UInt16, _ frame: inout Frame) -> Bool {
        let bit: UInt64 = 1 &<< UInt64(mark & 63)
        let mayRepeat = frame.seen & bit != 0
        frame.seen |= bit
        frame.keys &+= 1
        return mayRepeat && frame.keys <= scanLimit
    }

    /// The node, from `first` on, of a key equal to `key`, which is about to be appended; nil when there is none.
    @inline(never)
    static func search(
        _ nodes: borrowing OwnedBuffer<TapeNode>, _ source: Span<UInt8>, for key: TapeNode, from first: Int
    ) -> Int? {
        var other = first
        while other < nodes.count {
            if nodes[other].mark == key.mark, !nodes[other].flags.contains(.superseded),
                haveEqualContent(source, nodes[other], key)
            {
                return other
            }
            other = nodes[other &+ 1].next
        }
        return nil
    }

    /// Finds the repeated keys of a closing object through a hash; true when there are any.
    ///
    /// The hash is seeded for each process, so nobody can prepare keys that collide.
    mutating func resolveRepeatedKeys(_ source: Span<UInt8>, _ frame: Frame) -> Bool {
        var size = 256
        while size < frame.keys * 2 { size *= 2 }
        slots.removeAll(keepingCapacity: true)
        slots.append(contentsOf: repeatElement(0, count: size))
        var found = false
        var key = frame.node + 1
        while key < nodes.count {
            var slot = seededHash(source, nodes[key]) & (size - 1)
            while slots[slot] != 0, !Self.haveEqualContent(source, nodes[Int(slots[slot])], nodes[key]) {
                slot = (slot + 1) & (size - 1)
            }
            if slots[slot] == 0 {
                slots[slot] = UInt32(key)
            } else {
                nodes[Int(slots[slot])].next = key + 1
                nodes[key].flags.insert(.superseded)
                found = true
            }
            key = nodes[key + 1].next
        }
        return found
    }

    /// A hash of the decoded content of a key, cheap and unseeded: of its length and its first and last eight bytes.
    @inline(__always)
    mutating func mark(_ source: Span<UInt8>, _ key: TapeNode) -> UInt16 {
        if key.flags.contains(.escaped) { return escapedKeyMark(source, key) }
        return Self.mark(source, from: key.contentStart, to: key.contentEnd)
    }

    @inline(never)
    private mutating func escapedKeyMark(_ source: Span<UInt8>, _ key: TapeNode) -> UInt16 {
        scratch.removeAll(keepingCapacity: true)
        StringEscape.decode(source, from: key.contentStart, to: key.contentEnd, into: &scratch)
        return Self.mark(scratch.span, from: 0, to: scratch.count)
    }

    @inline(__always)
    private static func mark(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> UInt16 {
        let count = end &- start
        var head: UInt64 = 0
        var tail: UInt64 = 0
        if count >= 8 {
            head = bytes.word(at: start)
            tail = bytes.word(at: end &- 8)
        } else if start &+ 8 <= bytes.count {
            // What follows the key is no part of it.
            head = bytes.word(at: start) & ((1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1)
        } else {
            for offset in start..<end { head |= UInt64(bytes[offset]) &<< UInt64((offset &- start) &* 8) }
        }
        var hash = (head ^ (tail &* 0x9E37_79B9_7F4A_7C15)) &+ UInt64(truncatingIfNeeded: count)
        hash = (hash ^ (hash &>> 29)) &* 0xBF58_476D_1CE4_E5B9
        return UInt16(truncatingIfNeeded: hash &>> 48)
    }

    private func seededHash(_ source: Span<UInt8>, _ key: TapeNode) -> Int {
        var hasher = Hasher()
        if key.flags.contains(.escaped) {
            let content = Self.content(source, key)
            hasher.combine(content.span, from: 0, to: content.count)
        } else {
            hasher.combine(source, from: key.contentStart, to: key.contentEnd)
        }
        return hasher.finalize()
    }

    /// The decoded content of a string, as WTF-8.
    static func content(_ source: Span<UInt8>, _ node: TapeNode) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(node.contentEnd - node.contentStart)
        if node.flags.contains(.escaped) {
            StringEscape.decode(source, from: node.contentStart, to: node.contentEnd, into: &bytes)
        } else {
            bytes.append(source, from: node.contentStart, to: node.contentEnd)
        }
        return bytes
    }

    private static func haveEqualContent(_ source: Span<UInt8>, _ a: TapeNode, _ b: TapeNode) -> Bool {
        guard a.mark == b.mark else { return false }
        if a.flags.contains(.escaped) || b.flags.contains(.escaped) {
            return content(source, a) == content(source, b)
        }
        guard a.length == b.length else { return false }
        var (x, y) = (a.contentStart, b.contentStart)
        while x + 8 <= a.contentEnd {
            guard source.word(at: x) == source.word(at: y) else { return false }
            (x, y) = (x + 8, y + 8)
        }
        while x < a.contentEnd {
            guard source[x] == source[y] else { return false }
            (x, y) = (x + 1, y + 1)
        }
        return true
    }
}
