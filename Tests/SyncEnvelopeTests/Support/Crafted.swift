import SyncArchive

@testable import SyncEnvelope

/// Archives that an honest writer does not make: authentic, but wrong inside.
enum Crafted {
    static let contentKey = secret(Known.run(0x40, 32))

    static func prologue(codec: ArchiveCodec = .gzip, chunking: Chunking = .whole, generation: UInt64 = 7) -> Prologue {
        Prologue(
            contentType: .snapshot, codec: codec, chunking: chunking, workspaceID: Known.workspace,
            archiveSalt: Known.run(0x20, 32), generation: generation)
    }

    static func header(_ prologue: Prologue, _ slots: [SlotRecipe] = [.rawKey(Known.key)]) throws -> Header {
        var entropy = try Entropy(labelled: Known.entropy(slots, sealing: false))
        return try Header(prologue, slots, keys: keys(prologue), nonce: Known.run(0xB0, 12), &entropy, nil)
    }

    private static func keys(_ prologue: Prologue) throws -> ContentKeys {
        try ContentKeys(contentKey, archiveSalt: prologue.archiveSalt)
    }

    /// Seals these parts as they are, whatever their sizes.
    static func archive(_ header: Header, parts: [[UInt8]]) throws -> [UInt8] {
        let cipher = try PieceCipher(keys(header.prologue), header, encrypting: true, nil)
        var archive = header.bytes
        for (index, part) in parts.enumerated() {
            var buffer = part + [UInt8](repeating: 0, count: AESGCM.tagCount)
            try cipher.seal(UInt64(index), final: index == parts.count - 1, &buffer, count: part.count)
            archive += buffer
        }
        return archive
    }

    /// A whole-mode archive of this inner stream.
    static func archive(inner: [UInt8], codec: ArchiveCodec = .gzip) throws -> [UInt8] {
        try archive(header(prologue(codec: codec)), parts: [inner])
    }

    /// A chunked archive of this inner stream.
    static func chunked(inner: [UInt8], codec: ArchiveCodec) throws -> [UInt8] {
        let parts = stride(from: 0, to: inner.count, by: Chunking.partCount).map {
            Array(inner[$0..<min($0 + Chunking.partCount, inner.count)])
        }
        return try archive(header(prologue(codec: codec, chunking: .chunks64K)), parts: parts)
    }

    /// An archive of the known plaintext whose slots are these bytes, with a MAC over them that verifies.
    static func archive(slots: [[UInt8]], of model: [UInt8]) throws -> [UInt8] {
        let header = try Header(reading: model)
        let signed = header.prologue.bytes + [UInt8(truncatingIfNeeded: slots.count)] + slots.flatMap { $0 }
        let mac = try KeySchedule.headerMAC(contentKey, archiveSalt: header.prologue.archiveSalt, signed)
        return signed + mac + model[(header.count - 12)...]
    }

    static func slot(_ type: UInt8, _ body: [UInt8]) -> [UInt8] { [type] + bigEndian(UInt16(body.count)) + body }
}

extension Header {
    init(reading archive: [UInt8]) throws {
        var reader = ByteReader(archive)
        try self.init(from: &reader)
    }
}

/// What an archive opens to.
enum Outcome: Equatable, CustomStringConvertible {
    case opened([UInt8])
    case refused(ErrorClass)

    var description: String {
        switch self {
        case .opened(let plaintext): "opened, \(plaintext.count) bytes"
        case .refused(let errorClass): errorClass.rawValue
        }
    }

    /// Opens from a buffer and from streams of several piece sizes, and demands the same outcome from all.
    static func of(
        _ archive: [UInt8], _ key: UnlockingKey = .workspaceKey(Known.key), expecting: Expectations = Expectations(),
        maximumPlaintext: UInt64 = Envelope.defaultMaximumPlaintext, pieces: [Int] = [1, 61, 1 << 20]
    ) -> Outcome {
        let whole = outcome {
            try Envelope.open(archive, with: key, expecting: expecting, maximumPlaintext: maximumPlaintext).plaintext
        }
        for size in pieces {
            let streamed = outcome {
                var plaintext: [UInt8] = []
                let opening = try Envelope.open(
                    from: source(archive, size), with: key, expecting: expecting, maximumPlaintext: maximumPlaintext
                ) { plaintext.append(copying: $0) }
                precondition(opening.plaintextCount == UInt64(plaintext.count))
                return plaintext
            }
            precondition(streamed == whole, "pieces of \(size): \(streamed), whole: \(whole)")
        }
        return whole
    }

    private static func outcome(_ body: () throws -> [UInt8]) -> Outcome {
        do { return .opened(try body()) } catch let error as EnvelopeError { return .refused(error.errorClass) } catch {
            preconditionFailure("not an envelope error: \(error)")
        }
    }
}

/// A source that gives at most `size` bytes at a time, and that must not be asked again after its end.
func source(_ bytes: [UInt8], _ size: Int) -> ByteSource {
    var (position, ended) = (0, false)
    return { maximum in
        precondition(!ended && maximum > 0)
        let end = min(position + min(maximum, size), bytes.count)
        defer { position = end }
        ended = position == end
        return Array(bytes[position..<end])
    }
}
