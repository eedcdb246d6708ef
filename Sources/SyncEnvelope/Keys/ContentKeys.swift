/// The content key of an archive, and what is derived from it.
///
/// Header and payload share the extraction (RFC 5869, 2.2), which is half of a derivation.
package struct ContentKeys: Sendable {
    /// The key that the slots wrap.
    package let contentKey: SecretBytes
    private let pseudorandomKey: SecretBytes

    init(_ contentKey: SecretBytes, archiveSalt: [UInt8]) throws(EnvelopeError) {
        self.contentKey = contentKey
        pseudorandomKey = try translating { () throws(CryptoError) in
            try hkdfExtractSHA256(contentKey, salt: archiveSalt)
        }
    }

    /// The 32-byte MAC of the header's `bytes`.
    func headerMAC(_ bytes: [UInt8]) throws(EnvelopeError) -> [UInt8] {
        let key = try expand("SWA1/header")
        return try translating { () throws(CryptoError) in try hmacSHA256(key: key, bytes) }
    }

    /// The 32-byte key of the payload's pieces.
    func payloadKey() throws(EnvelopeError) -> SecretBytes { try expand("SWA1/payload") }

    private func expand(_ info: String) throws(EnvelopeError) -> SecretBytes {
        try translating { () throws(CryptoError) in try hkdfExpandSHA256(pseudorandomKey, info: Array(info.utf8)) }
    }
}
