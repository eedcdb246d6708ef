/// Writes a deflate stream of uncompressed blocks (RFC 1951 section 3.2.4), always the same for the same input.
struct StoredBlocks {
    /// The largest length that a block's two length bytes hold.
    static let blockSize = 65_535

    private var pending: [UInt8] = []

    /// Takes input; a full block is written only when more input shows that it is not the last.
    mutating func update(_ input: Span<UInt8>, into output: inout [UInt8]) {
        var position = 0
        while position < input.count {
            if pending.count == Self.blockSize { writeBlock(isFinal: false, into: &output) }
            let end = position + min(Self.blockSize - pending.count, input.count - position)
            pending.append(copying: input.extracting(position..<end))
            position = end
        }
    }

    /// Writes the last block.
    mutating func finish(into output: inout [UInt8]) {
        writeBlock(isFinal: true, into: &output)
    }

    /// Forgets everything.
    mutating func reset() {
        pending.removeAll(keepingCapacity: true)
    }

    private mutating func writeBlock(isFinal: Bool, into output: inout [UInt8]) {
        let length = UInt16(pending.count)
        output.append(isFinal ? 1 : 0)
        for half in [length, ~length] {
            output.append(UInt8(truncatingIfNeeded: half))
            output.append(UInt8(truncatingIfNeeded: half >> 8))
        }
        output.append(copying: pending.span)
        pending.removeAll(keepingCapacity: true)
    }
}
