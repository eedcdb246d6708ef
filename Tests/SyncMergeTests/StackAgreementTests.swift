import CanonicalJSON
import Foundation
import SyncBridge
import SyncMerge
import TestSupport
import Testing

/// Implementations in other languages, written from the chapters alone, decide random inputs alike.
@Suite struct StackAgreementTests {
    private static let stacks: [String] = {
        if DartVM.path == nil { print("skipped: dart: \(DartVM.missing)") }
        return (DartVM.path == nil ? [] : ["dart"]) + ["python"]
    }()

    private static let seed: UInt64 = 20_261
    private static let count: Int = {
        let given = ProcessInfo.processInfo.environment["SYNCWIRE_MERGE_PAIRS"]
        return given.flatMap { Int($0) } ?? 150
    }()

    /// MG-1 to MG-12, MG-14, FT-2 to FT-13, TP-32, TP-33: the same payloads and traces, in bytes, or the same class of error.
    @Test func mergesAlike() throws {
        try compare(Self.count, RandomMerges(seed: Self.seed)) { try $0.merge() }
    }

    /// RE-1 to RE-14, MG-13, TP-34
    @Test func reconcilesAlike() throws {
        try compare(Self.count / 4, RandomMerges(seed: Self.seed)) { try $0.reconcile() }
    }

    /// MG-17, MG-18, TP-35
    @Test func replaysAlike() throws {
        try compare(Self.count / 4, RandomMerges(seed: Self.seed)) { try $0.replay() }
    }

    /// MG-19 to MG-28, MG-30, TP-36
    @Test func decidesAlike() throws {
        let random = RandomDecisions(random: SeededGenerator(seed: Self.seed))
        try compare(Self.count / 2, random) { try $0.decide() }
    }

    /// Asks all stacks, in pieces, so that memory does not grow with the number of requests.
    private func compare<Source>(
        _ count: Int, _ source: Source, _ make: (inout Source) throws -> (StackRequest, StackAnswer)
    ) throws {
        var random = source
        var stacks = Self.stacks
        var (done, accepted) = (0, 0)
        while done < count {
            let cases = try (0..<min(1000, count - done)).map { _ in try make(&random) }
            for stack in stacks {
                guard let answers = try StackAnswer.all(of: stack, to: cases.map(\.0)) else {
                    print("skipped: \(stack) lacks what it runs on")
                    stacks.removeAll { $0 == stack }
                    continue
                }
                try #require(answers.count == cases.count)
                guard let index = cases.indices.first(where: { answers[$0] != cases[$0].1 }) else { continue }
                let line = text(try cases[index].0.line(id: index))
                Issue.record(
                    """
                    seed \(Self.seed), \(done + index): \(stack) says \(answers[index])
                    expected \(cases[index].1)
                    \(line)
                    """)
                return
            }
            accepted += cases.count { if case .ok = $0.1 { true } else { false } }
            done += cases.count
        }
        // What is refused says little about merging.
        #expect(accepted * 10 > count * 6)
    }
}
