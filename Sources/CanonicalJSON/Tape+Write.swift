extension Tape {
    /// Appends the canonical form of node `root`.
    ///
    /// What is canonical in the source is copied, whole subtrees at once. Nothing is decoded for it.
    func appendCanonical(_ source: Span<UInt8>, _ root: Int, to output: inout [UInt8]) {
        let node = nodes[root]
        if node.flags.contains(.canonical) {
            output.append(source, from: node.start, to: node.end)
        } else {
            output.append(room: room(root)) { sink in write(source, root, &sink) }
        }
    }

    /// How many bytes the canonical form of node `root` has at most.
    ///
    /// White space goes, an escape becomes no longer, and only a double may grow: to a sign and 24 characters.
    private func room(_ root: Int) -> Int {
        var room = nodes[root].length
        guard mayGrow else { return room }
        for index in root..<max(root + 1, nodes[root].next) where nodes[index].isOtherDouble { room += 25 }
        return room
    }

    /// One loop for all nesting; the containers around the innermost one are in an array.
    private func write(_ source: Span<UInt8>, _ root: Int, _ sink: inout ByteSink) {
        var next = firstRewritten(from: nodes[root].start)
        guard nodes[root].isContainer else { return writeScalar(source, nodes[root], &next, &sink) }
        // A copy, which stays in registers.
        var output = sink
        defer { sink = output }
        var outer: [OpenContainer] = []
        var open = OpenContainer(nodes[root], at: root)
        output.append(open.isObject ? 0x7B : 0x5B)
        while true {
            guard open.cursor < open.end else {
                output.close(with: open.isObject ? 0x7D : 0x5D)
                guard let parent = outer.popLast() else { return }
                open = parent
                output.append(0x2C)
                continue
            }
            var value = open.cursor
            if open.isObject {
                let key = nodes[value]
                open.cursor = nodes[value &+ 1].next
                if key.flags.contains(.superseded) { continue }
                if key.flags.contains(.canonical) {
                    output.append(source, from: key.start, count: key.length, then: 0x3A)
                } else {
                    writeOther(source, key, then: 0x3A, &next, &output)
                }
                value = key.next
            } else {
                open.cursor = nodes[value].next
            }
            let node = nodes[value]
            if node.flags.contains(.canonical) {
                // After the last one, the comma makes way for the bracket.
                output.append(source, from: node.start, count: node.length, then: 0x2C)
            } else if node.isContainer {
                outer.append(open)
                open = OpenContainer(node, at: value)
                output.append(open.isObject ? 0x7B : 0x5B)
            } else {
                writeOther(source, node, then: 0x2C, &next, &output)
            }
        }
    }

    /// As ``writeScalar(_:_:_:_:)``, with a copy of the sink, so that the caller's stays in registers.
    @inline(__always)
    private func writeOther(
        _ source: Span<UInt8>, _ node: TapeNode, then byte: UInt8, _ next: inout Int, _ sink: inout ByteSink
    ) {
        var other = sink
        writeScalar(source, node, &next, &other)
        other.append(byte)
        sink = other
    }

    /// A string, integer or double whose text is not, or not known to be, canonical; `next` is the rewritten escape
    /// that probably comes next.
    @inline(never)
    private func writeScalar(_ source: Span<UInt8>, _ node: TapeNode, _ next: inout Int, _ sink: inout ByteSink) {
        switch node.kind {
        case .string: writeRewritten(source, node, &next, &sink)
        case .double:
            var text: [UInt8] = []
            NumberText.append(NumberText.double(source, from: node.start, to: node.end), to: &text)
            sink.append(text.span, from: 0, count: text.count)
        default:
            // The one integer whose text is not canonical: -0.
            sink.append(0x30)
        }
    }

    /// A container that is being written, and the first of its nodes that is not.
    private struct OpenContainer {
        var cursor: Int
        let end: Int
        let isObject: Bool

        init(_ node: TapeNode, at index: Int) {
            cursor = index &+ 1
            end = node.next
            isObject = node.kind == .object
        }
    }
}
