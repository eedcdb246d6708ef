import FaultyStorage
import Foundation
import SyncStore
import TestSupport
import Testing

/// One store and several processes.
struct ProcessTests {
    /// ST-11, ST-12, ST-16: of processes that read and write at the same time none loses what another one wrote, and a reader
    /// beside them has one committed state at a time.
    @Test func processesCountTogether() throws {
        let program = try BuiltProduct.url("StoreWorkload")
        try withStorePath { path in
            let reader = try Store(at: path)
            let processes = try (0..<3).map { number in
                let process = Process()
                process.executableURL = program
                process.arguments = ["count", path, "replica \(number)", "20"]
                try process.run()
                return process
            }
            var seen: Set<Int64> = []
            while processes.contains(where: \.isRunning) {
                let counts = try Counter.counts(reader)
                #expect(Set(counts).count == 1, "not one state: \(counts)")
                seen.formUnion(counts)
                usleep(2000)
            }
            for process in processes {
                process.waitUntilExit()
                #expect(process.terminationStatus == 0)
            }
            #expect(try Counter.counts(reader) == [60, 60, 60])
            #expect(seen.count > 1)
            let writers = try reader.journal().map(\.mutation.replica)
            #expect(Set(writers).count == 3)
        }
    }
}
