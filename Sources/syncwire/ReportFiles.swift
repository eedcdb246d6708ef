import CommandLineKit
import Conformance

/// The reports that `verify` writes into files beside what it prints.
struct ReportFiles {
    /// The option that asks for one.
    static let option = Option.option(
        "report", valueName: "format=file",
        help: "Another report of the same run, into a file: \(names).", isRepeatable: true)

    /// The forms in the order in which they were asked for, and their files.
    let wanted: [(format: ReportFormat, path: String)]
    private let force: Bool

    private static let names = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")

    /// Reads the arguments, and throws now for a file that could not be written after the run.
    init(_ arguments: ParsedArguments) throws {
        force = arguments.flag("force")
        let inputs = ["payload", "stacks-file", "known-failures"].flatMap { arguments.options($0) }
        var wanted: [(format: ReportFormat, path: String)] = []
        for given in arguments.options("report") {
            let parts = given.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let format = ReportFormat(rawValue: parts[0]) else {
                throw CommandLineError(.usage, "--report takes FORMAT=FILE; the formats are \(Self.names)")
            }
            guard parts[1] != "-" else {
                throw CommandLineError(.usage, "--report writes into files; --format says what is printed")
            }
            _ = try OutputFile(parts[1], access: .umask, force: force, inputs: inputs)
            wanted.append((format, parts[1]))
        }
        self.wanted = wanted
    }

    /// Writes them.
    func write(_ record: RunRecord, _ sources: ReportSources) throws {
        for (format, path) in wanted {
            let bytes = try record.report(format, sources)
            var file = try OutputFile(path, access: .umask, force: force)
            try file.write(bytes.span)
            try file.commit()
        }
    }
}

/// A point in time as `--timestamp` takes it: RFC 3339 in UTC, to the second.
func checkTimestamp(_ text: String) throws {
    let form = "0000-00-00T00:00:00Z"
    let fits =
        text.utf8.count == form.utf8.count
        && zip(text.utf8, form.utf8).allSatisfy { $1 == 0x30 ? (0x30...0x39).contains($0) : $0 == $1 }
    guard fits else { throw CommandLineError(.usage, "--timestamp takes a time like 2026-01-31T12:00:00Z") }
}
