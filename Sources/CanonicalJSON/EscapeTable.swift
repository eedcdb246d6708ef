/// How each byte of a string is written: as it is, or as one of the escapes of Dart's `json.encode`
/// (`sdk/lib/convert/json.dart`, `_JsonStringifier.writeStringContent`).
enum EscapeTable {
    /// Appends the content of a string in canonical form, without quotation marks. `content` is well-formed WTF-8.
    static func appendContent(_ content: Span<UInt8>, to output: inout [UInt8]) {
        var run = 0
        var at = StringScan.skipPlain(content, from: 0)
        while at < content.count {
            let byte = content[at]
            if byte >= 0x80, byte != 0xED || content[at + 1] < 0xA0 {
                at += byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            } else {
                output.append(content, from: run, to: at)
                if byte < 0x80 {
                    append(escaped: byte, to: &output)
                    at += 1
                } else {
                    appendHex(UInt16(WTF8.scalar(content, at: at).value), to: &output)
                    at += 3
                }
                run = at
            }
            if at < content.count, content[at] < 0x80 { at = StringScan.skipPlain(content, from: at) }
        }
        output.append(content, from: run, to: content.count)
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

    /// Whether `letter`, after a backslash, makes an escape of the canonical form.
    @inline(__always)
    static func isShortEscape(_ letter: UInt8) -> Bool {
        switch letter {
        case 0x62, 0x74, 0x6E, 0x66, 0x72, 0x22, 0x5C: true
        default: false
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
