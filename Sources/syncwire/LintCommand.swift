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
///
/// As it is made: what is printed of each of many rows, its collection for one, can be far longer than all that was read.
func writeJSON(_ value: JSONValue) throws {
    var bytes: [UInt8] = []
    try write(value, levels: 3, into: &bytes)
    bytes.append(0x0A)
    try StandardStream.output.write(bytes.span)
}

/// Writes a value to standard output but for what is left in `bytes`; below so many levels, values are written whole.
private func write(_ value: JSONValue, levels: Int, into bytes: inout [UInt8]) throws {
    switch value {
    case .object(let members) where levels > 0:
        bytes.append(0x7B)
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(0x2C) }
            try JSONValue.string(member.key).appendCanonical(to: &bytes)
            bytes.append(0x3A)
            try write(member.value, levels: levels - 1, into: &bytes)
        }
        bytes.append(0x7D)
    case .array(let elements) where levels > 0:
        bytes.append(0x5B)
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(0x2C) }
            try write(element, levels: levels - 1, into: &bytes)
        }
        bytes.append(0x5D)
    default: try value.appendCanonical(to: &bytes)
    }
    guard bytes.count > 1 << 16 else { return }
    try StandardStream.output.write(bytes.span)
    bytes.removeAll(keepingCapacity: true)
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
