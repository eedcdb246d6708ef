import Foundation
import SyncArchive
import Testing

@testable import SyncEnvelope

#if os(Linux)
    /// Chunked archives are written and read in constant memory, however well their content compresses.
    @Suite struct MemoryTests {
        /// 64 MiB each way, in a process of its own, since only there the peak is ours.
        @Test(.disabled(if: Probe.isSanitized, "a sanitizer keeps freed memory"))
        func constantMemory() async {
            await #expect(processExitsWith: .success) {
                for codec in [ArchiveCodec.identity, .deflate] {
                    _ = try Probe.roundTrip(codec, blocks: 2)
                    let before = Probe.peakKilobytes()
                    let archiveCount = try Probe.roundTrip(codec, blocks: 1024)
                    // What grows is the step in which zeros inflate a thousandfold: measured 2 MB, 64 KB for identity.
                    guard Probe.peakKilobytes() - before < 4096 else { exit(1) }
                    guard codec != .identity || archiveCount > 1024 * 65_536 else { exit(2) }
                }
            }
        }
    }

    enum Probe {
        static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

        /// Seals and opens `blocks` times 64 KiB of zeros through a file, and returns the archive's size.
        static func roundTrip(_ codec: ArchiveCodec, blocks: Int) throws -> Int {
            let path = FileManager.default.temporaryDirectory.appending(path: "swa-\(UUID().uuidString)").path
            defer { unlink(path) }
            let file = fopen(path, "w+")!
            defer { fclose(file) }
            let block = [UInt8](repeating: 0, count: 65_536)
            let parameters = Known.parameters([.rawKey(Known.key)], codec: codec, mode: .deflate, chunking: .chunks64K)
            var writer = try SealingWriter(parameters, length: UInt64(blocks * block.count)) { bytes in
                let written = bytes.withUnsafeBufferPointer { fwrite($0.baseAddress, 1, $0.count, file) }
                precondition(written == bytes.count)
            }
            for _ in 0..<blocks { try writer.update(block.span) }
            try writer.finish()
            let archiveCount = ftell(file)
            rewind(file)
            var count = 0
            let opening = try Envelope.open(
                from: { maximum in
                    [UInt8](unsafeUninitializedCapacity: maximum) { buffer, initialized in
                        initialized = fread(buffer.baseAddress, 1, maximum, file)
                    }
                }, with: .workspaceKey(Known.key)
            ) { count += $0.count }
            precondition(count == blocks * block.count && opening.plaintextCount == UInt64(count))
            return archiveCount
        }

        static func peakKilobytes() -> Int {
            let status = try! String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }!
            return Int(line.split(separator: " ")[1])!
        }
    }
#endif
