/// The values between input and output, for finding the first layer in which two stacks differ.
///
/// Keys appear only as check values: the first 8 bytes of their SHA-256.
package final class Trace {
    /// What one slot contributed.
    package struct SlotValues: Equatable {
        /// Its place in the header.
        package let number: Int
        /// 8 bytes, in slots made for a workspace key.
        package let keyID: [UInt8]?
        /// 8 bytes.
        package let keyEncryptionKeyCheck: [UInt8]
        /// 48 or 40 bytes.
        package let wrappedKey: [UInt8]
    }

    /// All slots of a sealing, the one that opened of an opening.
    package private(set) var slots: [SlotValues] = []
    /// 32 bytes.
    package internal(set) var headerMAC: [UInt8] = []
    /// 8 bytes; empty after a rewrap, which does not derive the key.
    package private(set) var payloadKeyCheck: [UInt8] = []
    /// The codec's output, without the length before it.
    package internal(set) var compressed: [UInt8] = []

    package init() {}

    func add(_ slot: Slot, number: Int, keyEncryptionKey: SecretBytes) throws(EnvelopeError) {
        let keyID: [UInt8]? =
            switch slot.kind {
            case .rawKey(let keyID, _), .aesKeyWrap(let keyID): keyID
            default: nil
            }
        slots.append(
            SlotValues(
                number: number, keyID: keyID, keyEncryptionKeyCheck: try checkValue(keyEncryptionKey),
                wrappedKey: slot.wrappedKey))
    }

    func addPayloadKey(_ key: SecretBytes) throws(EnvelopeError) {
        payloadKeyCheck = try checkValue(key)
    }
}

/// The first 8 bytes of a key's SHA-256.
package func checkValue(_ key: SecretBytes) throws(EnvelopeError) -> [UInt8] {
    try translating { () throws(CryptoError) in Array(try sha256(key)[..<8]) }
}
