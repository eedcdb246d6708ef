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
            target = targets.first { $0.name == arguments.first }
            guard target != nil else {
                FileHandle.standardError.write(Data("a target, list, or seeds FOLDER\n".utf8))
                exit(64)
            }
            exit(fuzz())
        }
    }

    private static func writeSeeds(of target: FuzzTarget, in folder: URL) throws {
        let folder = folder.appending(path: target.name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (number, seed) in try target.seeds().enumerated() {
            try Data(seed).write(to: folder.appending(path: "seed-\(number)"))
        }
    }

    /// Hands the command line to libFuzzer, where the name of the target takes the place of the program's.
    private static func fuzz() -> CInt {
        var count = CommandLine.argc - 1
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
        return LLVMFuzzerRunDriver(&count, &list) { start, count in
            do {
                try FuzzDriver.target?.run(Array(UnsafeBufferPointer(start: start, count: count)))
            } catch {
                fatalError("\(error)")
            }
            return 0
        }
    }
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
