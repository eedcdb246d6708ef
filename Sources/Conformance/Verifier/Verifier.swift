import CanonicalJSON

/// Runs stacks over vectors and over one another's archives.
public struct Verifier {
    let stacks: [Stack]
    let files: [VectorFile]
    /// A user's own plaintext that goes through every ordered pair of stacks too.
    let payload: [UInt8]?
    private let timeoutMilliseconds: Int

    /// - Parameters:
    ///   - stacks: the implementations; a name may occur once.
    ///   - files: the vectors.
    ///   - payload: a canonical payload of the user's own, sealed and opened by every ordered pair too.
    ///   - timeoutMilliseconds: how long an answer may take; PBKDF2 with two million iterations fits into the default
    ///     even on a slow runtime. A stack that lets several pass is not asked any more.
    public init(
        stacks: [Stack], files: [VectorFile], payload: [UInt8]? = nil,
        timeoutMilliseconds: Int = 60_000
    ) {
        self.timeoutMilliseconds = timeoutMilliseconds
        self.stacks = stacks
        self.files = files
        self.payload = payload
    }

    /// Runs everything, each stack on a thread of its own.
    ///
    /// - Parameter progress: told the name of each part as it starts, from any thread.
    /// - Throws: `VectorError` when a scratch folder can't be made.
    public func run(progress: @escaping @Sendable (String) -> Void = { _ in }) throws(VectorError) -> Verdict {
        let files = files + (payload.map { [OwnPayload.file($0)] } ?? [])
        var connections: [StackConnection] = []
        defer { for connection in connections { connection.close() } }
        for stack in stacks { connections.append(try StackConnection(stack, timeoutMilliseconds: timeoutMilliseconds)) }

        let started = connections
        let runs = onThreads(started.count) { index in
            var run = VectorRun(started[index])
            progress("\(started[index].stack.name): vectors")
            if run.start() {
                run.run(files)
                progress("\(started[index].stack.name): the same again")
                run.repeatInOtherConditions(files)
            }
            return run
        }
        var verdict = Verdict()
        verdict.stacks = runs.map(\.facts)
        verdict.results = runs.flatMap(\.results)
        progress("archives between stacks")
        verdict.results += ExchangeCheck(runs.filter { $0.facts.fault == nil }).run(files)
        return verdict
    }
}
