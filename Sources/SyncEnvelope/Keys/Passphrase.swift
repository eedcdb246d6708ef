import CCrypto

/// A passphrase as the key derivations see it: NFC, UTF-8, 1 to 1 024 bytes.
///
/// It is neither trimmed nor case-folded, so a final newline counts. U+0000 is refused, since HMAC pads its key with zeros
/// and `pw` and `pw` NUL would derive one key.
public struct Passphrase: Equatable, Sendable {
    /// The most bytes a passphrase may have after normalisation.
    public static let maximumCount = 1024

    /// No text is more than this many times as long as its NFC: 3.5 is the most, for U+0390 written as three characters.
    /// What is longer is refused before it is normalised, which takes quadratic time where marks stand in a row.
    private static let greatestShrinkage = 4

    /// The normalised bytes.
    package let secret: SecretBytes

    /// Reads strict UTF-8; throws `INVALID_PASSPHRASE` for anything else, also for a lone surrogate in WTF-8.
    ///
    /// The caller's bytes stay the caller's to wipe. Copies made on the way are wiped.
    public init(utf8 bytes: Span<UInt8>) throws(EnvelopeError) {
        guard bytes.count <= Self.maximumCount * Self.greatestShrinkage else {
            throw EnvelopeError(.invalidPassphrase, "\(bytes.count) bytes, more than \(Self.maximumCount) in any form")
        }
        let plain = try UTF8Validation.check(bytes)
        if plain {
            secret = try Self.checked(SecretBytes(copying: bytes))
        } else {
            secret = try Self.checked(Self.normalized(bytes))
        }
    }

    /// Takes the scalars of a string; throws `INVALID_PASSPHRASE`. A string's own storage can't be wiped: prefer bytes.
    public init(_ text: String) throws(EnvelopeError) {
        var bytes = Array(text.utf8)
        defer { bytes.wipe() }
        try self.init(utf8: bytes.span)
    }

    private static func checked(_ secret: SecretBytes) throws(EnvelopeError) -> SecretBytes {
        guard (1...maximumCount).contains(secret.count) else {
            throw EnvelopeError(
                .invalidPassphrase, "\(secret.count) bytes after normalisation, not 1 to \(maximumCount)")
        }
        return secret
    }

    /// NFC (Unicode Standard Annex 15) of valid UTF-8, by the standard library's tables.
    package static func normalized(_ bytes: Span<UInt8>) -> SecretBytes {
        var decomposed = withoutTibetanVowels(bytes)
        defer { decomposed.wipe() }
        var text = unsafe decomposed.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        var normal: [UInt8] = []
        // No scalar's NFC is longer than three times its UTF-8: the array never moves and leaves nothing behind.
        normal.reserveCapacity(bytes.count * 3)
        defer { normal.wipe() }
        text._withNFCCodeUnits { normal.append($0) }
        // The string is ours alone, so its heap storage may be overwritten before it goes. (A string short enough to have
        // none lives in registers and on the stack, which nobody can wipe from Swift.)
        text.withUTF8 { unsafe OPENSSL_cleanse(UnsafeMutableRawPointer(mutating: $0.baseAddress), $0.count) }
        return SecretBytes(copying: normal.span)
    }

    /// The text with U+0F73, U+0F75 and U+0F81 replaced by the two marks that each is made of, which have the same NFC.
    ///
    /// These vowel signs count as starters, and the standard library does not sort their marks among those around them.
    private static func withoutTibetanVowels(_ bytes: Span<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        // Twice as long at most: the array never moves and leaves nothing behind.
        output.reserveCapacity(bytes.count * 2)
        for index in bytes.indices {
            output.append(bytes[index])
            guard index >= 2, bytes[index - 2] == 0xE0 else { continue }
            let second: (UInt8, UInt8)
            switch (bytes[index - 1], bytes[index]) {
            case (0xBD, 0xB3): second = (0xBD, 0xB2)
            case (0xBD, 0xB5): second = (0xBD, 0xB4)
            case (0xBE, 0x81): second = (0xBE, 0x80)
            default: continue
            }
            output.removeLast(2)
            output.append(contentsOf: [0xBD, 0xB1, 0xE0, second.0, second.1])
        }
        return output
    }
}

/// Strict UTF-8 (RFC 3629) without building a string from a secret.
package enum UTF8Validation {
    /// Throws `INVALID_PASSPHRASE` at the first fault; true when all scalars are below U+0300, where NFC changes nothing.
    package static func check(_ bytes: Span<UInt8>) throws(EnvelopeError) -> Bool {
        var index = 0
        var plain = true
        while index < bytes.count {
            let first = bytes[index]
            guard first != 0 else {
                throw EnvelopeError(.invalidPassphrase, at: index, "U+0000")
            }
            let count = sequenceCount(first)
            guard count > 0, index + count <= bytes.count, continues(bytes, at: index, count: count) else {
                throw EnvelopeError(.invalidPassphrase, at: index, "not UTF-8")
            }
            plain = plain && first < 0xCC
            index += count
        }
        return plain
    }

    private static func sequenceCount(_ first: UInt8) -> Int {
        switch first {
        case 0x00...0x7F: 1
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
    }

    private static func continues(_ bytes: Span<UInt8>, at index: Int, count: Int) -> Bool {
        guard count > 1 else { return true }
        // The second byte rules out overlong forms, surrogates and values above U+10FFFF.
        let second: ClosedRange<UInt8> =
            switch bytes[index] {
            case 0xE0: 0xA0...0xBF
            case 0xED: 0x80...0x9F
            case 0xF0: 0x90...0xBF
            case 0xF4: 0x80...0x8F
            default: 0x80...0xBF
            }
        guard second.contains(bytes[index + 1]) else { return false }
        for offset in 2..<max(count, 2) where bytes[index + offset] & 0xC0 != 0x80 { return false }
        return true
    }
}
