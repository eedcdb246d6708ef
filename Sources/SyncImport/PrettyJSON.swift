public import CanonicalJSON

/// JSON for people: members on lines of their own, two spaces a level. It says the same as the canonical form.
public enum PrettyJSON {
    /// The text of canonical or other JSON, with a newline at its end. Order, numbers and strings are those of the
    /// canonical form; empty arrays and objects stay on one line.
    ///
    /// Throws ``JSONError`` for bytes that are not JSON.
    public static func format(_ bytes: [UInt8]) throws(JSONError) -> [UInt8] {
        var output: [UInt8] = []
        var depth = 0
        var inString = false
        var escaped = false
        var previous: UInt8 = 0
        // In canonical form no white space stands between tokens, so one byte tells what to do.
        for byte in try CanonicalJSON.canonicalize(bytes) {
            if inString {
                output.append(byte)
                if escaped {
                    escaped = false
                } else if byte == 0x5C {
                    escaped = true
                } else if byte == 0x22 {
                    inString = false
                }
                previous = byte
                continue
            }
            let closes = byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
            let opened = previous == UInt8(ascii: "{") || previous == UInt8(ascii: "[")
            if closes {
                depth -= 1
                if !opened { newline(depth, &output) }
            } else if opened {
                newline(depth, &output)
            }
            output.append(byte)
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ","): newline(depth, &output)
            case UInt8(ascii: ":"): output.append(0x20)
            case UInt8(ascii: "\""): inString = true
            default: break
            }
            previous = byte
        }
        output.append(0x0A)
        return output
    }

    private static func newline(_ depth: Int, _ output: inout [UInt8]) {
        output.append(0x0A)
        output.append(contentsOf: repeatElement(0x20, count: 2 * depth))
    }
}
