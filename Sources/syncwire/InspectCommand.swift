import CanonicalJSON
import CommandLineKit
import SyncArchive
import SyncBridge
import SyncEnvelope

let inspectCommand = Command(
    "inspect",
    abstract: "Show what an archive is made of",
    discussion: """
        Without a key: header, slots and sizes, none of them verified. With one the archive is opened and verified, \
        and its rows, tombstones and lint findings are shown too. A payload or a gzip file can be inspected as well; of the latter is shown what \
        archives never have.
        """,
    arguments: [Argument("in", help: "An archive, a payload or a gzip file; - is standard input.")],
    options: KeyOptions.current.options() + [
        .flag("rows", help: "List the rows: collection, id, time stamp, live or tombstone, content hash."),
        nowOption("The time beyond which a stamp is of the future"), maximumPlaintextOption, diagnoseOption,
        formatOption,
    ],
    exclusive: KeyOptions.current.exclusive,
    run: { arguments in
        let path = arguments.argument("in") ?? "-"
        try checkStandardInput(arguments, [.current], files: [path])
        let input = try InputStream(path, label: "Inspecting")
        var report = Report(arguments)
        switch try InputKind(input) {
        case .archive: try add(archive: input, to: &report, arguments)
        case .gzip: try add(gzip: input, to: &report, arguments)
        case .json:
            report.line("content", "JSON, not an archive")
            try report.add(ContentReport(parsing: input.rest(), arguments))
        }
        try report.finish()
        return .success
    }
)

private func add(archive input: InputStream, to report: inout Report, _ arguments: ParsedArguments) throws {
    guard KeyOptions.current.isGiven(arguments) else {
        guard !arguments.flag("rows") else {
            throw CommandLineError(.usage, "the rows of an archive need a key or a passphrase")
        }
        return report.add(try Envelope.inspect(from: { try input.next($0) }))
    }
    let key = try KeyOptions.current.unlockingKey(arguments)
    let (opening, content) = try opening(arguments) {
        try openArchive(
            from: { try input.next($0) }, with: key,
            maximumPlaintext: arguments.integer("max-plaintext") ?? Envelope.defaultMaximumPlaintext,
            checksContent: false, attachment: { _ in })
    }
    let header = opening.header
    report.add(Inspection(header: header, payloadCount: Int(input.position) - header.count, slot: opening.slot))
    let contentType = header.prologue.contentType
    let isAttachment = contentType == .attachment
    try report.add(opening, isAttachment ? nil : ContentReport(of: content, contentType, arguments))
}

private func add(gzip input: InputStream, to report: inout Report, _ arguments: ParsedArguments) throws {
    let limit = arguments.integer("max-plaintext") ?? Envelope.defaultMaximumPlaintext
    let inspection = try LenientGzip.read(input.rest(), limit: Int(limit))
    report.add(inspection)
    if let content = try? ContentReport(parsing: inspection.bytes, arguments) { try report.add(content) }
}
