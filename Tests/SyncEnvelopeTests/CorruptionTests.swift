import SyncArchive
import Testing

@testable import SyncEnvelope

/// Every cut and every flipped bit of small archives, from a buffer and from a stream: refused, with the class that the
/// place tells, never a crash or a plaintext.
@Suite struct CorruptionTests {
    private func check(
        _ archive: [UInt8], flips: Bool = true, pieces: [Int] = [37],
        expected: (_ offset: Int, _ byte: UInt8) -> ErrorClass
    ) {
        var failures: [String] = []
        let payload = (try? Header(reading: archive).count) ?? 0
        for count in archive.indices {
            let outcome = Outcome.of(Array(archive[..<count]), pieces: pieces)
            let wanted = count < payload + 17 ? ErrorClass.truncated : .payloadAuth
            if outcome != .refused(wanted) { failures.append("cut to \(count): \(outcome), not \(wanted.rawValue)") }
        }
        for offset in archive.indices where flips {
            for bit in 0..<8 {
                var damaged = archive
                damaged[offset] ^= 1 << bit
                let outcome = Outcome.of(damaged, pieces: pieces)
                let wanted = expected(offset, damaged[offset])
                if outcome != .refused(wanted) {
                    failures.append("bit \(bit) of byte \(offset): \(outcome), not \(wanted.rawValue)")
                }
            }
        }
        #expect(failures.isEmpty, "\(failures.count) failed: \(failures.prefix(5))")
    }

    /// What a changed byte in front of the slots leads to; nil for values that are possible ones.
    private func inPrologue(_ offset: Int, _ byte: UInt8) -> ErrorClass? {
        switch offset {
        case ..<8: .badMagic
        case 8: .unsupportedVersion
        case 9: .unsupportedSuite
        case 10: (1...3).contains(byte) ? nil : .malformedHeader
        case 11: byte < 3 ? nil : .malformedHeader
        case 12: byte == 0 || byte == 0x10 ? nil : .malformedHeader
        case 13..<16: .malformedHeader
        // More slots than there are: the MAC's first bytes are then read as one, with an impossible length.
        case 72: (1...16).contains(byte) ? .malformedSlot : .malformedHeader
        default: nil
        }
    }

    @Test(arguments: Chunking.allCases) func rawSlot(_ chunking: Chunking) throws {
        let archive = try Known.seal(chunking: chunking)
        // The first three bytes of the MAC must make the bad slot that `inPrologue` speaks of.
        try #require(archive[165] > 4)
        check(archive) { offset, byte in
            if let early = inPrologue(offset, byte) { return early }
            switch offset {
            case ..<72: return .noMatch
            // Type 01 becomes 00, another known type of another length, or an unknown one that nobody opens.
            case 73: return byte < 5 ? .malformedSlot : .noMatch
            case 74..<76: return .malformedSlot
            case ..<164: return .noMatch
            case ..<196: return .headerAuth
            default: return .payloadAuth
            }
        }
    }

    /// No associated data binds this slot to the prologue: there the header's MAC has to tell.
    @Test func aesKeyWrapSlot() throws {
        let archive = try Known.seal(Known.plaintext, [.aesKeyWrap(Known.key)], codec: .identity)
        try #require(archive[125] > 4)
        check(archive) { offset, byte in
            if let early = inPrologue(offset, byte) { return early }
            switch offset {
            case 16..<32: return .noMatch
            case ..<72: return .headerAuth
            case 73: return byte < 5 || byte == 0 ? .malformedSlot : .noMatch
            case 74..<76: return .malformedSlot
            case ..<124: return .noMatch
            case ..<156: return .headerAuth
            default: return .payloadAuth
            }
        }
    }

    /// Several slots: damage to one that the reader passes over is the MAC's to find.
    @Test func slotsOfOthers() throws {
        let raw = try Known.seal(Known.plaintext, [.rawKey(Known.otherKey), .rawKey(Known.key)])
        let slots = try Header(reading: raw).slots.map(\.bytes)
        let archive = try Crafted.archive(slots: [slots[0], Crafted.slot(0x20, [1, 2, 3, 4]), slots[1]], of: raw)
        #expect(Outcome.of(archive) == .opened(Known.plaintext))
        var failures: [Int] = []
        for offset in (76..<164).map({ $0 }) + (167..<171).map({ $0 }) {
            for bit in 0..<8 {
                var damaged = archive
                damaged[offset] ^= 1 << bit
                if Outcome.of(damaged, pieces: [50]) != .refused(.headerAuth) { failures.append(offset) }
            }
        }
        #expect(failures.isEmpty)
    }

    /// Passphrase slots, without a derivation for each of thousands of bits: a bit of every byte in front of the slot's
    /// body, and one in each field after it.
    @Test func passphraseSlots() throws {
        let passphrase = Known.passphrase("p")
        for (slot, fields) in [
            (
                SlotRecipe.pbkdf2(passphrase, iterations: 210_000),
                [
                    79: ErrorClass.noMatch, 90: .noMatch, 110: .noMatch, 170: .noMatch, 180: .headerAuth,
                    215: .payloadAuth,
                ]
            ),
            (
                .scrypt(passphrase, log2N: 15),
                [80: .noMatch, 100: .noMatch, 170: .noMatch, 180: .headerAuth, 212: .payloadAuth]
            ),
        ] {
            let archive = try Known.seal(Known.plaintext, [slot])
            for (offset, expected) in fields {
                var damaged = archive
                damaged[offset] ^= 1
                #expect(
                    Outcome.of(damaged, .passphrase(passphrase), pieces: []) == .refused(expected), "byte \(offset)")
            }
            for offset in [0, 8, 9, 10, 11, 12, 13, 14, 15, 72, 74, 75] {
                var damaged = archive
                damaged[offset] ^= 0x40
                let outcome = Outcome.of(damaged, .passphrase(passphrase))
                #expect(outcome == .refused(inPrologue(offset, damaged[offset]) ?? .malformedSlot), "byte \(offset)")
            }
            let end = try Header(reading: archive).count + 17
            for count in 0..<end {
                #expect(
                    Outcome.of(Array(archive[..<count]), .passphrase(passphrase), pieces: [100]) == .refused(.truncated)
                )
            }
            #expect(
                Outcome.of(archive, .passphrase(Known.passphrase("P")), pieces: []) == .refused(.noMatch))
        }
    }
}
