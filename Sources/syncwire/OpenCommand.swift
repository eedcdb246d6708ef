import CommandLineKit
import SyncEnvelope

let openCommand = Command(
    "open",
    abstract: "Open an archive",
    discussion: """
        The output appears only when everything is verified, also on standard output. Without a key or passphrase option \
        the passphrase is asked for.
        """,
    arguments: [inputArgument],
    options: KeyOptions.current.options() + [
        .option("expect-workspace", valueName: "hex", help: "Refuse an archive of another workspace, 32 hex digits."),
        .option(
            "expect-type", value: .choice(contentTypes.map(\.name)), valueName: "type",
            help: "Refuse an archive of another type."),
        .option(
            "min-generation", value: .integer(0...UInt64.max), valueName: "n",
            help: "Refuse an archive with a lower number.",
            defaultValue: "0"),
        maximumPlaintextOption, diagnoseOption, outputOption("The plaintext."), forceOption,
    ],
    exclusive: KeyOptions.current.exclusive,
    run: { arguments in
        let path = arguments.argument("in") ?? "-"
        try checkStandardInput(arguments, [.current], files: [path])
        let expectations = Expectations(
            workspaceID: try workspaceID(arguments, "expect-workspace"),
            contentType: contentTypes.first { $0.name == arguments.option("expect-type") },
            minimumGeneration: arguments.integer("min-generation") ?? 0)
        let input = try InputStream(path, label: "Opening")
        let output = OutputStream(
            try OutputFile(
                arguments.option("output") ?? "-", force: arguments.flag("force"),
                inputs: KeyOptions.current.files(arguments) + [path]))
        let isTerminal = output.isTerminal
        let key = try KeyOptions.current.unlockingKey(arguments)
        _ = try opening(arguments) {
            try openArchive(
                from: { try input.next($0) }, with: key, expecting: expectations,
                maximumPlaintext: arguments.integer("max-plaintext") ?? Envelope.defaultMaximumPlaintext,
                onHeader: { header in
                    guard isTerminal, header.prologue.contentType == .attachment else { return }
                    throw CommandLineError(
                        .cannotCreate, "not writing an attachment to a terminal; give a file or a pipe")
                },
                output: { try output.write($0) })
        }
        try output.commit()
        return .success
    }
)
