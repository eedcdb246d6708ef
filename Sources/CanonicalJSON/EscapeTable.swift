/// How each byte of a string is written: as it is, or as one of the escapes of Dart's `json.encode`
/// (`sdk/lib/convert/json.dart`, `_JsonStringifier.writeStringContent`).
enum EscapeTable {
    /// Appends a string in canonical form. `content` is well-formed WTF-8.
    static func append(string content: Span<UInt8>, to output: inout [UInt8]) {
        var at = StringScan.skipPlain(content, from: 0)
        output.append(room: at + 2) { sink in
            sink.append(0x22)
            sink.append(content, from: 0, count: at)
            // Where that was all; otherwise it is written over.
            sink.append(0x22)
        }
        guard at < content.count else { return }
        output.removeLast()
        while at < content.count {
            // In pieces, since an escape can be six times as long as what it stands for.
            let end = min(at + 4096, content.count)
            output.append(room: (end - at) * 6) { sink in appendPart(content, &at, to: end, &sink) }
        }
        output.append(0x22)
    }

    /// Appends the content from `at` up to `end`, and the rest of a surrogate that is cut by the end.
    private static func appendPart(_ content: Span<UInt8>, _ at: inout Int, to end: Int, _ sink: inout ByteSink) {
        // Copies, which stay in registers.
        var output = sink
        var offset = at
        defer { (sink, at) = (output, offset) }
        let table = Self.table
        while offset < end {
            let stop = min(offset &+ 16, end)
            if let block = content.blockIfPresent(at: offset), stop &- offset == 16 {
                if block.isVerbatim {
                    output.append(content, from: offset, count: 16)
                    offset = stop
                    continue
                } else if !block.mayBeginSurrogate {
                    // Without a branch for each byte: where there is one escape there are others.
                    output.append(block.low, through: table.span)
                    output.append(block.high, through: table.span)
                    offset = stop
                    continue
                }
            }
            while offset < stop {
                let byte = content[offset]
                if byte == 0xED, content[offset &+ 1] >= 0xA0 {
                    output = output.appending(canonical: WTF8.scalar(content, at: offset).value)
                    offset &+= 3
                } else {
                    let entry = table[Int(byte)]
                    output.append(entry, count: Int(truncatingIfNeeded: entry &>> 56))
                    offset &+= 1
                }
            }
        }
    }

    /// For each byte how it is written, the first character in the lowest bits, and in the highest byte the length.
    private static let table: [UInt64] = (0...UInt8.max).map { byte in
        var text: [UInt8] = []
        if byte < 0x20 || byte == 0x22 || byte == 0x5C {
            append(escaped: byte, to: &text)
        } else {
            text = [byte]
        }
        return text.reversed().reduce(0) { $0 << 8 | UInt64($1) } | UInt64(text.count) << 56
    }

    /// Appends the escape of `byte`, which is one of U+0000...U+001F, `"` and `\`.
    static func append(escaped byte: UInt8, to output: inout [UInt8]) {
        let short = shortEscape(of: byte)
        if short != 0 {
            output.append(0x5C)
            output.append(short)
        } else {
            appendHex(UInt16(byte), to: &output)
        }
    }

    /// The letter after the backslash in the escape of `byte`, or 0 when it has no such escape.
    static func shortEscape(of byte: UInt8) -> UInt8 {
        switch byte {
        case 0x08: 0x62
        case 0x09: 0x74
        case 0x0A: 0x6E
        case 0x0C: 0x66
        case 0x0D: 0x72
        case 0x22, 0x5C: byte
        default: 0
        }
    }

    /// Appends `\u` and four lower-case hexadecimal digits.
    static func appendHex(_ unit: UInt16, to output: inout [UInt8]) {
        output.append(0x5C)
        output.append(0x75)
        for shift: UInt16 in [12, 8, 4, 0] {
            let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
            output.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
        }
    }
}
