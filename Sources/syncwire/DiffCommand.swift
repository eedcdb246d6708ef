import CanonicalJSON
import CommandLineKit
import SyncBridge
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
        let inputs = try input.contents(paths)
        let text = DiffText(names: paths, usesColor: outputHasColor(arguments))
        var writer = DiffWriter(
            OutputStream(try OutputFile("-", inputs: KeyOptions.current.files(arguments) + paths)),
            as: arguments.option("format") == "json" ? nil : text)
        if try !streamed(inputs, by: profile, to: &writer) {
            try writer.restart()
            let before = try inputs[0].payload()
            let diff = try PayloadDiff(from: before, to: try inputs[1].payload(), profile: profile)
            for row in diff.rows { try writer.append(row) }
            try writer.finish(fields: diff.fields, same: diff.same)
        }
        return writer.isEmpty ? .success : .no
    }
)

/// Compares row by row in constant memory; false unless both inputs are canonical and can be compared.
private func streamed(_ inputs: [RepeatableInput], by profile: Profile, to writer: inout DiffWriter) throws -> Bool {
    do {
        let (before, after) = (try inputs[0].stream(), try inputs[1].stream())
        let rest = try PayloadDiff.stream(from: before, to: after, profile: profile) { try writer.append($0) }
        try writer.finish(fields: rest.fields, same: rest.same)
        return true
    } catch is BridgeError {
        return false
    }
}

/// Writes a difference as it is found; it appears when it is complete.
private struct DiffWriter {
    private let output: OutputStream
    /// The form for people; JSON without.
    private let text: DiffText?
    private var rows = 0
    private(set) var isEmpty = true
    private var bytes: [UInt8] = []

    init(_ output: OutputStream, as text: DiffText?) {
        self.output = output
        self.text = text
    }

    mutating func append(_ row: PayloadDiff.Row) throws {
        if let text {
            bytes += text.text(row).utf8
        } else {
            bytes += (rows == 0 ? #"{"rows":["# : ",").utf8
            try row.value.appendCanonical(to: &bytes)
        }
        rows += 1
        isEmpty = false
        if bytes.count > 1 << 16 { try flush() }
    }

    mutating func finish(fields: [PayloadDiff.Field], same: Int) throws {
        isEmpty = isEmpty && fields.isEmpty
        if let text {
            bytes += text.text(fields, rows: rows, same: same).utf8
        } else {
            bytes += (rows == 0 ? #"{"rows":["# : "").utf8
            bytes += #"],"fields":"#.utf8
            try JSONValue.array(fields.map(\.value)).appendCanonical(to: &bytes)
            bytes += ",\"same\":\(same)}\n".utf8
        }
        try flush()
        try output.commit()
    }

    /// Forgets what was written.
    mutating func restart() throws {
        try output.rewrite([])
        self = DiffWriter(output, as: text)
    }

    private mutating func flush() throws {
        try output.write(bytes.span)
        bytes.removeAll(keepingCapacity: true)
    }
}

/// A difference for people: a line for each row, and below it one for each field.
private struct DiffText {
    let names: [String]
    let usesColor: Bool

    /// What comes after the rows.
    func text(_ fields: [PayloadDiff.Field], rows: Int, same: Int) -> String {
        let changes = fields.isEmpty ? "" : styled("payload changed", .yellow) + "\n" + lines(fields)
        return changes + "\(rows) rows differ, \(same) are the same\n"
    }

    func text(_ row: PayloadDiff.Row) -> String {
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
