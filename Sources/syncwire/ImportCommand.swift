import CanonicalJSON
import CommandLineKit
import SyncBridge
import SyncEnvelope
import SyncImport

let importCommand = Command(
    "import",
    abstract: "Make a payload of the files of other programs",
    subcommands: [
        Command(
            "ssh-config",
            abstract: "Import hosts, keys and forwards of OpenSSH configurations",
            discussion: """
                Several files are read as a user's and then the system's are: the first value wins. Relative names in them \
                are looked for beside the file, then in ~/.ssh. Of keys only the public half is read. What has no place in \
                a record is said on standard error.
                """,
            arguments: [Argument("file", help: "The files; - is standard input.", arity: .oneOrMore)],
            options: importOptions + [rowTimeOption],
            run: { arguments in
                try runImport(arguments) { sources, fingerprint in
                    let files = ConfigFiles(sources.map(\.name))
                    let settings = SSHConfigImport(
                        updatedAt: now(arguments),
                        include: { pattern, source, _ throws(ImportError) in try files.included(pattern, from: source)
                        },
                        publicKey: { path throws(ImportError) in files.publicKey(path) }, sha256: fingerprint)
                    do { return try settings.run(sources) } catch { throw files.failure ?? error }
                }
            }
        ),
        Command(
            "known-hosts",
            abstract: "Import the host keys of OpenSSH known_hosts files",
            arguments: [Argument("file", help: "The files; - is standard input.", arity: .oneOrMore)],
            options: importOptions + [rowTimeOption],
            run: { arguments in
                try runImport(arguments) { sources, fingerprint in
                    try KnownHostsImport(updatedAt: now(arguments), sha256: fingerprint).run(sources)
                }
            }
        ),
        Command(
            "sqlite",
            abstract: "Import a SQLite database with a table for each collection",
            discussion: """
                A table has the columns id and updated_at, and either a column data with JSON text or a column for each \
                field. The database is only read.
                """,
            arguments: [Argument("database", help: "The database.")],
            options: importOptions,
            run: { arguments in
                let path = arguments.argument("database") ?? ""
                let output = try importOutput(arguments, inputs: [path])
                guard path != "-" else {
                    throw CommandLineError(.usage, "a database is read from a file, not from a stream")
                }
                // SQLite's own message for a missing file does not say so.
                _ = try FileInput(path)
                return try write(withoutDeviceSettings(SQLiteImport.read(databaseAt: path)), arguments, output)
            }
        ),
    ]
)

private let importOptions: [Option] = [
    outputOption("The payload.", defaultValue: "-"), forceOption,
    .option(
        "base", value: .file, valueName: "file",
        help: """
            A payload to add the rows to. Of two rows with one id the imported one stays if it says something new; what \
            says when a record was made is kept.
            """),
]

private let rowTimeOption = nowOption("The time stamp of the rows")

private func importOutput(_ arguments: ParsedArguments, inputs: [String]) throws(CommandLineError) -> OutputFile {
    let files = inputs + arguments.options("base")
    try checkStandardInput(arguments, [], files: files)
    return try OutputFile(arguments.option("output") ?? "-", force: arguments.flag("force"), inputs: files)
}

/// Runs an import of text files; its second parameter is SHA-256.
private func runImport(
    _ arguments: ParsedArguments,
    _ run: (_ sources: [ImportSource], _ sha256: @escaping ([UInt8]) -> [UInt8]) throws -> ImportResult
) throws -> ExitCode {
    let paths = arguments.arguments("file")
    let output = try importOutput(arguments, inputs: paths)
    let sources = try paths.map { path throws(CommandLineError) in
        ImportSource(name: path == "-" ? "standard input" : path, bytes: try Files.read(path))
    }
    var failure: EnvelopeError?
    let result = try run(sources) { bytes in
        do throws(EnvelopeError) { return try SHA256.hash(bytes) } catch {
            failure = error
            return []
        }
    }
    if let failure { throw failure }
    return try write(result, arguments, output)
}

/// The same without what must stay on the device, and a note of that.
private func withoutDeviceSettings(_ result: ImportResult) -> ImportResult {
    var shared = result
    shared.payload = result.payload.withoutDeviceSettings()
    let count = result.payload.rows(of: "setting").count - shared.payload.rows(of: "setting").count
    if count > 0 {
        let message = "left out: \(count) rows of scope device, which must not leave the device"
        shared.notes.append(ImportNote(source: "setting", message: message))
    }
    return shared
}

/// Says what the import noted, and writes the payload.
private func write(_ result: ImportResult, _ arguments: ParsedArguments, _ output: consuming OutputFile) throws
    -> ExitCode
{
    for note in result.notes { try StandardStream.error.write("Warning: \(printable("\(note)"))\n") }
    var payload = result.payload
    if let path = arguments.option("base") {
        payload = try Payload(parsing: Files.read(path)).adding(payload)
    }
    let bytes = try payload.canonicalBytes()
    try output.write(bytes.span)
    try output.commit()
    return .success
}
