import SyncArchive
import Testing

@testable import SyncEnvelope

/// EN-37 to EN-63: every class the reader gives, where its boundary lies, and which of two faults wins.
@Suite struct ReaderOrderTests {
    private let valid = try! Known.seal()

    private func patched(_ changes: [Int: UInt8], in archive: [UInt8]? = nil) -> [UInt8] {
        var archive = archive ?? valid
        for (offset, byte) in changes { archive[offset] = byte }
        return archive
    }

    private func expect(
        _ archive: [UInt8], _ expected: ErrorClass, _ key: UnlockingKey = .workspaceKey(Known.key),
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(Outcome.of(archive, key) == .refused(expected), sourceLocation: sourceLocation)
    }

    /// EN-38 to EN-41.
    @Test func magicVersionSuite() {
        expect([], .truncated)
        expect([0x89], .truncated)
        expect(Array(valid[..<7]), .truncated)
        expect([0x88], .badMagic)
        expect(Array(valid[..<6]) + [0x0B], .badMagic)
        expect(Array("\u{1F}\u{8B}\u{08}".utf8), .badMagic)
        expect(patched([0: 0x88, 8: 2, 9: 2]), .badMagic)
        expect(Array(valid[..<8]), .truncated)
        expect(Array(valid[..<8]) + [2], .unsupportedVersion)
        expect(Array(valid[..<8]) + [0], .unsupportedVersion)
        expect(Array(valid[..<9]), .truncated)
        expect(patched([8: 2, 9: 2, 10: 9]), .unsupportedVersion)
        expect(Array(valid[..<9]) + [2], .unsupportedSuite)
        expect(patched([9: 0, 10: 9]), .unsupportedSuite)
        expect(Array(valid[..<10]), .truncated)
        expect(Array(patched([10: 9])[..<72]), .truncated)
    }

    /// EN-42.
    @Test func headerFields() {
        for (offset, values) in [
            10: [0, 4, 0xFF], 11: [3, 0xFF], 12: [1, 0x0F, 0x11, 0xFF], 13: [1], 14: [0x80], 15: [1],
            72: [0, 17, 0xFF],
        ] as [Int: [UInt8]] {
            for value in values {
                expect(patched([offset: value]), .malformedHeader)
                // Before any fault of a slot; the slot's bytes need not even be there.
                expect(patched([offset: value, 73: 0]), .malformedHeader)
                expect(Array(patched([offset: value])[..<73]), .malformedHeader)
            }
        }
    }

