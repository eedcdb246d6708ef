import Foundation
import TestSupport
import Testing

/// CL-4: a signal in the middle of the work leaves no file, neither under the output's name nor under a temporary one.
@Suite struct InterruptTests {
    /// A program under way, with its input in the test's hands.
    private final class Run {
        private let process = Process()
        private let input = Pipe()

        /// Threads of the test runner block signals, its parent may ignore them, and a child inherits both.
        private static let receptive = """
            import os, signal, sys
            for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE):
                signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.execv(sys.argv[1], sys.argv[1:])
            """

        init(_ shop: Workshop, _ arguments: [String]) throws {
            process.executableURL = URL(filePath: Tool.python3)
            process.arguments = ["-c", Self.receptive, shop.program.path()] + arguments
            process.currentDirectoryURL = shop.folder
            let temporary = shop.folder.appending(path: "tmp")
            try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
            process.environment = ["TMPDIR": temporary.path()]
            process.standardInput = input
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
        }

        func write(_ bytes: [UInt8]) throws { try input.fileHandleForWriting.write(contentsOf: Data(bytes)) }

        /// Waits until `isReached`, then sends the signal; whether that was what ended the program.
        func interrupt(by number: Int32 = SIGINT, when isReached: () -> Bool) -> Bool {
            let end = Date(timeIntervalSinceNow: 20)
            while !isReached() && process.isRunning && Date() < end { usleep(2_000) }
            let wasInTime = isReached() && process.isRunning
            kill(process.processIdentifier, number)
            // One that survived ends at the end of its input, and does not hang.
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
            return wasInTime && process.terminationReason == .uncaughtSignal && process.terminationStatus == number
        }
    }

    private func shop() throws -> Workshop {
        let shop = try Workshop()
        try shop.writeSecrets()
        return shop
    }

    /// The size of the file under a temporary name in the folder; nil if there is none.
    private func temporarySize(_ shop: Workshop) -> Int? {
        guard let name = shop.names.first(where: { $0.hasPrefix(".tmp-") }) else { return nil }
        return try? FileManager.default.attributesOfItem(atPath: shop.folder.appending(path: name).path())[.size]
            as? Int
    }

    /// What is left of spools.
    private func temporaries(_ shop: Workshop) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: shop.folder.appending(path: "tmp").path())
    }

    @Test func sealingAFile() throws {
        let shop = try shop()
        try shop.run("truncate -s 20G big")
        let before = shop.names + ["tmp"]
        let run = try Run(shop, ["seal", "--key", "key", "--type", "attachment", "--threads", "3", "big", "-o", "out"])
        #expect(run.interrupt { temporarySize(shop) ?? 0 > 1_000 })
        #expect(shop.names == before.sorted())
        #expect(try temporaries(shop) == [])
    }

    /// CL-48
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU]) func sealingAPipe(_ number: Int32) throws {
        let shop = try shop()
        let before = shop.names + ["tmp"]
        let run = try Run(shop, ["seal", "--key", "key", "--type", "attachment", "-", "-o", "out"])
        // More than a pipe and the spool's memory hold: once it is gone, the spool is a file.
        try run.write([UInt8](repeating: 7, count: 1 << 20))
        #expect(run.interrupt(by: number) { temporarySize(shop) != nil })
        #expect(shop.names == before.sorted())
        #expect(try temporaries(shop) == [])
    }

    @Test(arguments: ["out", "-"]) func opening(_ output: String) throws {
        let shop = try shop()
        try shop.write("big", (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 5) })
        try shop.expect("syncwire seal --key key --type attachment --codec identity --chunk 64k big -o archive")
        let archive = try shop.bytes("archive")
        let before = shop.names + ["tmp"]
        let run = try Run(shop, ["open", "--key", "key", "-", "-o", output])
        try run.write(Array(archive.prefix(2_000_000)))
        #expect(run.interrupt { output == "-" || temporarySize(shop) ?? 0 > 1_000_000 })
        #expect(shop.names == before.sorted())
        #expect(try temporaries(shop) == [])
    }
}
