import SyncArchive
import TestSupport
import Testing

@testable import SyncEnvelope

/// What sealing accepts, where its randomness comes from, and that streams and buffers give the same bytes.
@Suite struct SealingTests {
    private func seal(_ slots: [SlotRecipe]) throws {
        _ = try Envelope.seal(Known.plaintext, Known.parameters(slots))
    }

    /// EN-36.
    @Test func parameters() throws {
        let passphrase = Known.passphrase("p")
        let raw = SlotRecipe.rawKey(Known.key)
        for slots: [SlotRecipe] in [
            [], Array(repeating: raw, count: 17), [.pbkdf2(passphrase), raw], [raw, .scrypt(passphrase)],
            [.pbkdf2(passphrase), .pbkdf2(passphrase)],
            [.pbkdf2(passphrase, iterations: 209_999)], [.pbkdf2(passphrase, iterations: 2_000_001)],
            [.pbkdf2(passphrase, iterations: 0)], [.scrypt(passphrase, log2N: 14)], [.scrypt(passphrase, log2N: 19)],
            [.scrypt(passphrase, log2N: 255)],
        ] {
            #expect(errorClass { try seal(slots) } == .invalidParameter)
            let archive = try Known.seal()
            #expect(
                errorClass { _ = try Envelope.rewrap(archive, with: .workspaceKey(Known.key), slots: slots) }
                    == .invalidParameter)
        }
        #expect(errorClass { try seal(Array(repeating: raw, count: 16)) } == nil)
    }

    @Test func defaults() throws {
        let parameters = SealParameters(workspaceID: Known.workspace, slots: [.pbkdf2(Known.passphrase("p"))])
        let archive = try Envelope.seal(Known.plaintext, parameters)
        let header = try Envelope.inspect(archive).header
        #expect(header.prologue.codec == .gzip)
        #expect(header.prologue.contentType == .snapshot)
        #expect(header.prologue.chunking == .whole)
        #expect(header.prologue.generation == 0)
        guard case .pbkdf2(600_000, _, _) = header.slots[0].kind else {
            Issue.record("\(header.slots[0].kind)")
            return
        }
    }

    /// EN-67: the same parameters twice share no salt, nonce or key.
    @Test func systemRandomness() throws {
        let parameters = Known.parameters([.rawKey(Known.key), .rawKey(Known.key), .aesKeyWrap(Known.key)])
        let headers = try (0..<20).map { _ in
            let archive = try Envelope.seal(Known.plaintext, parameters)
            #expect(Outcome.of(archive, pieces: []) == .opened(Known.plaintext))
            return try Header(reading: archive)
        }
        var drawn: [[UInt8]] = []
        for header in headers {
            drawn += [header.prologue.archiveSalt, header.nonce, header.mac] + header.slots.map(\.wrappedKey)
            for slot in header.slots {
                if case .rawKey(_, let salt) = slot.kind { drawn.append(salt) }
            }
        }
        #expect(Set(drawn).count == drawn.count)
        #expect(drawn.count == 20 * 8)
    }

    /// EN-68: each label is drawn exactly once, from what was given.
    @Test func labelledEntropy() throws {
        let slots: [SlotRecipe] = [.rawKey(Known.key), .aesKeyWrap(Known.key), .rawKey(Known.otherKey)]
        func attempt(_ values: [(label: String, bytes: SecretBytes)]) -> ErrorClass? {
            errorClass {
                _ = try Envelope.seal(Known.plaintext, Known.parameters(slots), entropy: Entropy(labelled: values))
            }
        }
        let labels = ["cek", "archiveSalt", "nonce", "slotSalt.0", "slotSalt.2"]
        #expect(Known.entropy(slots).map(\.label) == labels)
        #expect(attempt(Known.entropy(slots)) == nil)
        for label in labels {
            #expect(attempt(Known.entropy(slots, leavingOut: label)) == .invalidParameter)
            let count = label == "nonce" ? 12 : 32
            for wrong in [0, count - 1, count + 1] {
                let value = (label: label, bytes: secret([UInt8](repeating: 1, count: wrong)))
                #expect(attempt(Known.entropy(slots, leavingOut: label) + [value]) == .invalidParameter)
            }
            #expect(
                attempt(Known.entropy(slots) + [(label: label, bytes: secret(Known.run(0, count)))])
                    == .invalidParameter)
        }
        for label in ["slotSalt.1", "slotSalt.3", "kdfSalt.0", "CEK", ""] {
            #expect(
                attempt(Known.entropy(slots) + [(label: label, bytes: secret(Known.run(0, 32)))]) == .invalidParameter)
        }
    }

    /// Pieces of any size make the archive that one buffer makes.
    @Test(arguments: Chunking.allCases, ArchiveCodec.allCases)
    func streamEqualsBuffer(_ chunking: Chunking, _ codec: ArchiveCodec) throws {
        var random = SeededGenerator(seed: 5)
        let plaintext = random.bytes(150_000) + [UInt8](repeating: 0x20, count: 150_000)
        let parameters = Known.parameters([.rawKey(Known.key)], codec: codec, mode: .deflate, chunking: chunking)
        let expected = try Known.seal(plaintext, codec: codec, mode: .deflate, chunking: chunking)
        for size in [997, 65_536, 65_537, 300_000] {
            var archive: [UInt8] = []
            var writer = try SealingWriter(
                parameters, length: UInt64(plaintext.count),
                entropy: Entropy(labelled: Known.entropy(parameters.slots)),
                trace: nil
            ) { archive.append(copying: $0) }
            for start in stride(from: 0, to: plaintext.count, by: size) {
                try writer.update(plaintext.span.extracting(start..<min(start + size, plaintext.count)))
            }
            try writer.finish()
            expectSame(archive, expected, "pieces of \(size)")
        }
    }

    /// EN-34.
    @Test func announcedLength() throws {
        for length in [0, 9, 11, 1 << 40] as [UInt64] {
            #expect(
                errorClass {
                    var writer = try SealingWriter(Known.parameters([.rawKey(Known.key)]), length: length) { _ in }
                    try writer.update(Known.run(0, 10).span)
                    try writer.finish()
                } == .invalidParameter)
        }
    }

    /// EN-33: the last size that fits into one piece, and the first that doesn't.
    @Test func wholeLimit() throws {
        let parameters = Known.parameters([.rawKey(Known.key)], codec: .identity)
        let block = [UInt8](repeating: 0, count: 1 << 20)
        for (length, expected) in [(67_108_856, nil), (67_108_857, ErrorClass.limit)] {
            var written = 0
            let outcome = errorClass {
                var writer = try SealingWriter(parameters, length: UInt64(length)) { written += $0.count }
                for _ in 0..<63 { try writer.update(block.span) }
                try writer.update(block.span.extracting(0..<length - 63 << 20))
                try writer.finish()
            }
            #expect(outcome == expected)
            #expect((written == 208 + 67_108_864 + 16) == (expected == nil))
        }
    }

    /// A caller's own errors come through as they are.
    @Test func callersErrors() throws {
        struct Full: Error {}
        #expect(throws: Full.self) {
            _ = try SealingWriter(Known.parameters([.rawKey(Known.key)]), length: 1) { _ in throw Full() }
        }
        let archive = try Known.seal()
        #expect(throws: Full.self) {
            try Envelope.open(from: source(archive, 9), with: .workspaceKey(Known.key)) { _ in throw Full() }
        }
        #expect(throws: Full.self) {
            try Envelope.open(from: { _ in throw Full() }, with: .workspaceKey(Known.key)) { _ in }
        }
        #expect(throws: EnvelopeError(.notCanonical, "by the sink")) {
            try Envelope.open(from: source(archive, 9), with: .workspaceKey(Known.key)) { _ in
                throw EnvelopeError(.notCanonical, "by the sink")
            }
        }
    }
}
