import CanonicalJSON

/// Looks at the harness of a testee alone: how it talks, not whether its codec is right.
///
/// What fails here makes the verdicts of vectors worthless; what fails only there is a fault of the codec.
public struct Smoke {
    /// One thing that was looked at.
    public struct Check: Equatable, Sendable {
        /// Passed, failed with the reason, or skipped for want of something.
        public enum Outcome: Equatable, Sendable {
            case passed
            case failed(String)
            case skipped(String)
        }

        /// What it is about, in lower-case words.
        public var name: String
        /// How it went.
        public var outcome: Outcome

        /// `name: ok`, `name: FAILED: why` or `name: skipped: why`.
        public var line: String {
            switch outcome {
            case .passed: "\(name): ok"
            case .failed(let reason): "\(name): FAILED: \(reason)"
            case .skipped(let reason): "\(name): skipped: \(reason)"
            }
        }
    }

    private let conversation: SmokeConversation
    private let report: (Check) -> Void

    /// Prepares to run `command`, a program and its arguments.
    ///
    /// - Parameters:
    ///   - timeoutSeconds: how long each answer, and the end of the process, may take.
    ///   - report: told each check when it is done.
    /// - Throws: `VectorError` when the scratch folder can't be made.
    public init(
        _ command: [String], timeoutSeconds: Int, report: @escaping (Check) -> Void = { _ in }
    ) throws(VectorError) {
        conversation = try SmokeConversation(command, timeoutMilliseconds: timeoutSeconds * 1000)
        self.report = report
    }

    /// Makes all checks, and returns them in the order in which they were made.
    public func run() -> [Check] {
        defer { conversation.close() }
        var checks: [Check] = []
        func record(_ name: String, _ outcome: Check.Outcome) {
            checks.append(Check(name: name, outcome: outcome))
            report(checks[checks.count - 1])
        }
        let hello = conversation.greet()
        record("hello", hello.fault.map { .failed($0) } ?? .passed)
        let rest: [(name: String, check: (SmokeConversation, SmokeSamples) -> Check.Outcome)] = [
            ("answers", SmokeChecks.answers), ("unknown operation", SmokeChecks.unknownOperation),
            ("wrong inputs", SmokeChecks.wrongInputs), ("unknown members", SmokeChecks.unknownMembers),
            ("file in a request", SmokeChecks.fileIn), ("file in an answer", SmokeChecks.fileOut),
            ("end of input", SmokeChecks.endOfInput), ("--once, ok", SmokeChecks.onceOK),
            ("--once, rejected", SmokeChecks.onceRejected), ("--once, unsupported", SmokeChecks.onceUnsupported),
            ("--once, no request", SmokeChecks.onceNoRequest),
        ]
        // Without an answer to the first line there is nobody to talk to.
        guard hello.isAnswered else {
            for (name, _) in rest { record(name, .skipped("there was no answer to hello")) }
            return checks
        }
        let samples = SmokeSamples(conversation, operations: hello.operations)
        for (name, check) in rest { record(name, check(conversation, samples)) }
        return checks
    }
}
