import Foundation
import SyncArchive

/// The bytes of a string of hex digits.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.filter { $0 != 0x20 }.map { UInt8(Character(Unicode.Scalar($0)).hexDigitValue!) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// SplitMix64: small, seeded, the same everywhere.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// The pattern that the Python known answers use.
func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) } }

/// Text that deflate finds matches and literals in.
func text(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    let words = ["\"id\":", "\"host\"", ",", "é", "0", "17", "{}", "\u{1F600}", "updatedAt"]
    var result: [UInt8] = []
    while result.count < count {
        result += Array(words.randomElement(using: &generator)!.utf8)
        if Int.random(in: 0..<8, using: &generator) == 0 { result.append(.random(in: 0...255, using: &generator)) }
    }
    return Array(result.prefix(count))
}

/// The error that decompressing gives, nil for success.
func failure(_ input: [UInt8], _ codec: ArchiveCodec, length: Int, limit: Int = 1 << 20) -> ArchiveError? {
    do throws(ArchiveError) {
        _ = try Archive.decompress(input, codec: codec, length: length, limit: limit)
        return nil
    } catch {
        return error
    }
}

/// Runs a program with bytes on its standard input.
func run(_ arguments: [String], input: [UInt8] = []) throws -> (status: Int32, output: [UInt8]) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("input")
    try Data(input).write(to: source)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: source)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, Array(output))
}
