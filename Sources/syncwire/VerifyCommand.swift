import CommandLineKit
import Conformance
import SyncBridge

let verifyCommand = Command(
    "verify",
    abstract: "Run implementations over the vectors and over one another's archives",
    discussion: """
        Each stack answers every vector, and every stack opens what every stack seals. The exit code is 1 when anything \
        differs from what Spec/ demands.

        With --third-party DIR the stacks canonicalize what DIR holds of JSONTestSuite (json-test-suite), the inputs of \
        RFC 8785 (jcs), the big list of naughty strings (naughty-strings) and Wycheproof (wycheproof), and the reports \
        say where they differ.

        With --vector, --only or --kind a part of the vectors is run. The text form then shows for --vector what was \
        asked, answered and expected.
        """,
    options: stackOptions + [
        .option("vectors", value: .folder, help: "The folder of the vector files.", defaultValue: defaultVectorFolder),
        .option("vector", valueName: "id", help: "Run this vector.", isRepeatable: true),
        .option(
            "only", valueName: "pattern", help: "Run the vectors whose ids match; * stands for any characters.",
            isRepeatable: true),
        .option("kind", valueName: "kind", help: "Run the vectors of this kind.", isRepeatable: true),
        .option(
            "known-failures", value: .file, help: "What is known to go wrong with one stack.", isRepeatable: true),
        .option("payload", value: .file, help: "A payload of your own that every pair of stacks has to exchange too."),
        .option(
            "third-party", value: .folder,
            help: "Test data of other projects, which all stacks have to canonicalize too."),
        .option(
            "seed", valueName: "number",
            help: "What the run's random choices come from; another one each time by default."),
        .option(
            "format", value: .choice(ReportFormat.allCases.map(\.rawValue)), help: "How to print the verdict.",
            defaultValue: "text"),
        ReportFiles.option,
        .flag("force", help: "Replace the files of --report if they exist."),
        .option("timestamp", valueName: "time", help: "When the run is, for the reports; none by default."),
    ] + reportSourceOptions,
    run: { arguments in
        let reports = try ReportFiles(arguments)
        if let timestamp = arguments.option("timestamp") { try checkTimestamp(timestamp) }
        let stacks = try VerifyArguments.stacks(arguments)
        let folder = VectorFolder(arguments.option("vectors"))
        let manifest = try folder.manifest()
        var files = try folder.files(as: manifest) + [folder.kept()].compactMap { $0 }
        if let path = arguments.option("third-party") { files.append(try thirdPartyFile(path)) }
        if arguments.option("format") == "text" {
            let origin =
                manifest.map { "vectors of syncwire \($0.version)" }
                ?? "vectors of your own: \(folder.path) has no \(SuiteManifest.fileName)"
            try StandardStream.error.write(origin + "\n")
        }
        let format = ReportFormat(rawValue: arguments.option("format") ?? "text") ?? .text
        let sources = try reportSources(
            arguments, vectors: folder.path,
            isNeeded: (reports.wanted.map(\.format) + [format]).contains { !$0.needsNoSources })
        var payload: [UInt8]?
        if let path = arguments.option("payload") {
            let bytes = try Files.read(path)
            try PayloadCheck.check(bytes)
            payload = bytes
        }
        let verifier = Verifier(
            stacks: stacks, files: files, payload: payload, selection: try VerifyArguments.selection(arguments, files),
            knownFailures: try VerifyArguments.knownFailures(arguments, stacks),
            settings: try VerifyArguments.settings(arguments))
        let verdict = try run(verifier)
        if format == .text {
            try StandardStream.error.write("seed \(verdict.settings.seed)\n")
            if !arguments.options("vector").isEmpty {
                for result in verdict.results where result.vector != nil {
                    try StandardStream.output.write(result.explanation(verdict.settings) + "\n")
                }
            }
        }
        let record = try RunRecord(
            verdict, files: files, vectorsVersion: manifest?.version, timestamp: arguments.option("timestamp"))
        let printed = try record.report(format, sources)
        try StandardStream.output.write(printed.span)
        try reports.write(record, sources)
        return verdict.isConformant ? .success : .no
    }
)

/// Where the list of the stacks is in a checkout.
let defaultStacksFile = "Tests/Stacks/stacks.json"

/// The list of the stacks.
let stacksFileOption = Option.option(
    "stacks-file", value: .file, help: "The list of stacks.", defaultValue: defaultStacksFile)

/// The options that say which stacks take part.
let stackOptions: [Option] = [
    .option(
        "stacks", valueName: "names",
        help: "Which of the listed stacks to run, separated by commas; all by default."),
    stacksFileOption,
    .option(
        "testee", valueName: "name=command", help: "Another stack; the command is run by the shell.",
        isRepeatable: true),
]

/// The stacks of a list, started in the list's own folder.
func listedStacks(in path: String) throws -> [Stack] {
    try Stack.list(parsing: Files.read(path), name: path, folder: absoluteFolder(of: path))
}

/// Runs under a bar on the terminal, with the answers of each stack; on anything else there is none.
private func run(_ verifier: Verifier) throws -> Verdict {
    let bar = SharedBar(total: verifier.requestCount)
    return try verifier.run { progress in bar.show(progress) }
}

/// A bar for the threads of a run, which report one at a time.
private final class SharedBar: @unchecked Sendable {
    private var bar: ProgressBar

    init(total: Int) {
        bar = ProgressBar("verify", total: UInt64(total))
    }

    func show(_ progress: VerifierProgress) {
        let counts = progress.stacks.map { "\($0.name) \($0.done)" }.joined(separator: ", ")
        bar.update(UInt64(progress.done), label: counts)
    }
}
