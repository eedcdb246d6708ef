import CanonicalJSON

/// Runs stacks over vectors and over one another's archives.
public struct Verifier {
    let stacks: [Stack]
    let files: [VectorFile]
    /// A user's own plaintext that goes through every ordered pair of stacks too.
    let payload: [UInt8]?
    /// The vectors to run; nil for all.
    private let selection: Set<String>?
    private let knownFailures: [KnownFailures]
    private let settings: RunSettings
    private let timeoutMilliseconds: Int

    /// - Parameters:
    ///   - stacks: the implementations; a name may occur once.
    ///   - files: the vectors.
    ///   - payload: a canonical payload of the user's own, sealed and opened by every ordered pair too.
    ///   - selection: the ids of the vectors to run; nil for all.
    ///   - knownFailures: what is known to go wrong, a list for each stack that has one.
    ///   - settings: what reports need to say how a result is repeated; its seed is that of the run.
    ///   - timeoutMilliseconds: how long an answer may take; PBKDF2 with two million iterations fits into the default
    ///     even on a slow runtime. A stack that lets several pass is not asked any more.
    public init(
        stacks: [Stack], files: [VectorFile], payload: [UInt8]? = nil, selection: Set<String>? = nil,
        knownFailures: [KnownFailures] = [], settings: RunSettings = RunSettings(),
        timeoutMilliseconds: Int = 60_000
    ) {
        self.timeoutMilliseconds = timeoutMilliseconds
        self.stacks = stacks
        self.selection = selection
        self.knownFailures = knownFailures
        self.settings = settings
        self.files = files
        self.payload = payload
    }

    /// Runs everything, each stack on a thread of its own.
    ///
    /// - Parameter progress: told the name of each part as it starts, from any thread.
    /// - Throws: `VectorError` when a scratch folder can't be made.
    public func run(progress: @escaping @Sendable (String) -> Void = { _ in }) throws(VectorError) -> Verdict {
        let all = files + (payload.map { [OwnPayload.file($0)] } ?? [])
        let files = selected(all)
        var connections: [StackConnection] = []
        defer { for connection in connections { connection.close() } }
        for stack in stacks { connections.append(try StackConnection(stack, timeoutMilliseconds: timeoutMilliseconds)) }

        let started = connections
        let explanation = Explanation()
        let runs = onThreads(started.count) { index in
            var run = VectorRun(started[index], explanation: explanation)
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
        verdict.outputs = try StackOutput.list(runs, files)
        progress("archives between stacks")
        verdict.settings = settings
        let answering = runs.filter { $0.facts.fault == nil }
        verdict.results += ExchangeCheck(answering, explanation: explanation).run(files)
        let vectors = files.flatMap(\.vectors)
        for run in answering {
            verdict.suspects += explanation.suspects(
                of: run.connection.stack.name, results: run.results, vectors: vectors)
        }
        for list in knownFailures {
            list.apply(
                to: &verdict.results, vectors: Set(files.flatMap(\.vectors).map(\.id)),
                stacks: Set(answering.map(\.facts.name)))
            verdict.results += list.strays(vectors: Set(all.flatMap(\.vectors).map(\.id)))
        }
        return verdict
    }

    private func selected(_ files: [VectorFile]) -> [VectorFile] {
        guard let selection else { return files }
        return files.map { file in
            VectorFile(kind: file.kind, vectors: file.vectors.filter { selection.contains($0.id) })
        }
    }
}
