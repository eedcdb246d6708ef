extension Tape {
    /// Replaces the nodes by those of the one value in `source`.
    mutating func parse(_ source: Span<UInt8>, maxDepth: Int) throws(JSONError) {
        var at = Self.endOfSpace(source, 0)
        try parseValue(source, &at, maxDepth: maxDepth)
        at = Self.endOfSpace(source, at)
        guard at == source.count else {
            throw JSONError.unexpected(at: at, in: source, otherwise: .trailingData)
        }
    }

    /// Replaces the nodes by those of the value that begins at `at`, and moves behind it.
    ///
    /// When this throws, `at` is how far the source was understood: a text that was cut off fails close to its end.
    ///
    /// One loop for all nesting: open containers are frames in an array, so depth costs memory, not stack. `dirty` is
    /// the last offset at which the source differs from its canonical form; a container that began after it is
    /// canonical as a whole.
    mutating func parseValue(_ source: Span<UInt8>, _ position: inout Int, maxDepth: Int) throws(JSONError) {
        guard source.count < Int(UInt32.max) else {
            throw JSONError(code: .inputTooLarge, offset: 0, line: 1, column: 1)
        }
        nodes.reset(room: (source.count - position) / 8 + 16)
        outer.removeAll(keepingCapacity: true)
        var frame = Frame(node: -1, closing: 0)
        var at = position
        defer { position = at }
        var dirty = -1
        while true {
            if frame.isObject { try appendKey(source, &frame, &at, &dirty) }
            let byte = source.byte(at: at)
            switch byte {
            case 0x22:
                try appendString(source, &at, &dirty)
            case 0x2D, 0x30...0x39:
                try appendNumber(source, &at, &dirty)
            case 0x5B, 0x7B:
                guard outer.count < maxDepth else { throw JSONError(.depthExceeded, at: at, in: source) }
                outer.append(frame)
                frame = Frame(node: nodes.count, closing: byte &+ 2)
                nodes.append(TapeNode(byte == 0x7B ? .object : .array, from: at, to: at, next: 0, []))
                at &+= 1
                Self.skipSpace(source, &at, &dirty)
                if source.byte(at: at) != frame.closing { continue }
            case 0x74: try appendLiteral(source, &at, .bool, length: 4, rest: 0x65_7572)
            case 0x66: try appendLiteral(source, &at, .bool, length: 5, rest: 0x6573_6C61)
            case 0x6E: try appendLiteral(source, &at, .null, length: 4, rest: 0x6C_6C75)
            default: throw JSONError.noValue(at: at, in: source)
            }
            while true {
                guard frame.node >= 0 else { return }
                Self.skipSpace(source, &at, &dirty)
                let byte = source.byte(at: at)
                if byte == 0x2C { break }
                guard byte == frame.closing else { throw JSONError.unexpected(at: at, in: source) }
                at &+= 1
                if frame.keys > Self.scanLimit, resolveRepeatedKeys(source, frame) { dirty = at }
                close(frame, at, dirty)
                frame = outer.removeLast()
            }
            at &+= 1
            Self.skipSpace(source, &at, &dirty)
            if source.byte(at: at) == frame.closing { throw JSONError(.trailingComma, at: at, in: source) }
        }
    }

    @inline(__always)
    private mutating func close(_ frame: Frame, _ end: Int, _ dirty: Int) {
        var node = nodes[frame.node]
        node.length = UInt32(truncatingIfNeeded: end &- node.start)
        node.next = UInt32(truncatingIfNeeded: nodes.count)
        if dirty < node.start { node.flags = .canonical }
        nodes[frame.node] = node
    }

    /// A key and its colon, up to the value.
    @inline(__always)
    private mutating func appendKey(
        _ source: Span<UInt8>, _ frame: inout Frame, _ at: inout Int, _ dirty: inout Int
    ) throws(JSONError) {
        guard source.byte(at: at) == 0x22 else { throw JSONError.unexpected(at: at, in: source) }
        let start = at
        let flags = try Self.scanString(source, &at, &dirty)
        var key = TapeNode(.string, from: start, to: at, next: nodes.count &+ 1, flags)
        if note(&key, source, &frame) { dirty = at }
        nodes.append(key)
        Self.skipSpace(source, &at, &dirty)
        guard source.byte(at: at) == 0x3A else { throw JSONError.unexpected(at: at, in: source) }
        at &+= 1
        Self.skipSpace(source, &at, &dirty)
    }

    @inline(__always)
    private mutating func appendString(
        _ source: Span<UInt8>, _ at: inout Int, _ dirty: inout Int
    ) throws(JSONError) {
        let start = at
        let flags = try Self.scanString(source, &at, &dirty)
        nodes.append(TapeNode(.string, from: start, to: at, next: nodes.count &+ 1, flags))
    }

    @inline(__always)
    private static func skipSpace(_ source: Span<UInt8>, _ at: inout Int, _ dirty: inout Int) {
        guard source.byte(at: at) <= 0x20 else { return }
        let end = endOfSpace(source, at)
        if end > at { dirty = end &- 1 }
        at = end
    }

    /// The first offset at or after `start` whose byte is no white space, or the end.
    @inline(never)
    static func endOfSpace(_ source: Span<UInt8>, _ start: Int) -> Int {
        var at = start
        while at < source.count {
            let byte = source[at]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
            at &+= 1
        }
        return at
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
