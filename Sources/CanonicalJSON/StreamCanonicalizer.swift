/// Brings one text of any size into canonical form, piece by piece.
///
/// Memory: a window of 256 KiB, the largest scalar, and the keys of the objects that are larger than the window and open.
public struct StreamCanonicalizer: ~Copyable, Sendable {
    private var stream: JSONStream
    private var needsComma = false

    /// A canonicalizer that refuses texts nested more than `maxDepth` deep.
    public init(maxDepth: Int = 512) {
        stream = JSONStream(maxDepth: maxDepth)
    }

    /// Takes the next bytes of the text, cut anywhere, and appends what is ready of its canonical form.
    ///
    /// Throws what a reader of the whole text would throw for the first fault; the output up to it is of no use.
    public mutating func update(_ piece: Span<UInt8>, into output: inout [UInt8]) throws(JSONError) {
        stream.update(piece)
        try write(&output)
    }

    /// Ends the text and appends the rest; throws as ``update(_:into:)``.
    ///
    /// False when the output still has a repeated key, as may be in objects larger than the window: the first of its
    /// values has been written long ago. The canonical form of the output, read as a whole, is that of the text.
    public mutating func finish(into output: inout [UInt8]) throws(JSONError) -> Bool {
        stream.finish()
        try write(&output)
        return !stream.repeatsKey
    }

    private mutating func write(_ output: inout [UInt8]) throws(JSONError) {
        while true {
            switch try stream.next(.whenLarge) {
            case .needsInput, .finished: return
            case .begin(let container):
                separate(&output)
                output.append(container == .object ? 0x7B : 0x5B)
                needsComma = false
            case .key:
                separate(&output)
                stream.appendCanonical(to: &output)
                output.append(0x3A)
                needsComma = false
            case .value:
                separate(&output)
                stream.appendCanonical(to: &output)
                needsComma = true
            case .end(let container):
                output.append(container == .object ? 0x7D : 0x5D)
                needsComma = true
            }
        }
    }

    private func separate(_ output: inout [UInt8]) {
        if needsComma { output.append(0x2C) }
    }
}
