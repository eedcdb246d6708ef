public import SyncArchive

/// Seals a stream in constant memory, on several threads; the plaintext's length must be known before.
///
/// Call ``update(_:)`` with pieces of any size, then ``finish()``. Until that has returned, what `output` got is no archive.
/// Neither the pieces' sizes nor the number of threads have any influence on the result. Threads only compress: `output`
/// is called on the caller's own. Errors of `output` are passed on as they are.
public struct SealingWriter: ~Copyable {
    private let output: ByteSink
    private let chunking: Chunking
    private let cipher: PieceCipher
    private let trace: Trace?
    private var compressor: Compressor
    /// Bytes of the inner stream that are not encrypted yet.
    private var pending: [UInt8]
    private var part = [UInt8](repeating: 0, count: Chunking.partCount + AESGCM.tagCount)
    private var index: UInt64 = 0
    private var innerCount = 0
    private var missing: UInt64

    /// Draws keys, salts and nonce from the system, and writes the header.
    ///
    /// `length` is the plaintext's, in bytes; `threads` (at least 1) is how many may compress at a time. Throws
    /// `INVALID_PARAMETER` for slots that no reader would accept, and `INTERNAL`. Deriving a key from a passphrase takes a noticeable part of a second.
    public init(
        _ parameters: SealParameters, length: UInt64, threads: Int = Compressor.processorCount,
        output: @escaping ByteSink
    ) throws {
        try self.init(parameters, length: length, threads: threads, entropy: .system, trace: nil, output: output)
    }

    /// The same with randomness of the caller's choice, which only vectors may have, and with a trace.
    package init(
        _ parameters: SealParameters, length: UInt64, threads: Int = Compressor.processorCount,
        entropy: consuming Entropy, trace: Trace?, output: @escaping ByteSink
    ) throws {
        try SlotRecipe.check(parameters.slots)
        let contentKey = try entropy.draw("cek", 32)
        let prologue = Prologue(
            contentType: parameters.contentType, codec: parameters.codec,
            chunking: parameters.chunk.chunking(forLength: length), workspaceID: parameters.workspaceID,
            archiveSalt: try entropy.drawPublic("archiveSalt", 32), generation: parameters.generation)
        let nonce = try entropy.drawPublic("nonce", 12)
        let keys = try ContentKeys(contentKey, archiveSalt: prologue.archiveSalt)
        let header = try Header(prologue, parameters.slots, keys: keys, nonce: nonce, &entropy, trace)
        let compressor = try Self.compressor(parameters, threads)
        let cipher = try PieceCipher(keys, header, encrypting: true, trace)
        if prologue.chunking == .whole { try cipher.beginWhole() }
        try output(header.bytes.span)
        self.compressor = compressor
        self.cipher = cipher
        self.output = output
        self.trace = trace
        chunking = prologue.chunking
        pending = bigEndian(length)
        missing = length
    }

    private static func compressor(_ parameters: SealParameters, _ threads: Int) throws(EnvelopeError) -> Compressor {
        do {
            return try Compressor(codec: parameters.codec, mode: parameters.mode, threads: threads)
        } catch {
            throw EnvelopeError(.internal, error.description)
        }
    }

    /// Takes the next plaintext; throws `INVALID_PARAMETER` when it is more than the length announced, and `LIMIT`.
    public mutating func update(_ plaintext: Span<UInt8>) throws {
        guard UInt64(plaintext.count) <= missing else {
            throw EnvelopeError(.invalidParameter, field: "length", "more plaintext than announced")
        }
        missing -= UInt64(plaintext.count)
        var position = 0
        while position < plaintext.count {
            let end = min(position + Chunking.partCount, plaintext.count)
            try compress(plaintext.extracting(position..<end))
            try encrypt(final: false)
            position = end
        }
    }

    /// Writes what is left; throws `INVALID_PARAMETER` when plaintext is missing, and `LIMIT`.
    public consuming func finish() throws {
        guard missing == 0 else {
            throw EnvelopeError(.invalidParameter, field: "length", "\(missing) bytes of plaintext are missing")
        }
        try compress(nil)
        try encrypt(final: true)
        guard chunking == .whole else { return }
        try cipher.finishWhole(&part)
        try output(part.span.extracting(0..<AESGCM.tagCount))
    }

    /// Appends to `pending` what the codec makes of a piece, or of the end.
    private mutating func compress(_ piece: Span<UInt8>?) throws(EnvelopeError) {
        let before = pending.count
        do {
            if let piece {
                try compressor.update(piece, into: &pending)
            } else {
                try compressor.finish(into: &pending)
            }
        } catch {
            throw EnvelopeError(.internal, error.description)
        }
        trace?.compressed += pending[before...]
    }

    /// Encrypts and puts out all full parts that can't be the last, or everything when `final`.
    private mutating func encrypt(final: Bool) throws {
        var start = 0
        while pending.count - start > (final ? 0 : Chunking.partCount) {
            let count = min(Chunking.partCount, pending.count - start)
            part.overwrite(with: pending[start..<start + count])
            start += count
            if chunking == .whole {
                innerCount += count
                guard innerCount <= Chunking.wholePartLimit else {
                    throw EnvelopeError(.limit, field: "payload", "more than 64 MiB in one piece")
                }
                try cipher.updateWhole(&part, count: count)
                try output(part.span.extracting(0..<count))
            } else {
                let isLast = final && start == pending.count
                try cipher.seal(index, final: isLast, &part, count: count)
                try output(part.span.extracting(0..<count + AESGCM.tagCount))
            }
            index += 1
        }
        pending.removeFirst(start)
    }
}
