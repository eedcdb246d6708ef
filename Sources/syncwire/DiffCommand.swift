import CanonicalJSON
import CommandLineKit
import SyncMerge

let diffCommand = Command(
    "diff",
    abstract: "Say what differs between two archives or payloads",
    discussion: """
        Rows that are added, changed (field by field), deleted, or tied, and which of two versions a merge would keep. \
        What is compared is the content: two archives of the same payload do not differ. The exit code is 1 when \
        anything does.
        """,
    arguments: [
        Argument("before", help: "An archive or a payload; - is standard input."),
        Argument("after", help: "Another one."),
    ],
    options: PayloadInput.options(keyIsRepeatable: true) + [profileOption, formatOption],
    exclusive: KeyOptions.current.exclusive,
    run: { arguments in
        let paths = ["before", "after"].map { arguments.argument($0) ?? "-" }
        try checkStandardInput(arguments, [.current], files: paths)
        let profile = try profile(arguments)
        var input = PayloadInput(arguments)
        let before = try input.payload(paths[0])
        let diff = try PayloadDiff(from: before, to: try input.payload(paths[1]), profile: profile)
        if arguments.option("format") == "json" {
            try writeJSON(diff.value)
        } else {
            try StandardStream.output.write(DiffText(names: paths, usesColor: outputHasColor(arguments)).text(diff))
        }
        return diff.isEmpty ? .success : .no
    }
)

/// A difference for people: a line for each row, and below it one for each field.
private struct DiffText {
    let names: [String]
    let usesColor: Bool

    func text(_ diff: PayloadDiff) -> String {
        var text = diff.rows.map(self.text).joined()
        if !diff.fields.isEmpty { text += styled("payload changed", .yellow) + "\n" + lines(diff.fields) }
        return text + "\(diff.rows.count) rows differ, \(diff.same) are the same\n"
    }

    private func text(_ row: PayloadDiff.Row) -> String {
        let stamps: String
        switch (row.before, row.after) {
        case (let before?, let after?): stamps = before == after ? "at \(before)" : "\(before) -> \(after)"
        case (let stamp, nil), (nil, let stamp): stamps = "at \(stamp.map(String.init) ?? "none")"
        }
        let name = printable("\(row.collection) \(row.id)")
        var text =
            styled("\(row.kind.rawValue)\(row.isTied ? ", tied" : "") \(name)", style(row.kind)) + ", \(stamps)\n"
        text += lines(row.fields)
        if let trace = row.trace { text += styled("  " + printable(trace.reasons(names: names)), .dim) + "\n" }
        return text
    }

    private func lines(_ fields: [PayloadDiff.Field]) -> String {
        fields.map { "  \(printable($0.path)): \(text($0.before)) -> \(text($0.after))\n" }.joined()
    }

    private func text(_ value: JSONValue?) -> String {
        guard let bytes = try? value?.canonicalBytes() else { return "nothing" }
        return printable(String(decoding: bytes, as: UTF8.self))
    }

    private func style(_ kind: PayloadDiff.Row.Kind) -> TextStyle {
        switch kind {
        case .added, .restored: .green
        case .removed, .deleted: .red
        case .changed, .restamped: .yellow
        }
    }

    private func styled(_ text: String, _ style: TextStyle) -> String {
        style.applied(to: text, usesColor: usesColor)
    }
}
