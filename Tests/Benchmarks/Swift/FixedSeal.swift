import Glibc
import SyncEnvelope

/// Seals a file with keys, salts and a nonce that anybody knows, so that two archives can be compared byte for byte.
struct FixedSeal {
    let source: String
    let archive: String
    let threads: Int

    func run() throws {
        let key = secret(0x60, 32)
        let parameters = SealParameters(
            workspaceID: try WorkspaceID([UInt8](repeating: 0, count: 16)),
            slots: [.rawKey(try WorkspaceKey(key))])
        let entropy = try Entropy(labelled: [
            ("cek", secret(1, 32)), ("archiveSalt", secret(2, 32)), ("nonce", secret(3, 12)),
            ("slotSalt.0", secret(4, 32)),
        ])
        let plaintext = try readFile(source)
        guard let file = fopen(archive, "wb") else { throw BenchmarkError("cannot create \(archive)") }
        var writer = try SealingWriter(
            parameters, length: UInt64(plaintext.count), threads: threads, entropy: entropy, trace: nil
        ) { piece in
            let bytes = Array(copying: piece)
            guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw BenchmarkError("cannot write") }
        }
        try writer.update(plaintext.span)
        try writer.finish()
        guard fclose(file) == 0 else { throw BenchmarkError("cannot write \(archive)") }
    }

    private func secret(_ byte: UInt8, _ count: Int) -> SecretBytes {
        SecretBytes(copying: [UInt8](repeating: byte, count: count).span)
    }
}
