import CanonicalJSON

/// A writer of JSON as people write it by hand: recursive, into bytes.
struct ModelWriter {
    let model: Model
    var output: [UInt8] = []
    private var depth = 0

    init(model: Model) { self.model = model }

    private func makes(_ mistake: Mutant) -> Bool { model.makes(mistake) }

    /// Appends the text of `value`.
    mutating func write(_ value: ModelValue) throws(Rejection) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .integer(let value): append(String(value))
        case .double(let value): append(model.text(of: value))
        case .literal(let text): append(text)
        case .string(let value): write(value)
        case .array(let elements):
            try nested("[", "]", elements) { (writer, element) throws(Rejection) in try writer.write(element) }
        case .object(let object):
            let members = makes(.nestedSort) ? object.members.sorted { $0.key < $1.key } : object.members
            try nested("{", "}", members) { (writer, member) throws(Rejection) in
                writer.write(member.key)
                writer.append(writer.makes(.spaces) ? ": " : ":")
                try writer.write(member.value)
            }
        }
    }

    private mutating func append(_ text: String) { output += text.utf8 }

    private mutating func nested<Element>(
        _ open: String, _ close: String, _ elements: [Element],
        _ write: (inout ModelWriter, Element) throws(Rejection) -> Void
    ) throws(Rejection) {
        guard depth < JSONValue.deepestNesting, depth < 512 || makes(.unboundedDepth) else {
            throw model.malformed(output.count)
        }
        depth += 1
        append(open)
        for (index, element) in elements.enumerated() {
            if index > 0 { append(makes(.spaces) ? ", " : ",") }
            try write(&self, element)
        }
        append(close)
        depth -= 1
    }

    private mutating func write(_ string: JSONString) {
        append("\"")
        let units = string.utf16
        var index = 0
        while index < units.count {
            let unit = units[index]
            let isPair =
                UTF16.isLeadSurrogate(unit) && index + 1 < units.count && UTF16.isTrailSurrogate(units[index + 1])
            if isPair, !makes(.escapeNonASCII) {
                let pair = units[index...index + 1]
                // CESU-8 writes each half as three bytes.
                output += makes(.cesu8) ? pair.flatMap { JSONString(utf16: [$0]).wtf8 } : JSONString(utf16: pair).wtf8
                index += 2
            } else {
                write(unit)
                index += 1
            }
        }
        append("\"")
    }

    /// Appends one code unit that is not half of a pair written as UTF-8.
    private mutating func write(_ unit: UInt16) {
        switch unit {
        case 0x22: append("\\\"")
        case 0x5C: append("\\\\")
        case 0x2F where makes(.escapeSlash): append("\\/")
        case 0x3C, 0x3E, 0x26:
            if makes(.escapeHTML) { writeHex(unit) } else { output.append(UInt8(unit)) }
        case 0x00..<0x20: writeControl(unit)
        case 0x7F where makes(.escapeDelete): writeHex(unit)
        case 0x2028, 0x2029:
            if makes(.escapeLineSeparators) || makes(.escapeNonASCII) {
                writeHex(unit)
            } else {
                output += JSONString(utf16: [unit]).wtf8
            }
        case 0xD800...0xDFFF: writeHex(unit)
        case 0x80... where makes(.escapeNonASCII): writeHex(unit)
        default: output += JSONString(utf16: [unit]).wtf8
        }
    }

    private mutating func writeControl(_ unit: UInt16) {
        let isRare = unit == 0x08 || unit == 0x0C
        let letters: [UInt16: String] = [0x08: "b", 0x09: "t", 0x0A: "n", 0x0C: "f", 0x0D: "r"]
        if makes(.controlsUnescaped) {
            output.append(UInt8(unit))
        } else if let letter = letters[unit], !makes(.noShortEscapes), !(isRare && makes(.rareEscapesAsHex)) {
            append("\\" + letter)
        } else {
            writeHex(unit)
        }
    }

    private mutating func writeHex(_ unit: UInt16) {
        let digits = String(unit, radix: 16, uppercase: makes(.upperHex))
        append("\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits)
    }
}
