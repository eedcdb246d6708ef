import CanonicalJSON

/// The order of rows by id, found by a radix sort over numbers instead of comparisons of ids that lie all over memory.
///
/// Of each id the eight bytes after the beginning that all have in common make a number; ids of the same number are
/// compared as a whole.
struct IDSort {
    /// A row, and the number by which it sorts.
    struct Entry {
        var number: UInt64
        var index: UInt32
    }

    /// How many bytes all ids begin with.
    private let prefix: Int
    /// Whether different ids always have different numbers.
    private let isExact: Bool

    /// Makes a sort for these ids together, so that numbers of one array can be compared with those of the other.
    init(_ a: [UTF16Order.Key], _ b: [UTF16Order.Key]) {
        var differences = InlineArray<5, UInt64>(repeating: 0)
        var counts = (least: Int.max, most: 0)
        if let first = a.first ?? b.first {
            for keys in [a, b] {
                for index in keys.indices {
                    for word in differences.indices { differences[word] |= keys[index].words[word] ^ first.words[word] }
                    counts = (min(counts.least, keys[index].count), max(counts.most, keys[index].count))
                }
            }
        }
        let word = differences.indices.first { differences[$0] != 0 } ?? 0
        prefix = word * 8 + differences[word].leadingZeroBitCount / 8 % 8
        var isExact = counts.least == counts.most
        for at in prefix + 8..<max(differences.count * 8, prefix + 8) where Self.byte(differences, at) != 0 {
            isExact = false
        }
        self.isExact = isExact
    }

    /// The ids in their order.
    func sort(_ keys: [UTF16Order.Key]) -> [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(keys.count)
        for index in keys.indices {
            entries.append(Entry(number: number(keys[index]), index: UInt32(truncatingIfNeeded: index)))
        }
        Self.radixSort(&entries)
        if !isExact { Self.sortEqualNumbers(&entries, keys) }
        assert(
            zip(entries, entries.dropFirst()).allSatisfy { keys[Int($0.index)].compare(keys[Int($1.index)]) <= 0 })
        return entries
    }

    /// -1, 0 or 1 as an id comes before another, equals it, or comes after it.
    @inline(__always)
    func compare(_ a: Entry, of keys: [UTF16Order.Key], _ b: Entry, of others: [UTF16Order.Key]) -> Int {
        if a.number != b.number { return a.number < b.number ? -1 : 1 }
        return isExact ? 0 : keys[Int(a.index)].compare(others[Int(b.index)])
    }

    /// Whether an id is there twice.
    func hasRepeats(_ entries: [Entry], of keys: [UTF16Order.Key]) -> Bool {
        var index = 1
        while index < entries.count {
            if compare(entries[index &- 1], of: keys, entries[index], of: keys) == 0 { return true }
            index &+= 1
        }
        return false
    }

    /// The eight bytes behind those that all ids begin with, as far as a key has them.
    @inline(__always)
    private func number(_ key: UTF16Order.Key) -> UInt64 {
        let (word, shift) = (prefix >> 3, UInt64(prefix & 7) * 8)
        let high = key.words[word] << shift
        return shift == 0 || word == key.words.count - 1 ? high : high | key.words[word + 1] >> (64 - shift)
    }

    private static func byte(_ words: InlineArray<5, UInt64>, _ at: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: words[at / 8] >> UInt64(56 - at % 8 * 8))
    }

    /// Sorts by the numbers, from the lowest byte to the highest; bytes that are the same in all are passed over.
    private static func radixSort(_ entries: inout [Entry]) {
        var counts = [Int](repeating: 0, count: 8 * 256)
        for entry in entries {
            var number = entry.number
            for digit in 0..<8 {
                counts[digit &* 256 &+ Int(number & 0xFF)] &+= 1
                number >>= 8
            }
        }
        var other = entries
        for digit in 0..<8 {
            let shift = UInt64(8 * digit)
            var starts = Array(counts[digit * 256..<digit * 256 + 256])
            guard !starts.contains(entries.count) else { continue }
            var sum = 0
            for value in starts.indices {
                let count = starts[value]
                starts[value] = sum
                sum += count
            }
            for entry in entries {
                let value = Int(truncatingIfNeeded: entry.number >> shift & 0xFF)
                other[starts[value]] = entry
                starts[value] &+= 1
            }
            swap(&entries, &other)
        }
    }

    /// Sorts by whole ids what has the same number.
    private static func sortEqualNumbers(_ entries: inout [Entry], _ keys: [UTF16Order.Key]) {
        var start = 0
        while start < entries.count {
            var end = start + 1
            while end < entries.count, entries[end].number == entries[start].number { end += 1 }
            if end - start > 1 {
                entries[start..<end].sort { keys[Int($0.index)].compare(keys[Int($1.index)]) < 0 }
            }
            start = end
        }
    }
}
