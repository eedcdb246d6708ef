/// A plain byte-by-byte parser.
extension JSONValue {
    /// Reads the one JSON value in `bytes`.
    public init(parsing bytes: [UInt8], maxDepth: Int = 512) throws(JSONError) {
        var reader = PlainReader(bytes: bytes, limit: Swift.min(maxDepth, 512))
        self = try reader.document()
    }
}

struct PlainReader {
    let bytes: [UInt8]
    let limit: Int
    var at = 0
    var depth = 0

    init(bytes: [UInt8], limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }

    func fail(_ code: JSONError.Code) -> JSONError { JSONError(code, at: at, in: bytes.span) }
    func unexpected() -> JSONError { fail(at < bytes.count ? .unexpectedByte : .unexpectedEnd) }
    var byte: UInt8 { at < bytes.count ? bytes[at] : 0 }

    mutating func space() {
        while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
    }

    mutating func document() throws(JSONError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw fail(.byteOrderMark) }
        let value = try value()
        space()
        if at < bytes.count { throw fail(.trailingData) }
        return value
    }

    mutating func value() throws(JSONError) -> JSONValue {
        space()
        switch byte {
        case 0x22: return .string(try string())
        case 0x5B:
            return .array(try list(closing: 0x5D) { (r: inout PlainReader) throws(JSONError) in try r.value() })
        case 0x7B:
            return .object(
                JSONObject(
                    try list(closing: 0x7D) {
                        (r: inout PlainReader) throws(JSONError) -> (key: JSONString, value: JSONValue) in
                        guard r.byte == 0x22 else { throw r.unexpected() }
                        let key = try r.string()
                        r.space()
                        guard r.byte == 0x3A else { throw r.unexpected() }
                        r.at += 1
                        return (key, try r.value())
                    }
                )
            )
        case 0x74: return try literal("true", .bool(true))
        case 0x66: return try literal("false", .bool(false))
        case 0x6E: return try literal("null", .null)
        case 0x2D, 0x30...0x39: return try number()
        default: throw unexpected()
        }
    }

    mutating func literal(_ text: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[at...].starts(with: text.utf8) else { throw fail(.invalidLiteral) }
        at += text.utf8.count
        return value
    }

    mutating func list<T>(
        closing: UInt8, _ element: (inout PlainReader) throws(JSONError) -> T
    ) throws(JSONError) -> [T] {
        if depth >= limit { throw fail(.depthExceeded) }
        depth += 1
        at += 1
        var items: [T] = []
        space()
        if byte == closing {
            at += 1
            depth -= 1
            return items
        }
        while true {
            space()
            if !items.isEmpty, byte == closing { throw fail(.trailingComma) }
            items.append(try element(&self))
            space()
            if byte == closing { break }
            guard byte == 0x2C else { throw unexpected() }
            at += 1
        }
        at += 1
        depth -= 1
        return items
    }

    mutating func digits() throws(JSONError) {
        guard (0x30...0x39).contains(byte) else { throw fail(.missingDigits) }
        while (0x30...0x39).contains(byte) { at += 1 }
    }

    mutating func number() throws(JSONError) -> JSONValue {
        let start = at
        var isInteger = true
        if byte == 0x2D { at += 1 }
        let first = at
        try digits()
        if bytes[first] == 0x30, at > first + 1 {
            at = first
            throw fail(.leadingZero)
        }
        if byte == 0x2E {
            isInteger = false
            at += 1
            try digits()
        }
        if byte | 0x20 == 0x65 {
            isInteger = false
            at += 1
            if byte == 0x2B || byte == 0x2D { at += 1 }
            try digits()
        }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        if isInteger, let value = Int64(text) { return .integer(value) }
        guard let value = Double(text), value.isFinite else {
            at = start
            throw fail(.numberOverflow)
        }
        return .double(value)
    }

    mutating func string() throws(JSONError) -> JSONString {
        var units: [UInt16] = []
        at += 1
        while true {
            guard at < bytes.count else { throw fail(.unexpectedEnd) }
            switch byte {
            case 0x22:
                at += 1
                return JSONString(utf16: units)
            case 0x5C:
                units.append(try escape())
            case 0..<0x20: throw fail(.controlCharacter)
            case ..<0x80:
                units.append(UInt16(byte))
                at += 1
            default:
                var decoder = UTF8()
                var rest = bytes[at...].prefix(4).makeIterator()
                guard case .scalarValue(let scalar) = decoder.decode(&rest) else { throw fail(.invalidUTF8) }
                units.append(contentsOf: UTF16.encode(scalar)!)
                at += UTF8.encode(scalar)!.count
            }
        }
    }

    mutating func escape() throws(JSONError) -> UInt16 {
        guard at + 1 < bytes.count else {
            at += 1
            throw fail(.unexpectedEnd)
        }
        let letters: [UInt8: UInt16] = [
            0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9,
        ]
        if let unit = letters[bytes[at + 1]] {
            at += 2
            return unit
        }
        guard bytes[at + 1] == 0x75 else { throw fail(.invalidEscape) }
        guard at + 6 <= bytes.count, !bytes[at + 2..<at + 6].contains(0x2B),
            let unit = UInt16(String(decoding: bytes[at + 2..<at + 6], as: UTF8.self), radix: 16)
        else { throw fail(.invalidEscape) }
        at += 6
        return unit
    }
}
