import SyncArchive
import TestSupport
import Testing

@testable import SyncEnvelope

/// EN-69, EN-70: new slots around the same payload; and what inspecting shows of either.
@Suite struct RewrapTests {
    private func rewrap(_ archive: [UInt8], _ slots: [SlotRecipe], trace: Trace? = nil) throws -> [UInt8] {
        try Envelope.rewrap(
            archive, with: .workspaceKey(Known.key), slots: slots,
            entropy: Entropy(labelled: Known.entropy(slots, sealing: false)), trace: trace)
    }

    @Test(arguments: Chunking.allCases) func slotsChangeAndNothingElse(_ chunking: Chunking) throws {
        var random = SeededGenerator(seed: 6)
        let plaintext = random.bytes(150_000)
        let archive = try Known.seal(plaintext, chunking: chunking)
        let slots: [SlotRecipe] = [.aesKeyWrap(Known.otherKey), .rawKey(Known.otherKey)]
        let trace = Trace()
        let rewrapped = try rewrap(archive, slots, trace: trace)
        let header = try Header(reading: rewrapped)
        #expect(Array(rewrapped[..<72]) == Array(archive[..<72]))
        // From the nonce on, byte for byte.
        expectSame(Array(rewrapped[(header.count - 12)...]), Array(archive[(208 - 12)...]))
        #expect(header.slots.map(\.type) == [4, 1])
        #expect(trace.headerMAC == header.mac)
        #expect(trace.slots.map(\.wrappedKey) == header.slots.map(\.wrappedKey))
        #expect(Outcome.of(rewrapped, .workspaceKey(Known.otherKey), pieces: [9999]) == .opened(plaintext))
        #expect(Outcome.of(rewrapped, pieces: [9999]) == .refused(.noMatch))
        // The same slots as when sealing make the same archive.
        try expectSame(rewrap(archive, [.rawKey(Known.key)]), archive)
        try expectSame(rewrap(archive, slots), Known.seal(plaintext, slots, chunking: chunking))

        var streamed: [UInt8] = []
        try Envelope.rewrap(from: source(archive, 777), with: .workspaceKey(Known.key), slots: slots) {
            streamed.append(copying: $0)
        }
        #expect(Outcome.of(streamed, .workspaceKey(Known.otherKey), pieces: []) == .opened(plaintext))
        expectSame(Array(streamed[(header.count - 12)...]), Array(archive[(208 - 12)...]))
        #expect(streamed != rewrapped)
    }

    @Test func passphrases() throws {
        let archive = try Known.seal()
        let passphrase = Known.passphrase("first")
        let locked = try rewrap(archive, [.scrypt(passphrase, log2N: 15)])
        #expect(Outcome.of(locked, .passphrase(passphrase), pieces: []) == .opened(Known.plaintext))
        let back = try Envelope.rewrap(
            locked, with: .passphrase(passphrase), slots: [.rawKey(Known.key)],
            entropy: Entropy(labelled: Known.entropy([.rawKey(Known.key)], sealing: false)))
        #expect(back == archive)
    }

    /// The header must verify, the payload need not; entropy is for the slots alone.
    @Test func refusals() throws {
        let archive = try Known.seal()
        func attempt(_ archive: [UInt8], _ key: WorkspaceKey = Known.key) -> ErrorClass? {
            var output = 0
            let errorClass = errorClass {
                try Envelope.rewrap(
                    from: source(archive, 50), with: .workspaceKey(key), slots: [.rawKey(Known.key)]
                ) { output += $0.count }
            }
            #expect((output == 0) == (errorClass != nil))
            return errorClass
        }
        #expect(attempt(archive, Known.otherKey) == .noMatch)
        var damaged = archive
        damaged[170] ^= 1
        #expect(attempt(damaged) == .headerAuth)
        #expect(attempt(Array(archive[..<224])) == .truncated)
        damaged = archive
        damaged[250] ^= 1
        #expect(attempt(damaged) == nil)
        #expect(
            errorClass {
                _ = try Envelope.rewrap(
                    archive, with: .workspaceKey(Known.key), slots: [.rawKey(Known.key)],
                    entropy: Entropy(labelled: Known.entropy([.rawKey(Known.key)])))
            } == .invalidParameter)
    }

    @Test func inspection() throws {
        let slots: [SlotRecipe] = [.rawKey(Known.otherKey), .aesKeyWrap(Known.key)]
        let archive = try Known.seal(Known.plaintext, slots)
        let bare = try Envelope.inspect(archive)
        #expect(bare.slot == nil)
        #expect(bare.header.prologue.workspaceID.description == "000102030405060708090a0b0c0d0e0f")
        #expect(bare.header.prologue.generation == 7)
        #expect(bare.header.slots.map(\.type) == [1, 4])
        #expect(bare.header.bytes == Array(archive[..<bare.header.count]))
        #expect(bare.archiveCount == archive.count)
        #expect(bare.pieceCount == 1)
        #expect(try Envelope.inspect(archive, with: .workspaceKey(Known.key)).slot == 1)
        #expect(try Envelope.inspect(from: source(archive, 3), with: .workspaceKey(Known.otherKey)).slot == 0)
        var damaged = archive
        damaged[100] ^= 1
        #expect(try Envelope.inspect(damaged).header.slots[1] == bare.header.slots[1])
        #expect(errorClass { _ = try Envelope.inspect(damaged, with: .workspaceKey(Known.key)) } == .headerAuth)
        #expect(errorClass { _ = try Envelope.inspect(Array(archive[..<100])) } == .truncated)
    }

    /// An error says which field, and where.
    @Test func errorTexts() throws {
        var archive = try Known.seal()
        archive[11] = 7
        func text(_ archive: [UInt8]) -> String? {
            do {
                _ = try Envelope.inspect(archive)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(text(archive) == "MALFORMED_HEADER: codec at byte 11: 07 is not a value of this field")
        archive[11] = 1
        archive[75] = 80
        #expect(text(archive) == "MALFORMED_SLOT: slots[0].len at byte 74: 80, not 88")
        #expect(text(Array(archive[..<60])) == "TRUNCATED: prologue at byte 60: the archive ends here")
        #expect(text([0x89, 0x50]) == "BAD_MAGIC: magic at byte 1: not an SWA1 archive")
    }
}
