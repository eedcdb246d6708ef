import CanonicalJSON
import CommandLineKit
import SyncBridge
import SyncMerge

let mergeCommand = Command(
    "merge",
    abstract: "Merge archives or payloads into one payload",
    discussion: """
        The result is the same for any order of the inputs, and nothing is deleted because it is missing in one. It is \
        the canonical payload; 'syncwire seal' makes an archive of it.
        Archives of several workspaces are opened with several --key options. With --explain it says of each row that \
        the inputs do not agree about why it is as it is.
        """,
    arguments: [
        Argument("in", help: "Archives or payloads, two or more; - is standard input.", arity: .oneOrMore)
    ],
    options: PayloadInput.options(keyIsRepeatable: true) + [
        profileOption,
        .option(
            "output", short: "o", value: .file, valueName: "file",
            help: "The merged payload; - is standard output. Not needed with --explain."),
        forceOption,
        .flag("explain", help: "Print why each row is as it is."),
        formatOption,
    ],
    exclusive: KeyOptions.current.exclusive,
    run: merge
)

private func merge(_ arguments: ParsedArguments) throws -> ExitCode {
    let paths = arguments.arguments("in")
    try checkStandardInput(arguments, [.current], files: paths)
    let (output, explains) = (arguments.option("output"), arguments.flag("explain"))
    guard paths.count > 1 else { throw CommandLineError(.usage, "a merge takes two inputs or more") }
    guard output != nil || explains else { throw CommandLineError(.usage, "give -o, --explain or both") }
    guard !explains || output != "-" else {
        throw CommandLineError(.usage, "standard output can hold the payload or the explanation, not both")
    }
    let profile = try profile(arguments)
    let file = try output.map {
        OutputStream(
            try OutputFile(
                $0, force: arguments.flag("force"), inputs: KeyOptions.current.files(arguments) + paths))
    }
    let result = try merged(paths, by: profile, arguments, detail: explains ? .differences : .none)
    if let file {
        let bytes = try result.payload.canonicalBytes()
        try file.write(bytes.span)
        try file.commit()
    }
    if explains { try explain(result, names: paths, arguments) }
    for conflict in result.conflicts {
        try StandardStream.error.write("Warning: \(printable(conflict.text(names: paths)))\n")
    }
    return .success
}

private func merged(
    _ paths: [String], by profile: Profile, _ arguments: ParsedArguments, detail: Merge.Detail
) throws -> Merge.Result {
    var input = PayloadInput(arguments)
    let payloads = try paths.map { try input.payload($0) }
    return try Merge(profile).payloads(payloads, detail: detail)
}

private func explain(_ result: Merge.Result, names: [String], _ arguments: ParsedArguments) throws {
    if arguments.option("format") == "json" {
        try writeJSON(["trace": .array(result.trace.map(\.value)), "conflicts": .count(result.conflicts.count)])
        return
    }
    for trace in result.trace { try StandardStream.output.write(printable(trace.text(names: names)) + "\n") }
    let rows = result.payload.collections.reduce(0) { $0 + $1.rows.count }
    try StandardStream.output.write("\(rows) rows; the inputs differ in \(result.trace.count)\n")
}
