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
    /// Whether stacks are asked again in other conditions; tests of other things have no need of it.
    var repeatsItself = true

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

    /// Runs everything, each stack on threads of its own.
    ///
    /// - Parameter progress: told how far the run is after each answer, by one thread at a time.
    /// - Throws: `VectorError` when a scratch folder can't be made.
    public func run(
        progress: @escaping @Sendable (VerifierProgress) -> Void = { _ in }
    ) throws(VectorError) -> Verdict {
        let all = all
        let files = selected(all)
        let counter = ProgressCounter(stacks.map(\.name), total: requestCount, report: progress)
        var connections: [StackConnection] = []
        defer { for connection in connections { connection.close() } }
        for stack in stacks { connections.append(try StackConnection(stack, timeoutMilliseconds: timeoutMilliseconds)) }

        let (started, settings, isDetailed, repeatsItself) = (connections, settings, selection != nil, repeatsItself)
        let explanation = Explanation()
        var runs = onThreads(started.count) { index in
            var run = VectorRun(
                started[index], settings: settings, isDetailed: isDetailed, progress: counter,
                explanation: explanation)
            if run.start() {
                // Nothing asked again is nothing proven.
                let repeated = repeatsItself ? Self.repeated(files) : []
                if repeated.allSatisfy(\.vectors.isEmpty) {
                    run.run(files)
                } else {
                    run.run(files, repeating: repeated)
                }
            }
            return run
        }
        let answering = runs.filter { $0.facts.fault == nil }
        let exchanged = ExchangeCheck(
            answering, isDetailed: isDetailed, progress: counter, explanation: explanation
        ).run(files)
        for index in runs.indices { runs[index].end() }
        var verdict = Verdict()
        verdict.stacks = runs.map(\.facts)
        verdict.results = runs.flatMap(\.results) + exchanged
        verdict.outputs = try StackOutput.list(runs, files)
        verdict.thirdParty = try ThirdPartyVerdict.list(answering, files)
        verdict.settings = settings
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
        if payload != nil { verdict.results = verdict.results.map(OwnPayload.withoutContent) }
        return verdict
    }

    /// The requests that all stacks will get, if each opens what all of them seal.
    public var requestCount: Int {
        let vectors = selected(all).flatMap(\.vectors)
        let repeated = Self.repeated(selected(all)).flatMap(\.vectors)
        let each = vectors.count + Repetition.count(repeated) + vectors.count(where: \.isExchanged) * stacks.count
        return stacks.count * each
    }

    /// What is asked again: not what others publish, which is evidence about parsers.
    private static func repeated(_ files: [VectorFile]) -> [VectorFile] {
        files.filter { $0.kind != ThirdPartyData.kind }
    }

    /// The vectors, and those of the user's own payload.
    private var all: [VectorFile] { files + (payload.map { [OwnPayload.file($0)] } ?? []) }

    private func selected(_ files: [VectorFile]) -> [VectorFile] {
        guard let selection else { return files }
        return files.map { file in
            VectorFile(kind: file.kind, vectors: file.vectors.filter { selection.contains($0.id) })
        }
    }
}
