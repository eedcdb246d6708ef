import SyncArchive
import SyncBridge
import SyncEnvelope

/// The codec and the envelope: `--threads N` where several can share the work.
let archiveBenchmarks: [String: Benchmark] = [
    "deflate": { context in
        let source = try context.input()
        let threads = try context.threads()
        var output: [UInt8] = []
        return try context.measure(bytes: source.count) {
            output.removeAll(keepingCapacity: true)
            var compressor = try Compressor(codec: .gzip, threads: threads)
            try compressor.update(source.span, into: &output)
            try compressor.finish(into: &output)
            keep(output)
        }
    },
    "inflate": { context in
        let source = try context.input()
        let packed = try Archive.compress(source, codec: .gzip)
        return try context.measure(bytes: source.count) {
            keep(try Archive.decompress(packed, codec: .gzip, length: source.count, limit: source.count))
        }
    },
    // A payload, checked while it is sealed.
    "seal": { context in
        let source = try context.input()
        let threads = try context.threads()
        return try context.measure(bytes: source.count) {
            var checker = ContentChecker(.snapshot)
            var writer = try SealingWriter(
                sealParameters(chunk: .automatic), length: UInt64(source.count), threads: threads
            ) { keep($0.count) }
            for start in stride(from: 0, to: source.count, by: pieceSize) {
                let piece = source.span.extracting(start..<min(start + pieceSize, source.count))
                try checker.update(piece)
                try writer.update(piece)
            }
            try checker.finish()
            try writer.finish()
        }
    },
    // The same the other way round, on one thread.
    "open": { context in
        let source = try context.input()
        // One thread here too: what several leave in the heap is not the same each time.
        var archive: [UInt8] = []
        var writer = try SealingWriter(
            sealParameters(chunk: .automatic), length: UInt64(source.count), threads: 1
        ) { piece in
            for index in piece.indices { archive.append(piece[index]) }
        }
        try writer.update(source.span)
        try writer.finish()
        let key = try UnlockingKey.workspaceKey(workspaceKey())
        return try context.measure(bytes: source.count) {
            var checker = ContentChecker(.snapshot)
            var position = 0
            _ = try Envelope.open(
                from: { count in
                    defer { position += count }
                    return Array(archive[min(position, archive.count)..<min(position + count, archive.count)])
                },
                with: key, maximumPlaintext: .max
            ) { try checker.update($0) }
            try checker.finish()
        }
    },
    // What a store of credentials is made of: each record an archive of its own, for one key.
    "records": { context in
        var random = Seeded(seed: 7)
        let plaintexts = (0..<10_000).map { recordPlaintext(number: $0, &random) }
        let parameters = try sealParameters(chunk: .fixed(.whole), codec: .identity)
        let archives = try plaintexts.map { try Envelope.seal($0, parameters) }
        let key = try UnlockingKey.workspaceKey(workspaceKey())
        let bytes = archives.reduce(0) { $0 + $1.count }
        return try context.measure(bytes: bytes, items: archives.count) {
            for (index, archive) in archives.enumerated() {
                let plaintext = try Envelope.open(archive, with: key).plaintext
                guard plaintext.count == plaintexts[index].count else { throw BenchmarkError("a record was lost") }
            }
        }
    },
]

private let pieceSize = 1 << 17

extension BenchmarkContext {
    fileprivate func threads() throws -> Int {
        guard let text = options["threads"]?.last else { return 1 }
        guard let number = Int(text), number > 0 else { throw BenchmarkError("--threads \(text) is no number") }
        return number
    }
}

private func workspaceKey() throws -> WorkspaceKey {
    let bytes = (0..<32).map { UInt8(0x60 + $0) }
    return try WorkspaceKey(SecretBytes(copying: bytes.span))
}

private func sealParameters(
    chunk: SealParameters.ChunkChoice, codec: ArchiveCodec = .gzip
) throws -> SealParameters {
    SealParameters(
        workspaceID: try WorkspaceID((0..<16).map { UInt8($0) }), codec: codec, chunk: chunk,
        slots: [.rawKey(try workspaceKey())])
}

/// A credential of 512 bytes whose secret can't be compressed.
private func recordPlaintext(number: Int, _ random: inout Seeded) -> [UInt8] {
    var text = #"{"ref":"host.\#(number).password","kind":"privateKey","secret":""#
    while text.utf8.count < 510 { text += String(random.next(), radix: 36) }
    return Array(text.utf8.prefix(510)) + Array("\"}".utf8)
}
