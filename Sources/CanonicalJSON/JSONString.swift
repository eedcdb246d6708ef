/// A JSON string: a sequence of UTF-16 code units, in which surrogates need not form pairs.
///
/// Swift's `String` can neither hold a lone surrogate nor tell NFC from NFD by `==`. This type does both: equality,
/// hashing and order are those of the code units, as on Dart and JavaScript. The units are stored as WTF-8: UTF-8,
/// with each surrogate that is not part of a pair as three bytes (`ED A0 80`...`ED BF BF`).
public struct JSONString: Hashable, Sendable {
    /// The code units as well-formed WTF-8; plain UTF-8 unless ``hasLoneSurrogate``.
    public let wtf8: [UInt8]

    /// The string with the characters of `string`, unnormalized.
    public init(_ string: String) {
        wtf8 = Array(string.utf8)
    }

    /// The string that `wtf8` encodes, or nil when the bytes are neither UTF-8 nor encoded surrogates.
    ///
    /// A leading surrogate followed by a trailing one is joined to the character that the pair means.
    public init?(wtf8: [UInt8]) {
        guard let joined = WTF8.wellFormed(wtf8) else { return nil }
        self.wtf8 = joined
    }

    /// The string of the code units `utf16`, which may hold lone surrogates.
    public init(utf16: some Sequence<UInt16>) {
        var bytes: [UInt8] = []
        for unit in utf16 {
            WTF8.append(unit: UInt32(unit), to: &bytes)
        }
        wtf8 = bytes
    }

    /// A string from bytes that are known to be well-formed WTF-8, such as a decoded range of a parsed document.
    package init(wellFormed wtf8: [UInt8]) {
        self.wtf8 = wtf8
    }

    /// The characters, or nil when there is a lone surrogate, which a `String` cannot hold.
    public var string: String? {
        hasLoneSurrogate ? nil : String(decoding: wtf8, as: UTF8.self)
    }

    /// Whether some surrogate is not part of a pair.
    public var hasLoneSurrogate: Bool {
        WTF8.hasSurrogate(wtf8.span)
    }

    /// Whether there is no code unit.
    public var isEmpty: Bool { wtf8.isEmpty }

    /// The number of UTF-16 code units.
    public var utf16Count: Int {
        var count = 0
        for byte in wtf8 where byte & 0xC0 != 0x80 {
            count += byte >= 0xF0 ? 2 : 1
        }
        return count
    }

    /// The UTF-16 code units.
    public var utf16: [UInt16] {
        var units: [UInt16] = []
        units.reserveCapacity(wtf8.count)
        var at = 0
        while at < wtf8.count {
            let (scalar, length) = WTF8.scalar(wtf8.span, at: at)
            at += length
            if scalar > 0xFFFF {
                units.append(UInt16(0xD7C0 + scalar >> 10))
                units.append(UInt16(0xDC00 | scalar & 0x3FF))
            } else {
                units.append(UInt16(scalar))
            }
        }
        return units
    }
}

extension JSONString: Comparable {
    /// Order by UTF-16 code unit; see ``UTF16Order``.
    public static func < (a: JSONString, b: JSONString) -> Bool {
        UTF16Order.compare(wtf8: a.wtf8.span, b.wtf8.span) < 0
    }
}

extension JSONString: ExpressibleByStringLiteral {
    /// The string with the characters of the literal.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension JSONString: CustomStringConvertible {
    /// The characters, with `\ud800` in the place of each lone surrogate: for people, not for the wire.
    public var description: String {
        guard hasLoneSurrogate else { return String(decoding: wtf8, as: UTF8.self) }
        var text: [UInt8] = []
        var at = 0
        while at < wtf8.count {
            let (scalar, length) = WTF8.scalar(wtf8.span, at: at)
            if scalar >= 0xD800, scalar <= 0xDFFF {
                EscapeTable.appendHex(UInt16(scalar), to: &text)
            } else {
                text.append(wtf8.span, from: at, to: at + length)
            }
            at += length
        }
        return String(decoding: text, as: UTF8.self)
    }
}
