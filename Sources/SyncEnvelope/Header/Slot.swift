/// One way to get at an archive's content key.
public struct Slot: Equatable, Sendable {
    /// What the slot was made for, and everything in it but the wrapped content key.
    public enum Kind: Equatable, Sendable {
        /// Type 01: AES-GCM under a key derived from the workspace key.
        case rawKey(keyID: [UInt8], salt: [UInt8])
        /// Type 02: AES-GCM under a key derived from a passphrase with PBKDF2.
        case pbkdf2(iterations: UInt32, kdfSalt: [UInt8], salt: [UInt8])
        /// Type 03: AES-GCM under a key derived from a passphrase with scrypt, r 8 and p 1.
        case scrypt(log2N: UInt8, kdfSalt: [UInt8], salt: [UInt8])
        /// Type 04: AES key wrap under the workspace key itself.
        case aesKeyWrap(keyID: [UInt8])
        /// Types 05 to FF: skipped by this reader, but covered by the header's MAC.
        case unknown(type: UInt8, body: [UInt8])
    }

    /// The kind and its parameters.
    public let kind: Kind
    /// The wrapped content key: 48 bytes, 40 in an AES key wrap slot, none in one of unknown type.
    public let wrappedKey: [UInt8]

    /// The type byte.
    public var type: UInt8 {
        switch kind {
        case .rawKey: 1
        case .pbkdf2: 2
        case .scrypt: 3
        case .aesKeyWrap: 4
        case .unknown(let type, _): type
        }
    }

    /// Type, length and body, as they stand in the archive.
    public var bytes: [UInt8] { kind.headBytes(wrappedCount: wrappedKey.count) + wrappedKey }
}

extension Slot {
    /// PBKDF2 iterations that a reader accepts and a writer may choose.
    public static let iterationRange: ClosedRange<UInt32> = 210_000...2_000_000
    /// Logarithms of scrypt's N that a reader accepts and a writer may choose.
    public static let log2NRange: ClosedRange<UInt8> = 15...18
    /// The most bytes a slot's body may have.
    static let bodyLimit = 1024

    /// The one length of a known type's body, nil for an unknown type.
    static func bodyCount(ofType type: UInt8) -> Int? {
        switch type {
        case 1: 88
        case 2: 100
        case 3: 97
        case 4: 48
        default: nil
        }
    }

    /// Reads slot `number` of `total`.
    static func read(from reader: inout ByteReader, number: Int, total: Int) throws -> Slot {
        func field(_ member: String = "") -> String { "slots[\(number)]\(member)" }
        let start = reader.offset
        let head = try reader.exactly(3, field: field())
        let (type, count): (UInt8, Int) = (head[0], integer(bigEndian: head[1...]))
        guard type != 0 else {
            throw EnvelopeError(.malformedSlot, at: start, field: field(".type"), "00 is not a type")
        }
        guard count <= bodyLimit, count == bodyCount(ofType: type) ?? count else {
            let expected = bodyCount(ofType: type).map { "not \($0)" } ?? "more than \(bodyLimit)"
            throw EnvelopeError(.malformedSlot, at: start + 1, field: field(".len"), "\(count), \(expected)")
        }
        guard total == 1 || (type != 2 && type != 3) else {
            throw EnvelopeError(.malformedSlot, at: start, field: field(".type"), "a passphrase slot beside others")
        }
        let slot = Slot(type: type, body: try reader.exactly(count, field: field(".body")))
        try slot.checkCost(at: start + 3) { field($0) }
        return slot
    }

    /// Takes a body of the type's length apart.
    private init(type: UInt8, body: [UInt8]) {
        func part(_ start: Int, _ count: Int) -> [UInt8] { Array(body[start..<start + count]) }
        switch type {
        case 1: self.init(kind: .rawKey(keyID: part(0, 8), salt: part(8, 32)), wrappedKey: part(40, 48))
        case 2:
            let kind = Kind.pbkdf2(iterations: integer(bigEndian: body[..<4]), kdfSalt: part(4, 16), salt: part(20, 32))
            self.init(kind: kind, wrappedKey: part(52, 48))
        case 3:
            let kind = Kind.scrypt(log2N: body[0], kdfSalt: part(1, 16), salt: part(17, 32))
            self.init(kind: kind, wrappedKey: part(49, 48))
        case 4: self.init(kind: .aesKeyWrap(keyID: part(0, 8)), wrappedKey: part(8, 40))
        default: self.init(kind: .unknown(type: type, body: body), wrappedKey: [])
        }
    }

    private func checkCost(at offset: Int, field: (String) -> String) throws(EnvelopeError) {
        switch kind {
        case .pbkdf2(let iterations, _, _) where !Self.iterationRange.contains(iterations):
            throw EnvelopeError(.kdfParams, at: offset, field: field(".iterations"), "\(iterations) is out of range")
        case .scrypt(let log2N, _, _) where !Self.log2NRange.contains(log2N):
            throw EnvelopeError(.kdfParams, at: offset, field: field(".log2N"), "\(log2N) is out of range")
        default: break
        }
    }
}

extension Slot.Kind {
    /// The slot's bytes before the wrapped key, which its encryption is bound to.
    func headBytes(wrappedCount: Int) -> [UInt8] {
        let (type, fields): (UInt8, [UInt8]) =
            switch self {
            case .rawKey(let keyID, let salt): (1, keyID + salt)
            case .pbkdf2(let iterations, let kdfSalt, let salt): (2, bigEndian(iterations) + kdfSalt + salt)
            case .scrypt(let log2N, let kdfSalt, let salt): (3, [log2N] + kdfSalt + salt)
            case .aesKeyWrap(let keyID): (4, keyID)
            case .unknown(let type, let body): (type, body)
            }
        return [type] + bigEndian(UInt16(fields.count + wrappedCount)) + fields
    }
}
