import SyncEnvelope

/// Everything before the payload, as bytes.
struct ModelHeader {
    /// 72 bytes.
    var prologue: [UInt8]
    var slots: [ModelSlot] = []
    /// From offset 0 to the end of the slots.
    var authenticated: [UInt8] = []
    var mac: [UInt8] = []
    var nonce: [UInt8] = []

    var contentType: UInt8 { prologue[10] }
    var codec: UInt8 { prologue[11] }
    var isChunked: Bool { prologue[12] != 0 }
    var workspaceID: [UInt8] { Array(prologue[16..<32]) }
    var archiveSalt: [UInt8] { Array(prologue[32..<64]) }
    var bytes: [UInt8] { authenticated + mac + nonce }
}

/// One slot, as bytes.
struct ModelSlot {
    var type: UInt8
    /// As it stands in the slot.
    var length: [UInt8]
    var body: [UInt8]

    /// The length of a known type's body.
    static func count(ofType type: UInt8) -> Int? { [1: 88, 2: 100, 3: 97, 4: 48][type] }

    /// What a passphrase slot may cost: iterations, or the logarithm of N; nil for other types.
    static func costs(ofType type: UInt8) -> ClosedRange<UInt32>? { [2: 210_000...2_000_000, 3: 15...18][type] }

    var bytes: [UInt8] { [type] + length + body }
    var isForPassphrase: Bool { type == 2 || type == 3 }
    var isKnown: Bool { (1...4).contains(type) }
    /// The part of the labels that names the type.
    var label: String { ["raw", "pbkdf2", "scrypt", "kw"][Int(type) - 1] }

    private var wrappedCount: Int { type == 4 ? 40 : 48 }
    var wrappedKey: [UInt8] { body.suffix(wrappedCount) }
    /// The slot's bytes before the wrapped key.
    var head: [UInt8] { bytes.dropLast(wrappedCount) }

    var keyID: [UInt8]? { type == 1 || type == 4 ? Array(body[..<8]) : nil }
    var slotSalt: [UInt8]? { type == 4 ? nil : Array(body.dropLast(wrappedCount).suffix(32)) }
    var kdfSalt: [UInt8]? { isForPassphrase ? Array(body.dropLast(wrappedCount + 32).suffix(16)) : nil }
    /// PBKDF2's iterations, or the logarithm of scrypt's N.
    var cost: UInt32 = 0
}

/// What a caller opens with: the bytes of a workspace key or of a normalized passphrase.
struct ModelSecret {
    var bytes: [UInt8]
    var isPassphrase: Bool
}
