import CommandLineKit
import SyncArchive
import SyncBridge
import SyncEnvelope
import SyncImport

let exportCommand = Command(
    "export",
    abstract: "Write what an archive or a payload holds in another form",
    subcommands: [
        Command(
            "sqlite",
            abstract: "Write a SQLite database with a table for each collection",
            discussion: "'syncwire import sqlite' makes the same payload of it.",
            arguments: [exportArgument],
            options: exportOptions + [
                .option(
                    "output", short: "o", value: .file, valueName: "file", help: "The database.", isRequired: true),
                forceOption,
            ],
            exclusive: KeyOptions.current.exclusive,
            run: { arguments in
                let path = arguments.option("output") ?? ""
                let output = try exportOutput(arguments)
                guard let temporaryPath = output.temporaryPath else {
                    throw CommandLineError(
                        .cannotCreate, "a database is written to an ordinary file, which \(path) is not")
                }
                let payload = try Payload(parsing: exportedContent(arguments))
                try SQLiteExport.write(payload, toDatabaseAt: temporaryPath)
                try output.commit()
                return .success
            }
        ),
        Command(
            "json",
            abstract: "Write JSON for people",
            discussion: "A member a line, in the order and with the numbers and strings of the canonical form.",
            arguments: [exportArgument],
            options: exportOptions + [outputOption("The JSON text.", defaultValue: "-"), forceOption],
            exclusive: KeyOptions.current.exclusive,
            run: { arguments in
                var output = try exportOutput(arguments)
                let text = try PrettyJSON.format(exportedContent(arguments))
                try output.write(text.span)
                try output.commit()
                return .success
            }
        ),
    ]
)

private let exportArgument = Argument("in", help: "An archive, or a payload as it is; - is standard input.")

private let exportOptions = PayloadInput.options()

private func exportOutput(_ arguments: ParsedArguments) throws -> OutputFile {
    let path = arguments.argument("in") ?? "-"
    try checkStandardInput(arguments, [.current], files: [path])
    return try OutputFile(
        arguments.option("output") ?? "-", force: arguments.flag("force"),
        inputs: KeyOptions.current.files(arguments) + [path])
}

private func exportedContent(_ arguments: ParsedArguments) throws -> [UInt8] {
    var input = PayloadInput(arguments)
    return try input.content(arguments.argument("in") ?? "-")
}
