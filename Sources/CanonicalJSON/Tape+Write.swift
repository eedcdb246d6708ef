extension Tape {
    /// Appends the canonical form of node `root`.
    ///
    /// What is canonical in the source is copied as a range, whole subtrees at once, and neighbouring ranges are
    /// joined before they are copied: a separator that lies in the source where it belongs extends the range.
    func appendCanonical(_ source: Span<UInt8>, _ root: Int, to output: inout [UInt8]) {
        let room = nodes[root].length
        if output.capacity - output.count < room {
            // At least double, or appending many values would copy the output once for each.
            output.reserveCapacity(max(output.count + room, output.capacity * 2))
        }
        var writer = RangeWriter()
        var open: [(cursor: Int, end: Int, isObject: Bool)] = []
        var index = root
        while true {
            let node = nodes[index]
            if node.flags.contains(.canonical) {
                writer.append(source, node.start, node.end, to: &output)
            } else if node.kind == .array || node.kind == .object {
                let isObject = node.kind == .object
                writer.append(source, isObject ? 0x7B : 0x5B, to: &output)
                open.append((cursor: index + 1, end: node.next, isObject: isObject))
            } else {
                writer.flush(source, to: &output)
                appendScalar(source, node, to: &output)
            }
            var isFirst = !node.flags.contains(.canonical) && (node.kind == .array || node.kind == .object)
            while true {
                guard let (cursor, end, isObject) = open.last else {
                    writer.flush(source, to: &output)
                    return
                }
                var child = cursor
                while isObject, child < end, nodes[child].flags.contains(.superseded) {
                    child = nodes[child + 1].next
                }
                guard child < end else {
                    writer.append(source, isObject ? 0x7D : 0x5D, to: &output)
                    open.removeLast()
                    isFirst = false
                    continue
                }
                if !isFirst { writer.append(source, 0x2C, to: &output) }
                if isObject {
                    appendKey(source, nodes[child], &writer, to: &output)
                    index = nodes[child].next
                    open[open.count - 1].cursor = nodes[child + 1].next
                } else {
                    index = child
                    open[open.count - 1].cursor = nodes[child].next
                }
                break
            }
        }
    }

    private func appendKey(
        _ source: Span<UInt8>, _ key: TapeNode, _ writer: inout RangeWriter, to output: inout [UInt8]
    ) {
        if key.flags.contains(.canonical) {
            writer.append(source, key.start, key.end, to: &output)
        } else {
            writer.flush(source, to: &output)
            appendScalar(source, key, to: &output)
        }
        writer.append(source, 0x3A, to: &output)
    }

    /// A string, integer or double whose text is not, or not known to be, canonical.
    private func appendScalar(_ source: Span<UInt8>, _ node: TapeNode, to output: inout [UInt8]) {
        switch node.kind {
        case .string:
            output.append(0x22)
            StringEscape.canonicalize(source, from: node.contentStart, to: node.contentEnd, into: &output)
            output.append(0x22)
        case .double:
            NumberText.append(NumberText.double(source, from: node.start, to: node.end), to: &output)
        default:
            // The one integer whose text is not canonical: -0.
            output.append(0x30)
        }
    }
}

/// A range of the source that is to be copied, and grows while what follows in the output follows in the source.
private struct RangeWriter {
    private var start = 0
    private var end = 0

    @inline(__always)
    mutating func append(_ source: Span<UInt8>, _ from: Int, _ to: Int, to output: inout [UInt8]) {
        if from != end || start == end {
            flush(source, to: &output)
            start = from
        }
        end = to
    }

    @inline(__always)
    mutating func append(_ source: Span<UInt8>, _ byte: UInt8, to output: inout [UInt8]) {
        if start < end, end < source.count, source[end] == byte {
            end &+= 1
        } else {
            flush(source, to: &output)
            output.append(byte)
        }
    }

    @inline(__always)
    mutating func flush(_ source: Span<UInt8>, to output: inout [UInt8]) {
        if start < end { output.append(source, from: start, to: end) }
        start = end
    }
}
