package import CanonicalJSON
import TestSupport

/// The slow twin of the parser: one byte at a time, recursive, every string an array of UTF-16 units.
///
/// It shares nothing with the parser under test but the value model and the error type.
package struct PlainReader {
    private let bytes: [UInt8]
    private let limit: Int
    private var at = 0
    private var depth = 0

    private init(bytes: [UInt8], limit: Int) {
        self.bytes = bytes
        self.limit = limit
    }

    package static func read(_ bytes: [UInt8], maxDepth: Int = 512) throws(JSONError) -> JSONValue {
        var reader = PlainReader(bytes: bytes, limit: maxDepth)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw reader.fail(.byteOrderMark) }
        let value = try reader.value()
        reader.skipSpace()
        if reader.at < bytes.count {
            throw reader.unexpected(otherwise: .trailingData)
        }
        return value
    }

    private func fail(_ code: JSONError.Code) -> JSONError {
        let before = bytes[..<at].split(separator: 0x0A, omittingEmptySubsequences: false)
        return JSONError(code: code, offset: at, line: before.count, column: before.last!.count + 1)
    }

    private func unexpected(_ codes: [Character: JSONError.Code] = [:], otherwise: JSONError.Code = .unexpectedByte)
        -> JSONError
    {
        guard at < bytes.count else { return fail(.unexpectedEnd) }
        switch bytes[at] {
        case 0x80...: return fail(scalar() == nil ? .invalidUTF8 : otherwise)
        case 0x23, 0x2F: return fail(.comment)
        default: return fail(codes[Character(Unicode.Scalar(bytes[at]))] ?? otherwise)
        }
    }

    private var byte: UInt8 { at < bytes.count ? bytes[at] : 0 }

    private mutating func skipSpace() {
        while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        switch byte {
        case 0x22: return .string(try string())
        case 0x5B: return .array(try array())
        case 0x7B: return .object(try object())
        case 0x74: return try literal("true", .bool(true))
        case 0x66: return try literal("false", .bool(false))
        case 0x6E: return try literal("null", .null)
        case 0x2D, 0x30...0x39: return try number()
        default: throw unexpected(["+": .plusSign, ".": .missingDigits, "N": .notANumber, "I": .notANumber])
        }
    }

    private mutating func literal(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        let isNaN = text(Array(bytes[at...].prefix(3))).lowercased() == "nan"
        for letter in word.utf8 {
            guard at < bytes.count else { throw fail(.unexpectedEnd) }
            guard byte == letter else { throw fail(isNaN ? .notANumber : .invalidLiteral) }
            at += 1
        }
        return value
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        try enter()
        while try goesOn(closing: 0x5D, isFirst: elements.isEmpty) {
            elements.append(try value())
        }
        return elements
    }

    private mutating func object() throws(JSONError) -> JSONObject {
        var members: [(key: JSONString, value: JSONValue)] = []
        var count = 0
        try enter()
        while try goesOn(closing: 0x7D, isFirst: count == 0) {
            count += 1
            guard byte == 0x22 else { throw unexpected() }
            let key = try string()
            skipSpace()
            guard byte == 0x3A else { throw unexpected() }
            at += 1
            let value = try value()
            if let first = members.firstIndex(where: { $0.key.utf16 == key.utf16 }) {
                members[first].value = value
            } else {
                members.append((key, value))
            }
        }
        return JSONObject(members)
    }

    private mutating func enter() throws(JSONError) {
        if depth >= limit { throw fail(.depthExceeded) }
        depth += 1
        at += 1
    }

    private mutating func goesOn(closing: UInt8, isFirst: Bool) throws(JSONError) -> Bool {
        skipSpace()
        if byte == closing {
            at += 1
            depth -= 1
            return false
        }
        if isFirst { return true }
        guard byte == 0x2C else { throw unexpected() }
        at += 1
        skipSpace()
        if byte == closing { throw fail(.trailingComma) }
        return true
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = at
        if byte == 0x2D { at += 1 }
        let first = at
        try digits()
        if bytes[first] == 0x30, at > first + 1 {
            at = first + 1
            throw fail(.leadingZero)
        }
        var isInteger = true
        if byte == 0x2E {
            isInteger = false
            at += 1
            try digits()
        }
        if byte == 0x65 || byte == 0x45 {
            isInteger = false
            at += 1
            if byte == 0x2B || byte == 0x2D { at += 1 }
            try digits()
        }
        let literal = text(Array(bytes[start..<at]))
        if isInteger, let value = Int64(literal) { return .integer(value) }
        guard let value = Double(literal), value.isFinite else {
            at = start
            throw fail(.numberOverflow)
        }
        return .double(value)
    }

    private mutating func digits() throws(JSONError) {
        guard at < bytes.count else { throw fail(.unexpectedEnd) }
        guard (0x30...0x39).contains(byte) else {
            throw fail(byte == 0x49 || byte == 0x4E ? .notANumber : .missingDigits)
        }
        while (0x30...0x39).contains(byte) { at += 1 }
    }

    private func scalar() -> Unicode.Scalar? {
        var decoder = UTF8()
        var rest = bytes[at...].prefix(4).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
        return scalar
    }

    private mutating func string() throws(JSONError) -> JSONString {
        var units: [UInt16] = []
        at += 1
        while true {
            guard at < bytes.count else { throw fail(.unexpectedEnd) }
            switch byte {
            case 0x22:
                at += 1
                return JSONString(utf16: units)
            case 0x5C: units.append(try escape())
            case 0..<0x20: throw fail(.controlCharacter)
            default:
                guard let scalar = scalar() else { throw fail(.invalidUTF8) }
                units.append(contentsOf: String(scalar).utf16)
                at += String(scalar).utf8.count
            }
        }
    }

    private mutating func escape() throws(JSONError) -> UInt16 {
        at += 1
        guard at < bytes.count else { throw fail(.unexpectedEnd) }
        let letters: [UInt8: UInt16] = [
            0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9,
        ]
        if let unit = letters[byte] {
            at += 1
            return unit
        }
        guard byte == 0x75 else { throw fail(.invalidEscape) }
        at += 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard at < bytes.count else { throw fail(.unexpectedEnd) }
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw fail(.invalidEscape)
            }
            unit = unit << 4 | UInt16(digit)
            at += 1
        }
        return unit
    }
}
