/// An escape that the canonical form writes differently, as noted while parsing: what is between two of them is copied.
struct RewrittenEscape: BitwiseCopyable {
    private let place: UInt32
    /// The code point, or the surrogate that is not part of a pair, and above 24 bits the number of bytes.
    private let content: UInt32

    @inline(__always)
    init(_ escape: StringEscape, at start: Int) {
        place = UInt32(truncatingIfNeeded: start)
        content = escape.scalar | UInt32(truncatingIfNeeded: escape.length) &<< 24
    }

    /// Where its backslash is.
    @inline(__always) var start: Int { Int(place) }
    @inline(__always) var end: Int { start &+ Int(content &>> 24) }
    @inline(__always) var scalar: UInt32 { content & 0xFF_FFFF }
}

extension Tape {
    /// The index of the first rewritten escape at or after `start`.
    func firstRewritten(from start: Int) -> Int {
        var (low, high) = (0, rewritten.count)
        while low < high {
            let middle = (low + high) / 2
            if rewritten[middle].start < start { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Writes a string with rewritten escapes, of which `next` is probably the first, and then the one after the last.
    func writeRewritten(_ source: Span<UInt8>, _ node: TapeNode, _ next: inout Int, _ output: inout ByteSink) {
        // Copies, which stay in registers.
        var (sink, index) = (output, next)
        defer { (output, next) = (sink, index) }
        // A repeated key has its last value in the place of the first.
        let isNext =
            index < rewritten.count && rewritten[index].start >= node.start
            && (index == 0 || rewritten[index &- 1].start < node.start)
        if !isNext { index = firstRewritten(from: node.start) }
        var run = node.start
        while index < rewritten.count, rewritten[index].start < node.end {
            let escape = rewritten[index]
            sink.append(source, from: run, count: escape.start &- run)
            if escape.scalar >= 0x80, escape.scalar & 0xFFFF_F800 != 0xD800 {
                sink.append(scalar: escape.scalar)
            } else {
                sink = sink.appending(canonical: escape.scalar)
            }
            run = escape.end
            index &+= 1
        }
        sink.append(source, from: run, count: node.end &- run)
    }
}
