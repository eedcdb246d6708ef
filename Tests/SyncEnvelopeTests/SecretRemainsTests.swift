#if os(Linux)
    import Foundation
    import SyncArchive
    import TestSupport
    import Testing

    @testable import SyncEnvelope

    /// SC-1: what memory holds of keys and passphrases that are not needed any more.
    @Suite struct SecretRemainsTests {
        /// The secrets of the test: made when they are needed, so that nothing but the code under test can leave them.
        private enum Pattern {
            static func key(_ kind: UInt8) -> SecretBytes {
                SecretBytes(count: 32) { bytes in
                    for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index &* 37 &+ 11) ^ kind }
                }
            }

            static func passphrase() throws -> Passphrase {
                var bytes: [UInt8] = []
                bytes.reserveCapacity(40)
                for index in 0..<40 { bytes.append(UInt8(0x41 + index * 7 % 26)) }
                defer { bytes.wipe() }
                return try Passphrase(utf8: bytes.span)
            }
        }

        private static let (contentKey, workspaceKey): (UInt8, UInt8) = (0x5A, 0x33)
        private static let entropy: [(label: String, count: Int, kind: UInt8)] = [
            ("archiveSalt", 32, 1), ("nonce", 12, 2), ("slotSalt.0", 32, 3), ("kdfSalt.0", 16, 4),
        ]

        private static func salt(_ label: String) -> [UInt8] {
            let entry = entropy.first { $0.label == label }!
            return (0..<entry.count).map { UInt8(truncatingIfNeeded: $0) &+ entry.kind << 5 }
        }

        /// Seals and opens with a key and with a passphrase, and refuses both.
        private static func work() throws {
            let recipes: [(SlotRecipe, UnlockingKey)] = [
                (
                    .rawKey(try WorkspaceKey(Pattern.key(workspaceKey))),
                    .workspaceKey(try WorkspaceKey(Pattern.key(workspaceKey)))
                ),
                (.pbkdf2(try Pattern.passphrase(), iterations: 210_000), .passphrase(try Pattern.passphrase())),
                (
                    .aesKeyWrap(try WorkspaceKey(Pattern.key(workspaceKey))),
                    .workspaceKey(try WorkspaceKey(Pattern.key(workspaceKey)))
                ),
            ]
            for (recipe, key) in recipes {
                let parameters = SealParameters(
                    workspaceID: try WorkspaceID([UInt8](repeating: 9, count: 16)), contentType: .attachment,
                    slots: [recipe])
                var values = [(label: "cek", bytes: Pattern.key(contentKey))]
                for entry in entropy {
                    if case .aesKeyWrap = recipe, entry.label == "slotSalt.0" { continue }
                    if entry.label == "kdfSalt.0" { guard case .pbkdf2 = recipe else { continue } }
                    values.append((entry.label, SecretBytes(copying: salt(entry.label).span)))
                }
                let archive = try Envelope.seal([1, 2, 3], parameters, entropy: try Entropy(labelled: values))
                values = []
                guard try Envelope.open(archive, with: key).plaintext == [1, 2, 3] else { exit(11) }
                var altered = archive
                altered[altered.count - 1] ^= 1
                _ = try? Envelope.open(altered, with: key)
                _ = try Envelope.rewrap(archive, with: key, slots: [recipe])
            }
        }

        /// The regions of memory; Foundation reads no more than the first page of such a file.
        private static func maps() -> String {
            let file = open("/proc/self/maps", O_RDONLY)
            defer { close(file) }
            var (bytes, piece): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 4096))
            while case let count = read(file, &piece, piece.count), count > 0 { bytes += piece.prefix(count) }
            return text(bytes)
        }

        /// Copies all memory of the process that comes from no file, heap and stacks, into one.
        private static func dump(to path: String) throws {
            let memory = open("/proc/self/mem", O_RDONLY)
            let file = open(path, O_WRONLY | O_CREAT, 0o600)
            guard memory >= 0, file >= 0 else { exit(12) }
            for line in maps().split(separator: "\n") {
                let fields = line.split(separator: " ")
                guard fields[1].hasPrefix("rw"), fields.count < 6 || !fields[5].hasPrefix("/") else { continue }
                let ends = fields[0].split(separator: "-").compactMap { Int($0, radix: 16) }
                var place = ends[0]
                var buffer = [UInt8](repeating: 0, count: 1 << 16)
                while place < ends[1] {
                    let count = pread(memory, &buffer, min(buffer.count, ends[1] - place), place)
                    if count <= 0 { break }
                    guard write(file, buffer, count) == count else { exit(13) }
                    place += count
                }
            }
        }

        /// Neither the secrets nor what is derived of them is anywhere in the memory of a process that is done with them.
        @Test func nothingStays() async throws {
            let folder = try makeTemporaryFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let path = folder.appending(path: "memory").path()
            await #expect(processExitsWith: .success) { [path = path as String] in
                try Self.work()
                // The witness shows that a secret that is still there is found.
                let witness = Pattern.key(0x77)
                try Self.dump(to: path)
                guard witness.count == 32 else { exit(14) }
            }
            let memory = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
            // The allocator writes over the beginning of what is freed.
            func isThere(_ secret: SecretBytes) -> Bool {
                [copy(secret).prefix(16), copy(secret).suffix(16)].contains { memory.range(of: Data($0)) != nil }
            }
            try #require(memory.count > 1 << 16 && isThere(Pattern.key(0x77)))
            let (key, cek) = (Pattern.key(Self.workspaceKey), Pattern.key(Self.contentKey))
            let root = try KeySchedule.root(Pattern.passphrase(), kdfSalt: Self.salt("kdfSalt.0"), iterations: 210_000)
            let (slotSalt, archiveSalt) = (Self.salt("slotSalt.0"), Self.salt("archiveSalt"))
            for (name, secret) in [
                ("workspace key", key), ("content key", cek),
                ("extracted key", try hkdfExtractSHA256(cek, salt: archiveSalt)),
                ("passphrase", try Pattern.passphrase().secret),
                ("root", root),
                ("key of the raw slot", try KeySchedule.keyEncryptionKey(key, slotSalt: slotSalt, label: "raw")),
                (
                    "key of the passphrase slot",
                    try KeySchedule.keyEncryptionKey(root, slotSalt: slotSalt, label: "pbkdf2")
                ),
                ("payload key", try KeySchedule.payloadKey(cek, archiveSalt: archiveSalt)),
                (
                    "MAC key",
                    try hkdfSHA256(cek, salt: archiveSalt, info: Array("SWA1/header".utf8), count: 32)
                ),
            ] { #expect(!isThere(secret), "the \(name) is still there") }
        }
    }
#endif
