import CanonicalJSON

/// Runs stacks over vectors and over one another's archives.
public struct Verifier {
    let stacks: [Stack]
    let files: [VectorFile]
    /// A user's own plaintext that goes through every ordered pair of stacks too.
    let payload: [UInt8]?

    /// - Parameters:
    ///   - stacks: the implementations; a name may occur once.
    ///   - files: the vectors.
    ///   - payload: a canonical payload of the user's own, sealed and opened by every ordered pair too.
    public init(stacks: [Stack], files: [VectorFile], payload: [UInt8]? = nil) {
        self.stacks = stacks
        self.files = files
        self.payload = payload
    }

    /// Runs everything.
    ///
    /// - Parameter progress: told the name of each part as it starts.
    /// - Throws: `VectorError` when the scratch folder can't be made.
    public func run(progress: (String) -> Void = { _ in }) throws(VectorError) -> Verdict {
        let scratch: ScratchFolder
        do { scratch = try ScratchFolder.make() } catch {
            throw VectorError(place: "scratch folder", reason: error.reason)
        }
        defer { scratch.remove() }
        let files = files + (payload.map { [OwnPayload.file($0)] } ?? [])
        var runs = stacks.map { VectorRun(StackConnection($0, scratch: scratch)) }
        defer { for run in runs { run.connection.finish() } }

        var verdict = Verdict()
        for index in runs.indices {
            let connection = runs[index].connection
            progress("\(connection.stack.name): vectors")
            let fault = connection.start()
            verdict.stacks.append(StackFacts(connection, fault: fault))
            if let fault {
                verdict.results.append(.missing(connection.stack, fault: fault))
                continue
            }
            runs[index].run(files)
            progress("\(connection.stack.name): the same again")
            runs[index].repeatInOtherConditions(files, scratch: scratch)
            verdict.results += runs[index].results
        }
        runs.removeAll { $0.results.isEmpty }
        progress("archives between stacks")
        var exchange = ExchangeCheck(runs)
        verdict.results += exchange.run(files)
        return verdict
    }
}
