import Foundation
import Testing

@testable import SyncEnvelope

/// SC-1, SC-2: where secrets lie.
@Suite struct SecretMemoryTests {
    /// Against the obvious way to look for a run, on all short patterns and on random ones.
    @Test func runs() {
        func slow(_ count: Int, _ bits: UInt64) -> Int? {
            (0...64 - count).first { start in (start..<start + count).allSatisfy { bits >> UInt64($0) & 1 == 1 } }
        }
        var generator = SystemRandomNumberGenerator()
        for round in 0..<4_000 {
            let wide = UInt64.random(in: 0...UInt64.max, using: &generator)
            let bits = round % 3 == 0 ? wide : round % 3 == 1 ? wide | wide << 1 | wide << 2 : UInt64(round)
            let count = Int.random(in: 1...64, using: &generator)
            let length = round % 2 == 0 ? count : count % 8 + 1
            #expect(SecretMemory.firstRun(of: length, in: bits) == slow(length, bits), "\(length) in \(bits)")
        }
        #expect(SecretMemory.firstRun(of: 64, in: .max) == 0 && SecretMemory.firstRun(of: 1, in: 0) == nil)
    }

    /// Secrets of many sizes that come and go never share a byte, inside of the region and beyond it.
    @Test func secretsDoNotMeet() {
        var live: [(secret: SecretBytes, content: [UInt8])] = []
        for round in 0..<4_000 {
            let size = [0, 1, 8, 32, 64, 65, 300, 1_024, 3_072, 4_096, 4_097, 20_000][round * 7 % 12]
            let content = (0..<size).map { UInt8(truncatingIfNeeded: round &+ $0) }
            live.append((secret(content), content))
            if live.count > 20 { live.remove(at: round % live.count) }
            if round % 50 == 0 {
                for (secret, content) in live { #expect(copy(secret) == content) }
            }
        }
    }

    /// The same on several threads.
    @Test func threads() async {
        await withTaskGroup(of: Bool.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    (0..<2_000).allSatisfy { round in
                        let content = [UInt8](repeating: UInt8(truncatingIfNeeded: thread &* 61 &+ round), count: 100)
                        let one = secret(content)
                        let two = secret(content)
                        return one == two && copy(one) == content
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    #if os(Linux)
        /// What a secret leaves behind is zeros: its room is given to the next one.
        @Test func wipedWhenFreed() async {
            await #expect(processExitsWith: .success) {
                var addresses: Set<Int> = []
                for round in 0..<100 {
                    var last: UnsafePointer<UInt8>?
                    do {
                        let secret = secret([UInt8](repeating: 0xA5, count: 48))
                        secret.withBytes { bytes in bytes.withUnsafeBufferPointer { last = $0.baseAddress } }
                    }
                    guard let last else { exit(1) }
                    addresses.insert(Int(bitPattern: last))
                    // The region is mapped for the life of the process, so that looking at it is no fault.
                    for offset in 0..<48 where last[offset] != 0 { exit(Int32(2 + round % 2)) }
                }
                guard addresses.count == 1 else { exit(4) }
            }
        }

        /// The region is locked where the system allows it.
        @Test func locked() async {
            await #expect(processExitsWith: .success) {
                _ = secret([1, 2, 3])
                func number(_ file: String, _ start: String) throws -> Int? {
                    let lines = try String(contentsOfFile: "/proc/self/\(file)", encoding: .utf8).split(separator: "\n")
                    let line = lines.first { $0.hasPrefix(start) } ?? ""
                    return line.split(separator: " ").lazy.compactMap { Int($0) }.first
                }
                let locked = try number("status", "VmLck:") ?? 0
                let limit = try number("limits", "Max locked memory") ?? .max
                guard locked * 1024 >= SecretMemory.capacity || limit < SecretMemory.capacity else { exit(1) }
            }
        }
    #endif
}
