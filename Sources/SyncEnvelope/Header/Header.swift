/// Everything before the payload.
public struct Header: Equatable, Sendable {
    /// The fixed part.
    public let prologue: Prologue
    /// 1 to 16 slots, in file order.
    public let slots: [Slot]
    /// 32 bytes over everything before them.
    public let mac: [UInt8]
    /// 12 bytes: the nonce of piece 0.
    public let nonce: [UInt8]

    /// The bytes that the MAC covers: from 0 to the end of the slots.
    public var authenticatedBytes: [UInt8] {
        slots.reduce(into: prologue.bytes + [UInt8(slots.count)]) { $0 += $1.bytes }
    }

    /// The header as it stands in the archive.
    public var bytes: [UInt8] { authenticatedBytes + mac + nonce }

    /// Where the payload starts.
    public var count: Int { Prologue.count + 1 + slots.reduce(0) { $0 + $1.bytes.count } + 44 }
}

extension Header {
    /// Reads a header; what follows in the reader is the payload.
    init(from reader: inout ByteReader) throws {
        let (prologue, slotCount) = try Prologue.read(from: &reader)
        var slots: [Slot] = []
        for number in 0..<slotCount {
            slots.append(try Slot.read(from: &reader, number: number, total: slotCount))
        }
        let tail = try reader.exactly(44, field: "headerMac and nonce")
        self.init(prologue: prologue, slots: slots, mac: Array(tail[..<32]), nonce: Array(tail[32...]))
    }
}
