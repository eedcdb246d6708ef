import ConformanceFuzzTargets
import Foundation
import FuzzTargets
import TestSupport
import Testing

/// What `make fuzz` starts from and what it has found, without libFuzzer: every law holds for the seeds, for the corpus that
/// is checked in, and for some mutations of both.
struct FuzzTargetsTests {
    static let targets = FuzzTarget.codec + FuzzTarget.conformance
    private static let corpus = Repository.root.appending(path: "Tests/Fuzzing/Corpus")

    @Test(arguments: targets.map(\.name)) func lawsHold(name: String) throws {
        let target = try #require(Self.targets.first { $0.name == name })
        var inputs = try target.seeds().enumerated().map { (name: "seed-\($0)", bytes: $1) }
        #expect(!inputs.isEmpty)
        for file in try Self.files(of: name) { inputs.append((file.lastPathComponent, try file.bytes())) }
        var random = SeededGenerator(seed: 6)
        var faults: [String] = []
        func check(_ input: [UInt8], _ description: @autoclosure () -> String) {
            do { try target.run(input) } catch { faults.append("\(description()): \(error)") }
        }
        for input in inputs { check(input.bytes, input.name) }
        for number in 0..<mutationCount {
            let input = random.pick(inputs)
            var mutant = mutate(input.bytes, &random)
            if let repair = target.repair { mutant = repair(mutant) }
            check(mutant, "mutation \(number), of \(input.name): \(hex(mutant))")
        }
        #expect(faults.isEmpty, "\(faults.count): \(faults.prefix(3))")
    }

    /// A folder that no target reads would be of no use.
    @Test func everyFolderHasATarget() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
        #expect(Set(folders).subtracting(Self.targets.map(\.name)).isEmpty)
        #expect(Set(Self.targets.map(\.name)).count == Self.targets.count)
    }

    private static func files(of target: String) throws -> [URL] {
        let folder = corpus.appending(path: target)
        guard folder.exists else { return [] }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    /// `SYNCWIRE_MUTATIONS` asks for more.
    private var mutationCount: Int {
        ProcessInfo.processInfo.environment["SYNCWIRE_MUTATIONS"].flatMap { Int($0) } ?? 200
    }

    /// A few bytes changed, inserted, removed, or taken from elsewhere in the input.
    private func mutate(_ input: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = input
        for _ in 0...random.below(4) {
            let place = random.below(bytes.count + 1)
            let end = min(bytes.count, place + random.below(9))
            switch random.below(5) {
            case 0 where place < bytes.count: bytes[place] ^= 1 << random.below(8)
            case 1 where place < bytes.count: bytes[place] = UInt8(random.below(256))
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count + 1))
            default: bytes.insert(UInt8(random.below(256)), at: place)
            }
        }
        return bytes
    }
}
