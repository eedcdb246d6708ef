extension Tape {
    /// Replaces the nodes by those of the one value in `source`.
    ///
    /// One loop for all nesting: open containers are frames in an array, so depth costs memory, not stack. `dirty` is
    /// the last offset at which the source differs from its canonical form; a container that began after it is
    /// canonical as a whole.
    mutating func parse(_ source: Span<UInt8>, maxDepth: Int) throws(JSONError) {
        guard source.count < Int(UInt32.max) else {
            throw JSONError(code: .inputTooLarge, offset: 0, line: 1, column: 1)
        }
        reset(forSourceOf: source.count)
        var at = 0
        var dirty = -1
        skipSpace(source, &at, &dirty)
        while true {
            guard at < source.count else { throw JSONError(.unexpectedEnd, at: at, in: source) }
            let start = at
            switch source[at] {
            case 0x22:
                let flags = try scanString(source, &at, &dirty)
                nodes.append(TapeNode(.string, from: start, to: at, next: nodes.count &+ 1, flags))
            case 0x7B:
                try push(source, at, isObject: true, maxDepth)
                at &+= 1
                skipSpace(source, &at, &dirty)
                if at < source.count, source[at] == 0x7D { break }
                try parseKey(source, &at, &dirty)
                continue
            case 0x5B:
                try push(source, at, isObject: false, maxDepth)
                at &+= 1
                skipSpace(source, &at, &dirty)
                if at < source.count, source[at] == 0x5D { break }
                continue
            case 0x2D, 0x30...0x39:
                try appendNumber(source, &at, &dirty)
            case 0x74: try appendLiteral(source, &at, .bool, length: 4, rest: 0x65_7572)
            case 0x66: try appendLiteral(source, &at, .bool, length: 5, rest: 0x6573_6C61)
            case 0x6E: try appendLiteral(source, &at, .null, length: 4, rest: 0x6C_6C75)
            default: throw JSONError.noValue(at: at, in: source)
            }
            if try closeOrContinue(source, &at, &dirty) { return }
        }
    }

    /// After a value: closes what ends here and goes to the next value; true when the document is complete.
    @inline(__always)
    private mutating func closeOrContinue(
        _ source: Span<UInt8>, _ at: inout Int, _ dirty: inout Int
    ) throws(JSONError) -> Bool {
        while let frame = open.last {
            skipSpace(source, &at, &dirty)
            guard at < source.count else { throw JSONError(.unexpectedEnd, at: at, in: source) }
            let byte = source[at]
            if byte == 0x2C {
                at &+= 1
                skipSpace(source, &at, &dirty)
                if at < source.count, source[at] == (frame.isObject ? 0x7D : 0x5D) {
                    throw JSONError(.trailingComma, at: at, in: source)
                }
                if frame.isObject { try parseKey(source, &at, &dirty) }
                return false
            }
            guard byte == (frame.isObject ? 0x7D : 0x5D) else { throw JSONError.unexpected(at: at, in: source) }
            at &+= 1
            close(source, at, &dirty)
        }
        skipSpace(source, &at, &dirty)
        guard at == source.count else { throw JSONError.unexpected(at: at, in: source, otherwise: .trailingData) }
        return true
    }

    @inline(__always)
    private mutating func push(
        _ source: Span<UInt8>, _ at: Int, isObject: Bool, _ maxDepth: Int
    ) throws(JSONError) {
        guard open.count < maxDepth else { throw JSONError(.depthExceeded, at: at, in: source) }
        open.append(Frame(node: nodes.count, isObject: isObject))
        nodes.append(TapeNode(isObject ? .object : .array, from: at, to: at, next: 0, []))
    }

    @inline(__always)
    private mutating func close(_ source: Span<UInt8>, _ end: Int, _ dirty: inout Int) {
        let frame = open.removeLast()
        if frame.keys > Self.scanLimit, resolveRepeatedKeys(source, frame) { dirty = end }
        let start = nodes[frame.node].start
        nodes[frame.node].length = UInt32(truncatingIfNeeded: end &- start)
        nodes[frame.node].next = UInt32(truncatingIfNeeded: nodes.count)
        if dirty < start { nodes[frame.node].flags = .canonical }
    }

    /// A key and its colon, up to the value.
    @inline(__always)
    private mutating func parseKey(
        _ source: Span<UInt8>, _ at: inout Int, _ dirty: inout Int
    ) throws(JSONError) {
        guard at < source.count, source[at] == 0x22 else { throw JSONError.unexpected(at: at, in: source) }
        let start = at
        let flags = try scanString(source, &at, &dirty)
        nodes.append(TapeNode(.string, from: start, to: at, next: nodes.count &+ 1, flags))
        if noteKey(source) { dirty = at }
        skipSpace(source, &at, &dirty)
        guard at < source.count, source[at] == 0x3A else { throw JSONError.unexpected(at: at, in: source) }
        at &+= 1
        skipSpace(source, &at, &dirty)
    }

    @inline(__always)
    private func skipSpace(_ source: Span<UInt8>, _ at: inout Int, _ dirty: inout Int) {
        guard at < source.count, source[at] <= 0x20 else { return }
        let start = at
        while at < source.count, isSpace(source[at]) { at &+= 1 }
        if at > start { dirty = at &- 1 }
    }

    @inline(__always)
    private func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// `true`, `false` or `null`, of which the letters after the first are the bytes of `rest`, lowest first.
    private mutating func appendLiteral(
        _ source: Span<UInt8>, _ at: inout Int, _ kind: TapeNode.Kind, length: Int, rest: UInt32
    ) throws(JSONError) {
        var letters = rest
        for offset in at &+ 1..<at &+ length {
            guard offset < source.count else { throw JSONError(.unexpectedEnd, at: offset, in: source) }
            guard source[offset] == UInt8(truncatingIfNeeded: letters) else {
                throw JSONError.badLiteral(from: at, at: offset, in: source)
            }
            letters >>= 8
        }
        nodes.append(TapeNode(kind, from: at, to: at &+ length, next: nodes.count &+ 1, .canonical))
        at &+= length
    }
}
