import CanonicalJSON
import SyncEnvelope
@_spi(_Unicode) import Swift

extension Model {
    /// The bytes of a passphrase that go into the key derivation (EN-21 to EN-25).
    func passphrase(_ value: JSONValue?) throws(Rejection) -> [UInt8] {
        guard let given = value?.stringValue else { throw .parameter("passphrase: not a string") }
        guard var text = makes(.surrogateReplaced) ? String(decoding: given.utf16, as: UTF16.self) : given.string else {
            throw Rejection(.invalidPassphrase, "an unpaired surrogate")
        }
        guard !text.utf8.contains(0) || makes(.nulAccepted) else { throw Rejection(.invalidPassphrase, "U+0000") }
        if makes(.passphraseTrimmed) { text = trimmed(text) }
        if makes(.passphraseLowercased) { text = text.lowercased() }
        let bytes = encoded(normalized(text))
        let count = makes(.passphraseLimitBeforeNormalization) ? text.utf8.count : bytes.count
        guard (1...1024).contains(count) || makes(.passphraseLimitUnchecked) else {
            throw Rejection(.invalidPassphrase, "\(count) bytes")
        }
        return bytes
    }

    private func normalized(_ text: String) -> String {
        if makes(.noNormalization) { return text }
        if makes(.decomposed) { return text._nfd.reduce(into: "") { $0.unicodeScalars.append($1) } }
        if makes(.compatibilityNormalization) {
            return Normalization.nfc(String(String.UnicodeScalarView(text.unicodeScalars.flatMap(Self.compatible))))
        }
        return Normalization.nfc(text)
    }

    private func encoded(_ text: String) -> [UInt8] {
        if makes(.passphraseLatin1) { return text.unicodeScalars.map { $0.value < 256 ? UInt8($0.value) : 0x3F } }
        if makes(.passphraseUTF16) {
            return text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        }
        return Array(text.utf8)
    }

    /// What JavaScript's `trim` and Dart's leave: U+FEFF goes, too.
    private func trimmed(_ text: String) -> String {
        func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace || scalar == "\u{FEFF}" }
        let scalars = text.unicodeScalars.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        return String(String.UnicodeScalarView(scalars))
    }

    /// The compatibility mapping of what keyboards and fonts bring into passphrases; NFKC has some thousands more.
    private static func compatible(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar {
        case "\u{FF01}"..."\u{FF5E}": Unicode.Scalar(scalar.value - 0xFF01 + 0x21).map { [$0] } ?? []
        case "\u{A0}", "\u{3000}", "\u{2000}"..."\u{200A}": [" "]
        case "\u{FB01}": ["f", "i"]
        case "\u{FB02}": ["f", "l"]
        case "\u{FB03}": ["f", "f", "i"]
        case "\u{B2}": ["2"]
        case "\u{B3}": ["3"]
        case "\u{B9}": ["1"]
        case "\u{2122}": ["T", "M"]
        case "\u{2126}": ["\u{3A9}"]
        default: [scalar]
        }
    }
}