    /// EN-43 to EN-47.
    @Test func slots() throws {
        expect(patched([73: 0]), .malformedSlot)
        expect(Array(patched([73: 0])[..<76]), .malformedSlot)
        expect(Array(patched([73: 0])[..<75]), .truncated)
        for (type, length) in [(1, 87), (1, 89), (2, 88), (3, 88), (4, 88), (1, 0), (5, 1025), (0xFF, 0xFFFF)] {
            expect(patched([73: UInt8(type), 74: UInt8(length >> 8), 75: UInt8(length & 255)]), .malformedSlot)
        }
        expect(Array(valid[..<163]), .truncated)
        expect(patched([74: 4, 75: 0, 73: 5]), .truncated)
        let raw = try Header(reading: valid).slots[0].bytes
        for (type, length) in [(2, 100), (3, 97)] as [(UInt8, Int)] {
            // Beside others, first or last; what is in it (here an impossible cost) does not matter any more.
            let passphrase = Crafted.slot(type, [UInt8](repeating: 0, count: length))
            expect(try Crafted.archive(slots: [passphrase, raw], of: valid), .malformedSlot)
            expect(try Crafted.archive(slots: [raw, passphrase], of: valid), .malformedSlot)
        }
        // A slot of an unknown type is fine, from empty to the limit; alone, it opens for nobody.
        for (type, length) in [(5, 0), (0x7F, 1024), (0xFF, 3)] as [(UInt8, Int)] {
            let unknown = Crafted.slot(type, [UInt8](repeating: 9, count: length))
            let beside = try Crafted.archive(slots: [unknown, raw], of: valid)
            #expect(Outcome.of(beside) == .opened(Known.plaintext))
            expect(try Crafted.archive(slots: [unknown], of: valid), .noMatch)
            let header = try Header(reading: beside)
            #expect(header.bytes == Array(beside[..<header.count]))
        }
        #expect(
            Outcome.of(try Crafted.archive(slots: Array(repeating: raw, count: 16), of: valid))
                == .opened(Known.plaintext))
        expect(try Crafted.archive(slots: Array(repeating: raw, count: 17), of: valid), .malformedHeader)
    }

    /// EN-48, EN-49: whatever the key, also when inspecting, and before the header is complete.
    @Test func derivationCost() throws {
        let salts = [UInt8](repeating: 0, count: 96)
        let keys: [UnlockingKey] = [.workspaceKey(Known.key), .passphrase(Known.passphrase("p"))]
        for iterations: UInt32 in [0, 1, 209_999, 2_000_001, .max] {
            let archive = try Crafted.archive(slots: [Crafted.slot(2, bigEndian(iterations) + salts)], of: valid)
            for key in keys { expect(archive, .kdfParams, key) }
            expect(Array(archive[..<176]), .kdfParams)
            expect(Array(archive[..<175]), .truncated)
            #expect(errorClass { _ = try Envelope.inspect(archive) } == .kdfParams)
        }
        for log2N: UInt8 in [0, 14, 19, 64, 0xFF] {
            let archive = try Crafted.archive(slots: [Crafted.slot(3, [log2N] + salts)], of: valid)
            for key in keys { expect(archive, .kdfParams, key) }
            #expect(errorClass { _ = try Envelope.inspect(archive) } == .kdfParams)
        }
        for (type, first) in [(2, bigEndian(UInt32(210_000))), (2, bigEndian(UInt32(2_000_000))), (3, [15]), (3, [18])]
        {
            let archive = try Crafted.archive(slots: [Crafted.slot(UInt8(type), first + salts)], of: valid)
            expect(archive, .noMatch, .workspaceKey(Known.key))
            #expect(try Envelope.inspect(archive).header.slots.count == 1)
        }
    }

    /// EN-50 to EN-52.
    @Test func payloadSizes() throws {
        for count in [164, 195, 207, 208, 224] { expect(Array(valid[..<count]), .truncated) }
        expect(Array(valid[..<225]), .payloadAuth)
        let chunked = try Known.seal(chunking: .chunks64K)
        expect(Array(chunked[..<224]), .truncated)
        expect(Array(chunked[..<225]), .payloadAuth)

        // The limit of whole mode counts before the key does; the largest payload is judged by its tag.
        var large = Array(valid[..<208]) + [UInt8](repeating: 0, count: 67_108_881)
        for key in [Known.key, Known.otherKey] {
            #expect(Outcome.of(large, .workspaceKey(key), pieces: [1 << 20]) == .refused(.limit))
        }
        #expect(errorClass { _ = try Envelope.inspect(large) } == .limit)
        large.removeLast()
        #expect(Outcome.of(large, .workspaceKey(Known.otherKey), pieces: [1 << 20]) == .refused(.noMatch))
        #expect(Outcome.of(large, pieces: [1 << 20]) == .refused(.payloadAuth))
        large[12] = 0x10
        #expect(try Envelope.inspect(large).pieceCount == 1024)
    }

    /// EN-53, EN-54.
    @Test func keys() throws {
        expect(valid, .noMatch, .workspaceKey(Known.otherKey))
        expect(valid, .noMatch, .passphrase(Known.passphrase("p")))
        let archive = try Known.seal(
            Known.plaintext, [.rawKey(Known.otherKey), .aesKeyWrap(Known.key), .rawKey(Known.key)])
        let opened = try Envelope.open(archive, with: .workspaceKey(Known.key))
        #expect(opened.opening.slot == 1)
        // Its first slot damaged, a key goes on to its second, and there the MAC tells.
        let damaged = patched([73 + 91 + 3 + 8: archive[73 + 91 + 3 + 8] ^ 1], in: archive)
        expect(damaged, .headerAuth)
        // The other holder's slot damaged: authentic for nobody.
        expect(patched([100: archive[100] ^ 1], in: archive), .headerAuth)
        expect(patched([100: archive[100] ^ 1], in: archive), .noMatch, .workspaceKey(Known.otherKey))
        // keyId equal, wrapped key damaged, no other slot.
        expect(patched([130: valid[130] ^ 1]), .noMatch)
        // The MAC wins over everything in the payload.
        expect(patched([170: valid[170] ^ 1, 300: valid[300] ^ 1]), .headerAuth)
    }

    /// EN-55, EN-56: authentic, but not what was wanted.
    @Test func context() throws {
        let other = try WorkspaceID(Known.run(1, 16))
        let damagedPayload = patched([300: valid[300] ^ 1])
        for archive in [valid, damagedPayload] {
            func outcome(_ expectations: Expectations) -> Outcome { Outcome.of(archive, expecting: expectations) }
            #expect(outcome(Expectations(workspaceID: other)) == .refused(.contextMismatch))
            #expect(outcome(Expectations(contentType: .metadata)) == .refused(.contextMismatch))
            #expect(outcome(Expectations(contentType: .attachment, minimumGeneration: 8)) == .refused(.contextMismatch))
            #expect(outcome(Expectations(minimumGeneration: 8)) == .refused(.rollback))
            #expect(outcome(Expectations(workspaceID: Known.workspace, minimumGeneration: .max)) == .refused(.rollback))
        }
        let met = Expectations(workspaceID: Known.workspace, contentType: .snapshot, minimumGeneration: 7)
        #expect(Outcome.of(valid, expecting: met) == .opened(Known.plaintext))
        #expect(Outcome.of(damagedPayload, expecting: met) == .refused(.payloadAuth))
        #expect(
            Outcome.of(valid, .workspaceKey(Known.otherKey), expecting: Expectations(workspaceID: other))
                == .refused(.noMatch))
        // An unused generation is below any that was seen.
        let unused = try Crafted.archive(
            Crafted.header(Crafted.prologue(codec: .identity, generation: 0)), parts: [bigEndian(UInt64(0))])
        #expect(Outcome.of(unused, expecting: Expectations(minimumGeneration: 1)) == .refused(.rollback))
        #expect(Outcome.of(unused) == .opened([]))
    }

    /// EN-60 to EN-62.
    @Test func innerFaults() throws {
        for count in 1..<8 { expect(try Crafted.archive(inner: Known.run(0, count)), .malformedPayload) }
        let gzip = try Archive.compress(Known.plaintext, codec: .gzip)
        let length = UInt64(Known.plaintext.count)
        for declared in [0, length - 1, length + 1, 1_000_000] {
            expect(try Crafted.archive(inner: bigEndian(declared) + gzip), .malformedPayload)
            expect(
                try Crafted.archive(inner: bigEndian(declared) + Known.plaintext, codec: .identity), .malformedPayload)
        }
        expect(try Crafted.archive(inner: bigEndian(length) + gzip + [0]), .malformedPayload)
        expect(try Crafted.archive(inner: bigEndian(length) + gzip.dropLast()), .malformedPayload)
        expect(try Crafted.archive(inner: bigEndian(length)), .malformedPayload)
        expect(try Crafted.archive(inner: bigEndian(length) + gzip, codec: .deflate), .malformedPayload)
        #expect(Outcome.of(try Crafted.archive(inner: bigEndian(length) + gzip)) == .opened(Known.plaintext))

        // The cap goes by the declared length, before the codec is asked.
        for declared in [268_435_457, UInt64.max] {
            expect(try Crafted.archive(inner: bigEndian(declared) + [1, 2, 3]), .limit)
        }
        expect(try Crafted.archive(inner: bigEndian(UInt64(268_435_456)) + [1, 2, 3]), .malformedPayload)
        #expect(Outcome.of(valid, maximumPlaintext: length - 1) == .refused(.limit))
        #expect(Outcome.of(valid, maximumPlaintext: length) == .opened(Known.plaintext))
        #expect(Outcome.of(valid, maximumPlaintext: 0) == .refused(.limit))
    }
}
