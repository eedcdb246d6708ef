import CanonicalJSON

extension Model {
    /// The value of a JSON text.
    func read(_ bytes: [UInt8]) throws(Rejection) -> ModelValue {
        var reader = ModelReader(model: self, units: try units(of: bytes))
        return try reader.document()
    }

    /// The canonical bytes of a value.
    func text(of value: ModelValue) throws(Rejection) -> [UInt8] {
        var writer = ModelWriter(model: self)
        if makes(.byteOrderMark) { writer.output += [0xEF, 0xBB, 0xBF] }
        try writer.write(value)
        if makes(.trailingNewline) { writer.output.append(0x0A) }
        return writer.output
    }

    /// The UTF-16 code units of UTF-8 bytes.
    private func units(of bytes: [UInt8]) throws(Rejection) -> [UInt16] {
        if makes(.invalidUTF8Replaced) { return Array(String(decoding: bytes, as: UTF8.self).utf16) }
        var units: [UInt16] = []
        var at = 0
        while at < bytes.count {
            let lead = bytes[at]
            guard lead >= 0x80 else {
                units.append(UInt16(lead))
                at += 1
                continue
            }
            let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
            guard (0xC0...0xF7).contains(lead), at + length <= bytes.count else { throw malformed(at) }
            var scalar = UInt32(lead) & (0xFF >> UInt32(length + 1))
            for byte in bytes[at + 1..<at + length] {
                guard byte & 0xC0 == 0x80 else { throw malformed(at) }
                scalar = scalar << 6 | UInt32(byte & 0x3F)
            }
            let isOverlong = scalar < [0x80, 0x800, 0x10000][length - 2]
            if isOverlong, !makes(.overlongAccepted) { throw malformed(at) }
            if (0xD800...0xDFFF).contains(scalar), !makes(.encodedSurrogatesAccepted) { throw malformed(at) }
            guard scalar <= 0x10FFFF else { throw malformed(at) }
            if scalar >= 0x10000 {
                units.append(UInt16(0xD7C0 + scalar >> 10))
                units.append(UInt16(0xDC00 | scalar & 0x3FF))
            } else {
                units.append(UInt16(scalar))
            }
            at += length
        }
        return units
    }

    /// The rejection of a text that is no JSON, at a byte or code unit.
    func malformed(_ offset: Int) -> Rejection {
        Rejection(errorClass: "MALFORMED_JSON", message: "at \(offset)")
    }
}
