import Foundation
import SyncArchive
import TestSupport
import Testing

@testable import SyncEnvelope

/// EN-74, EN-75: what an archive may cost a reader before it is known to be genuine, whatever it declares.
@Suite struct ResourceTests {
    /// Bytes of an endless archive that begins with `start`, and how many of them were asked for.
    private final class Flood {
        private let start: [UInt8]
        private(set) var count = 0

        init(_ start: [UInt8]) { self.start = start }

        func next(_ maximum: Int) -> [UInt8] {
            let piece = (count..<(count + maximum)).map { $0 < start.count ? start[$0] : 0xA5 }
            count += maximum
            return piece
        }
    }

    private func read(_ start: [UInt8], _ key: UnlockingKey = .workspaceKey(Known.key)) -> (ErrorClass?, read: Int) {
        let flood = Flood(start)
        let fault = errorClass { _ = try Envelope.open(from: flood.next, with: key) { _ in } }
        return (fault, flood.count)
    }

    /// Garbage is refused at the field that shows it: nothing behind that is read.
    @Test func garbageIsRefusedAtOnce() throws {
        let valid = try Known.seal()
        #expect(read([]) == (.badMagic, read: 8))
        for (offset, value, fault, count) in [
            (8, 2, .unsupportedVersion, 9), (9, 2, .unsupportedSuite, 10), (10, 9, .malformedHeader, 73),
            (72, 255, .malformedHeader, 73), (73, 0, .malformedSlot, 76), (74, 0xFF, .malformedSlot, 76),
        ] as [(Int, UInt8, ErrorClass, Int)] {
            var archive = valid
            archive[offset] = value
            #expect(read(archive) == (fault, read: count), "byte \(offset)")
        }
    }

    /// The longest header there is, and then a piece: no more is read than that, whatever comes behind.
    @Test func endlessArchivesEnd() throws {
        let chunked = try Crafted.chunked(inner: [UInt8](repeating: 0, count: 8), codec: .identity)
        let slots = (0..<16).map { Crafted.slot(0x05 + UInt8($0), [UInt8](repeating: 0xFF, count: 1024)) }
        let longest = try Crafted.archive(slots: slots, of: chunked)
        let header = 73 + 16 * 1027 + 44
        let piece = Chunking.partCount + AESGCM.tagCount
        #expect(read(longest) == (.noMatch, read: header + piece))
        #expect(read(Array(chunked.dropLast(24))) == (.payloadAuth, read: 208 + 2 * piece))
    }

    /// A derivation that is refused, or whose archive is, is not begun: the most there could be would take hours.
    @Test func derivationsAreBoundedBeforeTheyBegin() throws {
        let words = UnlockingKey.passphrase(Known.passphrase("pw"))
        let costs: [(slot: SlotRecipe, costs: [[UInt8]])] = [
            (.pbkdf2(Known.passphrase("pw"), iterations: 210_000), [[0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0]]),
            (.scrypt(Known.passphrase("pw"), log2N: 15), [[63], [31], [0]]),
        ]
        for (slot, costs) in costs {
            let archive = try Known.seal(Known.plaintext, [slot])
            for cost in costs {
                var hostile = archive
                hostile.replaceSubrange(76..<(76 + cost.count), with: cost)
                let (fault, count) = read(hostile, words)
                #expect(fault == .kdfParams)
                #expect(count == 76 + (cost.count == 4 ? 100 : 97))
                #expect(errorClass { _ = try Envelope.inspect(hostile) } == .kdfParams)
            }
            let cut = Array(archive.prefix(try Header(reading: archive).count + AESGCM.tagCount))
            #expect(errorClass { _ = try Envelope.open(cut, with: words) } == .truncated)
            #expect(errorClass { _ = try Envelope.open(archive, with: .workspaceKey(Known.key)) } == .noMatch)
        }
    }

    #if os(Linux)
        /// In a process of its own, whose peak is that of the readers.
        @Test(.disabled(if: Probe.isSanitized, "a sanitizer keeps freed memory"))
        func declaredLengthsTakeNoMemory() async {
            await #expect(processExitsWith: .success) {
                let stored = [UInt8](repeating: 0, count: 1000)
                let bomb = try Archive.compress([UInt8](repeating: 0, count: 64 << 20), codec: .deflate)
                _ = Outcome.of(try Crafted.archive(inner: bigEndian(UInt64(5)) + stored, codec: .identity))
                let before = Probe.peakKilobytes()
                for length in [1 << 31, 1 << 32 + 1000, 1 << 53, 1 << 63, .max] as [UInt64] {
                    for codec in [ArchiveCodec.identity, .gzip, .deflate] {
                        let archive = try Crafted.archive(inner: bigEndian(length) + stored, codec: codec)
                        for cap in [Envelope.defaultMaximumPlaintext, .max] {
                            let fault = errorClass {
                                _ = try Envelope.open(archive, with: .workspaceKey(Known.key), maximumPlaintext: cap)
                            }
                            precondition(fault == (cap == .max ? .malformedPayload : .limit))
                        }
                    }
                }
                for length in [0, 5, 1 << 20] as [UInt64] {
                    let archive = try Crafted.archive(inner: bigEndian(length) + bomb, codec: .deflate)
                    precondition(
                        errorClass { _ = try Envelope.open(archive, with: .workspaceKey(Known.key)) }
                            == .malformedPayload)
                }
                // A step of 256 KiB, the megabyte that was declared, twice while it grows, and the archives themselves.
                guard Probe.peakKilobytes() - before < 8192 else { exit(1) }
            }
        }
    #endif
}
