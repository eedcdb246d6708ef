import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Conformance

/// Each stack, broken on purpose in its own source: the verifier must fail it, and say in what layer and by what mistake.
struct BrokenStackTests {
    /// One of each of three stacks, others on each run; `SYNCWIRE_BROKEN_STACKS` is `all`, the name of one stack, or the
    /// seed of an earlier run.
    private static let selection: [BrokenStacks.Break] = {
        let wish = ProcessInfo.processInfo.environment["SYNCWIRE_BROKEN_STACKS"] ?? ""
        if wish == "all" { return BrokenStacks.all.stacks }
        let named = BrokenStacks.all.stacks.filter { $0.stack == wish }
        if !named.isEmpty { return named }
        let seed = UInt64(wish) ?? .random(in: 0..<1_000_000)
        print("SYNCWIRE_BROKEN_STACKS=\(seed) repeats this choice of broken stacks")
        var generator = SeededGenerator(seed: seed)
        return Array(BrokenStacks.all.sample(seed: seed).shuffled(using: &generator).prefix(3))
    }()

    /// Ten mistakes for each stack, each one known to the catalogue, and spread over the layers.
    @Test func eachStackIsBrokenInManyWays() {
        let all = BrokenStacks.all
        #expect(Set(all.names) == ["swift", "dart", "java", "node", "python", "ruby"])
        for name in all.names {
            let mutants = all.stacks.filter { $0.stack == name }.map(\.mutant)
            #expect(mutants.count >= 10 && Set(mutants).count == mutants.count, "\(name): \(mutants)")
        }
        for broken in all.stacks {
            #expect(Mutant(rawValue: broken.mutant) != nil && all.mistake(broken) != nil, "\(broken)")
        }
        for seed in 0..<20 as Range<UInt64> {
            let sample = all.sample(seed: seed)
            #expect(sample.map(\.stack) == all.names)
            #expect(Set(sample.compactMap { all.mistake($0)?.group }) == ["text", "codec", "envelope"])
        }
    }

    /// VE-9, TP-28: the stack runs, is wrong, and is told what is wrong with it.
    @Test(arguments: selection) func mistakesAreFound(_ broken: BrokenStacks.Break) throws {
        guard try Control.isRunning(broken.stack) else { return }
        let mistake = try #require(BrokenStacks.all.mistake(broken))
        try withTemporaryFolder { root in
            let verdict = try Self.verdict(broken, in: root, files: Self.files { mistake.asks($0) })
            try #require(verdict.stacks.first?.fault == nil, "\(verdict.table())")
            #expect(!verdict.isConformant)
            let failures = verdict.failures.compactMap { result -> Failure? in
                if case .failed(let failure) = result.outcome { failure } else { nil }
            }
            // It runs and is wrong: a crash would prove nothing.
            let isQuiet = failures.allSatisfy {
                $0.kind != .broken && $0.kind != .testee && $0.errorClass != "INTERNAL"
            }
            #expect(isQuiet, "\(verdict.table())")
            #expect(verdict.failures.contains { $0.clauses.contains(mistake.clause) }, "\(verdict.table())")
            let layers = Set(failures.compactMap { $0.layer?.place.prefix { $0 != "." } }.map(String.init))
            #expect(layers == Set([mistake.layer].compactMap { $0 }), "\(verdict.table())")
            // Among those that explain as much as any other does, there is the one that was made.
            let suspects = verdict.suspects.filter { $0.explained == verdict.suspects.first?.explained }
            #expect(suspects.contains { $0.mutant.rawValue == broken.mutant }, "\(verdict.table())")
        }
    }

    /// The control: the same copy without a change passes what the broken ones are asked.
    @Test(arguments: Set(selection.map(\.stack)).sorted()) func unbrokenCopiesPass(_ stack: String) throws {
        guard try Control.isRunning(stack) else { return }
        let mistakes = Self.selection.filter { $0.stack == stack }.compactMap { BrokenStacks.all.mistake($0) }
        let files = try Self.files { vector in mistakes.contains { $0.asks(vector) } }
        let verdict = try Control.verdict(stack, files: files)
        #expect(verdict.isConformant, "\(verdict.table())")
    }

    private static func verdict(
        _ broken: BrokenStacks.Break, in root: URL, files: [VectorFile]
    ) throws -> Verdict {
        guard let file = broken.file, let find = broken.find, let replace = broken.replace else {
            let command = [try BuiltProduct.url("syncwire").path, "testee", "--mutant", broken.mutant]
            return try run(Stack(name: broken.stack, command: command), files)
        }
        let copy = try StackCopy(of: broken.stack, in: root)
        try copy.change(file, find, to: replace)
        let verdict = try run(Stack(name: broken.stack, command: copy.command), files)
        #expect(try copy.hasOwnCache)
        return verdict
    }

    /// One round is enough: what is broken here is broken in every surrounding.
    private static func run(_ stack: Stack, _ files: [VectorFile]) throws -> Verdict {
        var verifier = Verifier(stacks: [stack], files: files)
        verifier.repeatsItself = false
        return try verifier.run()
    }

    private static func files(_ isAsked: (Vector) -> Bool) throws -> [VectorFile] {
        try Generated.files().map { VectorFile(kind: $0.kind, vectors: $0.vectors.filter(isAsked)) }
    }

    /// The stacks as they are.
    private enum Control {
        private static let running = Mutex<[String: Bool]>([:])

        /// Whether the machine has what the stack runs on; if not, it is said, and in CI it is a failure.
        static func isRunning(_ stack: String) throws -> Bool {
            try running.withLock { known in
                if let answer = known[stack] { return answer }
                let verdict = try verdict(stack, files: [])
                let fault = verdict.stacks.first?.fault
                if let fault {
                    print("skipped: \(stack) broken on purpose: \(fault)")
                    #expect(ProcessInfo.processInfo.environment["CI"] == nil, "\(stack): \(fault)")
                }
                known[stack] = fault == nil
                return fault == nil
            }
        }

        /// The copy's sources are those of the real stack, and so is what is compiled from them: the cache is shared.
        static func verdict(_ stack: String, files: [VectorFile]) throws -> Verdict {
            try withTemporaryFolder { root in
                let command =
                    stack == "swift"
                    ? [try BuiltProduct.url("syncwire").path, "testee"]
                    : [try StackCopy(of: stack, in: root).folder.appending(path: "run").path]
                return try BrokenStackTests.run(Stack(name: stack, command: command), files)
            }
        }
    }
}
