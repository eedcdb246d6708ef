import CSQLite
import FaultyStorage
import Foundation
import SyncStore
import TestSupport
import Testing

/// Stores that are interrupted at what they write, and what is then found in them.
///
/// A run tries a part of all places; with `SYNCWIRE_CRASHES=all` it tries every one, in more ways.
@Suite(.serialized) struct CrashTests {
    /// A moment at which the process or the power was gone.
    private struct Interruption {
        var name: String
        /// How many steps had been reported as done.
        var acknowledged: Int
        /// The files as they were left, by name.
        var files: [String: [UInt8]]
    }

    private static let isLong = ProcessInfo.processInfo.environment["SYNCWIRE_CRASHES"] == "all"

    /// What is in the store after each step of an undisturbed life, and how many requests to the disk that is.
    private static let undisturbed = Result { () -> (dumps: [[String]], requests: Int) in
        let disk = FaultyDisk()
        let dumps = try live(on: disk, in: makeTemporaryFolder())
        return (dumps, disk.requests)
    }

    /// Lives through all steps; gives what is in the store after each of them.
    private static func live(
        on disk: FaultyDisk, in folder: URL, acknowledge: (Int) -> Void = { _ in }
    ) throws -> [[String]] {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "state.sqlite").path()
        return try FaultyVFS.with(disk) {
            let workload = Workload(at: path)
            var dumps: [[String]] = [[]]
            for step in 0..<Workload.steps {
                try workload.perform(step)
                acknowledge(step + 1)
                dumps.append(try Workload.dump(path))
            }
            return dumps
        }
    }

    /// What a store holds that was left so, after a program has opened it.
    private static func recovered(_ path: String) throws -> [String] {
        let isNewer = refusal { try open(path, version: 1) } == .tooNew
        try open(path, version: isNewer ? 2 : 1)
        return try Workload.dump(path)
    }

    private static func open(_ path: String, version: Int) throws {
        var options = Workload.options(version: version)
        options.checksThoroughly = true
        _ = try Store(at: path, options: options)
    }

    private static func expect(_ found: [String], after acknowledged: Int, _ name: String) throws {
        let dumps = try undisturbed.get().dumps
        let isOld = found == dumps[acknowledged]
        let isNew = acknowledged + 1 < dumps.count && found == dumps[acknowledged + 1]
        if !isOld && !isNew {
            let lost = dumps[acknowledged].filter { !found.contains($0) }
            Issue.record("\(name): neither the state after step \(acknowledged) nor the next; lost: \(lost.prefix(5))")
        }
    }

    /// ST-10, ST-7, ST-20: whatever was written when the process was killed or the power failed, the store is sound, holds
    /// all that was reported as committed, and what was not it holds whole or not at all.
    @Test func interruptedAnywhere() throws {
        var interruptions: [Interruption] = []
        var acknowledged = 0
        var generator = SeededGenerator(seed: 4)
        let disk = FaultyDisk()
        let (step, lives) = Self.isLong ? (1, 6) : (7, 1)
        disk.fault = { disk, number in
            guard number % step == 0 else { return .none }
            func note(_ kind: String, _ files: [String: [UInt8]]) {
                interruptions.append(
                    Interruption(name: "\(kind) before request \(number)", acknowledged: acknowledged, files: files))
            }
            if let image = try? disk.imageAfterKill() { note("killed", image) }
            for _ in 0..<lives { note("power", disk.imageAfterPowerLoss(using: &generator)) }
            return .none
        }
        _ = try Self.live(on: disk, in: makeTemporaryFolder()) { acknowledged = $0 }
        #expect(disk.requests > 300)
        #expect(interruptions.count >= disk.requests / step * (1 + lives))
        for interruption in interruptions {
            try withTemporaryFolder { folder in
                for (path, bytes) in interruption.files {
                    try Data(bytes).write(to: folder.appending(path: URL(filePath: path).lastPathComponent))
                }
                do {
                    let found = try Self.recovered(folder.appending(path: "state.sqlite").path())
                    try Self.expect(found, after: interruption.acknowledged, interruption.name)
                } catch { Issue.record("\(interruption.name), after step \(interruption.acknowledged): \(error)") }
            }
        }
    }

    /// ST-10: a real process, killed in the middle of a real write, and the next one that opens its store.
    @Test func killedProcesses() throws {
        let program = try BuiltProduct.url("StoreWorkload").path()
        let requests = try Self.undisturbed.get().requests
        let step = Self.isLong ? 1 : requests / 11
        var steps: Set<Int> = []
        for number in stride(from: 1, through: requests, by: step) {
            try withStorePath { path in
                let tool = try Tool.run([program, "live", path, "\(number)"])
                #expect(tool.status == SIGKILL, "request \(number): \(tool.errorText)")
                let acknowledged = tool.text.split(separator: "\n").last.flatMap { Int($0) } ?? 0
                steps.insert(acknowledged)
                try Self.expect(Self.recovered(path), after: acknowledged, "killed at request \(number)")
            }
        }
        #expect(steps.count > 5)
        try withStorePath { path in
            let tool = try Tool.run([program, "live", path, "\(requests + 1)"])
            #expect(tool.status == 0 && tool.text.hasSuffix("\n\(Workload.steps)\n"))
        }
    }

    /// ST-15: a disk that fails once or is full for a while costs the transaction that met it and nothing else.
    @Test func failingWrites() throws {
        let (dumps, requests) = try Self.undisturbed.get()
        let step = Self.isLong ? 1 : 29
        var codes: Set<StoreError.Code> = []
        for (code, duration) in [(SQLITE_IOERR | 3 << 8, 1), (SQLITE_FULL, 1), (SQLITE_FULL, 40)] {
            for first in stride(from: 1, through: requests, by: step) {
                try withStorePath { path in
                    let disk = FaultyDisk()
                    disk.fault = { _, number in (first..<first + duration).contains(number) ? .fail(code) : .none }
                    try FaultyVFS.with(disk) {
                        let workload = Workload(at: path)
                        for step in 0..<Workload.steps {
                            var attempts = 0
                            while true {
                                do {
                                    try workload.perform(step)
                                    break
                                } catch let error as StoreError {
                                    codes.insert(error.code)
                                    attempts += 1
                                    try #require(attempts < 60, "request \(first): \(error)")
                                    guard step > 0 else { continue }
                                    let found = try Workload.dump(path)
                                    // An opening that failed after it had written is done again as a whole.
                                    let isSame =
                                        found == dumps[step] || Workload.opens(step) && found == dumps[step + 1]
                                    #expect(isSame, "\(code) at request \(first), step \(step): \(error)")
                                }
                            }
                        }
                    }
                    let isComplete = try Self.recovered(path) == dumps[Workload.steps]
                    #expect(isComplete, "\(code) at request \(first)")
                }
            }
        }
        #expect(codes == [.full, .failed])
    }
}
