/// Brings one document after another into canonical form, without allocating once its buffers have grown.
///
/// Made for rows and lines: the nodes of the last document are overwritten by those of the next.
public struct Canonicalizer: ~Copyable, Sendable {
    private var tape = Tape()
    private let maxDepth: Int

    /// A canonicalizer that refuses documents nested more than `maxDepth` deep.
    public init(maxDepth: Int = 512) {
        self.maxDepth = maxDepth
    }

    /// Appends the canonical form of the one JSON value in `source` to `output`, which is untouched when this throws.
    public mutating func append(_ source: Span<UInt8>, to output: inout [UInt8]) throws(JSONError) {
        try tape.parse(source, maxDepth: maxDepth)
        tape.appendCanonical(source, 0, to: &output)
    }

    /// Whether the bytes of `source` are already canonical; cheaper than comparing, since nothing is written for most.
    public mutating func isCanonical(_ source: Span<UInt8>) throws(JSONError) -> Bool {
        try tape.parse(source, maxDepth: maxDepth)
        return tape.firstDifference(source) == nil
    }
}

extension Tape {
    /// The first offset at which the source and its canonical form differ, or nil when they are equal.
    func firstDifference(_ source: Span<UInt8>) -> Int? {
        let offset = firstDifference(source, from: 0)
        // Behind the value there can be white space.
        return offset ?? (nodes[0].end == source.count ? nil : nodes[0].end)
    }

    /// The first offset at which the value, taken to begin at `start`, and its canonical form differ, or nil when they
    /// are equal.
    func firstDifference(_ source: Span<UInt8>, from start: Int) -> Int? {
        if nodes[0].flags.contains(.canonical), nodes[0].start == start { return nil }
        var canonical: [UInt8] = []
        appendCanonical(source, 0, to: &canonical)
        let end = nodes[0].end
        let common = min(canonical.count, end - start)
        for offset in 0..<common where canonical[offset] != source[start + offset] { return start + offset }
        return canonical.count == end - start ? nil : start + common
    }
}
