import CFuzzer
import Foundation
package import FuzzTargets

/// Runs one target under libFuzzer: `TARGET [libFuzzer's arguments]`; `list` names them, `seeds FOLDER` writes their seeds.
package enum FuzzDriver {
    /// libFuzzer's functions get no context: what they work on stands here, set once before they run.
    nonisolated(unsafe) fileprivate static var target: FuzzTarget?

    /// Does what the command line says, and ends the process.
    package static func run(_ targets: [FuzzTarget]) throws -> Never {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.count) {
        case ("list", 1):
            print(targets.map(\.name).joined(separator: "\n"))
            exit(0)
        case ("seeds", 2):
            for target in targets { try writeSeeds(of: target, in: URL(filePath: arguments[2])) }
            exit(0)
        default:
            // libFuzzer starts its program anew to merge and to minimise, with its own arguments alone.
            if let name = arguments.first, !name.hasPrefix("-") { setenv("FUZZ_TARGET", name, 1) }
            target = targets.first { $0.name == ProcessInfo.processInfo.environment["FUZZ_TARGET"] }
            guard target != nil else {
                FileHandle.standardError.write(Data("a target, list, or seeds FOLDER\n".utf8))
                exit(64)
            }
            exit(fuzz(skipping: arguments.first?.hasPrefix("-") == false ? 1 : 0))
        }
    }

    private static func writeSeeds(of target: FuzzTarget, in folder: URL) throws {
        let folder = folder.appending(path: target.name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (number, seed) in try target.seeds().enumerated() {
            try Data(seed).write(to: folder.appending(path: "seed-\(number)"))
        }
    }

    /// Hands the command line to libFuzzer, behind the program's name without so many arguments.
    private static func fuzz(skipping skipped: Int) -> CInt {
        var count = CommandLine.argc - CInt(skipped)
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + skipped
        list?[0] = CommandLine.unsafeArgv[0]
        return LLVMFuzzerRunDriver(&count, &list, test)
    }
}

/// Feeds the target. It has this name because a debug build links libFuzzer's own main function too, which wants it.
@c(LLVMFuzzerTestOneInput)
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try FuzzDriver.target?.run(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError("\(error)")
    }
    return 0
}

/// libFuzzer calls it by its name where there is one, for each mutation: its own mutation, then the target's repair.
@c(LLVMFuzzerCustomMutator)
public func mutateAndRepair(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int, _ seed: UInt32) -> Int {
    let size = LLVMFuzzerMutate(bytes, count, room)
    guard let repair = FuzzDriver.target?.repair else { return size }
    let repaired = repair(Array(UnsafeBufferPointer(start: bytes, count: size))).prefix(room)
    for (index, byte) in repaired.enumerated() { bytes[index] = byte }
    return repaired.count
}
