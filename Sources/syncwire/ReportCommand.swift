import CommandLineKit
import Conformance

let reportCommand = Command(
    "report",
    abstract: "Make reports of a saved run, or compare two",
    discussion: "A run is saved by 'verify --format json' or 'verify --report json=FILE'.",
    subcommands: ReportFormat.allCases.map(renderCommand) + [reportDiffCommand]
)

/// The command that writes a saved run in one form.
private func renderCommand(_ format: ReportFormat) -> Command {
    Command(
        format.rawValue,
        abstract: format.words,
        discussion: format == .coverage
            ? "The exit code is 1 when a clause with MUST has no vector that passed, and no reason to have none." : "",
        arguments: [Argument("run", help: "The saved run; - is standard input.", value: .file)],
        options: renderOptions(format),
        run: { arguments in
            let path = arguments.argument("run") ?? "-"
            let output = arguments.option("output") ?? "-"
            let record = try RunRecord(parsing: Files.read(path), name: path)
            let folder =
                format.needsNoSources ? defaultVectorFolder : arguments.option("vectors") ?? defaultVectorFolder
            let sources = try reportSources(arguments, vectors: folder, isNeeded: !format.needsNoSources)
            let isText = format == .coverage && arguments.option("format") == "text"
            let coverage = ClauseCoverage(record.verdict, sources)
            let bytes = isText ? Array(coverage.text.utf8) : try record.report(format, sources)
            var file = try OutputFile(output, access: .umask, force: arguments.flag("force"), inputs: [path])
            try file.write(bytes.span)
            try file.commit()
            return format == .coverage && !coverage.gaps.isEmpty ? .no : .success
        }
    )
}

private func renderOptions(_ format: ReportFormat) -> [Option] {
    var options = [outputOption, forceOption]
    if !format.needsNoSources {
        options.append(
            .option("vectors", value: .folder, help: "The folder of the vector files.", defaultValue: "Vectors"))
        options += reportSourceOptions
    }
    if format == .coverage {
        options.append(
            .option("format", value: .choice(["text", "json"]), help: "How to print it.", defaultValue: "text"))
    }
    return options
}

private let outputOption = Option.option(
    "output", short: "o", value: .file, help: "The report; - is standard output.", defaultValue: "-")
