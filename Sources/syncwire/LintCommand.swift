import CanonicalJSON
import CommandLineKit
import SyncBridge

let lintCommand = Command(
    "lint",
    abstract: "Name everything in a JSON document that some stack would change",
    discussion: "Prints one finding a line: its kind and a JSON Pointer. The exit code is 1 when there are findings.",
    arguments: [textArgument],
    options: [formatOption],
    run: { arguments in
        let findings = try CanonicalJSON.lint(Files.read(arguments.argument("file") ?? "-"))
        if arguments.option("format") == "json" {
            try writeJSON(["findings": findings.json])
        } else {
            let usesColor = outputHasColor(arguments)
            for finding in findings {
                let kind = TextStyle.yellow.applied(to: finding.kind.rawValue, usesColor: usesColor)
                let path = printable(finding.path.isEmpty ? "" : " " + finding.path)
                try StandardStream.output.write("\(kind)\(path)\n")
            }
        }
        return findings.isEmpty ? .success : .no
    }
)

/// The option of commands that print a report.
let formatOption = Option.option(
    "format", value: .choice(["text", "json"]), help: "How to print the result.", defaultValue: "text")

/// Prints a report (CL-9).
func writeJSON(_ value: JSONValue) throws {
    try StandardStream.output.write((value.canonicalBytes() + [0x0A]).span)
}

extension [LintFinding] {
    /// The findings as CL-13 has them.
    var json: JSONValue {
        .array(
            map { finding in
                [
                    "kind": .string(JSONString(finding.kind.rawValue)), "path": .string(JSONString(finding.path)),
                    "offset": .integer(Int64(finding.offset)),
                ]
            })
    }
}
