import CanonicalJSON
import SyncBridge

/// The order of rows by id, found by a radix sort over numbers instead of comparisons of ids that lie all over memory.
///
/// Of each id the eight bytes after the beginning that all have in common make a number; ids of the same number are
/// compared as a whole.
struct IDSort {
    /// A row, and the number by which it sorts.
    struct Entry {
        var key: UInt64
        var index: UInt32
    }

    /// The number of bytes that all ids begin with.
    private let prefix: Int
    /// Whether different ids always have different numbers.
    private(set) var isExact = true
    /// Bytes by which numbers and ids may sort differently: those before and after the lead bytes of surrogate pairs.
    private var hasPairs = false
    private var hasSurrogates = false

    /// Whether numbers sort as ids do; a lone surrogate beside a pair comes somewhere else.
    private var isOrdered: Bool { !(hasPairs && hasSurrogates) }

    /// Makes a sort for these rows together, so that numbers of one array can be compared with those of the other.
    init(_ a: Span<Row>, _ b: Span<Row>) {
        var prefix: Int?
        if !a.isEmpty { prefix = Self.commonPrefix(a, with: a[0].id, a[0].id.wtf8.count) }
        if !b.isEmpty { prefix = Self.commonPrefix(b, with: a.isEmpty ? b[0].id : a[0].id, prefix ?? .max) }
        self.prefix = prefix ?? 0
    }

    /// The rows in the order of their ids.
    mutating func sort(_ rows: Span<Row>) -> [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(rows.count)
        for index in rows.indices {
            entries.append(Entry(key: key(rows[index].id), index: UInt32(truncatingIfNeeded: index)))
        }
        guard isOrdered else {
            entries.sort { rows[Int($0.index)].id < rows[Int($1.index)].id }
            return entries
        }
        Self.radixSort(&entries)
        if !isExact { Self.sortEqualKeys(&entries, rows) }
        assert(zip(entries, entries.dropFirst()).allSatisfy { rows[Int($0.index)].id <= rows[Int($1.index)].id })
        return entries
    }

    /// -1, 0 or 1 as the id of one row comes before that of another, equals it, or comes after it.
    @inline(__always)
    func compare(_ a: Entry, of rows: Span<Row>, _ b: Entry, of others: Span<Row>) -> Int {
        if isOrdered {
            if a.key != b.key { return a.key < b.key ? -1 : 1 }
            if isExact { return 0 }
        }
        return rows[Int(a.index)].compareID(with: others[Int(b.index)])
    }

    /// Whether an id is there twice.
    func hasRepeats(_ entries: [Entry], of rows: Span<Row>) -> Bool {
        zip(entries, entries.dropFirst()).contains { compare($0, of: rows, $1, of: rows) == 0 }
    }

    private static func commonPrefix(_ rows: Span<Row>, with first: JSONString, _ limit: Int) -> Int {
        var common = min(limit, first.wtf8.count)
        for index in rows.indices {
            common = min(common, rows[index].id.wtf8.count)
            var at = 0
            while at < common, rows[index].id.wtf8[at] == first.wtf8[at] { at &+= 1 }
            common = at
        }
        return common
    }

    /// The number of an id, the first byte in the highest bits.
    private mutating func key(_ id: JSONString) -> UInt64 {
        let bytes = id.wtf8
        var key: UInt64 = 0
        let end = min(bytes.count, prefix &+ 8)
        var at = prefix
        while at < end {
            var byte = bytes[at]
            if byte >= 0xED || byte == 0 { byte = ordered(byte) }
            key = key << 8 | UInt64(byte)
            at &+= 1
        }
        if bytes.count > prefix &+ 8 { isExact = false }
        return end == prefix ? 0 : key << UInt64(8 &* (8 &- (end &- prefix)))
    }

    /// A byte as UTF-16 sorts it: what leads U+E000...U+FFFF comes after what leads a surrogate pair.
    private mutating func ordered(_ byte: UInt8) -> UInt8 {
        switch byte {
        case 0:
            // The end of an id has this number too.
            isExact = false
            return byte
        case 0xED:
            hasSurrogates = true
            return byte
        case 0xEE, 0xEF: return byte | 0x10
        default:
            hasPairs = true
            return byte
        }
    }

    /// Sorts by the numbers, from the lowest byte to the highest; bytes that are the same in all are passed over.
    private static func radixSort(_ entries: inout [Entry]) {
        var counts = [Int](repeating: 0, count: 8 * 256)
        for entry in entries {
            var key = entry.key
            for digit in 0..<8 {
                counts[digit &* 256 &+ Int(key & 0xFF)] &+= 1
                key >>= 8
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
                let value = Int(truncatingIfNeeded: entry.key >> shift & 0xFF)
                other[starts[value]] = entry
                starts[value] &+= 1
            }
            swap(&entries, &other)
        }
    }

    /// Sorts by whole ids what has the same number.
    private static func sortEqualKeys(_ entries: inout [Entry], _ rows: Span<Row>) {
        var start = 0
        while start < entries.count {
            var end = start + 1
            while end < entries.count, entries[end].key == entries[start].key { end += 1 }
            if end - start > 1 {
                entries[start..<end].sort { rows[Int($0.index)].id < rows[Int($1.index)].id }
            }
            start = end
        }
    }
}
