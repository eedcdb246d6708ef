import SyncEnvelope

/// The fields of an archive or a gzip member, by name, so that an offset can be said in words.
struct ByteLayout: Equatable {
    /// One field.
    struct Field: Equatable {
        var name: String
        var range: Range<Int>
    }

    private(set) var fields: [Field] = []

    /// The field at `offset` and which of its bytes that is: `slot 0, wrappedCEK, byte 12`; the end has no field.
    func place(of offset: Int) -> String {
        guard let field = fields.first(where: { $0.range.contains(offset) }) else { return "the end" }
        return "\(field.name), byte \(offset - field.range.lowerBound)"
    }

    /// The names of the fields whose bytes differ in two byte strings of which these are the layouts, in order.
    static func differing(_ a: ByteLayout, _ x: [UInt8], _ b: ByteLayout, _ y: [UInt8]) -> [String] {
        let others = Dictionary(b.fields.map { ($0.name, $0.range) }, uniquingKeysWith: { first, _ in first })
        let names = Set(a.fields.map(\.name))
        return a.fields.filter { field in others[field.name].map { x[field.range] != y[$0] } ?? true }.map(\.name)
            + b.fields.map(\.name).filter { !names.contains($0) }
    }

    private mutating func add(_ name: String, _ count: Int) {
        let start = fields.last?.range.upperBound ?? 0
        if count > 0 { fields.append(Field(name: name, range: start..<start + count)) }
    }
}

extension ByteLayout {
    /// The layout of an archive (EN-1); nil for bytes that have no whole header.
    init?(archive: [UInt8]) {
        guard let inspection = try? Envelope.inspect(archive) else { return nil }
        for (name, count) in [
            ("magic", 8), ("version", 1), ("suite", 1), ("contentType", 1), ("codec", 1), ("chunkLog2", 1),
            ("reserved", 3), ("workspaceId", 16), ("archiveSalt", 32), ("generation", 8), ("slotCount", 1),
        ] { add(name, count) }
        for (number, slot) in inspection.header.slots.enumerated() {
            add("slot \(number), type", 1)
            add("slot \(number), len", 2)
            let parts: [(String, Int)] =
                switch slot.kind {
                case .rawKey: [("keyId", 8), ("slotSalt", 32)]
                case .pbkdf2: [("iterations", 4), ("kdfSalt", 16), ("slotSalt", 32)]
                case .scrypt: [("log2N", 1), ("kdfSalt", 16), ("slotSalt", 32)]
                case .aesKeyWrap: [("keyId", 8)]
                case .unknown(_, let body): [("body", body.count)]
                }
            for (name, count) in parts + [("wrappedCEK", slot.wrappedKey.count)] {
                add("slot \(number), \(name)", count)
            }
        }
        add("headerMac", 32)
        add("nonce", 12)
        var rest = inspection.payloadCount
        for piece in 0..<inspection.pieceCount {
            let count = inspection.header.prologue.chunking == .whole ? rest : min(rest, Chunking.partCount + 16)
            add("payload piece \(piece), ciphertext", max(0, count - 16))
            add("payload piece \(piece), tag", min(16, count))
            rest -= count
        }
    }

    /// The layout of a gzip member with the header of AC-2; nil for other bytes.
    init?(gzip: [UInt8]) {
        guard gzip.count >= 18, gzip.starts(with: [0x1F, 0x8B]) else { return nil }
        for (name, count) in [
            ("gzip magic", 2), ("compression method", 1), ("flags", 1), ("modification time", 4), ("extra flags", 1),
            ("operating system", 1), ("deflate stream", gzip.count - 18), ("CRC-32", 4), ("size", 4),
        ] { add(name, count) }
    }
}
