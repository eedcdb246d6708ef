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
        outer.reset(room: 16)
        rewritten.reset(room: 0)
        mayGrow = false
        // In variables of this function, which stay in registers as long as nothing takes their address.
        var tape = OwnedBuffer<TapeNode>()
        swap(&tape, &nodes)
        var at = position
        defer {
            swap(&tape, &nodes)
            position = at
        }
        var frame = Frame(node: -1, closing: 0)
        var dirty = -1
        var byte = source.byte(at: at)
        while true {
            if frame.isObject {
                tape.append(try key(source, &at, &dirty, &frame, &tape))
                byte = source.byte(at: at)
                if byte <= 0x20 {
                    if byte == 0x20 {
                        // What comes after a colon is mostly this one space or none.
                        dirty = at
                        at &+= 1
                        byte = source.byte(at: at)
                    }
                    if byte <= 0x20 { byte = Self.skipSpace(source, &at, &dirty) }
                }
            }
            let start = at
            switch byte {
            case 0x22:
                let flags = try Self.scanString(source, &at, &dirty, &rewritten)
                tape.append(TapeNode(.string, from: start, to: at, next: tape.count &+ 1, flags))
            case 0x2D, 0x30...0x39:
                let number = try Self.number(source, &at, &dirty, byte, next: tape.count &+ 1)
                if number.isOtherDouble { mayGrow = true }
                tape.append(number)
            case 0x5B, 0x7B:
                guard outer.count < maxDepth else { throw JSONError(.depthExceeded, at: at, in: source) }
                outer.append(frame)
                frame = Frame(node: tape.count, closing: byte &+ 2)
                tape.append(TapeNode(byte == 0x7B ? .object : .array, from: at, to: at, next: 0, []))
                at &+= 1
                byte = Self.skipSpace(source, &at, &dirty)
                if byte != frame.closing { continue }
            case 0x74, 0x66, 0x6E:
                at = try Self.endOfLiteral(source, at, byte)
                tape.append(
                    TapeNode(byte == 0x6E ? .null : .bool, from: start, to: at, next: tape.count &+ 1, .canonical))
            default:
                // An array that ends at once does not come here.
                if byte == 0x5D, frame.closing == 0x5D { throw JSONError(.trailingComma, at: at, in: source) }
                throw JSONError.noValue(at: at, in: source)
            }
            while true {
                guard frame.node >= 0 else { return }
                byte = source.byte(at: at)
                if byte == 0x2C { break }
                if byte == frame.closing {
                    at &+= 1
                    if frame.keys > Self.scanLimit {
                        swap(&tape, &nodes)
                        if resolveRepeatedKeys(source, frame) { dirty = at }
                        swap(&tape, &nodes)
                    }
                    let isCanonical = dirty < tape[frame.node].start
                    tape[frame.node].close(at: at, next: tape.count, isCanonical ? .canonical : [])
                    frame = outer.removeLast()
                } else {
                    let end = Self.endOfSpace(source, at)
                    guard end > at else { throw JSONError.unexpected(at: at, in: source) }
                    dirty = end &- 1
                    at = end
                }
            }
            at &+= 1
            byte = Self.skipSpace(source, &at, &dirty)
        }
    }

    /// The node of the key that begins at `at`, which is moved behind the colon.
    @inline(__always)
    private mutating func key(
        _ source: Span<UInt8>, _ at: inout Int, _ dirty: inout Int, _ frame: inout Frame,
        _ nodes: inout OwnedBuffer<TapeNode>
    ) throws(JSONError) -> TapeNode {
        let start = at
        var node: TapeNode
        if let (length, traits) = keyCache.match(source, at: at) {
            node = TapeNode(from: start, length: length, next: nodes.count &+ 1, traits)
            at = start &+ length &+ 1
        } else {
            var (end, difference) = (at, dirty)
            defer { (at, dirty) = (end, difference) }
            node = try unexpectedKey(source, &end, &difference, next: nodes.count &+ 1)
        }
        if Self.note(node.mark, &frame), let other = Self.search(nodes, source, for: node, from: frame.node &+ 1) {
            nodes[other].next = nodes.count &+ 1
            node.flags.insert(.superseded)
            dirty = start
        }
        return node
    }

    /// The node of a key that was not the expected one, and its colon.
    @inline(never)
    private mutating func unexpectedKey(
        _ source: Span<UInt8>, _ at: inout Int, _ dirty: inout Int, next: Int
    ) throws(JSONError) -> TapeNode {
        let start = at
        guard source.byte(at: at) == 0x22 else {
            // An object that ends at once does not come here.
            if source.byte(at: at) == 0x7D { throw JSONError(.trailingComma, at: at, in: source) }
            throw JSONError.unexpected(at: at, in: source)
        }
        let flags = try Self.scanString(source, &at, &dirty, &rewritten)
        let mark = mark(source, TapeNode(.string, from: start, to: at, next: next, flags))
        let node = TapeNode(.string, from: start, to: at, next: next, flags, mark: mark)
        keyCache.learn(source, node)
        guard Self.skipSpace(source, &at, &dirty) == 0x3A else { throw JSONError.unexpected(at: at, in: source) }
        at &+= 1
        return node
    }

    /// The byte after white space, where `at` is moved to; 0 at the end.
    @inline(__always)
    private static func skipSpace(_ source: Span<UInt8>, _ at: inout Int, _ dirty: inout Int) -> UInt8 {
        let byte = source.byte(at: at)
        if byte > 0x20 { return byte }
        let end = endOfSpace(source, at)
        if end > at { dirty = end &- 1 }
        at = end
        return source.byte(at: at)
    }

    /// The first offset at or after `start` whose byte is no white space, or the end.
    @inline(never)
    static func endOfSpace(_ source: Span<UInt8>, _ start: Int) -> Int {
        var at = start
        while true {
            // Runs of spaces are longest where lines are indented.
            while let word = source.wordIfPresent(at: at) {
                let others = word ^ 0x2020_2020_2020_2020
                if others == 0 {
                    at &+= 8
                } else {
                    at &+= others.trailingZeroBitCount &>> 3
                    break
                }
            }
            let byte = source.byte(at: at)
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return at }
            at &+= 1
        }
    }

    /// The end of `true`, `false` or `null`, which begins at `start` with `letter`.
    @inline(__always)
    private static func endOfLiteral(_ source: Span<UInt8>, _ start: Int, _ letter: UInt8) throws(JSONError) -> Int {
        let (length, rest): (Int, UInt64) =
            switch letter {
            case 0x74: (4, 0x65_7572)
            case 0x66: (5, 0x6573_6C61)
            default: (4, 0x6C_6C75)
            }
        if start &+ 8 <= source.count {
            // The letters after the first, lowest first.
            let letters = source.word(at: start) &>> 8 & (length == 5 ? 0xFFFF_FFFF : 0xFF_FFFF)
            if letters == rest { return start &+ length }
        }
        try checkLiteral(source, start, length, rest)
        return start &+ length
    }

    /// The same letter by letter, to name the first that is wrong.
    @inline(never)
    private static func checkLiteral(
        _ source: Span<UInt8>, _ start: Int, _ length: Int, _ rest: UInt64
    ) throws(JSONError) {
        var letters = rest
        for offset in start + 1..<start + length {
            guard offset < source.count else { throw JSONError(.unexpectedEnd, at: offset, in: source) }
            guard source[offset] == UInt8(truncatingIfNeeded: letters) else {
                throw JSONError.badLiteral(from: start, at: offset, in: source)
            }
            letters >>= 8
        }
    }
}
