import CommandLineKit
import Conformance
import SyncBridge

let verifyCommand = Command(
    "verify",
    abstract: "Run implementations over the vectors and over one another's archives",
    discussion: """
        Each stack answers every vector, and every stack opens what every stack seals. The exit code is 1 when anything \
        differs from what Spec/ demands.
        """,
    options: stackOptions + [
        .option("vectors", value: .folder, help: "The folder of the vector files.", defaultValue: defaultVectorFolder),
        .option("payload", value: .file, help: "A payload of your own that every pair of stacks has to exchange too."),
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
        let stacks = try stacks(arguments)
        let folder = VectorFolder(arguments.option("vectors"))
        let manifest = try folder.manifest()
        let files = try folder.files(as: manifest)
        if arguments.option("format") == "text" {
            let suite =
                manifest.map { "vectors of syncwire \($0.version)" }
                ?? "vectors of your own: \(folder.path) has no \(SuiteManifest.fileName)"
            try StandardStream.error.write(suite + "\n")
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
        let showsProgress = Terminal.isTerminal(2)
        let verdict = try Verifier(stacks: stacks, files: files, payload: payload).run { part in
            if showsProgress { try? StandardStream.error.write("\u{1B}[2K\r\(part)") }
        }
        if showsProgress { try StandardStream.error.write("\u{1B}[2K\r") }
        let record = try RunRecord(verdict, files: files, timestamp: arguments.option("timestamp"))
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

/// The Swift stack, which is this program, and the others that the arguments name.
func stacks(_ arguments: ParsedArguments) throws -> [Stack] {
    let path = arguments.option("stacks-file") ?? defaultStacksFile
    var stacks = [Stack(name: "swift", command: [try executablePath(), "testee"])]
    let names = arguments.option("stacks").map { $0.split(separator: ",").map(String.init) }
    if names != ["swift"] { stacks += try Stack.list(parsing: Files.read(path), name: path) }
    if let names {
        for name in names where !stacks.contains(where: { $0.name == name }) {
            throw CommandLineError(
                .usage, "no stack is called \(name); \(path) has \(stacks.map(\.name).joined(separator: ", "))")
        }
        // Who is asked for by name has to be there; of the others, those that are.
        stacks = stacks.filter { names.contains($0.name) }.map { stack in
            var stack = stack
            stack.isRequired = true
            return stack
        }
    }
    for given in arguments.options("testee") {
        let parts = given.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, !parts[1].isEmpty else {
            throw CommandLineError(.usage, "--testee takes NAME=COMMAND, such as mine='node testee.js'")
        }
        stacks.append(Stack(name: parts[0], command: ["/bin/sh", "-c", "exec \(parts[1])"]))
    }
    for (index, stack) in stacks.enumerated() where stacks[..<index].contains(where: { $0.name == stack.name }) {
        throw CommandLineError(.usage, "two stacks are called \(stack.name)")
    }
    return stacks
}
