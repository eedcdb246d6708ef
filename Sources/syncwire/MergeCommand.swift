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
        the inputs do not agree about why it is as it is. It warns of rows with stamps of the future, since they win \
        for as long.
        """,
    arguments: [
        Argument("in", help: "Archives or payloads, two or more; - is standard input.", arity: .oneOrMore)
    ],
    options: PayloadInput.options(keyIsRepeatable: true) + [
        profileOption, nowOption("The time beyond which a stamp is of the future"),
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
    var input = PayloadInput(arguments)
    let inputs = try input.contents(paths)
    let now = now(arguments)
    if let file, !explains, try streamed(inputs, names: paths, by: profile, now: now, into: file) { return .success }
    let payloads = try inputs.map { try $0.payload() }
    let result = try Merge(profile).payloads(payloads, detail: explains ? .differences : .none)
    if let file {
        try file.rewrite(result.payload.canonicalBytes())
        try file.commit()
    }
    let future = result.payload.futureStamps(now: now)
    if explains { try explain(result, future, names: paths, arguments) }
    for conflict in result.conflicts { try StandardStream.error.write(warning(conflict, names: paths)) }
    try FutureStamps(future, now: now).warn()
    return .success
}

/// Merges row by row in constant memory; false, with nothing to see of it, unless all inputs are canonical and can be
/// merged.
private func streamed(
    _ inputs: [RepeatableInput], names: [String], by profile: Profile, now: Int64, into file: OutputStream
) throws -> Bool {
    var warnings = Spool()
    var future = FutureStamps(now: now)
    do {
        try Merge(profile).stream(
            inputs.map { try $0.stream() }, now: now,
            report: { try warnings.write(Array(warning($0, names: names).utf8).span) },
            found: { future.add($0) },
            into: { try file.write($0) })
    } catch is BridgeError {
        return false
    }
    try file.commit()
    var piece: [UInt8] = []
    while try warnings.read(upTo: 1 << 16, into: &piece) > 0 {
        try StandardStream.error.write(piece.span)
        piece.removeAll(keepingCapacity: true)
    }
    try future.warn()
    return true
}

private func warning(_ conflict: RowTrace, names: [String]) -> String {
    "Warning: \(printable(conflict.text(names: names)))\n"
}

private func explain(
    _ result: Merge.Result, _ future: [FutureStamp], names: [String], _ arguments: ParsedArguments
) throws {
    if arguments.option("format") == "json" {
        try writeJSON([
            "trace": .array(result.trace.map(\.value)), "conflicts": .count(result.conflicts.count),
            "findings": .array(future.map(\.value)),
        ])
        return
    }
    for trace in result.trace { try StandardStream.output.write(printable(trace.text(names: names)) + "\n") }
    let rows = result.payload.collections.reduce(0) { $0 + $1.rows.count }
    try StandardStream.output.write("\(rows) rows; the inputs differ in \(result.trace.count)\n")
}
